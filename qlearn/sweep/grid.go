package sweep

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/outflank/outflank/qlearn/agents"
)

// points are the combinations to try.
func (o *Options) points(axes []axis) (points [][]string, err error) {
	if o.Random > 0 {
		rng := rand.New(rand.NewPCG(o.Seed, 0))
		for range o.Random {
			var values []string
			for _, x := range axes {
				values = append(values, x.draw(rng))
			}
			points = append(points, values)
		}
		return points, nil
	}
	points = [][]string{nil}
	for _, x := range axes {
		if x.isRange {
			return nil, fmt.Errorf("--grid %s=%s: a range needs --random", x.key, strings.Join(x.values, ".."))
		}
		var next [][]string
		for _, p := range points {
			for _, v := range x.values {
				next = append(next, append(slices.Clone(p), v))
			}
		}
		if points = next; len(points) > MaxRuns {
			return nil, fmt.Errorf("more than %d combinations", MaxRuns)
		}
	}
	return points, nil
}

// An axis is a setting and what it may be.
type axis struct {
	key     string
	values  []string // as TOML; of a range the two ends
	isRange bool
}

func parseAxes(texts []string) (axes []axis, err error) {
	for _, text := range texts {
		x, err := parseAxis(text)
		if err != nil {
			return nil, fmt.Errorf("--grid %s: %w", text, err)
		}
		if slices.ContainsFunc(axes, func(y axis) bool { return x.key == y.key }) {
			return nil, fmt.Errorf("--grid %s: %s is given twice", text, x.key)
		}
		axes = append(axes, x)
	}
	return axes, nil
}

// parseAxis reads KEY=VALUE,VALUE or KEY=LOW..HIGH.
func parseAxis(text string) (x axis, err error) {
	key, rest, ok := strings.Cut(text, "=")
	if x.key = strings.TrimSpace(key); !ok || x.key == "" || rest == "" {
		return x, errors.New("want KEY=VALUE,VALUE,… as in learn.lambda=0.5,0.9")
	}
	if key == "seed" || strings.HasSuffix(key, ".seed") || strings.HasPrefix(key, "evaluate.") {
		return x, errors.New("seeds are given by --seeds, and what chooses stays the same for all runs")
	}
	if low, high, ok := strings.Cut(rest, ".."); ok {
		x.values, x.isRange = []string{low, high}, true
		a, errA := strconv.ParseFloat(low, 64)
		b, errB := strconv.ParseFloat(high, 64)
		if errA != nil || errB != nil || !(a < b) || math.IsInf(b-a, 0) {
			return x, errors.New("want LOW..HIGH, two numbers, the lower one first")
		}
		return x, nil
	}
	for rest != "" {
		var value string
		var closed bool
		if value, rest, closed = agents.CutValue(rest); !closed && value != "" && strings.HasPrefix(text[len(key)+1:], `"`) {
			return x, errors.New("the closing quote is missing")
		}
		x.values = append(x.values, tomlValue(value))
	}
	return x, nil
}

// tomlValue returns a value as TOML: what is none is a text.
func tomlValue(text string) string {
	var v map[string]any
	if _, err := toml.Decode("x = "+text, &v); err == nil && len(v) == 1 {
		return text
	}
	return strconv.Quote(text)
}

// draw draws a value.
func (x *axis) draw(rng *rand.Rand) string {
	if !x.isRange {
		return x.values[rng.IntN(len(x.values))]
	}
	low, errLow := strconv.Atoi(x.values[0])
	high, errHigh := strconv.Atoi(x.values[1])
	if errLow == nil && errHigh == nil {
		return strconv.Itoa(low + rng.IntN(high-low+1))
	}
	a, _ := strconv.ParseFloat(x.values[0], 64)
	b, _ := strconv.ParseFloat(x.values[1], 64)
	v := a + (b-a)*rng.Float64()
	if a > 0 {
		v = a * math.Pow(b/a, rng.Float64())
	}
	text := strconv.FormatFloat(v, 'g', 4, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0" // TOML tells whole numbers from others
	}
	return text
}

func parseSeeds(text string) (seeds []uint64, err error) {
	for word := range strings.SplitSeq(text, ",") {
		seed, err := strconv.ParseUint(strings.TrimSpace(word), 10, 63) // as TOML has them
		if err != nil || slices.Contains(seeds, seed) {
			return nil, fmt.Errorf("--seeds %s: want different whole numbers as in 1,2,3", text)
		}
		seeds = append(seeds, seed)
	}
	return seeds, nil
}
