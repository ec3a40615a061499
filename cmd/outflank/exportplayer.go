package main

import (
	"fmt"
	"io"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/eval"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// playerFormat is the format of export that takes a model in place of games.
const playerFormat = "player"

const playerHelp = `Format player takes a model in place of games and writes it for the Othello League,
as n-tuples and their weights: the model must be of patterns and tuples in one stage,
without weights for actions. Agent player:file=OUT plays it, by board inversion.`

// playerSummary says what a player file holds.
type playerSummary struct {
	File       string `json:"file"`
	Features   string `json:"features"`
	Tuples     int    `json:"tuples"`
	Weights    int    `json:"weights"`    // of all contents of the tuples, shared or not
	Convention string `json:"convention"` // as agent player knows it
}

// exportPlayer writes the model at a path as a player of the Othello League.
func (a *app) exportPlayer(c *cobra.Command, model, path string, asJSON bool) error {
	if err := onlyPlayerFlags(c); err != nil {
		return err
	}
	m, err := readModel(model)
	if err != nil {
		return err
	}
	table, err := m.Table()
	if err != nil {
		return inputError{fmt.Errorf("%s: %w", model, err)}
	}
	if err := dataset.ReplaceFile(path, func(w io.Writer) error { return eval.WriteTable(w, table) }); err != nil {
		return err
	}
	sum := playerSummary{File: path, Features: m.Features.ID(), Convention: "inversion"}
	for _, t := range eval.Terms(m.Features) {
		sum.Tuples++
		sum.Weights += len(t.Fold)
	}
	if asJSON {
		return writeJSON(a.out, sum)
	}
	a.printf("%s with %s written to %s; player:file=%s plays it\n", plural(sum.Tuples, "tuple"), plural(sum.Weights, "weight"), path, path)
	return nil
}

// onlyPlayerFlags returns an error if a flag was given that chooses games.
func onlyPlayerFlags(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if c.LocalNonPersistentFlags().Lookup(f.Name) == f && f.Name != "format" && f.Name != "output" && f.Name != "json" {
			err = usageError{fmt.Errorf("--%s is about games; format player takes a model", f.Name)}
		}
	})
	return err
}
