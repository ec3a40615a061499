package arena

import (
	"context"
	"errors"
	"iter"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Ladder holds the settings for measuring a list of agents in order of strength.
type Ladder struct {
	Config  Config // Agents are the levels, the lowest first; Games is per pair of neighbouring levels
	Moves   int    // judged moves of each agent, 0 = none; all moves if the agent made fewer
	Workers int    // concurrent games or moves; 0 = one per processor

	// Judge creates an analyst for one goroutine. The analyst should search deeper than the agents. Judge is
	// required if Moves is positive.
	Judge func(sh engine.Shape) *analysis.Analyst
}

// maxMoves is the limit of Ladder.Moves.
const maxMoves = 1_000_000

// A LadderProgress is the progress of a run.
type LadderProgress struct {
	Done, Total int           // numbers of games and judged moves
	Result      *LadderResult // nil until the end
}

// check returns an error for invalid settings. Errors name settings by the command's flags.
func (l Ladder) check() error {
	if l.Moves < 0 || l.Moves > maxMoves {
		return fault.Setting("moves", l.Moves, "want 0 to %d", maxMoves)
	}
	return l.Config.Check()
}

// Run plays all matches, judges moves and yields its progress; the last progress contains the result. It
// stops at the first error, including the error of ctx.
func (l Ladder) Run(ctx context.Context, r Resolver) iter.Seq2[LadderProgress, error] {
	return func(yield func(LadderProgress, error) bool) {
		run := run{Ladder: l, resolver: r, yield: yield}
		if err := run.all(ctx); err != nil && !run.stopped {
			yield(LadderProgress{}, err)
		}
	}
}

// A run is a ladder in progress.
type run struct {
	Ladder
	resolver Resolver
	yield    func(LadderProgress, error) bool
	stopped  bool // the caller stopped ranging
	progress LadderProgress
	steps    []PairSummary
	settings Settings
	moves    [][]move // chosen moves by agent
}

// errStopped is the internal error for a caller that stopped ranging.
var errStopped = errors.New("arena: stopped")

// tell reports to the caller that one more item is done.
func (r *run) tell() error {
	r.progress.Done++
	if !r.yield(r.progress, nil) {
		r.stopped = true
		return errStopped
	}
	return nil
}

// all plays all matches and judges the moves.
func (r *run) all(ctx context.Context) error {
	if err := r.check(); err != nil {
		return err
	}
	agents := r.Config.Agents
	matches := make([]*State, len(agents)-1)
	for i := range matches {
		cfg := r.Config
		cfg.Agents = []string{agents[i+1], agents[i]}
		var err error
		if matches[i], err = New(cfg, r.resolver); err != nil {
			return err
		}
		matches[i].Match.Workers = r.Workers
		r.progress.Total += matches[i].Match.Total()
	}
	r.progress.Total += len(agents) * r.Moves
	r.moves = make([][]move, len(agents))
	for i, m := range matches {
		if err := r.play(ctx, m, [2]int{i + 1, i}); err != nil {
			return err
		}
	}
	losses, err := r.judge(ctx)
	if err != nil {
		return err
	}
	r.progress.Result = r.result(losses)
	r.yield(r.progress, nil)
	return nil
}

// play plays a match between two levels and keeps their moves.
func (r *run) play(ctx context.Context, m *State, rungs [2]int) error {
	for game, err := range m.Run(ctx) {
		if err != nil {
			return err
		}
		r.keep(game, [2]int{engine.Black: rungs[game.Black], engine.White: rungs[game.White]})
		if err := r.tell(); err != nil {
			return err
		}
	}
	result := m.Result()
	r.steps, r.settings = append(r.steps, result.Pairs[0]), result.Settings
	return nil
}

// keep records the moves that agents chose in a game, by colour.
func (r *run) keep(game Result, rungs [2]int) {
	for ply, err := range game.Game.Plies() {
		if err != nil {
			return // later moves were not chosen by an agent
		}
		if ply.Index >= game.Book {
			rung := rungs[ply.Position.Color]
			r.moves[rung] = append(r.moves[rung], move{ply.Position, ply.Move})
		}
	}
}
