package workspace

import (
	"slices"
	"testing"

	"github.com/outflank/outflank/qlearn/run"
)

// TestTrained: times are those since the start, without pauses, as far as they are known. A long step is a pause
// only if those before it were short.
func TestTrained(t *testing.T) {
	for name, tt := range map[string]struct {
		at   map[int]float64
		want []float64
	}{
		"even":          {map[int]float64{0: 1000, 10: 1005, 20: 1010, 30: 1016, 40: 1020}, []float64{5, 10, 16, 20}},
		"a pause":       {map[int]float64{0: 1000, 10: 1005, 20: 1015, 30: 9000, 40: 9010}, []float64{5, 15, 22.5, 32.5}},
		"an evaluation": {map[int]float64{0: 1000, 10: 1005, 20: 1500, 30: 1505, 40: 1510}, []float64{5, 500, 505, 510}},
		"slow":          {map[int]float64{0: 1000, 10: 2000, 20: 6000, 30: 7000, 40: 8000}, []float64{1000, 5000, 6000, 7000}},
		"a long start":  {map[int]float64{0: 1000, 10: 9000, 20: 9001, 30: 9002, 40: 9003}, []float64{8000, 8001, 8002, 8003}},
		"behind":        {map[int]float64{0: 1000, 10: 1005, 20: 1010}, []float64{5, 10}},
		"a hole":        {map[int]float64{0: 1000, 10: 1005, 30: 1010, 40: 1015}, []float64{5}},
		"no start":      {map[int]float64{10: 1005, 20: 1010}, nil},
		"no event file": {map[int]float64{}, nil},
	} {
		got := trained([]run.Point{{Games: 10}, {Games: 20}, {Games: 30}, {Games: 40}}, tt.at)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}
