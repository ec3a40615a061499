package pattern

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

// Names of the shipped models. To open a file with such a name, use a path such as ./built-in.
const (
	BuiltIn = "built-in" // the engine's evaluator, in discs
	General = "general"  // the learned generalist, the default model of agent q
	League  = "league"   // the learned specialist of the Othello League
)

// The folder also contains each run's configuration and card.
//
//go:embed models/general.model models/league.model
var files embed.FS

// IsShipped reports whether a path is the name of a shipped model.
func IsShipped(path string) bool {
	return slices.Contains([]string{BuiltIn, General, League}, path)
}

// ShippedModel returns the shipped model called name. It panics for other names, see [IsShipped].
func ShippedModel(name string) *eval.Model {
	if name == BuiltIn {
		return defaultModel()
	}
	text, err := readShipped(name)
	if err == nil {
		var m *eval.Model
		if m, err = eval.ReadModel(bytes.NewReader(text)); err == nil {
			return m
		}
	}
	panic(err) // a test reads the embedded files
}

// ModelFile returns the content of a model file, given its name or path. The caller must not change it.
func ModelFile(path string) ([]byte, error) {
	switch {
	case path == BuiltIn:
		return weights, nil
	case IsShipped(path):
		return readShipped(path)
	}
	return durable.ReadFile(path)
}

// OpenModel returns the shipped model with this name, or the model in the file at this path. Its errors name
// the file. Errors from [eval.ReadModel], and the error for a folder, are bad input.
func OpenModel(path string) (*eval.Model, error) {
	if IsShipped(path) {
		return ShippedModel(path), nil
	}
	f, err := durable.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: want a model, as train and fit make it", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fault.BadInput(fmt.Errorf("%s: is a folder, not a model", path))
	}
	m, err := eval.ReadModel(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Magic starts every model file.
const Magic = "OUTFLANK"

// RefuseOther returns a misuse error if the file at path is not a model and therefore must not be overwritten
// by one.
func RefuseOther(path string) error {
	if durable.CheckFile(path) != nil {
		return nil // a stream has no content to lose
	}
	f, err := os.Open(path)
	if err != nil {
		return nil // no file, or an unreadable one: writing reports it
	}
	defer f.Close()
	head := make([]byte, len(Magic))
	n, _ := io.ReadFull(f, head)
	if n > 0 && string(head[:n]) != Magic {
		return fault.Misuse(fmt.Errorf("%s exists and is not a model; it is left alone: name another file", path))
	}
	return nil
}

func readShipped(name string) ([]byte, error) { return files.ReadFile("models/" + name + ".model") }
