package inspect

import (
	"fmt"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// positionsFinding describes a positions table whose every row has been read.
type positionsFinding struct {
	Kind      string          `json:"kind"`
	Positions int64           `json:"positions"`
	Labels    int64           `json:"labels"` // of positions that a search has judged
	Columns   []columnFinding `json:"columns"`
	Head      []string        `json:"head"` // the side to move is X
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
			v.Head = append(v.Head, fmt.Sprintf("game %d, ply %2d  %v  %v  %+d", r.Game, r.Ply, at, r.Move, r.Outcome))
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
