package store

import (
	"fmt"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// A nameRow is a row of the players or tournaments table: a label from a names file, whether or not a game
// uses it. The rows of a source, together with its header in the manifest, recreate the file.
type nameRow struct {
	Source string // names file, as in Source.Players and Source.Tournaments
	ID     int    // position in that file, from 0
	Label  string
}

// NameColumns describes the columns of the tables of players and of tournaments, in order.
func NameColumns() []Column {
	return []Column{
		{"source", arrow.BinaryTypes.String, false, "text", "name of the names file"},
		{"id", arrow.PrimitiveTypes.Int32, false, "id", "id in that file, from 0; it stays the same when the label is corrected"},
		{"label", arrow.BinaryTypes.String, false, "text", "name of the player or tournament; programs have their author in parentheses"},
	}
}

// nameSchema is the Arrow schema of the tables of players and of tournaments.
var nameSchema = newSchema(NameColumns())

// Labels returns the labels of each names file by id: players first, then tournaments. They are empty if the
// tables contain no names, as for matches and in version 1. Errors are those of All.
func (g *Games) Labels() (labels [2]map[string][]string, err error) {
	for i := range labels {
		list, err := g.names[i].names()
		if err != nil {
			return labels, err
		}
		labels[i] = map[string][]string{}
		for _, n := range list {
			labels[i][n.Source] = append(labels[i][n.Source], n.Label)
		}
	}
	return labels, nil
}

func (v *verified) names() (list []nameRow, err error) {
	if v.path == "" {
		return nil, nil
	}
	d := newDecoder()
	for rec, err := range v.batches() {
		if err != nil {
			return nil, err
		}
		sources, ids, labels := rec.Column(0).(*array.String), rec.Column(1).(*array.Int32),
			rec.Column(2).(*array.String)
		for i := range int(rec.NumRows()) {
			list = append(list, nameRow{d.intern(sources.Value(i)), int(ids.Value(i)), strings.Clone(labels.Value(i))})
		}
	}
	if err := checkNames(list); err != nil {
		return nil, v.schemaError(err)
	}
	return list, nil
}

// checkNames returns an error unless the ids of each source are 0, 1, 2 and so on.
func checkNames(list []nameRow) error {
	next := map[string]int{}
	for i, n := range list {
		if n.ID != next[n.Source] {
			return fmt.Errorf("row %d has id %d of %s, expected %d", i, n.ID, n.Source, next[n.Source])
		}
		next[n.Source]++
	}
	return nil
}

// nameRecord returns the batch of a names table. The caller must release it.
func nameRecord(list []nameRow) arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, nameSchema)
	defer b.Release()
	for _, n := range list {
		b.Field(0).(*array.StringBuilder).Append(n.Source)
		b.Field(1).(*array.Int32Builder).Append(int32(n.ID))
		b.Field(2).(*array.StringBuilder).Append(n.Label)
	}
	return b.NewRecord()
}
