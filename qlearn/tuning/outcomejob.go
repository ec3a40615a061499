package tuning

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// outcomeSettings are the settings of all stretches of a tuning.
type outcomeSettings struct {
	Subject   Subject `json:"subject"`
	Loss      string  `json:"loss"`
	Positions []byte  `json:"positions"` // sentBoards in little-endian byte order
}

// A sentBoard is a position in the job settings. Recorded games use the ordinary board.
type sentBoard struct {
	Mine, Theirs engine.Set
	Score        int8
}

// outcomeKind computes the losses of the parts of a stretch.
var outcomeKind = parallel.Kind[outcomeSettings, stretch, []float64]{
	Name: "tune-outcome",
	Open: func(s outcomeSettings, _ parallel.File) (parallel.Func[stretch, []float64], error) {
		if err := s.Subject.open(); err != nil {
			return nil, err
		}
		sent := make([]sentBoard, len(s.Positions)/binary.Size(sentBoard{}))
		if _, err := binary.Decode(s.Positions, binary.LittleEndian, sent); err != nil || s.Subject.Set == nil {
			return nil, errors.New("tuning: settings of an outcome are damaged")
		}
		list := make([]scoredBoard, len(sent))
		for i, p := range sent {
			list[i] = scoredBoard{engine.Board{Mine: p.Mine, Theirs: p.Theirs, Shape: engine.Full}, int(p.Score)}
		}
		o := &Outcome{Loss: s.Loss, rows: rowsOf(list, s.Subject.Set)}
		return func(ctx context.Context, part stretch) ([]float64, error) {
			if len(part.X) != s.Subject.Len() || part.From < 0 || part.To > len(o.rows) || part.From >= part.To {
				return nil, fmt.Errorf("tuning: a job with %d weights and rows %d to %d, want %d weights and %d rows",
					len(part.X), part.From, part.To, s.Subject.Len(), len(o.rows))
			}
			return o.rate(ctx, part)
		}, nil
	},
}

// jobSettings returns the settings of the jobs that rate vectors for a subject.
func (o *Outcome) jobSettings(subject *Subject) (s outcomeSettings, err error) {
	s.Subject, s.Loss = *subject, o.Loss
	s.Subject.Start = nil
	list := make([]sentBoard, len(o.list))
	for i, p := range o.list {
		if p.board.Shape != engine.Full {
			return s, errors.New("tuning: only positions of the ordinary board are sent")
		}
		list[i] = sentBoard{p.board.Mine, p.board.Theirs, int8(p.score)}
	}
	s.Positions, err = binary.Append(nil, binary.LittleEndian, list)
	return s, err
}
