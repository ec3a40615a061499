package dataset

import (
	"fmt"
	"slices"
)

// nameOf returns the name of a value of a small type.
func nameOf[T ~uint8](what string, x T, names []string) string {
	if int(x) < len(names) {
		return names[x]
	}
	return fmt.Sprintf("%s(%d)", what, uint8(x))
}

// parseName returns the value with this name. The error lists the valid names.
func parseName[T ~uint8](what, name, want string, names []string) (T, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("dataset: %s %q: want %s", what, name, want)
	}
	return T(i), nil
}
