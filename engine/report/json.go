package report

import (
	"encoding/json"
	"io"
)

// JSON writes v indented, with a line end.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
