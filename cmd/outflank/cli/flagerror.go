package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/engine/fault"
)

// flagError makes an error of the flag library a usage error that says what is wanted.
func flagError(c *cobra.Command, err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if f := bad.GetFlag(); fault.IsNumber(err) {
			err = fault.NotNumber(f.Name, bad.GetValue(), f.Value.Type(), err)
		}
	}
	return fault.Misuse(fmt.Errorf("%w (see: %s --help)", err, c.CommandPath()))
}
