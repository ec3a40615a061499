package agents

import (
	"slices"

	"github.com/outflank/outflank/eval"
)

// BoardKind says where the kind plays when the spec changes nothing.
func (k Kind) BoardKind() Boards {
	boards := k.boards
	if i := slices.IndexFunc(k.Params, func(q Param) bool { return q.Key == "eval" }); i >= 0 {
		h, _ := eval.FindHeuristic(k.Params[i].Default)
		boards = max(boards, HeuristicBoards(h))
	}
	return boards
}
