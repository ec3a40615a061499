package cli

import (
	"github.com/outflank/outflank/engine/report"
)

// Printf writes to standard output; %d and %f have thousands separators.
func (a *App) Printf(format string, args ...any) {
	report.English.Fprintf(a.Out, format, args...)
}

func (a *App) Table() *report.Table { return &report.Table{Out: a.Out} }
