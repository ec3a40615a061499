package chart

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestScaleText(t *testing.T) {
	for _, test := range []struct {
		values []float64 // the first is printed
		want   string
	}{
		{[]float64{0.5, 1}, "0.50"},
		{[]float64{-0.5317, 1}, "−0.53"},
		{[]float64{-0.001, 1}, "0.00"},
		{[]float64{0.05}, "0.050"},
		{[]float64{3.25}, "3.2"},
		{[]float64{-12.5, 64}, "−12"},
		{[]float64{14466, -15374}, "14466"},
		{[]float64{3, -4}, "3"},
		{[]float64{0, 4}, "0"},
		{[]float64{124326}, "124k"},
		{[]float64{-1234567}, "−1.2M"},
		{[]float64{12, 1234567}, "12"},
		{[]float64{2e-7}, "2e−07"},
		{[]float64{3e300}, "3e+300"},
	} {
		if got := newScale(test.values, 0).text(test.values[0]); got != test.want {
			t.Errorf("%v of %v: %q, want %q", test.values[0], test.values, got, test.want)
		}
	}
}

func TestScaleTicks(t *testing.T) {
	for _, test := range []struct {
		values []float64
		limit  float64
		want   []string
	}{
		{[]float64{-1, 0.5}, 0, []string{"−1", "−0.5", "0", "0.5", "1"}},
		{[]float64{0, 5}, 0, []string{"0", "2.5", "5"}},
		{[]float64{-3}, 0, []string{"−3", "−1.5", "0"}},
		{[]float64{0}, 0, []string{"0", "0.5", "1"}},
		{[]float64{0.2}, 10, []string{"0", "5", "10"}},
		{[]float64{25, 0.5}, 0, []string{"0", "12.5", "25"}},
		{[]float64{3001}, 0, []string{"0", "1500", "3001"}},
		{[]float64{200000}, 0, []string{"0", "100k", "200k"}},
	} {
		s := newScale(test.values, test.limit)
		var got []string
		for _, v := range s.ticks() {
			got = append(got, s.tickText(v))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v up to %v: ticks %q, want %q", test.values, test.limit, got, test.want)
		}
	}
}

// TestContrast: every number can be read on its square; WCAG 2 asks 4.5 of small text.
func TestContrast(t *testing.T) {
	for x := -1.0; x <= 1; x += 0.01 {
		c := colorOf(x)
		if ratio := contrast(c, readableOn(c)); ratio < 4.5 {
			t.Errorf("%.2f: contrast %.2f on %v", x, ratio, c)
		}
	}
}

// TestDiverging: the further from 0, the darker, on both sides about alike.
func TestDiverging(t *testing.T) {
	for x := 0.0; x < 0.99; x += 0.01 {
		for _, sign := range []float64{-1, 1} {
			if luminance(colorOf(sign*x)) < luminance(colorOf(sign*(x+0.01))) {
				t.Errorf("%v is darker than %v", sign*x, sign*(x+0.01))
			}
		}
		if a, b := luminance(colorOf(x)), luminance(colorOf(-x)); math.Abs(a-b) > 0.12 {
			t.Errorf("±%v: luminance %.2f and %.2f", x, a, b)
		}
	}
}

func TestRoundTicks(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      []string
	}{
		{0, 1, []string{"0", "0.2", "0.4", "0.6", "0.8", "1"}},
		{0, 50000, []string{"0", "10k", "20k", "30k", "40k", "50k"}},
		{-64, 64, []string{"−60", "−40", "−20", "0", "20", "40", "60"}},
		{0.48, 0.53, []string{"0.48", "0.49", "0.5", "0.51", "0.52", "0.53"}},
		{0, 3e6, []string{"0", "500k", "1M", "1.5M", "2M", "2.5M", "3M"}},
	} {
		var got []string
		for _, tick := range (roundTicks{}).Ticks(test.low, test.high) {
			got = append(got, tick.Label)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v to %v: %q, want %q", test.low, test.high, got, test.want)
		}
	}
}

// TestSpread: names keep their order and their distance, and move no more than needed.
func TestSpread(t *testing.T) {
	for _, test := range []struct{ in, want []vg.Length }{
		{[]vg.Length{0, 100}, []vg.Length{0, 100}},
		{[]vg.Length{50, 50}, []vg.Length{45, 55}},
		{[]vg.Length{52, 50, 90}, []vg.Length{46, 56, 90}},
		{[]vg.Length{0, 4, 12}, []vg.Length{-14. / 3, 16. / 3, 46. / 3}},
	} {
		tags := make([]nameTag, len(test.in))
		for i, y := range test.in {
			tags[i] = nameTag{y, i}
		}
		spread(tags, 10)
		for i, tag := range tags {
			if math.Abs(float64(tag.y-test.want[i])) > 1e-9 {
				t.Errorf("%v: %v, want heights %v", test.in, tags, test.want)
				break
			}
		}
	}
}
