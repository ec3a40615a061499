package data

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

// The formats of export that take a model instead of games.
const (
	playerFormat  = "player"
	compactFormat = "compact"
)

const playerHelp = `Format player exports a model instead of games, as n-tuples and their weights for the
Othello League. The model must consist of patterns and tuples in one stage, without weights
for actions. Agent player:file=OUT plays with it, by board inversion. Format compact also
exports a model; it rounds the weights to 16 bits and packs them, as in the models that ship
with the command.`

// playerSummary describes a player file.
type playerSummary struct {
	File       string `json:"file"`
	Features   string `json:"features"`
	Tuples     int    `json:"tuples"`
	Weights    int    `json:"weights"`    // number of weights; shared weights count for each tuple
	Convention string `json:"convention"` // name in the specs of the agent "player"
}

// exportModel writes the model at a path in one of these formats.
func exportModel(a *cli.App, c *cobra.Command, model, format, path string, asJSON bool) error {
	if err := onlyModelFlags(c, format); err != nil {
		return err
	}
	if format == compactFormat {
		return exportCompact(a, model, path, asJSON)
	}
	return exportPlayer(a, model, path, asJSON)
}

// compactSummary describes a model in format compact.
type compactSummary struct {
	File     string `json:"file"`
	Features string `json:"features"`
	Weights  int    `json:"weights"`
	Bytes    int    `json:"bytes"`
}

// exportCompact writes the model at a path with rounded and packed weights.
func exportCompact(a *cli.App, model, path string, asJSON bool) error {
	m, err := pattern.OpenModel(model)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if err := eval.WriteCompact(&page, m); err != nil {
		return fault.BadInput(fmt.Errorf("%s: %w", model, err))
	}
	if err := a.WriteOutput(path, func(w io.Writer) error {
		_, err := w.Write(page.Bytes())
		return err
	}); err != nil {
		return err
	}
	sum := compactSummary{path, m.Features.ID(), len(m.Weights), page.Len()}
	beside := a.Beside(path)
	if asJSON {
		return beside.JSON(sum)
	}
	beside.Printf("%s of %s written to %s, %s bytes\n", text.Plural(sum.Weights, "weight"), sum.Features, path,
		text.Number(sum.Bytes))
	return nil
}

// exportPlayer writes the model at a path as a player of the Othello League.
func exportPlayer(a *cli.App, model, path string, asJSON bool) error {
	m, err := pattern.OpenModel(model)
	if err != nil {
		return err
	}
	table, err := m.Table()
	if err != nil {
		return fault.BadInput(fmt.Errorf("%s: %w", model, err))
	}
	if err := a.WriteOutput(path, func(w io.Writer) error { return eval.WriteTable(w, table) }); err != nil {
		return err
	}
	sum := playerSummary{File: path, Features: m.Features.ID(), Convention: "inversion"}
	for _, t := range eval.Terms(m.Features) {
		sum.Tuples++
		sum.Weights += len(t.Fold)
	}
	beside := a.Beside(path)
	if asJSON {
		return beside.JSON(sum)
	}
	beside.Printf("%s with %s written to %s; player:file=%s plays it\n", text.Plural(sum.Tuples, "tuple"),
		text.Plural(sum.Weights, "weight"), path, path)
	return nil
}

// onlyModelFlags returns an error if a flag that chooses games was given.
func onlyModelFlags(c *cobra.Command, format string) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if c.LocalNonPersistentFlags().Lookup(f.Name) == f && f.Name != "format" && f.Name != "output" &&
			f.Name != "json" {
			err = fault.Misuse(fmt.Errorf("--%s is only for games; format %s exports a model", f.Name, format))
		}
	})
	return err
}
