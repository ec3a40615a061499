package analysis

import (
	"context"
	"iter"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// solversAtOnce is the maximum number of positions that are solved concurrently. Each ply doubles or triples
// the time, so additional solvers would only wait for the slowest one. Each solver gets a quarter of the
// memory, so searches do not depend on the number of workers.
const solversAtOnce = 4

// solves reports whether Analyze solves a board. It does not if there is a time limit, because then only a
// ranking gives comparable values.
func (an *Analyst) solves(b engine.Board) bool {
	return an.Solver != nil && an.Time == 0 && b.Empty().Len() <= max(an.Depth, an.Exact)
}

// A solved is the result of best play from a position.
type solved struct {
	color engine.Color // the side to move
	best  Line         // for that side; without moves if the game is over
	nodes uint64
}

// solveMoves evaluates the last moves of a game. The value of the move played is the result of the next
// position, so no move is searched separately.
func (an *Analyst) solveMoves(ctx context.Context, plies []engine.Ply, yield func(Move, error) bool) {
	last := plies[len(plies)-1]
	end, _ := last.Position.Play(last.Move)
	all := append(slices.Clone(plies), engine.Ply{Position: end, Move: engine.None})
	workers := min(max(1, an.Workers), solversAtOnce)
	var before solved
	at := -1 // the index of before's ply
	for s, err := range parallel.Map(ctx, workers, workers, slices.Values(all), an.solve) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			yield(Move{}, err)
			return
		}
		if at == len(plies)-1 {
			before.nodes += s.nodes // the last position has no moves
		}
		if at >= 0 && !yield(an.move(plies[at], before.ranking(plies[at], s)), nil) {
			return
		}
		before, at = s, at+1
	}
}

// ranking returns the values of the best move and of the move played. next is the result of the position
// after the move played.
func (s *solved) ranking(ply engine.Ply, next solved) Ranking {
	r := Ranking{Depth: ply.Position.Board.Empty().Len(), Exact: true, Nodes: s.nodes}
	if s.best.PV[0] != ply.Move {
		r.Lines = append(r.Lines, s.best)
	}
	value := forBlack(s.color, forBlack(next.color, next.best.Score)) // twice: for the side of s
	r.Lines = append(r.Lines, Line{value, append([]engine.Square{ply.Move}, next.best.PV...)})
	return r
}

// solve solves the position of a ply. Among several best moves, it returns the move played if possible, and
// otherwise the lowest square.
func (an *Analyst) solve(ctx context.Context, ply engine.Ply) (solved, error) {
	b := ply.Position.Board
	if b.Over() {
		return solved{color: ply.Position.Color, best: Line{Score: float64(b.Score())}}, nil
	}
	s := an.Solver(solversAtOnce)
	best := lastLine(s.Search(ctx, b))
	if ctx.Err() == nil && ply.Move != engine.None && ply.Move != best.PV[0] {
		rivals := []engine.Square{ply.Move}
		for m := range b.Moves().All() {
			if m < best.PV[0] && m != ply.Move {
				rivals = append(rivals, m)
			}
		}
		if m := s.Reaching(ctx, b, rivals, int(best.Score)); m != engine.None {
			best = lastLine(s.SearchMove(ctx, b, m))
		}
	}
	return solved{ply.Position.Color, best, s.Nodes()}, ctx.Err()
}

// lastLine returns the line of a search's last result.
func lastLine(infos iter.Seq[engine.Info]) (l Line) {
	for i := range infos {
		l = Line{i.Score + 0, i.PV} // + 0 turns -0 into 0
	}
	return l
}
