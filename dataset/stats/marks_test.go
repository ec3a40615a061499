package stats_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
)

// TestMarks: the rows are what a loop over all moves counts by the rating of the mover; games that are analysed
// in part do not count.
func TestMarks(t *testing.T) {
	games := madeGames(300)
	partly := func(g engine.Game) []analysis.Move {
		moves := madeAnalysis(g)
		if g.String() == games[0].Game.String() {
			return moves[1:]
		}
		return moves
	}
	table := tableOf(t, stats.Marks(partly), games, "marks")
	players := stats.NewPlayers()
	for i := range games {
		players.Add(&games[i])
	}
	elo := players.Elo()
	bounds := []float64{math.Inf(-1), 1400, 1600, 1800, 2000, math.Inf(1)}
	all := 0
	for band, row := range table.Rows {
		var want [4]int // moves and marks
		for i := range games {
			g := &games[i]
			moves := partly(g.Game)
			if stats.UnknownPlayer(g.Black) || stats.UnknownPlayer(g.White) || stats.BlackOf(g) == stats.WhiteOf(g) ||
				len(moves) < len(g.Moves) {
				continue
			}
			for _, m := range moves {
				e := elo[[]stats.PlayerID{stats.BlackOf(g), stats.WhiteOf(g)}[m.Side]]
				if e < bounds[band] || e >= bounds[band+1] {
					continue
				}
				want[0]++
				for k, j := range []analysis.Judgement{analysis.Inaccuracy, analysis.Mistake, analysis.Blunder} {
					if m.Judgement == j {
						want[k+1]++
					}
				}
			}
		}
		all += want[0]
		if got := cell(t, table, row, "moves"); got != int64(want[0]) {
			t.Errorf("%v: %v moves, want %d", row[0], got, want[0])
		}
		for k, name := range []string{"inaccuracy_share", "mistake_share", "blunder_share"} {
			got, _ := cell(t, table, row, name).(float64)
			if want[0] > 0 && math.Abs(got-float64(want[k+1])/float64(want[0])) > 1e-12 {
				t.Errorf("%v: %s %v, want %d of %d", row[0], name, got, want[k+1], want[0])
			}
		}
	}
	if all == 0 {
		t.Error("no moves")
	}
	if chart.Check(stats.PictureOf("marks").Chart([]stats.Table{table})) != nil {
		t.Error("nothing to draw")
	}
	if r, err := stats.Marks(nil).Count(t.Context(), sequence([]dataset.Game{}), nil, 1, 0); err != nil ||
		len(r.Tables()[0].Rows) != len(bounds)-1 {
		t.Errorf("without games: %v, %v", r, err)
	}
}

// cell returns a cell of a row.
func cell(t *testing.T, table stats.Table, row []any, column string) any {
	t.Helper()
	for i, c := range table.Columns {
		if c.Name == column {
			return row[i]
		}
	}
	t.Fatalf("no column %s", column)
	return nil
}

// endings returns the last 16 moves of games, with their results.
func endings(t *testing.T, games []dataset.Game) (list []dataset.Game) {
	t.Helper()
	for _, g := range games {
		begin := engine.Game{Start: g.Start, Moves: g.Moves[:max(0, len(g.Moves)-16)]}
		p, err := begin.End()
		if err != nil {
			continue
		}
		g.Start, g.Moves = p, g.Moves[len(begin.Moves):]
		if g.Replay() == nil && g.Status == dataset.Complete {
			g.Score, g.NoResult = g.Replayed, false
			list = append(list, g)
		}
	}
	return list
}

// TestSpreads: no other spread is more likely for the points of all moves, one by one.
func TestSpreads(t *testing.T) {
	games := slices.Repeat(endings(t, madeGames(100)), 60) // more than are counted together
	analysed := func(g engine.Game) []analysis.Move {
		end, _ := g.End()
		moves := madeAnalysis(g)
		for i := range moves { // values that tell something of the result
			moves[i].BestValue += float64(end.Score(moves[i].Side)/2 + i%7*4 - 12)
		}
		return moves
	}
	table := tableOf(t, stats.Marks(analysed), games, "spreads")
	known := 0
	for _, row := range table.Rows {
		var from, to int
		if _, err := fmt.Sscanf(row[0].(string), "%d-%d", &from, &to); err != nil {
			t.Fatal(err)
		}
		type outcome struct{ value, points float64 }
		var all []outcome
		for i := range games {
			g := &games[i]
			moves := analysed(g.Game)
			if stats.UnknownPlayer(g.Black) || stats.UnknownPlayer(g.White) || stats.BlackOf(g) == stats.WhiteOf(g) ||
				len(moves) < len(g.Moves) || g.NoResult {
				continue
			}
			for _, m := range moves {
				if from <= m.Empties && m.Empties <= to {
					score := g.Score * (1 - 2*int(m.Side))
					points := map[bool]float64{true: 1}[score > 0]
					if score == 0 {
						points = 0.5
					}
					all = append(all, outcome{math.Round(m.BestValue), points})
				}
			}
		}
		likelihood := func(spread float64) (sum float64) {
			for _, o := range all {
				p := max(1e-9, min(analysis.WinPoints(o.value, spread), 1-1e-9))
				sum += o.points*math.Log(p) + (1-o.points)*math.Log(1-p)
			}
			return sum
		}
		if got := cell(t, table, row, "positions"); got != int64(len(all)) {
			t.Errorf("%v empty squares: %v positions, want %d", row[0], got, len(all))
		}
		fitted, ok := cell(t, table, row, "fitted").(float64)
		if ok != (len(all) > 0) {
			t.Errorf("%v empty squares: fitted %v to %d positions", row[0], fitted, len(all))
		}
		for _, other := range []float64{1, 5, 15, 30, 64, fitted - 0.1, fitted + 0.1} {
			if ok && other > 0.05 && other < 64.05 && likelihood(other) > likelihood(fitted)+1e-6 {
				t.Errorf("%v empty squares: %v is more likely than %v", row[0], other, fitted)
			}
		}
		known += len(all)
	}
	if known == 0 {
		t.Error("no positions")
	}
}
