package dataset

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/outflank/outflank/engine"
)

// A rowBuilder collects games into an Arrow batch.
type rowBuilder struct {
	builder *array.RecordBuilder
	rows    int
}

func newRowBuilder() *rowBuilder {
	return &rowBuilder{builder: array.NewRecordBuilder(memory.DefaultAllocator, GameSchema)}
}

// add appends one game.
func (b *rowBuilder) add(g *Game) {
	for i := range columns {
		columns[i].put(b.builder.Field(i), g)
	}
	b.rows++
}

// take returns the batch collected so far, the caller's to release, and starts
// the next one.
func (b *rowBuilder) take() arrow.Record {
	b.rows = 0
	return b.builder.NewRecord()
}

func (b *rowBuilder) release() { b.builder.Release() }

// check returns an error for a game that would not come back from a table as it is.
func (g *Game) check() error {
	if g.ID < 0 {
		return fmt.Errorf("id %d is negative", g.ID)
	}
	for _, s := range [...]string{g.Source, g.Tournament, g.Black, g.White} {
		if !utf8.ValidString(s) {
			return fmt.Errorf("text %q is not UTF-8", s)
		}
	}
	if len(g.Moves) > maxPlies {
		return fmt.Errorf("%d moves, want at most %d", len(g.Moves), maxPlies)
	}
	for i, s := range g.Moves {
		if s >= engine.None {
			return fmt.Errorf("move %d is square %d, want 0 to 63", i+1, s)
		}
	}
	for _, n := range [...]int{g.Record, g.Year, g.TournamentID, g.BlackID, g.WhiteID, g.Score, g.Replayed, g.Theory, g.TheoryEmpties, g.Passes, g.Empties} {
		if int(int32(n)) != n {
			return fmt.Errorf("number %d does not fit 32 bits", n)
		}
	}
	if int(g.Status) >= len(statusNames) {
		return fmt.Errorf("%v is not a status", g.Status)
	}
	return nil
}

// A decoder turns batches back into games. It is for one goroutine.
type decoder struct {
	names map[string]string // labels met so far, so that each is kept once
}

func newDecoder() *decoder { return &decoder{names: map[string]string{}} }

// intern returns a copy of s that does not hold on to the batch.
func (d *decoder) intern(s string) string {
	name, ok := d.names[s]
	if !ok {
		name = strings.Clone(s)
		d.names[name] = name
	}
	return name
}

// game returns row i of a batch that has GameSchema's columns.
func (d *decoder) game(rec arrow.Record, i int) (g Game, err error) {
	for c := range columns {
		if err := columns[c].take(d, rec.Column(c), i, &g); err != nil {
			return g, fmt.Errorf("row %d, column %s: %w", g.ID, columns[c].Name, err)
		}
	}
	return g, nil
}
