package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/spf13/cobra"
)

// parseBytes reads an amount of memory: 64M, 1G, 512K; a number alone is MiB.
func parseBytes(text string) (int, error) {
	number, shift := text, 20
	if i := strings.IndexByte("KMG", upper(text)); i >= 0 {
		number, shift = text[:len(text)-1], 10*(i+1)
	}
	x, err := strconv.ParseFloat(number, 64)
	bytes := x * math.Pow(2, float64(shift))
	if err != nil || !(bytes >= 1<<16 && bytes <= 1<<40) {
		return 0, fmt.Errorf("want an amount of memory such as 64M or 1G, from 64K to 1024G")
	}
	return int(bytes), nil
}

// upper returns the last letter of the text, a capital; 0 if there is none.
func upper(text string) byte {
	if text == "" {
		return 0
	}
	return strings.ToUpper(text)[len(text)-1]
}

// A bytesFlag is an amount of memory.
type bytesFlag int

func (b *bytesFlag) Type() string { return "memory" }

func (b *bytesFlag) String() string {
	if n := int(*b); n%(1<<30) == 0 {
		return fmt.Sprintf("%dG", n>>30)
	} else if n%(1<<20) == 0 {
		return fmt.Sprintf("%dM", n>>20)
	}
	return fmt.Sprintf("%dK", int(*b)>>10)
}

func (b *bytesFlag) Set(text string) error {
	n, err := parseBytes(text)
	if err == nil {
		*b = bytesFlag(n)
	}
	return err
}

// parseLevel reads a confidence in percent.
func parseLevel(text string) (deep.Level, error) {
	var known []string
	for l := deep.Sure73; l <= deep.Exact; l++ {
		percent := strconv.Itoa(l.Percent())
		if strings.TrimSuffix(text, "%") == percent {
			return l, nil
		}
		known = append(known, percent)
	}
	return 0, fmt.Errorf("want a confidence in percent: %s", strings.Join(known, ", "))
}

// A levelFlag is a confidence.
type levelFlag deep.Level

func (l *levelFlag) Type() string   { return "percent" }
func (l *levelFlag) String() string { return strconv.Itoa(deep.Level(*l).Percent()) }

func (l *levelFlag) Set(text string) error {
	level, err := parseLevel(text)
	if err == nil {
		*l = levelFlag(level)
	}
	return err
}

// addHashFlag adds --hash.
func addHashFlag(c *cobra.Command, bytes *int, what string) {
	c.Flags().Var((*bytesFlag)(bytes), "hash", what+", such as 64M or 1G")
}

// addLevelFlag adds --selectivity.
func addLevelFlag(c *cobra.Command, level *deep.Level, what string) {
	c.Flags().Var((*levelFlag)(level), "selectivity", what+": 73, 87, 95, 98, 99 or 100")
}

// deepEvaluator makes the evaluators of the full engine from a model, nil = the
// shipped one.
func deepEvaluator(m *eval.Model) (func() deep.Evaluator, error) {
	if m == nil {
		tables := pattern.Default()
		return func() deep.Evaluator { return tables.Evaluator() }, nil
	}
	tables, err := pattern.Compile(m)
	return func() deep.Evaluator { return tables.Evaluator() }, err
}

// readDeepEvaluator is deepEvaluator for the model in a file, "" = the shipped one.
func readDeepEvaluator(path string) (func() deep.Evaluator, error) {
	if path == "" {
		return deepEvaluator(nil)
	}
	m, err := readModel(path)
	if err != nil {
		return nil, err
	}
	e, err := deepEvaluator(m)
	if err != nil {
		return nil, badInput(fmt.Errorf("%s: %w", path, err))
	}
	return e, nil
}

// depthText tells how far a search has looked, and how sure it is: 24@100%.
func depthText(i deep.Info) string { return fmt.Sprintf("%d@%d%%", i.Depth, i.Level.Percent()) }
