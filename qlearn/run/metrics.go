package run

import (
	"math"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/qlearn"
)

// A Point contains the training statistics of the games since the previous point. The JSON fields are stable.
type Point struct {
	Phase   int      `json:"phase" unit:"1" meaning:"phase of the training, from 1"`
	Games   int      `json:"games" unit:"game" meaning:"games learned from so far, in all phases"`
	Updates int      `json:"updates" unit:"move" meaning:"moves learned from so far"`
	Error   float64  `json:"error" unit:"1" meaning:"root mean square of target less Q, before each update"`
	Best    float64  `json:"best" unit:"1" meaning:"of the moves learned from, share of the recorded ones that had the highest Q and of the played ones that were greedy"`
	Score   *float64 `json:"score" unit:"1" meaning:"share of the points of the learning side, 0 to 1; unknown where both sides learned"`
	Alpha   float64  `json:"alpha" unit:"1" meaning:"step size"`
	Epsilon float64  `json:"epsilon" unit:"1" meaning:"probability of a random move"`
}

// A span sums the statistics of rounds between two points.
type span struct {
	Squares float64 `json:"squares"` // sum of the squared errors
	Moves   int     `json:"moves"`
	Best    int     `json:"best"`
	Points  float64 `json:"points"`
	Opposed int     `json:"opposed"` // games with one learning side
}

// add adds a round.
func (s *span) add(st qlearn.Stats) {
	s.Squares += float64(st.Error * st.Error * float64(st.Updates))
	s.Moves += st.Updates
	s.Best += st.GreedyMoves
	if st.Opposed > 0 {
		s.Points += float64(st.Score * float64(st.Opposed))
		s.Opposed += st.Opposed
	}
}

// point returns the means over the span, given the statistics of its last round.
func (s *span) point(phase, games, updates int, st qlearn.Stats) Point {
	moves := float64(max(1, s.Moves))
	p := Point{
		Phase: phase, Games: games, Updates: updates, Alpha: st.Alpha, Epsilon: st.Epsilon,
		Error: math.Sqrt(s.Squares / moves), Best: float64(s.Best) / moves,
	}
	if s.Opposed > 0 {
		score := s.Points / float64(s.Opposed)
		p.Score = &score
	}
	return p
}

// metricTable returns a table of the points.
func metricTable(points []Point) stats.Table {
	return stats.NewTable("metrics", "Training statistics", points)
}
