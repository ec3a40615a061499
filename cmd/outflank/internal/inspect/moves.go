package inspect

import (
	"fmt"
	"maps"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/text"
)

// movesFinding describes a table of analysed moves, which analyze --cache makes.
type movesFinding struct {
	Kind      string          `json:"kind" doc:"always moves table"`
	Moves     int             `json:"moves" doc:"number of moves"`
	Exact     int             `json:"exact" doc:"number of moves with exact values"`
	Depths    map[int]int     `json:"depths" doc:"number of the other moves by depth, in plies"`
	Evaluator string          `json:"evaluator" doc:"evaluator of the searches"`
	Lost      float64         `json:"discs_lost" doc:"mean number of discs that the moves lose"`
	Columns   []columnFinding `json:"columns" doc:"columns in their order"`
}

func inspectMoves(path string) (finding, error) {
	rows, meta, err := store.ReadMoves(path)
	if err != nil {
		return nil, err
	}
	v := movesFinding{Kind: "moves table", Moves: len(rows), Depths: map[int]int{}, Evaluator: meta("evaluator"),
		Columns: columnFindings(store.MoveColumns())}
	lost := 0
	for _, r := range rows {
		lost += int(r.BestValue) - int(r.Value)
		if r.Exact {
			v.Exact++
		} else {
			v.Depths[int(r.Depth)]++
		}
	}
	v.Lost = float64(lost) / float64(max(1, len(rows)))
	return v, nil
}

func (v movesFinding) print(a *cli.App) {
	a.Printf("moves table, %s, evaluator %s\n\n", text.Plural(v.Moves, "move"), v.Evaluator)
	t := a.Table()
	t.Row("exact", text.Number(v.Exact), text.Percent(v.Exact, v.Moves))
	for _, depth := range slices.Sorted(maps.Keys(v.Depths)) {
		t.Row(fmt.Sprintf("depth %d", depth), text.Number(v.Depths[depth]), text.Percent(v.Depths[depth], v.Moves))
	}
	t.Flush()
	a.Printf("mean loss %.2f discs\n\n", v.Lost)
	printColumns(a, v.Columns)
}
