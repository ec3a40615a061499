package tune

import (
	"fmt"
	"slices"
	"strings"
)

// names are the names of a small type's values in texts and files.
type names[T ~uint8] []string

func (n names[T]) of(x T) string {
	if int(x) < len(n) {
		return n[x]
	}
	return fmt.Sprintf("unknown(%d)", uint8(x))
}

// read sets x to the value with this name.
func (n names[T]) read(x *T, text []byte) error {
	i := slices.Index(n, string(text))
	if i < 0 {
		return fmt.Errorf("%.40q: want %s", text, strings.Join(n, ", "))
	}
	*x = T(i)
	return nil
}

// check returns an error if x is not one of the values.
func (n names[T]) check(what string, x T) error {
	if int(x) >= len(n) {
		return fmt.Errorf("%s is %d, want one of %s", what, uint8(x), strings.Join(n, ", "))
	}
	return nil
}
