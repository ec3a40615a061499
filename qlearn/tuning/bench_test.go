package tuning

import (
	"testing"

	"github.com/outflank/outflank/eval/tune"
)

// BenchmarkGeneration takes a generation of the Wedge: 380 games at depth 4. The target
// is 10 s on two cores.
func BenchmarkGeneration(b *testing.B) {
	subject, err := FeatureSubject("squares")
	if err != nil {
		b.Fatal(err)
	}
	games := Games{Depth: 4, Pairs: 1, Random: 8, Seed: 1}
	method := tune.GeneticOthello
	method.Generations = b.N
	objective, _, err := games.Objective(b.Context(), &subject, 0, nil)
	if err != nil {
		b.Fatal(err)
	}
	for step, err := range tune.Run(b.Context(), method, objective, tune.Begin(subject.Start)) {
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(step.Games)/b.Elapsed().Seconds(), "games/s")
	}
}
