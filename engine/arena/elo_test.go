package arena

import (
	"math"
	"testing"
)

func TestEloScale(t *testing.T) {
	for elo, want := range map[float64]float64{0: 0.5, 400: 10.0 / 11, -400: 1.0 / 11, 200: 0.7597} {
		if got := Expected(elo); math.Abs(got-want) > 1e-4 || math.Abs(Difference(got)-elo) > 1e-9 {
			t.Errorf("%v Elo: %v, want %v", elo, got, want)
		}
	}
}
