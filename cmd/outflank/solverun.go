package main

import (
	"context"
	"fmt"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// solveResult is what solve reports; the JSON fields are stable.
type solveResult struct {
	Positions []solvedPosition `json:"positions"`
	Nodes     uint64           `json:"nodes"`
	Seconds   float64          `json:"seconds"`
	Wrong     int              `json:"wrong"` // positions with a score that is not the file's

	compared, refuted int // positions with scores in the file; exact results that differ from them
}

type solvedPosition struct {
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

	info deep.Info
}

type solvedMove struct {
	Move     string   `json:"move"`
	Score    float64  `json:"score"`
	Expected *float64 `json:"expected"`
	PV       string   `json:"pv"`
}

// solve searches the positions one after the other with one engine.
func (a *app) solve(ctx context.Context, list []problem, o *solveOptions) error {
	var r solveResult
	s := deep.New(o.opt)
	out := a.solvePrinter(o, len(list))
	for _, p := range list {
		row, ok := solveOne(ctx, s, p, o.opt.Result, out.status)
		out.clear()
		if !ok {
			break
		}
		r.add(row)
		out.row(row)
	}
	if err := out.end(&r); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %d of %s done", errInterrupted, len(r.Positions), plural(len(list), "position"))
	case r.refuted > 0:
		return fmt.Errorf("%d of %s with other scores than expected", r.refuted, plural(r.compared, "position"))
	}
	return nil
}

// solveOne searches a position; false if ctx ended before the search did.
func solveOne(ctx context.Context, s *deep.Engine, p problem, result bool, status func(problem, deep.Info)) (solvedPosition, bool) {
	begin := time.Now()
	var last deep.Info
	for info := range s.Search(ctx, p.Board) {
		last = info
		status(p, info)
	}
	if ctx.Err() != nil {
		return solvedPosition{}, false
	}
	row := solvedPosition{
		Index: p.index, Empties: p.Board.Empty().Len(), Depth: last.Depth, Confidence: last.Level.Percent(), Exact: last.Exact,
		Score: last.Score() + 0, Nodes: last.Nodes, Seconds: time.Since(begin).Seconds(), info: last,
	}
	row.lines(p, last)
	row.compare(p, result)
	return row, true
}

// lines fills in the moves. Adding 0 makes -0 a 0.
func (row *solvedPosition) lines(p problem, info deep.Info) {
	if p.Board.Over() {
		return
	}
	for _, l := range info.Lines {
		row.Moves = append(row.Moves, solvedMove{Move: moveOf(p.Board, l), Score: l.Score + 0, PV: string(engine.AppendTranscript(nil, l.PV))})
	}
	row.Best, row.PV = row.Moves[0].Move, row.Moves[0].PV
}

// moveOf returns the move of a line, which is a pass when there is no other.
func moveOf(b engine.Board, l deep.Line) string {
	if b.Moves() == 0 {
		return engine.None.String()
	}
	return l.PV[0].String()
}

// compare looks at what the file says: of the best move, and of those that were
// found. A search that does not go to the end cannot be wrong.
func (row *solvedPosition) compare(p problem, result bool) {
	for _, m := range p.Moves {
		score := m.Score
		if result {
			score = float64(sign(score))
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
	row.Wrong = row.toEnd() && differs(row.Score, row.Expected)
	for _, m := range row.Moves {
		row.Wrong = row.Wrong || row.toEnd() && differs(m.Score, m.Expected)
	}
}

// toEnd tells whether the search saw the end of the game, for certain or not.
func (row *solvedPosition) toEnd() bool { return row.Exact || row.Depth >= row.Empties }

func differs(score float64, expected *float64) bool { return expected != nil && *expected != score }

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// add counts a position.
func (r *solveResult) add(row solvedPosition) {
	r.Positions = append(r.Positions, row)
	r.Nodes += row.Nodes
	r.Seconds += row.Seconds
	if row.Expected != nil && row.toEnd() {
		r.compared++
	}
	if row.Wrong {
		r.Wrong++
	}
	if row.Wrong && row.Exact {
		r.refuted++
	}
}
