package qlearn

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"math"
	"slices"
)

// A rounds function makes the actors of a round learn on other machines. Each actor runs [Trainer.LearnShare]
// on a trainer with the same configuration, features and source, restored from the checkpoint. The function
// returns the actors' answers in order.
type rounds func(ctx context.Context, checkpoint []byte, games, actors int) ([][]byte, error)

// A lesson is what an actor learned in a round.
type lesson struct {
	Updates, Greedy, Opposed int
	Squares, Score           float64
	Members                  []int     // indices of the pool members that it met
	Points                   []float64 // points against them
	Changes                  []byte    // changes of the parameters, see encodeChanges
}

// LearnShare makes one actor, numbered from 0, learn its games of a round and returns its changes. games is
// the total number of games in the round. The trainer does not change.
func (t *Trainer) LearnShare(ctx context.Context, actor, games int) ([]byte, error) {
	n := t.cfg.Actors
	if t.cfg.Asynchronous || n < 2 || actor < 0 || actor >= n || games < 1 ||
		games > min(n*t.cfg.Batch, t.cfg.Games-t.done) {
		return nil, fmt.Errorf("qlearn: no share of actor %d in a round of %d games after %d", actor, games, t.done)
	}
	if err := t.openPotential(); err != nil {
		return nil, fmt.Errorf("qlearn: potential: %w", err)
	}
	a := t.actors[actor]
	if err := t.learnFrom(ctx, a, t.done+games*actor/n, t.done+games*(actor+1)/n); err != nil {
		return nil, fmt.Errorf("qlearn: after %d of %d games: %w", t.done, t.cfg.Games, err)
	}
	s := lesson{
		Updates: a.tally.updates, Greedy: a.tally.greedy, Opposed: a.tally.opposed, Squares: a.tally.squares,
		Score:   a.tally.score,
		Changes: encodeChanges(t.q.Params(), a.q.Params()),
	}
	for _, r := range a.pool.results {
		s.Members, s.Points = append(s.Members, r.member), append(s.Points, r.points)
	}
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(s)
	return text.Bytes(), err
}

// elsewhere makes the actors learn their games of a round on other machines.
func (t *Trainer) elsewhere(ctx context.Context, games int) error {
	checkpoint, err := t.Checkpoint()
	if err != nil {
		return err
	}
	answers, err := t.Elsewhere(ctx, checkpoint, games, len(t.actors))
	if err != nil {
		return err
	}
	for i, a := range t.actors {
		if err := t.take(a, answers[i]); err != nil {
			return fmt.Errorf("what actor %d has learned: %w", i, err)
		}
	}
	return nil
}

// take sets an actor to the state that an answer describes.
func (t *Trainer) take(a *actor, answer []byte) error {
	s, err := t.lesson(answer)
	if err != nil {
		return err
	}
	copyParams(a.q.Params(), t.q.Params())
	if err := applyChanges(a.q.Params(), s.Changes); err != nil {
		return err
	}
	t.begin(a)
	a.tally = tally{updates: s.Updates, greedy: s.Greedy, squares: s.Squares, score: s.Score, opposed: s.Opposed}
	for i, m := range s.Members {
		a.pool.note(m, s.Points[i])
	}
	return nil
}

// lesson decodes an actor's answer.
func (t *Trainer) lesson(answer []byte) (s lesson, err error) {
	if err := gob.NewDecoder(bytes.NewReader(answer)).Decode(&s); err != nil {
		return s, err
	}
	for i, m := range s.Members {
		if m < 0 || m >= len(t.pool.members) || i >= len(s.Points) {
			return s, fmt.Errorf("a game against past checkpoint %d of %d", m, len(t.pool.members))
		}
	}
	return s, nil
}

// CheckShare returns an error if an answer cannot be the result of [Trainer.LearnShare] in the current round.
// It is safe for concurrent use.
func (t *Trainer) CheckShare(answer []byte) error {
	s, err := t.lesson(answer)
	if err != nil {
		return err
	}
	params := slices.Clone(t.q.Params())
	for i := range params {
		params[i] = slices.Clone(params[i])
	}
	return applyChanges(params, s.Changes)
}

// encodeChanges encodes the parameters that differ. For each block it writes their number. For each of them
// it writes the number of parameters skipped since the last one, and its value in 4 bytes. A few games change
// only a small part of the pattern weights.
func encodeChanges(before, after [][]float32) (text []byte) {
	for k, block := range after {
		n, last := 0, -1
		var list []byte
		for i, x := range block {
			if bits := math.Float32bits(x); bits != math.Float32bits(before[k][i]) {
				list = binary.AppendUvarint(list, uint64(i-last-1))
				list = binary.LittleEndian.AppendUint32(list, bits)
				n, last = n+1, i
			}
		}
		text = append(binary.AppendUvarint(text, uint64(n)), list...)
	}
	return text
}

// applyChanges applies changes from encodeChanges to the parameters that they were computed from.
func applyChanges(params [][]float32, text []byte) error {
	number := func() uint64 {
		x, n := binary.Uvarint(text)
		if n <= 0 {
			text = nil
			return math.MaxUint64
		}
		text = text[n:]
		return x
	}
	for _, block := range params {
		at := -1
		for left := number(); left > 0; left-- {
			gap := number()
			if gap >= uint64(len(block)-at-1) || len(text) < 4 {
				return fmt.Errorf("changes of %d parameters are damaged", len(block))
			}
			at += int(gap) + 1
			if block[at] = param(text); math.IsNaN(float64(block[at])) || math.IsInf(float64(block[at]), 0) {
				return fmt.Errorf("parameter %d is %v, want a finite number", at+1, block[at])
			}
			text = text[4:]
		}
	}
	if len(text) > 0 {
		return fmt.Errorf("%d bytes behind the changes", len(text))
	}
	return nil
}
