package store

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/dataset"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// A rowBuilder collects games into an Arrow batch.
type rowBuilder struct {
	builder *array.RecordBuilder
	rows    int
}

func newRowBuilder() *rowBuilder {
	return &rowBuilder{builder: array.NewRecordBuilder(memory.DefaultAllocator, gameSchema)}
}

// add appends one game.
func (b *rowBuilder) add(g *dataset.Game) {
	for i := range columns {
		columns[i].put(b.builder.Field(i), g)
	}
	b.rows++
}

// take returns the batch collected so far and starts the next one. The caller must release it.
func (b *rowBuilder) take() arrow.Record {
	b.rows = 0
	return b.builder.NewRecord()
}

func (b *rowBuilder) release() { b.builder.Release() }

// A decoder turns batches into games. It is not safe for concurrent use.
type decoder struct {
	names map[string]string // labels found so far; each is stored once
}

func newDecoder() *decoder { return &decoder{names: map[string]string{}} }

// intern returns a copy of s that does not keep the batch in memory.
func (d *decoder) intern(s string) string {
	name, ok := d.names[s]
	if !ok {
		name = strings.Clone(s)
		d.names[name] = name
	}
	return name
}

// game returns row i of a batch with the columns of gameSchema.
func (d *decoder) game(rec arrow.Record, i int) (g dataset.Game, err error) {
	for c := range columns {
		if err := columns[c].take(d, rec.Column(c), i, &g); err != nil {
			return g, fmt.Errorf("row %d, column %s: %w", g.ID, columns[c].Name, err)
		}
	}
	return g, nil
}
