package stats_test

import (
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
)

// Bands part the games of known players; one band is the square weights of them all.
func TestBands(t *testing.T) {
	games := madeGames(200)
	var known []dataset.Game
	for _, g := range games {
		if g.Black != "???" && g.White != "???" && g.BlackID != g.WhiteID {
			known = append(known, g)
		}
	}
	want := add(new(stats.SquareWeights), known)
	b := add(stats.NewBandWeights(), games)
	one := b.Result(nil)
	if len(one.Bands) != 1 || one.Bands[0].Weights != *want || one.Bands[0].Name != "all" ||
		one.Skipped != 200-len(known) {
		t.Errorf("got %+v\nwant %+v", one, want)
	}
	elo := add(stats.NewPlayers(), games).Elo()
	bounds := []float64{1450, 1500, 1550}
	parts := make([]stats.SquareWeights, 4)
	for _, g := range known {
		mean, i := (elo[stats.PlayerID{ID: g.BlackID}]+elo[stats.PlayerID{ID: g.WhiteID}])/2, 0
		for _, bound := range bounds {
			if mean >= bound {
				i++
			}
		}
		parts[i].Add(&g)
	}
	for i, band := range b.Result(bounds).Bands {
		if band.Weights != parts[i] {
			t.Errorf("%s: got %+v\nwant %+v", band.Name, band.Weights, parts[i])
		}
	}
}
