package stats_test

import (
	"slices"
	"testing"

	"github.com/outflank/outflank/dataset/stats"
)

func TestQuantiles(t *testing.T) {
	for _, c := range []struct {
		predictions []stats.Prediction
		n           int
		want        []stats.Quantile
	}{
		{nil, 3, []stats.Quantile{}},
		{[]stats.Prediction{{2, 4}}, 2, []stats.Quantile{{1, 2, 4}}},
		{[]stats.Prediction{{3, 1}, {1, 0}, {2, 2}, {4, 3}}, 2, []stats.Quantile{{2, 1.5, 1}, {2, 3.5, 2}}},
	} {
		if got := stats.Quantiles(c.predictions, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%v in %d parts: got %v, want %v", c.predictions, c.n, got, c.want)
		}
	}
}
