package stats_test

import (
	"math"
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
