package stats_test

import (
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
)

// BenchmarkCount counts the square weights of the whole base (124,326 games), of
// which the replay is nearly all: 0.3 s.
func BenchmarkCount(b *testing.B) {
	_, src := realSources(b, "wthor")
	var games []dataset.Game
	for g, err := range src.Games(b.Context()) {
		if err != nil {
			b.Fatal(err)
		}
		games = append(games, g)
	}
	for b.Loop() {
		var p stats.PhaseWeights
		for i := range games {
			p.Add(&games[i])
		}
	}
	b.ReportMetric(float64(len(games)*b.N)/b.Elapsed().Seconds(), "games/s")
}
