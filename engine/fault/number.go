package fault

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
)

func IsNumber(err error) bool {
	_, ok := errors.AsType[*strconv.NumError](err)
	return ok
}

// NotNumber says that the value of a flag is not of its type, as reflection names it. err is
// that of package strconv.
func NotNumber(flag, value, kind string, err error) error {
	want := map[string]string{
		reflect.Int.String(): "a whole number", reflect.Uint64.String(): "a whole number, 0 or more",
		reflect.Float64.String(): "a number", reflect.Bool.String(): "true or false",
	}[kind]
	switch {
	case want == "":
		return fmt.Errorf("--%s %s: %w", flag, value, err)
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("--%s %s: too large: want %s of 64 bits", flag, value, want)
	}
	return fmt.Errorf("--%s %s: want %s", flag, value, want)
}
