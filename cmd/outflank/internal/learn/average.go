package learn

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn/agents"
)

func averageCommand(a *cli.App) *cobra.Command {
	var shares []float64
	var path string
	var replace bool
	var asJSON bool
	c := &cobra.Command{
		Use:   "average MODEL MODEL…",
		Short: "Average the weights of several models into one model",
		Long: `Average writes a model whose weights are the mean of the weights of several models. The
models must have the same unit and squash function. The largest model must include all terms of the
others; a missing term counts as weight 0. If several models were trained from the same
initial model, their average is often better than each of them, because the noise in their
weights cancels. The average of two models with different strengths is a compromise, which
--shares adjusts. Averaging models without a common origin is useless.`,
		Example: `  outflank average runs/a/last.model runs/b/last.model -o both.model
  outflank average a.model b.model --shares 3,2 -o mostly-a.model`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if shares != nil && len(shares) != len(args) {
				return fault.Misusef("--shares: want %[2]d, one for each model, not %[1]d", len(shares), len(args))
			}
			if path == "" {
				return cli.NoOutput("the file for the model", "mean.model")
			}
			if err := cli.CheckOutputs(args, path); err != nil {
				return err
			}
			if err := cmp.Or(pattern.RefuseOther(path), cli.CheckNew(path, replace)); err != nil {
				return err
			}
			return average(a, args, shares, path, asJSON)
		},
	}
	c.Flags().Float64SliceVar(&shares, "shares", nil, "relative weight of each model; default: equal weights")
	c.Flags().StringVarP(&path, "output", "o", "", "file for the model")
	cli.AddReplaceFlag(c, &replace)
	cli.AddJSON(c, &asJSON, "print the summary as JSON", averageSummary{})
	return c
}

// averageSummary is the result of average; its JSON fields are stable.
type averageSummary struct {
	File     string    `json:"file"`
	Models   []string  `json:"models"`
	Shares   []float64 `json:"shares"` // empty = equal shares
	Features string    `json:"features"`
	Weights  int       `json:"weights"`
}

// average writes the average of the models at paths.
func average(a *cli.App, paths []string, shares []float64, path string, asJSON bool) error {
	list := make([]*eval.Model, len(paths))
	for i, p := range paths {
		m, err := pattern.OpenModel(p)
		if err != nil {
			return err
		}
		list[i] = m
	}
	mean, err := eval.Average(list, shares)
	if err != nil {
		return fault.BadInputf("%s: %w", strings.Join(paths, ", "), err)
	}
	mean.Meta["average"] = averaged(paths, shares)
	if err := durable.Replace(path, func(w io.Writer) error { return eval.WriteModel(w, mean) }); err != nil {
		return err
	}
	sum := averageSummary{path, paths, append([]float64{}, shares...), mean.Features.ID(), len(mean.Weights)}
	return a.Report(asJSON, sum, func() {
		a.Printf("wrote %s: %s of %s, the mean of %s\n\nNext: outflank bench %s random\n", path,
			text.Plural(sum.Weights, "weight"), sum.Features, text.Plural(len(paths), "model"),
			text.Quote(agents.SpecOf("", path)))
	})
}

// averaged returns the names and shares of the averaged models, for the metadata of their average.
func averaged(paths []string, shares []float64) string {
	parts := make([]string, len(paths))
	for i, p := range paths {
		if parts[i] = p; shares != nil {
			parts[i] = fmt.Sprintf("%v of %s", shares[i], p)
		}
	}
	return strings.Join(parts, ", ")
}
