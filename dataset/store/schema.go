package store

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// SchemaVersion is the version of the tables that this package writes. It increases when a column is added,
// removed or changes its meaning. [Open] reads all versions up to this one, with the exception below, and
// rejects later ones:
//
//	1  games only; the id is the number of the row
//	2  adds players and tournaments; updates keep ids, see [transfer.ImportOptions]
//	3  score is null if the result is unknown; before, a game from a text format that stops
//	   early had the score of its last position, so [Open] rejects older tables of such games
//	4  Arrow IPC files have the types of [Column.Packed], and before, those of Column.Type
const SchemaVersion = 4

// A Column describes a column of a table.
type Column struct {
	Name     string
	Type     arrow.DataType // in Parquet files; Packed is the type in Arrow IPC files
	Nullable bool
	Unit     string // "disc", "square", "ply", "id", "text", "year", "row"
	Meaning  string // one line, with range and special values
}

// Columns describes the columns of the games table, in order. The caller owns the slice.
func Columns() []Column {
	list := make([]Column, len(columns))
	for i, c := range columns {
		list[i] = c.Column
	}
	return list
}

// gameSchema is the Arrow schema of the games table. The field metadata contains each column's "unit" and
// "meaning".
//
// Numbers are 32 bits wide even if 8 bits would suffice: analysts multiply and sum them, NumPy wraps around
// silently, and Parquet packs them anyway. Arrow IPC does not: see [Column.Packed].
var gameSchema = newSchema(Columns())

// newSchema returns the Arrow schema of the columns.
func newSchema(columns []Column) *arrow.Schema {
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		fields[i] = arrow.Field{
			Name: c.Name, Type: c.Type, Nullable: c.Nullable,
			Metadata: arrow.NewMetadata([]string{"unit", "meaning"}, []string{c.Unit, c.Meaning}),
		}
	}
	return arrow.NewSchema(fields, nil)
}

// A column is a Column with conversions between Games and Arrow arrays.
type column struct {
	Column
	put  func(b array.Builder, g *dataset.Game)                        // appends the game's value
	take func(d *decoder, a arrow.Array, i int, g *dataset.Game) error // sets the game's value from row i
}

var columns = []column{
	{
		Column{"id", arrow.PrimitiveTypes.Int64, false, "id",
			"number of the game, from 0; no two games of a table share one and an update keeps it"},
		func(b array.Builder, g *dataset.Game) { b.(*array.Int64Builder).Append(g.ID) },
		func(_ *decoder, a arrow.Array, i int, g *dataset.Game) error {
			g.ID = a.(*array.Int64).Value(i)
			return nil
		},
	},
	textColumn("source", "name of the file the game came from; empty if it came from none",
		func(g *dataset.Game) *string { return &g.Source }),
	number("record", "row", "number of the record in the source, from 0",
		func(g *dataset.Game) *int { return &g.Record }),
	number("year", "year", "calendar year of the game, 0 = unknown",
		func(g *dataset.Game) *int { return &g.Year }),
	number("tournament_id", "id", "id of the tournament in the source, -1 = none",
		func(g *dataset.Game) *int { return &g.TournamentID }),
	textColumn("tournament", "label of the tournament, #id if the source has no label, empty = unknown",
		func(g *dataset.Game) *string { return &g.Tournament }),
	number("black_id", "id", "id of the black player in the names file, -1 = none",
		func(g *dataset.Game) *int { return &g.BlackID }),
	textColumn("black", "label of the black player, #id if the source has no label, empty = unknown",
		func(g *dataset.Game) *string { return &g.Black }),
	number("white_id", "id", "id of the white player in the names file, -1 = none",
		func(g *dataset.Game) *int { return &g.WhiteID }),
	textColumn("white", "label of the white player, #id if the source has no label, empty = unknown",
		func(g *dataset.Game) *string { return &g.White }),
	nullable(number("score", "disc", "recorded final disc difference for black, -64 to 64, empty squares to "+
		"the winner, null = unknown",
		func(g *dataset.Game) *int { return &g.Score }), hasResult, noResult),
	number("replayed", "disc", "disc difference for black after the last move, -64 to 64, empty squares to "+
		"the winner",
		func(g *dataset.Game) *int { return &g.Replayed }),
	nullable(number("theory", "disc", "final disc difference for black after best play from theory_empties "+
		"empty squares on, -64 to 64, null = unknown",
		func(g *dataset.Game) *int { return &g.Theory }), hasTheory, noTheory),
	nullable(number("theory_empties", "square", "empty squares of the position that theory is about, "+
		"null = unknown",
		func(g *dataset.Game) *int { return &g.TheoryEmpties }), hasTheory, noTheory),
	{
		Column{"status", arrow.BinaryTypes.String, false, "text", "complete = neither side can move after the " +
			"last move, unfinished = the game could go on, illegal = some move breaks the rules"},
		func(b array.Builder, g *dataset.Game) { b.(*array.StringBuilder).Append(g.Status.String()) },
		func(_ *decoder, a arrow.Array, i int, g *dataset.Game) (err error) {
			g.Status, err = dataset.ParseStatus(a.(*array.String).Value(i))
			return err
		},
	},
	{
		Column{"plies", arrow.PrimitiveTypes.Int32, false, "ply", "moves in the transcript; passes are not moves"},
		func(b array.Builder, g *dataset.Game) { b.(*array.Int32Builder).Append(int32(len(g.Moves))) },
		takePlies,
	},
	number("passes", "ply", "forced passes between the moves",
		func(g *dataset.Game) *int { return &g.Passes }),
	number("empties", "square", "empty squares after the last move",
		func(g *dataset.Game) *int { return &g.Empties }),
	{
		Column{"start", arrow.BinaryTypes.String, true, "text", "start position, 64 squares a1 b1 to h8 (X " +
			"black, O white, - empty, # no square) and the side to move; null = the ordinary one"},
		putStart, takeStart,
	},
	{
		Column{"moves", arrow.BinaryTypes.String, false, "text",
			"transcript, two characters a move without separators or passes: f5d6c3"},
		putMoves, takeMoves,
	},
}

// number returns a column of whole numbers.
func number(name, unit, meaning string, field func(*dataset.Game) *int) column {
	return column{
		Column{name, arrow.PrimitiveTypes.Int32, false, unit, meaning},
		func(b array.Builder, g *dataset.Game) { b.(*array.Int32Builder).Append(int32(*field(g))) },
		func(_ *decoder, a arrow.Array, i int, g *dataset.Game) error {
			*field(g) = int(a.(*array.Int32).Value(i))
			return nil
		},
	}
}

func hasResult(g *dataset.Game) bool { return !g.NoResult }

func noResult(g *dataset.Game) { g.NoResult = true }

func hasTheory(g *dataset.Game) bool { return g.TheoryEmpties > 0 }

func noTheory(*dataset.Game) {} // 0 empties already means this

// nullable makes a column null for games without a value. unset marks a game as having no value.
func nullable(c column, has func(*dataset.Game) bool, unset func(*dataset.Game)) column {
	c.Nullable = true
	put, take := c.put, c.take
	c.put = func(b array.Builder, g *dataset.Game) {
		if !has(g) {
			b.AppendNull()
			return
		}
		put(b, g)
	}
	c.take = func(d *decoder, a arrow.Array, i int, g *dataset.Game) error {
		if a.IsNull(i) {
			unset(g)
			return nil
		}
		return take(d, a, i, g)
	}
	return c
}

// textColumn returns a column of names, which repeat.
func textColumn(name, meaning string, field func(*dataset.Game) *string) column {
	return column{
		Column{name, arrow.BinaryTypes.String, false, "text", meaning},
		func(b array.Builder, g *dataset.Game) { b.(*array.StringBuilder).Append(*field(g)) },
		func(d *decoder, a arrow.Array, i int, g *dataset.Game) error {
			*field(g) = d.intern(a.(*array.String).Value(i))
			return nil
		},
	}
}

// takePlies allocates the moves, whose column comes later.
func takePlies(_ *decoder, a arrow.Array, i int, g *dataset.Game) error {
	n := a.(*array.Int32).Value(i)
	if n < 0 || n > int32(engine.None) {
		return fmt.Errorf("%d plies, want 0 to %d", n, engine.None)
	}
	g.Moves = make([]engine.Square, 0, n)
	return nil
}

func putStart(b array.Builder, g *dataset.Game) {
	if g.Standard() {
		b.AppendNull()
		return
	}
	b.(*array.StringBuilder).Append(g.Start.String())
}

func takeStart(_ *decoder, a arrow.Array, i int, g *dataset.Game) (err error) {
	if a.IsNull(i) {
		g.Start = engine.StandardStart()
		return nil
	}
	g.Start, err = engine.ParsePosition(a.(*array.String).Value(i))
	return err
}

func putMoves(b array.Builder, g *dataset.Game) {
	var buf [128]byte
	b.(*array.StringBuilder).BinaryBuilder.Append(engine.AppendTranscript(buf[:0], g.Moves))
}

// takeMoves accepts only the form that putMoves writes.
func takeMoves(_ *decoder, a arrow.Array, i int, g *dataset.Game) error {
	t := a.(*array.String).Value(i)
	if plies := cap(g.Moves); len(t) != 2*plies {
		return fmt.Errorf("transcript of %d characters, want two for each of %d plies", len(t), plies)
	}
	for ; len(t) > 0; t = t[2:] {
		file, rank := t[0]-'a', t[1]-'1'
		if file > 7 || rank > 7 {
			return fmt.Errorf("%q in the transcript, want a square such as f5", t[:2])
		}
		g.Moves = append(g.Moves, engine.At(int(file), int(rank)))
	}
	return nil
}
