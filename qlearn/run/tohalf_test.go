package run

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

// BenchmarkToHalf reports how many games of self-play, and how many seconds of one
// goroutine, it takes from no knowledge at all to half of the points against the
// strongest published generalist, Co-CMA-ES of Jaśkowski and Szubert 2015, one ply, on the
// thousand boards.
func BenchmarkToHalf(b *testing.B) {
	file := filepath.Join(os.Getenv("OUTFLANK_DATA"), "players", "JaskowskiSzubert2015CoCMAES-2.player")
	opponent := Match{Opponent: "player:file=" + file + ",convention=inversion", Protocol: "lucas1000"}
	if err := opponent.check(2000); err != nil {
		b.Skip(err)
	}
	for b.Loop() {
		for games := 2000; ; games = games * 5 / 4 {
			m, took := quickLearner(b, games)
			s, err := opponent.play(b.Context(), qlearn.Learned{Model: m}, 2000, 1, Options{Workers: 2})
			if err != nil {
				b.Fatal(err)
			}
			if s.Score >= 0.5 {
				b.ReportMetric(took.Seconds(), "s-to-half")
				b.ReportMetric(float64(games), "games-to-half")
				b.ReportMetric(100*s.Score, "%-of-points")
				break
			}
		}
	}
}

// quickLearner returns a model that learned from a number of games on one goroutine, and how
// long that took.
func quickLearner(b *testing.B, games int) (*eval.Model, time.Duration) {
	f, err := eval.New("logistello", nil)
	if err != nil {
		b.Fatal(err)
	}
	cfg := qlearn.Default
	cfg.Rule, cfg.Lambda, cfg.Reward, cfg.Squash = qlearn.Sarsa, 0.5, qlearn.TanhDiscs, qlearn.Logit
	cfg.Alpha, cfg.AlphaEnd, cfg.Games, cfg.Actors = 1, 0.03, games, 1
	begin := time.Now()
	q, err := qlearn.NewApproximator(eval.NewModel(f), cfg.Optimizer)
	if err != nil {
		b.Fatal(err)
	}
	t, err := qlearn.New(q, cfg, qlearn.Self{Least: 4, Random: 9})
	if err != nil {
		b.Fatal(err)
	}
	for _, err := range t.Train(b.Context()) {
		if err != nil {
			b.Fatal(err)
		}
	}
	return t.Learned().Model, time.Since(begin)
}
