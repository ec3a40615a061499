package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Task is [Match.Play] as a task whose jobs can be done elsewhere, by [Match.PlayJob] of the same
// match there. What comes back is checked: it must be a game from the opening of the pairing, by
// the rules, with the score that its moves give.
func (m *Match) Task() parallel.Task[Pairing, Result] {
	return parallel.Task[Pairing, Result]{
		Here:   m.Play,
		Encode: func(p Pairing) ([]byte, error) { return json.Marshal(p) },
		Decode: func(p Pairing, answer []byte) (Result, error) {
			var g journalGame
			if err := decode(answer, &g); err != nil {
				return Result{}, fmt.Errorf("arena: answer to game %d: %w", p.Game, err)
			}
			r, err := m.restore(p, g)
			if err == nil && g.Game != p.Game {
				err = fmt.Errorf("it is of game %d", g.Game)
			}
			if err != nil {
				return Result{}, fmt.Errorf("arena: answer to game %d: %w", p.Game, err)
			}
			return r, nil
		},
	}
}

// PlayJob plays the game of a job of [Match.Task] and returns its answer.
func (m *Match) PlayJob(ctx context.Context, in []byte) ([]byte, error) {
	var p Pairing
	if err := decode(in, &p); err != nil {
		return nil, fmt.Errorf("arena: job %q: %w", in, err)
	}
	if n := len(m.Players); p.Black < 0 || p.White < 0 || p.Black >= n || p.White >= n || p.Game < 0 ||
		p.Opening < 0 {
		return nil, fmt.Errorf("arena: job %q: no game of %d players", in, n)
	}
	r, err := m.Play(ctx, p)
	if err != nil {
		return nil, err
	}
	return json.Marshal(newJournalGame(&r))
}

// SameAnswer tells whether two answers to a job of [Match.Task] are the same, but for the time that
// the moves took.
func SameAnswer(a, b []byte) bool {
	var games [2]journalGame
	for i, answer := range [][]byte{a, b} {
		if decode(answer, &games[i]) != nil {
			return false
		}
		for c := range games[i].Use {
			games[i].Use[c].NS = 0
		}
	}
	return games[0] == games[1]
}

// decode reads JSON that has no fields but those of v.
func decode(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
