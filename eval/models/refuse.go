package models

import (
	"fmt"
	"io"
	"os"

	"github.com/outflank/outflank/engine/fault"
)

// Magic begins every model file.
const Magic = "OUTFLANK"

// RefuseOther keeps a model from replacing what is no model.
func RefuseOther(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return nil // there is nothing, or nothing to be read: writing will tell
	}
	defer f.Close()
	head := make([]byte, len(Magic))
	n, _ := io.ReadFull(f, head)
	if n > 0 && string(head[:n]) != Magic {
		return fault.Misuse(fmt.Errorf("%s exists and is not a model; it is left alone", path))
	}
	return nil
}
