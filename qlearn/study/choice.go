package study

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A Choice is a setting that the report leaves open, so that the experiment has to choose. The JSON fields
// are stable.
type Choice struct {
	Name   string   `json:"name"`
	Asks   string   `json:"asks"`
	Open   string   `json:"paper_says"` // the report's words that leave it open, or a note that the report says nothing
	Values []string `json:"values"`     // reasonable values; the numbers shown beside the report's use the first
}

// A Reading is one interpretation of a report. It maps the name of each [Choice] of an experiment to a value.
type Reading map[string]string

// text returns the value of a choice, which the experiment must list.
func (r Reading) text(name string) string {
	v, ok := r[name]
	if !ok {
		panic("study: an experiment asks for a choice that it does not list: " + name)
	}
	return v
}

// number returns the value of a numeric choice. A one-word unit may follow the number.
func (r Reading) number(name string) float64 {
	x, err := numberOf(r.text(name))
	if err != nil {
		panic("study: choice " + name + ": " + err.Error())
	}
	return x
}

// integer returns the value of a choice with whole numbers.
func (r Reading) integer(name string) int { return int(r.number(name)) }

func numberOf(value string) (float64, error) {
	digits, unit, _ := strings.Cut(value, " ")
	x, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
	if unit == "%" {
		x /= 100
	}
	if err == nil && strings.Contains(unit, " ") {
		err = strconv.ErrSyntax // "2 and 4"
	}
	return x, err
}

// takes reports whether a value is allowed: either a listed value, or another number if all listed values are
// numbers with the same unit. Such a number must lie between a quarter of the smallest and four times the
// largest listed value, and must be whole if they all are.
func (c Choice) takes(value string) bool {
	if slices.Contains(c.Values, value) {
		return true
	}
	x, err := numberOf(value)
	_, unit, _ := strings.Cut(value, " ")
	whole, least, most := true, math.Inf(1), math.Inf(-1)
	for _, v := range c.Values {
		n, bad := numberOf(v)
		if _, u, _ := strings.Cut(v, " "); bad != nil || u != unit {
			return false
		}
		whole, least, most = whole && n == math.Trunc(n), min(least, n), max(most, n)
	}
	return err == nil && least/4 <= x && x <= 4*most && (x == math.Trunc(x) || !whole)
}

// First returns the first reading. The numbers shown beside the report's come from it.
func (e *Experiment) First() Reading {
	r := Reading{}
	for _, c := range e.Choices {
		r[c.Name] = c.Values[0]
	}
	return r
}

// Set returns the first reading with some values changed, as in "alpha=0.001". The error lists the valid
// choices or values.
func (e *Experiment) Set(values []string) (Reading, error) {
	r := e.First()
	for _, text := range values {
		name, value, _ := strings.Cut(text, "=")
		i := slices.IndexFunc(e.Choices, func(c Choice) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("experiment %s has no choice %q; it has %s", e.Name, name,
				strings.Join(slices.Sorted(maps.Keys(r)), ", "))
		}
		c := e.Choices[i]
		if !c.takes(value) {
			return nil, fmt.Errorf("choice %s of experiment %s is %q: want %s", name, e.Name, value,
				strings.Join(c.Values, ", "))
		}
		r[name] = value
	}
	return r, nil
}

// changes returns the values of r that differ from those of the reading of, in the order of the choices.
func (e *Experiment) changes(r, of Reading) (list []string) {
	for _, c := range e.Choices {
		if r[c.Name] != of[c.Name] {
			list = append(list, c.Name+"="+r[c.Name])
		}
	}
	return list
}

// named joins changes into one text, for display and as a key.
func named(changes []string) string { return strings.Join(changes, ", ") }

// manyReadings is the default number of readings that an experiment runs.
const manyReadings = 12

// all returns the number of all possible readings.
func (e *Experiment) all() int {
	n := 1
	for _, c := range e.Choices {
		n *= len(c.Values)
	}
	return n
}

// readings returns the readings to run: the first, those that differ from it in one choice, and random ones
// up to the experiment's number of readings. Each random reading is the one with the most new pairs of values
// among many drawn candidates. Readings that the experiment names come last.
func (e *Experiment) readings() (list []Reading) {
	seen, have := map[string]bool{}, map[valuePair]bool{}
	key := func(r Reading) string { return named(e.changes(r, nil)) }
	add := func(r Reading) {
		if seen[key(r)] {
			return
		}
		seen[key(r)], list = true, append(list, r)
		for _, p := range e.pairs(r) {
			have[p] = true
		}
	}
	add(e.First())
	for _, c := range e.Choices {
		for _, v := range c.Values[1:] {
			add(e.with(Reading{c.Name: v}))
		}
	}
	name := fnv.New64a()
	name.Write([]byte(e.Name))
	rng := rand.New(rand.NewPCG(name.Sum64(), 1))
	const drawn = 200
	for len(list) < min(cmp.Or(e.Readings, manyReadings), e.all()) {
		best, most := e.First(), -1
		for range drawn {
			r := Reading{}
			for _, c := range e.Choices {
				if r[c.Name] = c.Values[0]; !slices.Contains(e.alone, c.Name) {
					r[c.Name] = c.Values[rng.IntN(len(c.Values))]
				}
			}
			fresh := 0
			for _, p := range e.pairs(r) {
				if !have[p] {
					fresh++
				}
			}
			if fresh > most && !seen[key(r)] {
				best, most = r, fresh
			}
		}
		add(best)
	}
	for _, changed := range e.Also {
		add(e.with(changed))
	}
	return list
}

// with returns the first reading with some values changed.
func (e *Experiment) with(changed Reading) Reading {
	r := e.First()
	maps.Copy(r, changed)
	return r
}

// A valuePair is a pair of values of two choices.
type valuePair struct{ a, b [2]string }

// pairs returns all pairs of values in a reading.
func (e *Experiment) pairs(r Reading) (list []valuePair) {
	for i, a := range e.Choices {
		for _, b := range e.Choices[:i] {
			list = append(list, valuePair{[2]string{a.Name, r[a.Name]}, [2]string{b.Name, r[b.Name]}})
		}
	}
	return list
}

// coverage describes how many of all readings are run. It returns "" if there is only one reading.
func (e *Experiment) coverage() string {
	list, all := e.readings(), e.all()
	switch {
	case all == 1:
		return ""
	case len(list) == all:
		return fmt.Sprintf("all %d readings", all)
	}
	have := map[valuePair]bool{}
	for _, r := range list {
		for _, p := range e.pairs(r) {
			have[p] = true
		}
	}
	pairs, n := 0, 0
	for _, c := range e.Choices {
		pairs, n = pairs+n*len(c.Values), n+len(c.Values)
	}
	if len(e.Choices) == 2 {
		return fmt.Sprintf("%d of the %d possible readings, so that every value occurs", len(list), all)
	}
	return fmt.Sprintf("%d of the %d possible readings; they cover every value and %d of the %d pairs of values",
		len(list), all, len(have), pairs)
}
