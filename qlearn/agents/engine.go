package agents

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval/pattern"
)

// engineKind is the full engine.
var engineKind = Kind{
	Name: "engine", About: "the full engine: selective search, pattern evaluator, exact endings",
	Source: "Buro 1997 and 2002", boards: wholeBoard,
	Params: []Param{
		{"depth", "10", "plies; without limit where time or nodes are limited and depth is not given"},
		{"nodes", "0", "node limit for each move; 0 = none"},
		{"clock", "", "time for all its moves of a game, such as 5m; it divides it among them"},
		{"exact", "18", "number of empty squares from which it plays perfectly, whatever the depth"},
		{"level", "73", "confidence of the selective search in percent: 45, 50, 73, 87, 95, 98, 99 or 100; without depth, 45 with a time limit and 50 with a node limit"},
		{"threads", "1", "threads of the search"},
		{"hash", "64M", "memory of the transposition table, such as 64M or 1G"},
		{"model", "", "a model in discs or wins instead of the shipped evaluator; of patterns it is fastest"},
	},
	build: buildEngine,
}

func buildEngine(p *params) (newAgent, error) {
	opt := deep.Options{
		Depth:      p.integer("depth", 1, 60),
		Nodes:      uint64(p.wide("nodes", 0, 1<<50)),
		Exact:      p.integer("exact", 0, 60),
		Last:       deep.Exact,
		Threads:    p.integer("threads", 1, 1024),
		Level:      parsed(p, "level", deep.ParseLevel),
		TableBytes: parsed(p, "hash", ParseBytes),
	}
	clock := p.duration("clock")
	timed := clock > 0 || p.text("time") != ""
	opt.Late = timed
	if (opt.Nodes > 0 || timed) && !p.given("depth") {
		opt.Depth = 0
		switch {
		case p.given("level"):
		case timed:
			opt.Level = deep.Sure45
		default:
			opt.Level = deep.Sure50
		}
	}
	if p.err != nil {
		return nil, p.err
	}
	model, err := p.model()
	if err != nil {
		return nil, err
	}
	if opt.Evaluator, err = deepEvaluator(model); err != nil {
		return nil, fault.BadInput(fmt.Errorf("%s: %w", p.text("model"), err))
	}
	idle := &sync.Pool{New: func() any { return deep.New(opt) }}
	return func(*rand.Rand) engine.Agent {
		e := idle.Get().(*deep.Engine)
		if timed {
			prepare(e, model == nil)
		}
		return &fullEngine{engine: e, idle: idle, before: e.Nodes(), clock: clock, left: clock}
	}, nil
}

// prepare does what would take the first milliseconds of a search, before its clock starts.
func prepare(e *deep.Engine, builtIn bool) {
	e.Prepare()
	if builtIn {
		pattern.Default().Unpack()
	}
}

// parsed returns the value of key, parsed by parse.
func parsed[T any](p *params, key string, parse func(string) (T, error)) T {
	v, err := parse(p.text(key))
	if err != nil {
		p.fail(fmt.Errorf("%s=%s: %w", key, p.text(key), err))
	}
	return v
}

// A fullEngine wraps the full engine with the methods of other searchers. After its game, another agent with
// the same spec reuses its memory, because allocating and clearing memory takes more than half the time of a
// game at depth 6.
type fullEngine struct {
	engine  *deep.Engine // nil after Close
	idle    *sync.Pool
	before  uint64        // positions that the engine visited for earlier agents
	clock   time.Duration // for a game; 0 = none
	left    time.Duration // time left on the clock
	empties int           // number of empty squares at its last choice
}

// Search calls the engine's Search.
func (f *fullEngine) Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
	return deep.Plain(f.engine.Search(ctx, b))
}

// SearchMove calls the engine's SearchMove.
func (f *fullEngine) SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info] {
	return deep.Plain(f.engine.SearchMove(ctx, b, m))
}

// Reaching calls the engine's Reaching.
func (f *fullEngine) Reaching(ctx context.Context, b engine.Board, moves []engine.Square,
	score int) engine.Square {
	return f.engine.Reaching(ctx, b, moves, score)
}

// Choose returns the best move of the last completed step.
func (f *fullEngine) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if b.Shape != engine.Full || b.Moves().Len() < 2 {
		return f.engine.Choose(ctx, b)
	}
	ctx, stop := f.start(ctx, b.Empty().Len())
	defer stop()
	best := f.engine.Glance(b)
	for i := range f.Search(ctx, b) {
		best = i.Move()
	}
	return best, nil
}

// start starts the clock for a move. The clock is full at the first move of a game. When it has run out, each
// move still gets a moment.
func (f *fullEngine) start(ctx context.Context, empties int) (context.Context, func()) {
	if f.clock == 0 {
		return ctx, func() {}
	}
	if empties > f.empties {
		f.left = f.clock
	}
	f.empties = empties
	begin := time.Now()
	ctx, cancel := context.WithTimeout(ctx, max(deep.Budget(f.left, empties), time.Millisecond))
	return ctx, func() {
		cancel()
		f.left -= time.Since(begin)
	}
}

// Nodes returns the number of positions visited by all searches.
func (f *fullEngine) Nodes() uint64 { return f.engine.Nodes() - f.before }

// Close releases the engine for other agents. The agent must not be used afterwards.
func (f *fullEngine) Close() error {
	if f.engine != nil {
		f.engine.Forget()
		f.idle.Put(f.engine)
		f.engine = nil
	}
	return nil
}
