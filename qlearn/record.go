package qlearn

import (
	"errors"
	"math"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// ErrUnfinished is wrapped when a game to learn from has not been played to its
// end, so that there is no reward.
var ErrUnfinished = errors.New("the game is not finished")

// A record is a game worked out for learning: what each player had to choose from,
// turn by turn. Nothing in it depends on the weights, so the workers of a source
// make records ahead of the learning, which is what takes most of the time.
type record struct {
	model   *eval.Model // whose features were used
	turns   [2][]turn   // by colour, in their order; none for a side that is not learnt from
	reward  [2]float64  // by colour
	choices []choice    // all of them; turns hold parts
	phi     []eval.Feature
}

// A turn is a state in which a player chose a move. That turns are kept by player
// deals with passes: the next state of a player is simply the next of his turns.
type turn struct {
	choices []choice // one for each legal move
	played  int      // index of the move that was played
}

// A choice is one legal move of a turn.
type choice struct {
	move engine.Square
	phi  []eval.Feature // of the board after the move, as the opponent sees it
	q    float64        // Q(s,a) when it was last computed
}

// fill makes r the record of an episode.
func (r *record) fill(m *eval.Model, ep Episode) error {
	r.begin(m)
	end, err := r.replay(ep)
	if err != nil {
		return err
	}
	return r.finish(end)
}

// begin empties r but keeps its memory for the next game.
func (r *record) begin(m *eval.Model) {
	r.model, r.choices, r.phi = m, r.choices[:0], r.phi[:0]
	for c := range r.turns {
		r.turns[c] = r.turns[c][:0]
	}
}

// replay adds the turns of a game and returns the position at its end.
func (r *record) replay(ep Episode) (engine.Position, error) {
	end := ep.Game.Start
	for ply, err := range ep.Game.Plies() {
		if err != nil {
			return end, err
		}
		p := ply.Position
		if ep.Learn[p.Color] {
			u := r.look(p.Board, ply.Legal)
			u.played = slices.IndexFunc(u.choices, func(c choice) bool { return c.move == ply.Move })
			r.turns[p.Color] = append(r.turns[p.Color], u)
		}
		end = engine.Position{Board: p.Board.Play(ply.Move), Color: p.Color.Opponent()}
	}
	return end, nil
}

// look works out the choices of a turn.
func (r *record) look(b engine.Board, legal engine.Set) turn {
	first := len(r.choices)
	for s := range legal.All() {
		from := len(r.phi)
		r.phi = r.model.Features.Append(r.phi, b.Play(s))
		r.choices = append(r.choices, choice{move: s, phi: r.phi[from:]})
	}
	return turn{choices: r.choices[first:]}
}

// finish notes who won.
func (r *record) finish(end engine.Position) error {
	if !end.Board.Over() {
		return ErrUnfinished
	}
	for c := range r.reward {
		r.reward[c] = reward(end.Score(engine.Color(c)))
	}
	return nil
}

// reward is the report's: 1 for a win, -1 for a loss, 0 for a draw.
func reward(score int) float64 {
	switch {
	case score > 0:
		return 1
	case score < 0:
		return -1
	}
	return 0
}

// value computes Q(s,a) of choices: −w·φ(board after a) + weight of the action.
func value(m *eval.Model, choices []choice) {
	for i := range choices {
		c, q := &choices[i], 0.0
		for _, f := range c.phi {
			q -= m.Weights[f.Index] * f.Value
		}
		if m.Actions != nil {
			q += m.Actions[eval.Class(c.move)]
		}
		c.q = q
	}
}

// highest returns the greatest Q among choices.
func highest(choices []choice) float64 {
	most := math.Inf(-1)
	for i := range choices {
		most = max(most, choices[i].q)
	}
	return most
}
