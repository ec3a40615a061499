package deep

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
)

// errShape is the error for boards other than the full 8×8 board.
var errShape = errors.New("not the full 8x8 board")

// ErrUnfinished is returned by [Engine.Solve] if the nodes run out before it finds the result.
var ErrUnfinished = errors.New("deep: node limit reached")

// Options are the settings of an [Engine]. Limits can be combined; the context of a search is a further
// limit.
type Options struct {
	Depth int    // plies; 0 = to the end of the game
	Nodes uint64 // visited positions; 0 = no limit
	Exact int    // solve boards with at most this number of empty squares, at any depth
	// Level is the confidence of midgame searches, and the lowest confidence of searches to the end.
	Level Level
	Last  Level // confidence at which a search to the end stops
	// Late makes a search that is interrupted within a step yield the better move that the step has found, if
	// there is one, with a lower bound of its value.
	Late bool
	// Result makes a search to the end find only the winner: scores -1, 0, 1 mean loss, draw, win.
	Result     bool
	Threads    int              // 0 = 1
	TableBytes int              // memory of the transposition table; 0 = 64 MiB
	Evaluator  func() Evaluator // creates the evaluator of each thread; nil = [Mobility]
	Errors     Errors           // search errors with the evaluator; the zero value = DefaultErrors
}

// defaultTableBytes is the memory of the transposition table if [Options] do not set it.
const defaultTableBytes = 64 << 20

// Default contains the options of a strong opponent, which searches as deep as the context allows and
// solves as early as it can.
var Default = Options{Level: Sure73, Last: Exact, TableBytes: defaultTableBytes}

func (o *Options) evaluator() Evaluator {
	if o.Evaluator == nil {
		return Mobility{}
	}
	return o.Evaluator()
}

// An Info is the result of one finished step of a search. Its node count includes positions with one empty
// square. With Options.Result, the score is -1, 0 or 1.
type Info struct {
	engine.Info
	Level Level // confidence of the selective search
}

// An Engine searches the full board. It keeps its transposition table, so later searches benefit from earlier
// ones. It runs one search at a time and implements [engine.Agent].
type Engine struct {
	opt   Options
	table *table // nil before the first search
	cuts  *cutTable
	nodes uint64

	mu      sync.Mutex
	workers []*worker // idle workers
}

// New returns an engine. The first search allocates the table.
func New(opt Options) *Engine {
	if opt.TableBytes <= 0 {
		opt.TableBytes = defaultTableBytes
	}
	if opt.Errors == (Errors{}) {
		opt.Errors = DefaultErrors
	}
	if opt.Errors == DefaultErrors {
		return &Engine{opt: opt, cuts: defaultCuts()}
	}
	return &Engine{opt: opt, cuts: newCutTable(opt.Errors)}
}

func (e *Engine) threads() int { return max(1, e.opt.Threads) }

// Prepare allocates the memory of the first search and writes to it, so that the operating system provides it
// before a clock starts. It does nothing after the first search.
func (e *Engine) Prepare() {
	if e.table != nil {
		return
	}
	e.giveBack(e.borrow(e.begin(context.Background())))
	clear(e.table.buckets)
}

// Search looks ahead from b and yields its result after every finished step; the last [Info] is the final
// one. It ends at the options' limits, at the end of the game, when ctx ends or when the caller stops
// ranging. If it ends early, it may yield nothing. b must be a board of the full 8×8 shape, see
// [Engine.Choose].
//
// If the side to move has to pass, scores are still from its view, and lines begin with the opponent's move.
func (e *Engine) Search(ctx context.Context, b engine.Board) iter.Seq[Info] {
	return e.search(ctx, b, 0)
}

// SearchMove is [Engine.Search] as if m were the only legal move. m must be legal.
func (e *Engine) SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[Info] {
	return e.search(ctx, b, m.Set())
}

// SearchAmong is [Engine.Search] as if the given moves were the only legal ones. There must be at least one.
func (e *Engine) SearchAmong(ctx context.Context, b engine.Board, moves engine.Set) iter.Seq[Info] {
	return e.search(ctx, b, moves)
}

// Reaching returns the first of the given legal moves whose result with best play is at least score discs. It
// returns [engine.None] if there is no such move or a limit ends the search first. It takes a fraction of the
// time of a full search, and even less after a search of b, which fills the table.
func (e *Engine) Reaching(ctx context.Context, b engine.Board, moves []engine.Square,
	score int) engine.Square {
	r := e.begin(ctx)
	w := e.borrow(r)
	defer func() {
		e.giveBack(w)
		e.nodes += r.nodes.Load()
	}()
	n := root(b)
	n.depth, n.level = n.empties(), Exact
	w.prepare(&n)
	w.eval.Reset(n.mine, n.theirs)
	for _, s := range moves {
		m := move{Square: uint8(s)}
		m.Flips, m.Replies = kernel.Replies(n.mine, n.theirs, uint(s))
		if found := w.play(&n, &m, score-1); !w.stopped && found >= score {
			return s
		}
	}
	return engine.None
}

// search searches the moves in among, or all moves if it is empty.
func (e *Engine) search(ctx context.Context, b engine.Board, among engine.Set) iter.Seq[Info] {
	return func(yield func(Info) bool) {
		r := e.begin(ctx)
		w := e.borrow(r)
		defer func() {
			e.giveBack(w)
			e.nodes += r.nodes.Load()
		}()
		e.table.begin()
		w.deepen(root(b), among, yield)
	}
}

// Plain drops from results the fields that are specific to an [Engine], so that they are like those of other
// searchers.
func Plain(infos iter.Seq[Info]) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		for i := range infos {
			if !yield(i.Info) {
				return
			}
		}
	}
}

// Share returns an engine for one of n concurrent searches. It has the options of e, but one thread, an empty
// table, and 1/n of the memory and of the nodes.
func (e *Engine) Share(n int) *Engine {
	opt := e.opt
	opt.Threads, opt.TableBytes = 1, max(1, opt.TableBytes/n)
	if opt.Nodes > 0 {
		opt.Nodes = max(1, opt.Nodes/uint64(n))
	}
	return &Engine{opt: opt, cuts: e.cuts}
}

// Nodes returns the number of positions visited by all searches so far, including unfinished steps.
func (e *Engine) Nodes() uint64 { return e.nodes }

// Glance returns the move that a search would try first, for use when there is no time to search. b must be a
// full board with a legal move.
func (e *Engine) Glance(b engine.Board) engine.Square {
	w := e.borrow(e.begin(context.Background()))
	defer e.giveBack(w)
	n := root(b)
	return engine.Square(w.rootMoves(&n)[0].Square)
}

// Forget empties the tables, so the next search does not depend on earlier ones. It takes a few microseconds,
// whereas a new engine has to allocate its memory.
func (e *Engine) Forget() {
	if e.table != nil {
		e.table.forget()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, w := range e.workers {
		if w.cache != nil {
			clear(w.cache[:])
		}
	}
}

// Choose returns the best move of the last finished step, or the move of [Engine.Glance] if no step was
// finished. It returns a forced move without a search. The error is [engine.ErrNoMove] or wraps [errShape].
func (e *Engine) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if b.Shape != engine.Full {
		return engine.None, fmt.Errorf("deep: board of shape %v: %w", b.Shape, errShape)
	}
	legal := b.Moves()
	switch legal.Len() {
	case 0:
		return engine.None, engine.ErrNoMove
	case 1:
		return legal.First(), nil
	}
	best := e.Glance(b)
	for info := range e.Search(ctx, b) {
		best = info.Move()
	}
	return best, nil
}

// Solve returns the result of perfect play from b, with any number of empty squares. It returns an error if
// ctx ends, the nodes run out, or the board is not full ([errShape]).
func (e *Engine) Solve(ctx context.Context, b engine.Board) (Info, error) {
	if b.Shape != engine.Full {
		return Info{}, fmt.Errorf("deep: board of shape %v: %w", b.Shape, errShape)
	}
	var last Info
	for info := range e.Search(ctx, b) {
		last = info
	}
	switch {
	case last.Exact:
		return last, nil
	case ctx.Err() != nil:
		return last, context.Cause(ctx)
	}
	return last, ErrUnfinished
}
