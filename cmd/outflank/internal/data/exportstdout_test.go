package data

import (
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/transfer"
)

// Text may go to a terminal, packed weights may not.
func TestExportToTerminal(t *testing.T) {
	for _, c := range []struct {
		format             string
		terminal, accepted bool
	}{
		{"pgn", true, true}, {"csv", true, true}, {playerFormat, true, true},
		{compactFormat, true, false}, {compactFormat, false, true},
		{"wthor", true, false}, {"wthor", false, false},
	} {
		err := checkExport(&cli.App{OutTerminal: c.terminal}, []string{"games"}, c.format, "-",
			transfer.ExportOptions{})
		if (err == nil) != c.accepted {
			t.Errorf("%s, terminal %t: %v", c.format, c.terminal, err)
		}
	}
}
