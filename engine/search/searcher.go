package search

import (
	"context"
	"iter"
	"math"
	"unsafe"

	"github.com/outflank/outflank/engine"
)

// A Searcher searches boards of any shape with one evaluator and one set of options. It runs one search at a
// time and owns the memory for it, so searches do not allocate. It implements [engine.Agent].
type Searcher struct {
	eval  Evaluator
	opt   Options
	table table

	// The fields below belong to the current search.
	limits  limits
	before  uint64     // nodes of all earlier searches
	ahead   int        // search depth in plies
	guesses [2]float64 // MTD(f): the values of the last even and the last odd depth
	shape   geometry
	moves   [maxPly][maxMoves]move
	line    [maxPly + 1]line // line[p] is the best line found from ply p on
}

const (
	maxPly   = 64 // a game has fewer moves than the lattice has squares
	maxMoves = 64
)

// A line is a sequence of moves.
type line struct {
	len   int
	moves [maxPly]engine.Square
}

// set makes l the move s followed by rest.
func (l *line) set(s engine.Square, rest *line) {
	l.moves[0] = s
	l.len = 1 + copy(l.moves[1:], rest.moves[:rest.len])
}

// New returns a Searcher that evaluates boards with e. No other search may use e at the same time. If e is
// nil, every unfinished board has the value 0.
func New(e Evaluator, opt Options) *Searcher {
	if e == nil {
		e = even{}
	}
	return &Searcher{eval: e, opt: opt}
}

type even struct{}

func (even) Eval(engine.Board) float64 { return 0 }

// Search looks ahead from b and yields its result after every finished depth; the last [engine.Info] is the
// final one. It ends at the options' limits, at the end of the game, when ctx ends or when the caller stops
// ranging. If ctx or Nodes end it early, it may yield nothing.
//
// If the side to move has to pass, scores are still from its view, and lines begin with the opponent's move.
// If the game is over, it yields one Info with the result.
func (s *Searcher) Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		empties := b.Empty().Len()
		s.begin(ctx, b.Shape, empties)
		if b.Over() {
			yield(engine.Info{Score: float64(b.Score()), Exact: true})
			return
		}
		first, last := s.steps(empties)
		// Before an ending is solved, deepening orders the moves. Its result stands if there is no time to solve.
		s.deepen(b, first, last, yield)
		if empties <= s.opt.Exact {
			s.solve(b, yield)
		}
	}
}

// SearchMove is [Searcher.Search] as if m were the only legal move. m must be legal.
func (s *Searcher) SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		empties, next := b.Empty().Len(), b.Play(m)
		s.begin(ctx, b.Shape, empties)
		report := func(depth int, value float64, exact bool) bool {
			if s.limits.stopped {
				return false
			}
			info := s.info(depth, -value, exact)
			info.PV = append([]engine.Square{m}, info.PV...)
			return yield(info)
		}
		first, last := s.steps(empties)
		for d := first; d <= last; d++ {
			if !report(d, s.value(next, d-1), d == empties) {
				return
			}
		}
		if empties <= s.opt.Exact {
			report(empties, float64(s.ending(next, 0, -infinite, infinite)), true)
		}
	}
}

// Reaching returns the first of the given legal moves whose result with best play is at least score discs. It
// returns [engine.None] if there is no such move or a limit ends the search first.
func (s *Searcher) Reaching(ctx context.Context, b engine.Board, moves []engine.Square,
	score int) engine.Square {
	s.begin(ctx, b.Shape, b.Empty().Len())
	for _, m := range moves {
		if found := -s.ending(b.Play(m), 0, -score, 1-score); !s.limits.stopped && found >= score {
			return m
		}
	}
	return engine.None
}

// Share returns a Searcher with the options and evaluator of s and 1/n of its memory and nodes, for one of n
// searches that take turns.
func (s *Searcher) Share(n int) *Searcher {
	opt := s.opt
	if opt.TableBytes == 0 {
		opt.TableBytes = defaultTableBytes
	}
	opt.TableBytes /= n
	if opt.TableBytes == 0 {
		opt.TableBytes = -1
	}
	if opt.Nodes > 0 {
		opt.Nodes = max(1, opt.Nodes/uint64(n))
	}
	return New(s.eval, opt)
}

// steps returns the first and the last depth of the deepening, which also precedes the solving of an ending.
func (s *Searcher) steps(empties int) (first, last int) {
	if empties <= s.opt.Exact {
		return 1, rehearsal(empties)
	}
	last = s.depth(empties)
	return min(s.start(), last), last
}

// begin discards the previous search. Generations make this cheap for the table.
func (s *Searcher) begin(ctx context.Context, sh engine.Shape, empties int) {
	s.before += s.limits.nodes
	s.limits.begin(ctx, s.opt.Nodes)
	s.guesses = [2]float64{}
	s.shape.set(sh)
	if s.ahead = s.depth(empties); empties <= s.opt.Exact {
		s.ahead = empties
	}
	s.table.begin(s.tableBytes(empties))
}

// Nodes returns the number of nodes visited by all searches so far. A node is a board that the search enters:
// the root and every board after a move or a forced pass, including leaves, ends of games and boards found in
// the table. A board counts each time it is entered. All algorithms count in the same way, so their counts
// are comparable. The exception is the solver, which does not count the board after the last move of a game.
func (s *Searcher) Nodes() uint64 { return s.before + s.limits.nodes }

// Bytes returns the number of bytes that the last search used: the table and, for each ply, the board, the
// best line and, if moves are ordered, the move list.
func (s *Searcher) Bytes() int {
	ply := unsafe.Sizeof(engine.Board{}) + unsafe.Sizeof(line{})
	if s.opt.Algorithm.remembers() {
		ply += unsafe.Sizeof(s.moves[0])
	}
	return (s.ahead+1)*int(ply) + len(s.table.buckets)*int(unsafe.Sizeof(bucket{}))
}

// depth returns the search depth in plies. It is at most the number of empty squares.
func (s *Searcher) depth(empties int) int {
	if s.opt.Depth <= 0 {
		return empties
	}
	return min(s.opt.Depth, empties)
}

// start returns the first depth of the deepening.
func (s *Searcher) start() int {
	switch {
	case s.opt.Start > 0:
		return s.opt.Start
	case !s.opt.Algorithm.remembers() && s.opt.Depth > 0:
		return s.opt.Depth
	}
	return 1
}

// deepen searches to each depth in turn, from first to last, and reports it.
func (s *Searcher) deepen(b engine.Board, first, last int, yield func(engine.Info) bool) {
	empties := b.Empty().Len()
	for d := first; d <= last; d++ {
		score := s.value(b, d)
		if s.limits.stopped {
			return
		}
		if !yield(s.info(d, score, d == empties)) {
			s.limits.stopped = true
			return
		}
	}
}

// value returns the value of b at a depth, and leaves its line in s.line[0].
func (s *Searcher) value(b engine.Board, depth int) float64 {
	switch s.opt.Algorithm {
	case Minimax:
		return s.minimax(b, depth, 0)
	case PlainAlphaBeta:
		return s.plain(b, depth, 0, math.Inf(-1), math.Inf(1))
	case MTDF:
		return s.mtdf(b, depth)
	}
	return s.alphaBeta(b, depth, 0, math.Inf(-1), math.Inf(1))
}

// result is the value of a finished game for the side to move.
func (s *Searcher) result(b engine.Board) float64 {
	score := float64(b.Score())
	switch {
	case score > 0:
		return score + s.opt.Win
	case score < 0:
		return score - s.opt.Win
	}
	return 0
}

// info reports a finished depth.
func (s *Searcher) info(depth int, score float64, exact bool) engine.Info {
	root := &s.line[0]
	if s.opt.Win > 0 && math.Abs(score) > s.opt.Win { // a game result
		score -= math.Copysign(s.opt.Win, score)
	}
	return engine.Info{
		Depth: depth,
		Score: score + 0, // turns -0 into 0
		Exact: exact,
		PV:    append([]engine.Square(nil), root.moves[:root.len]...),
		Nodes: s.limits.nodes,
	}
}

// Choose returns the best move of the last finished depth. It returns a forced move without a search. If ctx
// or Nodes end the search before the first depth is finished, it returns the move that the search tries
// first. The only error is [engine.ErrNoMove].
func (s *Searcher) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	legal := b.Moves()
	switch legal.Len() {
	case 0:
		return engine.None, engine.ErrNoMove
	case 1:
		return legal.First(), nil
	}
	best := engine.None
	for info := range s.Search(ctx, b) {
		best = info.Move()
	}
	switch {
	case best != engine.None:
	case s.opt.Algorithm.remembers():
		best = s.order(b, legal, 1, 0, engine.None)[0].square
	default:
		best = legal.First()
	}
	return best, nil
}

// Solve returns the result of perfect play from b, with any number of empty squares. It uses only the options
// Nodes and TableBytes. It returns an error if ctx ends or the nodes run out.
func Solve(ctx context.Context, b engine.Board, opt Options) (engine.Info, error) {
	opt.Exact = maxPly
	var last engine.Info
	for info := range New(nil, opt).Search(ctx, b) {
		last = info
	}
	switch {
	case last.Exact:
		return last, nil
	case ctx.Err() != nil:
		return last, context.Cause(ctx)
	}
	return last, ErrNodes
}
