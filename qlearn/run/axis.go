package run

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/outflank/outflank/engine/runtime/portable"
	"github.com/outflank/outflank/qlearn/agents"
)

// An Axis is a setting with the values to try, either a list or a range to draw from.
type Axis struct {
	Key     string   // as in a run's file, such as learn.alpha or phase.2.learn.alpha
	values  []string // in TOML; for a range, its two ends
	isRange bool
}

// IsRange reports whether the values are drawn from a range.
func (x Axis) IsRange() bool { return x.isRange }

// String formats an axis for [ParseAxis].
func (x Axis) String() string {
	if x.isRange {
		return x.Key + "=" + strings.Join(x.values, "..")
	}
	return x.Key + "=" + strings.Join(x.values, ",")
}

// ParseAxis parses KEY=VALUE,VALUE or KEY=LOW..HIGH. Values that contain commas need quotes; values that are
// not valid TOML are strings. A range of whole numbers is drawn from uniformly. Other numbers are drawn on a
// logarithmic scale if LOW is above 0, otherwise uniformly.
func ParseAxis(text string) (x Axis, err error) {
	key, rest, ok := strings.Cut(text, "=")
	if x.Key = strings.TrimSpace(key); !ok || x.Key == "" || rest == "" {
		return x, errors.New("want KEY=VALUE,VALUE,… as in learn.lambda=0.5,0.9")
	}
	if key == "seed" || strings.HasSuffix(key, ".seed") || strings.HasPrefix(key, "evaluate.") {
		return x, errors.New("seeds are given apart, and what selects models stays the same for all runs")
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
		if value, rest, err = agents.CutValue(rest); err != nil {
			return x, err
		}
		x.values = append(x.values, tomlValue(value))
	}
	return x, nil
}

// tomlValue returns a value in TOML. Text that is not valid TOML becomes a string.
func tomlValue(text string) string {
	var v map[string]any
	if line := "x = " + text; checkTOML(text, line) == nil {
		if _, err := toml.Decode(line, &v); err == nil && len(v) == 1 {
			return text
		}
	}
	return strconv.Quote(text)
}

// draw draws a value.
func (x *Axis) draw(rng *rand.Rand) string {
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
	v := a + float64((b-a)*rng.Float64())
	if a > 0 {
		v = a * portable.Pow(b/a, rng.Float64())
	}
	text := strconv.FormatFloat(v, 'g', 4, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0" // TOML distinguishes integers from floats
	}
	return text
}
