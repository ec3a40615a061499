package study

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A Choice is something that a report leaves open and an experiment has to decide. The JSON fields
// are stable.
type Choice struct {
	Name   string   `json:"name"`
	Asks   string   `json:"asks"`
	Open   string   `json:"paper_says"` // the report's words that leave it open, or that it has none
	Values []string `json:"values"`     // reasonable ones; the first is that of the numbers beside the report's
}

// A Reading is a report read in one way: a value for each [Choice] of an experiment, by its name.
type Reading map[string]string

// text returns the value of a choice, which the experiment must have.
func (r Reading) text(name string) string {
	v, ok := r[name]
	if !ok {
		panic("study: an experiment asks for a choice that it does not list: " + name)
	}
	return v
}

// number returns the value of a choice between numbers, which may have a unit of one word behind.
func (r Reading) number(name string) float64 {
	x, err := numberOf(r.text(name))
	if err != nil {
		panic("study: choice " + name + ": " + err.Error())
	}
	return x
}

// integer returns the value of a choice between whole numbers.
func (r Reading) integer(name string) int { return int(r.number(name)) }

func numberOf(value string) (float64, error) {
	digits, unit, _ := strings.Cut(value, " ")
	x, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
	if unit == "%" {
		x /= 100
	}
	return x, err
}

// numbers tells whether the choice is one between numbers; then others may be set, too.
func (c Choice) numbers() bool {
	return !slices.ContainsFunc(c.Values, func(v string) bool { _, err := numberOf(v); return err != nil })
}

// First is the reading of the numbers that stand beside the report's.
func (e *Experiment) First() Reading {
	r := Reading{}
	for _, c := range e.Choices {
		r[c.Name] = c.Values[0]
	}
	return r
}

// Set returns the first reading with other values, as in "alpha=0.001". The error names the choices that
// there are, or the values.
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
		if _, err := numberOf(value); !slices.Contains(c.Values, value) && (err != nil || !c.numbers()) {
			return nil, fmt.Errorf("choice %s of experiment %s is %q: want %s", name, e.Name, value,
				strings.Join(c.Values, ", "))
		}
		r[name] = value
	}
	return r, nil
}

// changes returns what a reading has that another does not, in the order of the choices.
func (e *Experiment) changes(r, of Reading) string {
	var list []string
	for _, c := range e.Choices {
		if r[c.Name] != of[c.Name] {
			list = append(list, c.Name+"="+r[c.Name])
		}
	}
	return strings.Join(list, ", ")
}

// manyReadings is how many readings of an experiment are run, unless it says so itself.
const manyReadings = 12

// All returns how many readings there are.
func (e *Experiment) all() int {
	n := 1
	for _, c := range e.Choices {
		n *= len(c.Values)
	}
	return n
}

// readings are those that are run: the first; those that differ from it in one choice; and others, drawn
// by the name of the experiment, until they are all or as many as it runs.
func (e *Experiment) readings() (list []Reading) {
	first := e.First()
	seen := map[string]bool{}
	add := func(r Reading) {
		if key := e.changes(r, first); !seen[key] {
			seen[key], list = true, append(list, r)
		}
	}
	add(first)
	for _, c := range e.Choices {
		for _, v := range c.Values[1:] {
			r := maps.Clone(first)
			r[c.Name] = v
			add(r)
		}
	}
	most := e.Readings
	if most == 0 {
		most = manyReadings
	}
	name := fnv.New64a()
	name.Write([]byte(e.Name))
	rng := rand.New(rand.NewPCG(name.Sum64(), 1))
	for len(list) < min(most, e.all()) {
		r := Reading{}
		for _, c := range e.Choices {
			r[c.Name] = c.Values[rng.IntN(len(c.Values))]
		}
		add(r)
	}
	return list
}

// Coverage says how many readings are run of how many that there are, "" where there is one.
func (e *Experiment) coverage() string {
	run, all := len(e.readings()), e.all()
	switch {
	case all == 1:
		return ""
	case run == all:
		return fmt.Sprintf("all %d readings", all)
	}
	return fmt.Sprintf("%d of %d readings: each value alone, and %d drawn at random", run, all,
		run-1-e.single())
}

// single is how many readings differ from the first in one choice.
func (e *Experiment) single() (n int) {
	for _, c := range e.Choices {
		n += len(c.Values) - 1
	}
	return n
}
