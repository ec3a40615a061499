package dataset

import (
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine/runtime/text"
)

// nameOf returns the name of a value of a small type.
func nameOf[T ~uint8](what string, x T, names []string) string {
	if int(x) < len(names) {
		return names[x]
	}
	return fmt.Sprintf("%s(%d)", what, uint8(x))
}

// parseName returns the value with this name. The error lists the valid names and suggests one.
func parseName[T ~uint8](what, name, want string, names []string) (T, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("dataset: %s %q: want %s%w", what, name, want, text.Meant(name, names))
	}
	return T(i), nil
}
