package book

import (
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// checkCSV refuses a --csv that cannot be, before any work is done.
func checkCSV(path string, asJSON bool, book string) error {
	if path != cli.StandardOutput {
		return cli.CheckOutputs([]string{book}, path)
	}
	if asJSON {
		return fault.Misusef("--csv - and --json both want standard output")
	}
	return nil
}

// writeCSV writes a table as --csv says, "" = not at all. It tells whether that took standard output.
func writeCSV(a *cli.App, path string, t stats.Table) (piped bool, err error) {
	switch path {
	case "":
		return false, nil
	case cli.StandardOutput:
		return true, t.WriteCSV(a.Out)
	}
	return false, durable.Replace(path, t.WriteCSV)
}

// A moveRow is a move of a position as a row, with the columns of --json.
type moveRow struct {
	Move   string `json:"move"`
	Value  int    `json:"value"`
	Drop   int    `json:"drop"`
	AtMost bool   `json:"at_most"`
	Games  int    `json:"games"`
	Inside bool   `json:"inside"`
}

// moveTable returns the moves of a position.
func moveTable(r answer) stats.Table {
	rows := make([]moveRow, len(r.Moves))
	for i, m := range r.Moves {
		rows[i] = moveRow{m.Name, m.Value, m.Drop, m.AtMost, m.Games, m.Inside}
	}
	return stats.NewTable("moves", "Moves of a position", rows)
}

// habitTable returns the moves that cost people most.
func habitTable(list []habit) stats.Table { return stats.NewTable("drops", "Costly habits", list) }
