package tune

import (
	"testing"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
)

var room clitest.Room = func(a *cli.App) []*cobra.Command { return []*cobra.Command{Command(a)} }

func TestMain(m *testing.M) { room.Main(m) }
