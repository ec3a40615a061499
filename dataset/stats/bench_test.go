package stats_test

import (
	"testing"

	"github.com/outflank/outflank/dataset/stats"
)

// BenchmarkCount counts the square weights of the whole base (124,326 games) on one
// goroutine, of which the replay is nearly all: 0.3 s.
func BenchmarkCount(b *testing.B) {
	_, games := realGames(b, "wthor")
	for b.Loop() {
		var p stats.PhaseWeights
		for i := range games {
			p.Add(&games[i])
		}
	}
	b.ReportMetric(float64(len(games)*b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkStatistics answers each question of the registry about the whole base on
// all processors.
func BenchmarkStatistics(b *testing.B) {
	_, games := realGames(b, "wthor")
	for _, s := range stats.All() {
		b.Run(s.Name, func(b *testing.B) {
			for b.Loop() {
				r, err := s.Count(b.Context(), sequence(games), nil, 0, s.MinGames)
				if err != nil {
					b.Fatal(err)
				}
				r.Tables()
			}
		})
	}
}
