package text

import (
	"encoding/json"
	"io"
	"math"
)

// JSON writes v as indented JSON, followed by a line end.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// Known returns a pointer to x, or nil if x is infinite or not a number. JSON does not support such values,
// and tables show them as unknown.
func Known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
