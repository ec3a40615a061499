package analysis

import (
	"cmp"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// A Problem is a position from a file with its number and the scores stated in the file.
type Problem struct {
	notation.Problem
	Index int
}

// A Solution holds the results of searching a problem and the scores from its file. Scores are disc
// differences for the side to move, or 1, 0 and -1 if the search found only the winner. The JSON fields are
// stable.
type Solution struct {
	Index      int          `json:"index"`
	Empties    int          `json:"empties"`
	Depth      int          `json:"depth"`      // plies; the number of empty squares if it reached the end
	Confidence int          `json:"confidence"` // percent
	Exact      bool         `json:"exact"`
	Score      float64      `json:"score"`
	Expected   *float64     `json:"expected"` // null = the file has no score
	Nodes      uint64       `json:"nodes"`
	Seconds    float64      `json:"seconds"` // set by the caller
	Best       string       `json:"best"`    // -- = pass, empty if the game is over
	PV         string       `json:"pv"`
	Moves      []SolvedMove `json:"moves"` // the searched moves, the best first
	Wrong      bool         `json:"wrong"` // a score differs from the file's
}

// A SolvedMove is a move of a problem with its score and the file's score.
type SolvedMove struct {
	Move     string   `json:"move"`
	Score    float64  `json:"score"`
	Expected *float64 `json:"expected"` // null = the file has no score
	PV       string   `json:"pv"`
}

// CheckProblem compares the moves of found with the scores of the file. found holds at least the best move.
// The confidence is in percent. If winner is true, the search found only the winner: scores are 1, 0 and -1.
// A search that does not reach the end is never marked wrong.
func CheckProblem(p Problem, found Ranking, confidence int, winner bool) Solution {
	s := Solution{
		Index: p.Index, Empties: p.Board.Empty().Len(), Depth: found.Depth, Confidence: confidence,
		Exact: found.Exact, Score: found.Lines[0].Score, Nodes: found.Nodes,
	}
	if !p.Board.Over() {
		for _, l := range found.Lines {
			s.Moves = append(s.Moves, SolvedMove{Move: FirstMove(p.Board, l.PV), Score: l.Score,
				PV: string(engine.AppendTranscript(nil, l.PV))})
		}
		s.Best, s.PV = s.Moves[0].Move, s.Moves[0].PV
	}
	s.expect(p.Moves, winner)
	s.Wrong = s.toEnd() && differs(s.Score, s.Expected)
	for _, m := range s.Moves {
		s.Wrong = s.Wrong || s.toEnd() && m.Differs()
	}
	return s
}

// expect fills in the scores from the file.
func (s *Solution) expect(moves []notation.Scored, winner bool) {
	for _, m := range moves {
		score := m.Score
		if winner {
			score = float64(cmp.Compare(score, 0))
		}
		if s.Expected == nil || score > *s.Expected {
			s.Expected = &score
		}
		for i := range s.Moves {
			if s.Moves[i].Move == m.Move.String() {
				s.Moves[i].Expected = &score
			}
		}
	}
}

// toEnd reports whether the search reached the end of the game, selectively or not.
func (s *Solution) toEnd() bool { return s.Exact || s.Depth >= s.Empties }

// Compared reports whether the file has a score and the search reached the end.
func (s *Solution) Compared() bool { return s.Expected != nil && s.toEnd() }

// Refuted reports whether the search proves that the file is wrong.
func (s *Solution) Refuted() bool { return s.Wrong && s.Exact }

// Differs reports whether the score of the move differs from the file's.
func (m SolvedMove) Differs() bool { return differs(m.Score, m.Expected) }

func differs(score float64, expected *float64) bool { return expected != nil && *expected != score }

// FirstMove returns the first move of a line, or "--" if the side to move has to pass.
func FirstMove(b engine.Board, line []engine.Square) string {
	if b.Moves() == 0 {
		return engine.None.String()
	}
	return line[0].String()
}
