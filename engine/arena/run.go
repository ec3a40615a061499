package arena

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Forfeited is the disc difference of a forfeited game, in favour of the opponent.
const Forfeited = 64

// A Result is a finished game of a match.
type Result struct {
	Pairing
	Book int // number of moves of Game that belong to the opening
	// The game from the start of the opening to the end, to the forfeit, or to the judged position.
	Game    engine.Game
	Score   int                  // disc difference for black, empties to the winner; ±Forfeited for a forfeit
	Judged  bool                 // the judge set Score, and Game is unfinished
	Forfeit *engine.ForfeitError // the side that forfeited, and the reason; nil for a finished game
	Usage   [2]Usage             // by colour
}

// ahead is the number of games per worker that may be started or finished before the oldest one ends. It is
// large enough that a long game does not block the others, and small enough to need little memory.
const ahead = 64

// Loser returns the player that forfeited the game, or -1 if neither did.
func (r *Result) Loser() int {
	switch {
	case r.Forfeit == nil:
		return -1
	case r.Forfeit.Color == engine.Black:
		return r.Black
	}
	return r.White
}

// A playFunc returns the result of a pairing. It plays the game, as [Match.Play] does, or finds it in a
// journal.
type playFunc = parallel.Func[Pairing, Result]

// Run plays the match and yields its games in the order of the schedule, for any number of workers. An agent
// that fails or moves illegally loses that game, and the match continues; Result.Forfeit names the side.
//
// It stops at the first error: the error of ctx, of the judge, or of invalid settings. When the caller stops
// ranging or ctx ends, Run drops the unfinished games and returns once their agents have answered.
func (m *Match) Run(ctx context.Context) iter.Seq2[Result, error] { return m.runBy(ctx, m.Play) }

// runBy is Run with another source of results. It calls play from several goroutines, once for each pairing,
// in any order.
func (m *Match) runBy(ctx context.Context, play playFunc) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		if err := m.check(); err != nil {
			yield(Result{}, err)
			return
		}
		parallel.Map(ctx, m.workers(), ahead*m.workers(), m.Schedule(), play)(yield)
	}
}

// Play plays one game of the schedule. Apart from Usage.Time, the result depends only on the match and the
// pairing. The error comes from ctx, from the judge, or from an illegal opening.
func (m *Match) Play(ctx context.Context, p Pairing) (Result, error) {
	g, err := m.Opening(p.Opening)
	if err != nil {
		return Result{}, err
	}
	r := Result{Pairing: p, Book: len(g.Moves)}
	black := m.Players[p.Black].New(m.stream(forBlack, p.Game))
	defer closeAgent(black)
	white := m.Players[p.White].New(m.stream(forWhite, p.Game))
	defer closeAgent(white)

	r.Game, err = engine.PlayOut(ctx, g, m.seats(p, black, white, &r.Usage))
	for c, agent := range [2]engine.Agent{engine.Black: black, engine.White: white} {
		r.Usage[c].count(agent)
	}
	forfeit, ok := errors.AsType[*engine.ForfeitError](err)
	switch {
	case errors.Is(err, errJudge):
		err = m.judge(ctx, &r)
	case ok:
		r.Forfeit, r.Score, err = forfeit, Forfeited, nil
		if forfeit.Color == engine.Black {
			r.Score = -Forfeited
		}
	case err == nil:
		var end engine.Position
		end, err = r.Game.End()
		r.Score = end.Score(engine.Black)
	}
	if err != nil {
		return Result{}, err
	}
	return r, nil
}

// judge sets the score of the game to the judge's result for its last position.
func (m *Match) judge(ctx context.Context, r *Result) error {
	end, err := r.Game.End()
	if err != nil {
		return err
	}
	score, err := m.Judge(ctx, end.Board)
	if end.Color == engine.White {
		score = -score
	}
	r.Score, r.Judged = score, true
	return err
}

// closeAgent closes an agent that holds resources, such as another program.
func closeAgent(a engine.Agent) {
	if c, ok := a.(io.Closer); ok {
		c.Close() // the game is decided, so the error changes nothing
	}
}
