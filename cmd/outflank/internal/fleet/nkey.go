package fleet

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/fleet"
)

func nkeyCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "nkey FILE",
		Short: "Make a key for a user of a fleet",
		Long: `Nkey makes a pair of keys: FILE gets the seed, which stays with its user, and the public key is
printed, to be put into the file of fleet serve --nkeys, or of --worker-nkeys for who may only work.
Such a file has a public key on each line, and behind it anything, such as whose it is. A user who
has no line there any more is out when the server starts again; the others notice nothing.`,
		Example: `  outflank fleet nkey me.seed >> users
  outflank fleet nkey red.seed >> workers
  outflank fleet serve --dir queue --addr :4222 --nkeys users --worker-nkeys workers
  outflank fleet work --join nats://server:4222 --creds red.seed
  outflank match ab:depth=6 ab:depth=8 --random-plies 8 --fleet nats://server:4222 --fleet-creds me.seed`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			seed, public, err := fleet.NewKey()
			if err != nil {
				return err
			}
			f, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
			if errors.Is(err, os.ErrExist) {
				return fault.Misuse(err) // somebody may need the one that is there
			}
			if err != nil {
				return err
			}
			_, err = f.Write(append(seed, '\n'))
			if err = errors.Join(err, f.Close()); err != nil {
				return err
			}
			a.Printf("%s\n", public)
			return nil
		},
	}
}
