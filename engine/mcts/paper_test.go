package mcts

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
)

// A bough is a board with what the playouts through it brought: the search of the
// source papers, written once more with a pointer for each child.
type bough struct {
	board        engine.Board
	move         engine.Square // that led here
	visits, wins float64       // wins are those of the side that moved here
	kids         []*bough
}

// grow adds a simulation and returns its result for the side that moved to v.
func (v *bough) grow(opt Options, p *policy, isRoot bool) float64 {
	result := 0.0
	switch {
	case v.board.Over():
		result = float64(pointsOf(-v.board.Score())) / 2
	case !isRoot && (v.visits == 0 || opt.Selection == Flat):
		result = float64(replay(p, v.board).other()) / 2
	default:
		if v.kids == nil {
			v.expand(p.rng)
		}
		result = 1 - v.selected(opt).grow(opt, p, false)
	}
	v.visits++
	v.wins += result
	return result
}

// expand adds all children, shuffled.
func (v *bough) expand(rng *rand.PCG) {
	moves := v.board.Moves()
	if moves == 0 {
		v.kids = []*bough{{board: v.board.Pass(), move: engine.None}}
	}
	for s := range moves.All() {
		v.kids = append(v.kids, &bough{board: v.board.Play(s), move: s})
		i := len(v.kids) - 1
		j := rng.Uint64() >> 32 * uint64(i+1) >> 32
		v.kids[i], v.kids[j] = v.kids[j], v.kids[i]
	}
}

// selected returns the first of the children with the highest urgency.
func (v *bough) selected(opt Options) (best *bough) {
	urgency := func(kid *bough) float64 {
		switch {
		case opt.Selection == Flat || opt.Selection == LeastVisited:
			return -kid.visits
		case kid.visits == 0:
			return math.Inf(1)
		case opt.Selection == UCB: // Fennell, equation 1
			return kid.wins/kid.visits + opt.C*math.Sqrt(2*math.Log(v.visits)/kid.visits)
		}
		return kid.wins/kid.visits + opt.C*math.Sqrt(math.Log(v.visits)/kid.visits) // Zhang and Chen, equation 1
	}
	for _, kid := range v.kids {
		if best == nil || urgency(kid) > urgency(best) {
			best = kid
		}
	}
	return best
}

// TestAsInThePapers: without proofs every search is that of the papers, simulation by
// simulation, also where the game is nearly over: it makes all its simulations, and what
// it knows of a move is how many went through it and their mean.
func TestAsInThePapers(t *testing.T) {
	endings := 0
	for name, opt := range options(t) {
		opt.NoProof, opt.Simulations = true, 300
		for _, board := range kinds {
			rng := rand.New(rand.NewPCG(11, 11))
			for range 12 {
				b, ok := wander(rng, start(t, board), rng.IntN(12))
				if !ok {
					continue
				}
				draws := rand.New(rand.NewPCG(1, 0))
				p := newPolicy(rand.NewPCG(draws.Uint64(), draws.Uint64()), opt)
				root := &bough{board: b}
				for range opt.Simulations {
					root.grow(opt, &p, true)
				}
				want := map[engine.Square]MoveInfo{}
				for _, kid := range root.kids {
					want[kid.move] = MoveInfo{Move: kid.move, Visits: int(kid.visits), Value: kid.wins / kid.visits}
				}
				info := seeded(1, opt).Search(t.Context(), b)
				got := map[engine.Square]MoveInfo{}
				for _, m := range info.Moves {
					got[m.Move] = m
				}
				if d := cmp.Diff(want, got); d != "" || info.Simulations() != opt.Simulations {
					t.Fatalf("%s on %v: %d simulations: %s", name, engine.Position{Board: b}, info.Simulations(), d)
				}
				opt.NoProof = false
				if seeded(1, opt).Search(t.Context(), b).Simulations() < opt.Simulations {
					endings++
				}
				opt.NoProof = true
			}
		}
	}
	if endings < 100 {
		t.Errorf("proofs would have ended only %d searches", endings)
	}
}

// TestForget: with Forget a searcher that has played a game answers on each of its boards
// as a fresh one whose random numbers continue where the other's are.
func TestForget(t *testing.T) {
	for name, opt := range options(t) {
		opt.Simulations, opt.Threads, opt.Forget = 60, 2, true
		for _, board := range kinds {
			for _, noProof := range []bool{false, true} {
				opt.NoProof = noProof
				used, rng := seeded(1, opt), rand.New(rand.NewPCG(12, 12))
				for b := start(t, board); b.Moves() != 0; {
					fresh := seeded(1, opt)
					for i, tr := range used.trees {
						source := *tr.rng
						fresh.trees[i] = newTree(opt, &source, defaultMemory/opt.Threads)
					}
					want := fresh.Search(t.Context(), b)
					got := used.Search(t.Context(), b)
					if d := cmp.Diff(want, got); d != "" {
						t.Fatalf("%s on %v: %s", name, engine.Position{Board: b}, d)
					}
					b = b.Play(got.Move())
					if moves := b.Moves(); moves != 0 {
						b = b.Play(moves.Nth(rng.IntN(moves.Len())))
					}
					if b.Moves() == 0 {
						b = b.Pass()
					}
				}
			}
		}
	}
}
