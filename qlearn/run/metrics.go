package run

import (
	"math"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/tensorboard"
)

// A Point is the training statistics of the games since the point before. The JSON fields are
// stable.
type Point struct {
	Phase   int      `json:"phase" unit:"1" meaning:"phase of the training, from 1"`
	Games   int      `json:"games" unit:"game" meaning:"games learnt so far, in all phases"`
	Updates int      `json:"updates" unit:"move" meaning:"moves learnt from so far"`
	Error   float64  `json:"error" unit:"1" meaning:"root mean square of target less Q, before each update"`
	Best    float64  `json:"best" unit:"1" meaning:"of the moves learnt from, share of the recorded ones that had the highest Q and of the played ones that chance did not choose"`
	Score   *float64 `json:"score" unit:"1" meaning:"share of the points of the learning side, 0 to 1; unknown where both sides learnt"`
	Alpha   float64  `json:"alpha" unit:"1" meaning:"step size"`
	Epsilon float64  `json:"epsilon" unit:"1" meaning:"probability of a random move"`
}

// A span sums up rounds between two points.
type span struct {
	Squares float64 `json:"squares"` // of the errors
	Moves   int     `json:"moves"`
	Best    int     `json:"best"`
	Points  float64 `json:"points"`
	Opposed int     `json:"opposed"` // games with one learning side
}

// add counts a round.
func (s *span) add(st qlearn.Stats) {
	s.Squares += st.Error * st.Error * float64(st.Updates)
	s.Moves += st.Updates
	s.Best += st.GreedyMoves
	if st.Opposed > 0 {
		s.Points += st.Score * float64(st.Opposed)
		s.Opposed += st.Opposed
	}
}

// point returns the means after a round, the last of the span.
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

// metricTable returns the points as a table.
func metricTable(points []Point) stats.Table {
	return stats.NewTable("metrics", "What the games taught", points)
}

// curves are the charts of a run: the results of the evaluations, if there are any, and
// what the games taught.
func curves(title string, s *State) chart.Chart {
	grid := chart.Grid{Title: title, Columns: 2, Scale: 0.8}
	if lines, ok := scoreLines(s.Evaluations); ok {
		grid.Charts = append(grid.Charts, lines)
	}
	for _, c := range []struct {
		title, unit string
		value       func(Point) *float64
	}{
		{"Error of Q", "root mean square", func(p Point) *float64 { return &p.Error }},
		{"Recorded moves that Q likes best, played ones that it chose", "share of the moves", func(p Point) *float64 { return &p.Best }},
		{"Score of the learning side", "share of the points", func(p Point) *float64 { return p.Score }},
	} {
		var line chart.Series
		for _, p := range s.Metrics {
			if y := c.value(p); y != nil {
				line.X, line.Y = append(line.X, float64(p.Games)), append(line.Y, *y)
			}
		}
		if len(line.X) > 0 {
			grid.Charts = append(grid.Charts, chart.Lines{Title: c.title, X: "games", Y: c.unit, Series: []chart.Series{line}})
		}
	}
	return grid
}

// scoreLines draws the results of evaluations over the games, a line for each opponent.
func scoreLines(list []Measurement) (chart.Lines, bool) {
	lines := chart.Lines{Title: "Evaluations", Subtitle: chart.Intervals, X: "games", Y: "share of the points", Marks: chart.Half}
	at := map[string]int{}
	for _, e := range list {
		name := e.Match.Label()
		i, ok := at[name]
		if !ok {
			i = len(lines.Series)
			at[name] = i
			lines.Series = append(lines.Series, chart.Series{Name: name})
		}
		lines.Series[i] = withPoint(lines.Series[i], float64(e.Games), e.Score, e.Low, e.High)
	}
	return lines, len(lines.Series) > 0
}

func withPoint(s chart.Series, x, y, low, high float64) chart.Series {
	s.X, s.Y, s.Low, s.High = append(s.X, x), append(s.Y, y), append(s.Low, low), append(s.High, high)
	return s
}

// writeEvents writes the metrics and evaluations for TensorBoard, in the order of games.
func writeEvents(e *tensorboard.Writer, s *State) {
	evaluations := s.Evaluations
	until := func(games int) {
		for len(evaluations) > 0 && evaluations[0].Games <= games {
			v := evaluations[0]
			e.Scalars(v.Games, tensorboard.Scalar{Tag: "score/" + v.Match.Label(), Value: v.Score})
			evaluations = evaluations[1:]
		}
	}
	for _, p := range s.Metrics {
		until(p.Games - 1)
		values := []tensorboard.Scalar{{Tag: "train/error", Value: p.Error}, {Tag: "train/best", Value: p.Best}, {Tag: "train/alpha", Value: p.Alpha}, {Tag: "train/epsilon", Value: p.Epsilon}}
		if p.Score != nil {
			values = append(values, tensorboard.Scalar{Tag: "train/score", Value: *p.Score})
		}
		e.Scalars(p.Games, values...)
	}
	until(math.MaxInt)
}
