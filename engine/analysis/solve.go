package analysis

import (
	"context"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/report"
)

// SolveResult is what solve reports; the JSON fields are stable.
type SolveResult struct {
	Positions []SolvedPosition `json:"positions"`
	Nodes     uint64           `json:"nodes"`
	Seconds   float64          `json:"seconds"`
	Wrong     int              `json:"wrong"` // positions with a score that is not the file's

	Compared, Refuted int `json:"-"` // positions with scores in the file; exact results that differ from them
}

type SolvedPosition struct {
	Index      int          `json:"index"`
	Empties    int          `json:"empties"`
	Depth      int          `json:"depth"`
	Confidence int          `json:"confidence"` // percent
	Exact      bool         `json:"exact"`
	Score      float64      `json:"score"`
	Expected   *float64     `json:"expected"` // null = the file does not say
	Nodes      uint64       `json:"nodes"`
	Seconds    float64      `json:"seconds"`
	Best       string       `json:"best"` // -- is a pass, empty when the game is over
	PV         string       `json:"pv"`
	Moves      []solvedMove `json:"moves"` // those that were asked for, the best first
	Wrong      bool         `json:"wrong"`

	Info deep.Info `json:"-"`
}

type solvedMove struct {
	Move     string   `json:"move"`
	Score    float64  `json:"score"`
	Expected *float64 `json:"expected"`
	PV       string   `json:"pv"`
}

// SolveOne searches a position; false if ctx ended before the search did.
func SolveOne(ctx context.Context, s *deep.Engine, p Problem, result bool, status func(Problem, deep.Info)) (SolvedPosition, bool) {
	begin := time.Now()
	var last deep.Info
	for info := range s.Search(ctx, p.Board) {
		last = info
		status(p, info)
	}
	if ctx.Err() != nil {
		return SolvedPosition{}, false
	}
	row := SolvedPosition{
		Index: p.Index, Empties: p.Board.Empty().Len(), Depth: last.Depth, Confidence: last.Level.Percent(), Exact: last.Exact,
		Score: last.Score + 0, Nodes: last.Nodes, Seconds: time.Since(begin).Seconds(), Info: last,
	}
	row.lines(p, last)
	row.compare(p, result)
	return row, true
}

// lines fills in the moves. Adding 0 makes -0 a 0.
func (row *SolvedPosition) lines(p Problem, info deep.Info) {
	if p.Board.Over() {
		return
	}
	for _, l := range info.Lines {
		row.Moves = append(row.Moves, solvedMove{Move: MoveOf(p.Board, l), Score: l.Score + 0, PV: string(engine.AppendTranscript(nil, l.PV))})
	}
	row.Best, row.PV = row.Moves[0].Move, row.Moves[0].PV
}

// MoveOf returns the move of a line, which is a pass when there is no other.
func MoveOf(b engine.Board, l deep.Line) string {
	if b.Moves() == 0 {
		return engine.None.String()
	}
	return l.PV[0].String()
}

// compare looks at what the file says: of the best move, and of those that were
// found. A search that does not go to the end cannot be wrong.
func (row *SolvedPosition) compare(p Problem, result bool) {
	for _, m := range p.Moves {
		score := m.Score
		if result {
			score = float64(report.Sign(score))
		}
		if row.Expected == nil || score > *row.Expected {
			row.Expected = &score
		}
		for i := range row.Moves {
			if row.Moves[i].Move == m.Move.String() {
				row.Moves[i].Expected = &score
			}
		}
	}
	row.Wrong = row.toEnd() && Differs(row.Score, row.Expected)
	for _, m := range row.Moves {
		row.Wrong = row.Wrong || row.toEnd() && Differs(m.Score, m.Expected)
	}
}

// toEnd tells whether the search saw the end of the game, for certain or not.
func (row *SolvedPosition) toEnd() bool { return row.Exact || row.Depth >= row.Empties }

func Differs(score float64, expected *float64) bool { return expected != nil && *expected != score }

// Add counts a position.
func (r *SolveResult) Add(row SolvedPosition) {
	r.Positions = append(r.Positions, row)
	r.Nodes += row.Nodes
	r.Seconds += row.Seconds
	if row.Expected != nil && row.toEnd() {
		r.Compared++
	}
	if row.Wrong {
		r.Wrong++
	}
	if row.Wrong && row.Exact {
		r.Refuted++
	}
}
