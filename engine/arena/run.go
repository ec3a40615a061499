package arena

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/parallel"
)

// Forfeited is the score against the side that forfeits a game, in discs.
const Forfeited = 64

// A Result is a game that has been played.
type Result struct {
	Pairing
	Book    int                  // how many moves of Game the opening gave
	Game    engine.Game          // from the opening's start to the end, or to where a side forfeited
	Score   int                  // disc difference for black, empties to the winner; ±Forfeited for a forfeit
	Forfeit *engine.ForfeitError // who broke the game off and how; nil for a finished game
}

// ahead is how many games per worker may be begun or done before the oldest one
// is: enough that a long game does not stop the others, and little memory.
const ahead = 64

// Run plays the match and yields its games in the order of the schedule, whatever
// the number of workers. An agent that fails or moves illegally loses that game and
// the match goes on; the agent is named in Result.Forfeit.
//
// An error is the last thing it yields: the context's, or one that says what is
// wrong with the match. When the caller stops ranging or ctx ends, the games in
// play are dropped, and Run returns when their agents have answered.
func (m *Match) Run(ctx context.Context) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		if err := m.check(); err != nil {
			yield(Result{}, err)
			return
		}
		parallel.Map(ctx, m.workers(), ahead*m.workers(), m.Schedule(), m.Play)(yield)
	}
}

// Play plays one game of the schedule. The result depends on the match and the
// pairing alone. The error is the context's, or that the opening is illegal.
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

	r.Game, err = engine.PlayOut(ctx, g, m.perturbed(p, black, white))
	if f, ok := errors.AsType[*engine.ForfeitError](err); ok {
		r.Forfeit, r.Score = f, Forfeited
		if f.Color == engine.Black {
			r.Score = -Forfeited
		}
		return r, nil
	}
	if err != nil {
		return Result{}, err
	}
	end, err := r.Game.End()
	r.Score = end.Score(engine.Black)
	return r, err
}

// perturbed wraps the agents. They share one stream, of which every move takes a
// number, so that which moves are random does not depend on the players.
func (m *Match) perturbed(p Pairing, black, white engine.Agent) [2]engine.Agent {
	if m.Perturb > 0 {
		rng := m.stream(forPerturbation, p.Game)
		black = engine.Perturbed{Agent: black, P: m.Perturb, Rand: rng}
		white = engine.Perturbed{Agent: white, P: m.Perturb, Rand: rng}
	}
	return [2]engine.Agent{engine.Black: black, engine.White: white}
}

// closeAgent ends an agent that holds something, such as another program.
func closeAgent(a engine.Agent) {
	if c, ok := a.(io.Closer); ok {
		c.Close() // the game is decided; there is nobody to tell
	}
}
