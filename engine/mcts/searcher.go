package mcts

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/outflank/outflank/engine"
)

// A Searcher searches the boards of a game on a board of any shape. It implements
// [engine.Agent].
type Searcher struct {
	opt   Options
	trees []*tree
	done  uint64 // simulations of all searches
}

// New returns a Searcher with seeds drawn from rng, which it does not keep. There must be 64 rewards or none.
func New(rng *rand.Rand, opt Options) *Searcher {
	if n := len(opt.Rewards); n != 0 && n != 64 {
		panic("mcts: rewards: want none or 64")
	}
	if opt.Memory == 0 {
		opt.Memory = defaultMemory
	}
	opt.Threads = max(1, opt.Threads)
	s := &Searcher{opt: opt}
	for range opt.Threads {
		s.trees = append(s.trees, newTree(opt, rand.NewPCG(rng.Uint64(), rng.Uint64()), opt.Memory/opt.Threads))
	}
	return s
}

// Search runs simulations from b until it reaches the limit, ctx ends or the result is proven. It returns
// the result.
func (s *Searcher) Search(ctx context.Context, b engine.Board) Info {
	var group sync.WaitGroup
	before := make([]int, len(s.trees))
	for i, t := range s.trees {
		group.Go(func() {
			t.moveTo(b)
			before[i] = int(t.nodes[0].visits)
			t.run(ctx, share(s.opt.Simulations, len(s.trees), i))
		})
	}
	group.Wait()
	info := s.info(before)
	s.done += info.Nodes
	return info
}

// Nodes returns the number of simulations of all searches so far; other searchers count positions.
func (s *Searcher) Nodes() uint64 { return s.done }

// Bytes returns the current size of the nodes of all trees.
func (s *Searcher) Bytes() (n int) {
	for _, t := range s.trees {
		n += len(t.nodes) * nodeBytes
	}
	return n
}

// share returns part i of n nearly equal parts of the simulations, at least 1.
func share(simulations, n, i int) int {
	if simulations <= 0 {
		return Unlimited
	}
	return max(1, (simulations+i)/n)
}

// pollEvery is the number of simulations between two checks of the context. Running them takes less than a
// tenth of a millisecond.
const pollEvery = 16

// run runs a number of simulations. It stops early if ctx ends, the result is proven or the memory is full
// and limits the search.
func (t *tree) run(ctx context.Context, simulations int) {
	root := &t.nodes[0]
	for i := range simulations {
		if root.known != 0 || root.visits >= maxVisits || t.full && t.opt.Simulations == 0 || i%pollEvery == 0 &&
			ctx.Err() != nil {
			return
		}
		t.simulate()
		root = &t.nodes[0] // the slice may have been reallocated
	}
}

// info combines the results of the trees.
func (s *Searcher) info(before []int) (info Info) {
	var sums [64]MoveInfo
	var moves engine.Set
	for i, t := range s.trees {
		root := &t.nodes[0]
		info.Nodes += uint64(int(root.visits) - before[i])
		info.Reused += before[i]
		info.TreeNodes += len(t.nodes)
		for _, kid := range t.kids(root) {
			if kid.move != engine.None {
				moves |= kid.move.Set()
				sums[kid.move].add(kid)
			}
		}
	}
	for sq := range moves.All() {
		info.Moves = append(info.Moves, sums[sq].mean(sq))
	}
	slices.SortFunc(info.Moves, s.compare)
	if len(info.Moves) > 0 {
		best := info.Moves[0]
		info.Score, info.PV = 64*(2*best.Value-1), []engine.Square{best.Move}
	}
	return info
}

// mean turns the sums of add into means.
func (m MoveInfo) mean(sq engine.Square) MoveInfo {
	m.Move = sq
	if !m.Proven && m.Visits > 0 {
		m.Value /= 2 * float64(m.Visits)
	}
	return m
}

// add adds the results of a tree. Until mean is called, Value is a sum of points, unless it is proven.
func (m *MoveInfo) add(kid node) {
	m.Visits += int(kid.visits)
	switch {
	case kid.known != 0:
		m.Value, m.Proven = float64(kid.known.points())/2, true
	case !m.Proven:
		m.Value += float64(kid.points)
	}
}

// compare orders moves, the best first: known wins, then other moves by the rule of the options, then known
// losses; ties by square.
func (s *Searcher) compare(a, b MoveInfo) int {
	rule := cmp.Compare(b.Visits, a.Visits)
	if s.opt.ByValue {
		rule = cmp.Compare(b.Value, a.Value)
	}
	return cmp.Or(cmp.Compare(b.class(), a.class()), rule, cmp.Compare(b.Value, a.Value),
		cmp.Compare(a.Move, b.Move))
}

// class returns 2 for a known win, 0 for a known loss and 1 otherwise.
func (m MoveInfo) class() int {
	switch {
	case m.Proven && m.Value == 1:
		return 2
	case m.Proven && m.Value == 0:
		return 0
	}
	return 1
}

// Choose returns the best move. A forced move is returned without a search. If ctx ends before the first
// simulation, it returns the lowest square. The only error is [engine.ErrNoMove].
func (s *Searcher) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	legal := b.Moves()
	switch legal.Len() {
	case 0:
		return engine.None, engine.ErrNoMove
	case 1:
		return legal.First(), nil
	}
	if move := s.Search(ctx, b).Move(); move != engine.None {
		return move, nil
	}
	return legal.First(), nil
}
