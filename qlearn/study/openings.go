package study

import (
	"context"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// ofItsOwn are the rows about what Grid can do and Wedge cannot, as its weights need not be
// symmetric: those of the centre, and how it answers the four first moves.
func ofItsOwn(ctx context.Context, r *Run, k evolvedSquares, e evolved) ([]Row, error) {
	all := 0
	for _, spec := range e.specs {
		n, err := replyKinds(ctx, r, spec)
		if err != nil {
			return nil, err
		}
		if n == 3 {
			all++
		}
	}
	printed, err := replyKinds(ctx, r, k.Player)
	if err != nil {
		return nil, err
	}
	x := number(float64(printed))
	return []Row{
		k.row("asymmetry of the centre by that of the rest", unitFactor, e.boards, func(b [64]float64) float64 {
			return asymmetry(b, true) / max(asymmetry(b, false), 1e-300)
		}),
		shareRow(k.Name+", evolved ones that answer the first moves in all three ways", float64(all),
			len(e.specs)),
		{Label: k.Name + " as printed, ways in which it answers the first moves", Unit: unitMoves, Paper: number(3), Ours: x, Low: x, High: x, Games: 4},
	}, nil
}

// replyKinds returns in how many of the three ways – parallel, diagonal and perpendicular – a
// player answers the four first moves, which are the same but for symmetry.
func replyKinds(ctx context.Context, r *Run, spec string) (int, error) {
	var boards []engine.Board
	var first []engine.Square
	start := engine.Standard()
	for s := range start.Moves().All() {
		boards, first = append(boards, start.Play(s)), append(first, s)
	}
	replies, err := r.Choices(ctx, spec, boards)
	if err != nil {
		return 0, err
	}
	kinds := map[[2]int]bool{}
	for i, s := range replies {
		f, rank := s.File()-first[i].File(), s.Rank()-first[i].Rank()
		kinds[[2]int{f*f + rank*rank, eval.Class(s)}] = true // beside it on c3 or on d3, or farther off
	}
	return len(kinds), nil
}
