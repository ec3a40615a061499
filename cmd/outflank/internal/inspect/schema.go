package inspect

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

func schemaCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "schema [COMMAND…]",
		Short: "Print the JSON Schema of a command's output with --json",
		Long: `Schema prints the JSON Schema (draft 2020-12) of COMMAND's standard output with --json.
Without COMMAND, it lists the commands with --json. "lines" marks output with one value per line
(NDJSON); the schema then describes one value.

With --json, a command also prints its errors as JSON, one per line of standard error.
"outflank schema error" describes them. Notes on standard error remain text.`,
		Example: `  outflank schema
  outflank schema stats weights > weights.schema.json
  outflank schema table positions`,
		RunE: func(c *cobra.Command, args []string) error {
			list := cli.Outputs(c.Root())
			if len(args) == 0 {
				return a.Report(asJSON, list, func() {
					for _, o := range list {
						a.Printf("%s%s\n", o.Command, map[bool]string{true: " (lines)"}[o.Lines])
					}
				})
			}
			var names []string
			for _, o := range list {
				if names = append(names, o.Command); o.Command == strings.Join(args, " ") {
					return text.JSON(a.Out, o.Schema())
				}
			}
			name := strings.Join(args, " ")
			meant := text.Meant(name, names)
			other := func(n string) bool { return !strings.HasPrefix(n, name+" ") }
			if below := slices.DeleteFunc(slices.Clone(names), other); len(below) > 0 {
				meant = text.Hint(": want " + strings.Join(below, ", "))
			}
			return fault.Misusef("%q is not a command with --json%w; `outflank schema` lists them, and "+
				"`outflank schema table` describes the tables", name, meant)
		},
	}
	cli.AddJSON(c, &asJSON, "print the list as JSON", []*cli.Output{})
	c.AddCommand(schemaTableCommand(a))
	return c
}

func schemaTableCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "table [TABLE]",
		Short: "Describe the columns of the tables",
		Long: `Table describes the columns of one table, or of all, with the types of Parquet files.

Arrow IPC files have the smallest integers: int8 for discs, squares, plies and sides, and int16 for
years. Labels and other texts that repeat are dictionaries, which Polars and pandas call categorical.
--json states both types of each column. Widen small integers before you add or multiply them, because
NumPy, pandas and Polars wrap around: 100 + 100 is -56 in int8.`,
		Example: `  outflank schema table
  outflank schema table positions --json`,
		ValidArgs: tableNames(),
		Args:      cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			schemas := tableSchemas()
			if len(args) == 1 {
				i := slices.Index(tableNames(), args[0])
				if i < 0 {
					return fault.Misusef("table %q: want one of %s", args[0], strings.Join(tableNames(), ", "))
				}
				schemas = schemas[i:][:1]
			}
			return a.Report(asJSON, schemas, func() {
				for i, s := range schemas {
					if i > 0 {
						a.Printf("\n")
					}
					s.print(a)
				}
			})
		},
	}
	cli.AddJSON(c, &asJSON, "print as JSON", []tableSchema{})
	return c
}

// tableSchema describes a table; the JSON fields are stable.
type tableSchema struct {
	Table   string          `json:"table" doc:"name of the table"`
	Version int             `json:"schema_version" doc:"version of the table's columns"`
	Columns []columnFinding `json:"columns" doc:"columns in their order"`
}

func tableSchemas() []tableSchema {
	return []tableSchema{
		{"games", store.SchemaVersion, columnFindings(store.Columns())},
		{"positions", store.SchemaVersion, columnFindings(store.PositionColumns())},
		{"moves", store.SchemaVersion, columnFindings(store.MoveColumns())},
		{"labels", store.SchemaVersion, columnFindings(store.LabelColumns())},
		{"transitions", store.SchemaVersion, columnFindings(store.TransitionColumns())},
		{"tokens", store.SchemaVersion, columnFindings(store.TokenColumns())},
		{"probes", store.SchemaVersion, columnFindings(store.ProbeColumns())},
		{"players", store.SchemaVersion, columnFindings(store.NameColumns())},
		{"tournaments", store.SchemaVersion, columnFindings(store.NameColumns())},
	}
}

// tableNames returns the names of the tables, in order.
func tableNames() (names []string) {
	for _, s := range tableSchemas() {
		names = append(names, s.Table)
	}
	return names
}

func (s tableSchema) print(a *cli.App) {
	a.Printf("%s (schema version %d)\n\n", s.Table, s.Version)
	printColumns(a, s.Columns)
}

func columnFindings(columns []store.Column) []columnFinding {
	out := make([]columnFinding, len(columns))
	for i, c := range columns {
		out[i] = columnFinding{c.Name, c.Type.String(), c.Packed().String(), c.Nullable, c.Unit, c.Meaning}
	}
	return out
}

func printColumns(a *cli.App, columns []columnFinding) {
	for _, c := range columns {
		null := ""
		if c.Nullable {
			null = ", may be null"
		}
		a.Printf("%-15s %-7s %s [%s%s]\n", c.Name, c.Type, c.Meaning, c.Unit, null)
	}
}

// positionsFinding describes a positions table. All its rows have been read.
type positionsFinding struct {
	Kind      string          `json:"kind" doc:"always positions table"`
	Positions int64           `json:"positions" doc:"number of positions"`
	Labels    int64           `json:"labels" doc:"number of positions that a search has evaluated"`
	Columns   []columnFinding `json:"columns" doc:"columns in their order"`
	Head      []string        `json:"head" doc:"the first positions; the side to move is X"`
}

func inspectPositions(t *store.PositionTable, rows int) (finding, error) {
	v := positionsFinding{Kind: "positions table", Positions: t.Rows(),
		Columns: columnFindings(store.PositionColumns()), Head: []string{}}
	if t.Labelled() {
		v.Columns = append(v.Columns, columnFindings(store.LabelColumns())...)
	}
	for r, err := range t.All() {
		if err != nil {
			return nil, err
		}
		if r.Label.Known {
			v.Labels++
		}
		if len(v.Head) < rows {
			at := engine.Position{Board: r.Board}
			v.Head = append(v.Head, fmt.Sprintf("id %d, ply %2d  %v  %v  %+d", r.Game, r.Ply, at, r.Move, r.Outcome))
		}
	}
	return v, nil
}

func (v positionsFinding) print(a *cli.App) {
	a.Printf("positions table, %s, %d of them with labels\n\n", text.Plural(int(v.Positions), "row"), v.Labels)
	printColumns(a, v.Columns)
	a.Printf("\nthe side to move as X, the move that was played, the outcome for its side\n")
	for _, line := range v.Head {
		fmt.Fprintln(a.Out, line)
	}
}

// tableFinding describes a table of transitions, tokens or probes.
type tableFinding struct {
	Kind    string            `json:"kind" doc:"transitions table, tokens table or probes table"`
	Rows    int64             `json:"rows" doc:"number of rows"`
	Splits  map[string]int64  `json:"splits" doc:"number of rows by the column split; empty if there is none"`
	Meta    map[string]string `json:"meta" doc:"how the table was made"`
	Columns []columnFinding   `json:"columns" doc:"columns in their order"`
}

func (v tableFinding) print(a *cli.App) {
	a.Printf("%s, %s\n", v.Kind, text.Plural(int(v.Rows), "row"))
	for _, split := range slices.Sorted(maps.Keys(v.Splits)) {
		a.Printf("%-14s %s\n", split, text.Plural(int(v.Splits[split]), "row"))
	}
	printMeta(a, v.Meta)
	a.Printf("\n")
	printColumns(a, v.Columns)
}
