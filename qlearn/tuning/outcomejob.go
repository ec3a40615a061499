package tuning

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// OutcomeKind is the kind of job that rates vectors by recorded games: a vector and a stretch of the
// positions in, losses out, both as JSON, whose numbers are exact.
const OutcomeKind = "tune-outcome"

// outcomeSettings are what the jobs of a tuning have in common; the positions follow as sentBoards.
type outcomeSettings struct {
	Subject Subject `json:"subject"`
	Loss    string  `json:"loss"`
}

// A sentBoard is a position among the settings. Recorded games are on the ordinary board.
type sentBoard struct {
	Mine, Theirs engine.Set
	Score        int8
}

// A stretchJob is a stretch as a job.
type stretchJob struct {
	X    []float64 `json:"x"`
	From int       `json:"from"`
	To   int       `json:"to"`
}

// set returns the set of the positions for a subject.
func (o *Outcome) set(subject *Subject) (parallel.Set, error) {
	settings := outcomeSettings{*subject, o.Loss}
	settings.Subject.Start = nil
	head, err := json.Marshal(settings)
	if err != nil {
		return parallel.Set{}, err
	}
	list := make([]sentBoard, len(o.list))
	for i, p := range o.list {
		if p.board.Shape != engine.Full {
			return parallel.Set{}, errors.New("tuning: only positions of the ordinary board are sent")
		}
		list[i] = sentBoard{p.board.Mine, p.board.Theirs, int8(p.score)}
	}
	text := bytes.NewBuffer(append(head, '\n'))
	err = binary.Write(text, binary.LittleEndian, list)
	return parallel.Set{Kind: OutcomeKind, Settings: text.Bytes()}, err
}

// task rates a stretch, here or as a job.
func (o *Outcome) task() parallel.Task[stretch, stretch] {
	return parallel.Task[stretch, stretch]{
		Here:   o.rate,
		Encode: func(s stretch) ([]byte, error) { return json.Marshal(stretchJob{s.x, s.from, s.to}) },
		Decode: func(s stretch, answer []byte) (stretch, error) {
			err := json.Unmarshal(answer, &s.losses)
			if want := (s.to - s.from + rowsPart - 1) / rowsPart; err == nil && len(s.losses) != want {
				err = fmt.Errorf("tuning: %d losses of %d parts", len(s.losses), want)
			}
			return s, err
		},
	}
}

// OpenOutcomeJobs does the jobs of [OutcomeKind]; it is a [parallel.Opener].
func OpenOutcomeJobs(text []byte, _ func(string) (string, error)) (parallel.Do, func(), error) {
	head, positions, _ := bytes.Cut(text, []byte{'\n'})
	var s outcomeSettings
	if err := json.Unmarshal(head, &s); err != nil {
		return nil, nil, fmt.Errorf("tuning: settings of an outcome: %w", err)
	}
	if err := s.Subject.open(); err != nil {
		return nil, nil, err
	}
	sent := make([]sentBoard, len(positions)/binary.Size(sentBoard{}))
	if _, err := binary.Decode(positions, binary.LittleEndian, sent); err != nil || s.Subject.Set == nil {
		return nil, nil, errors.New("tuning: settings of an outcome are damaged")
	}
	list := make([]scoredBoard, len(sent))
	for i, p := range sent {
		list[i] = scoredBoard{engine.Board{Mine: p.Mine, Theirs: p.Theirs, Shape: engine.Full}, int(p.Score)}
	}
	o := &Outcome{Loss: s.Loss, rows: rowsOf(list, s.Subject.Set)}
	return func(ctx context.Context, in []byte) ([]byte, error) {
		var j stretchJob
		if err := json.Unmarshal(in, &j); err != nil {
			return nil, err
		}
		if len(j.X) != s.Subject.Len() || j.From < 0 || j.To > len(o.rows) || j.From >= j.To {
			return nil, fmt.Errorf("tuning: a job with %d weights and rows %d to %d, want %d weights and %d rows",
				len(j.X), j.From, j.To, s.Subject.Len(), len(o.rows))
		}
		done, err := o.rate(ctx, stretch{x: j.X, from: j.From, to: j.To})
		if err != nil {
			return nil, err
		}
		return json.Marshal(done.losses)
	}, nil, nil
}
