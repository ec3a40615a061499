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

// rounds makes the actors of a round learn elsewhere. Each uses [Trainer.LearnShare] of a trainer with the
// same configuration, features and source, restored from the checkpoint. It returns their answers in order.
type rounds func(ctx context.Context, checkpoint []byte, games, actors int) ([][]byte, error)

// A lesson is what an actor has learned in a round.
type lesson struct {
	Updates, Greedy, Opposed int
	Squares, Score           float64
	Members                  []int     // of the pool that were met
	Points                   []float64 // that were got from them
	Changes                  []byte    // of the parameters, see encodeChanges
}

// LearnShare lets one actor, from 0, learn its games of a round with the given number of games, and returns
// the changes. The trainer itself does not change.
func (t *Trainer) LearnShare(ctx context.Context, actor, games int) ([]byte, error) {
	n := t.cfg.Actors
	if t.cfg.Asynchronous || n < 2 || actor < 0 || actor >= n || games < 1 ||
		games > min(n*t.cfg.Batch, t.cfg.Games-t.done) {
		return nil, fmt.Errorf("qlearn: no share of actor %d in a round of %d games after %d", actor, games, t.done)
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

// elsewhere has the actors learn their games of a round elsewhere.
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

// take makes an actor one that has learned what an answer says.
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

// lesson reads what an actor has learned.
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

// CheckShare returns why an answer cannot be what [Trainer.LearnShare] returns in the round that is under
// way. Several goroutines may call it.
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

// encodeChanges writes which parameters differ: for each block their number, and for each of them how
// many lie between it and the one before, and its value, 4 bytes. A few games change few of the
// contents of patterns.
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

// applyChanges puts the parameters of encodeChanges into those that they differ from.
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
