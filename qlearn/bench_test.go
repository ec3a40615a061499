package qlearn

import (
	"fmt"
	"testing"

	"github.com/outflank/outflank/engine"
)

// benchTrain reports games learnt per second.
func benchTrain(b *testing.B, cfg Config, id string, source func(t *testing.B, p Play) Source) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("%s/workers=%d", id, workers), func(b *testing.B) {
			m := model(b, id)
			s := source(b, Play{Model: m, Games: b.N, Epsilon: 0.1, EpsilonEnd: 0.02, Workers: workers})
			b.ReportAllocs()
			b.ResetTimer()
			train(b, m, cfg, s)
			b.ReportMetric(float64(s.Len())/b.Elapsed().Seconds(), "games/s")
		})
	}
}

func BenchmarkTranscripts(b *testing.B) {
	games := randomGames(b, engine.StandardStart(), 512)
	for _, id := range []string{"report", "report@6+edge+corner"} {
		benchTrain(b, DefaultData, id, func(b *testing.B, p Play) Source {
			return Transcripts{Games: games, Epochs: p.Games/len(games) + 1, Model: p.Model, Workers: p.Workers}
		})
	}
}

func BenchmarkSelfPlay(b *testing.B) {
	for _, id := range []string{"report", "report@6+edge+corner"} {
		benchTrain(b, Default, id, func(b *testing.B, p Play) Source { return p })
	}
}
