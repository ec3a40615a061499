package statistics

import (
	"iter"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/models"
	"github.com/outflank/outflank/qlearn"
)

// calibrationCommand compares an evaluator with outcomes: it needs a model
// besides games.
func calibrationCommand(a *cli.App) *cobra.Command {
	out := statOutput{name: "calibration"}
	var path string
	c := &cobra.Command{
		Use:   "calibration GAMES",
		Short: "How well does an evaluator predict results?",
		Long: `Calibration compares what a model says of the positions of complete games with how
the games ended: mean absolute error, bias, R² and share of winners predicted by ply, and
how often it is right where it claims a probability (reliability curve, Brier score).`,
		Example: `  outflank stats calibration games
  outflank stats calibration games --model q.model --split test
  outflank stats calibration games --model built-in --years 2015-2018`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			model := eval.Default()
			if path != "" {
				var err error
				if model, err = models.Open(path); err != nil {
					return err
				}
			}
			return runStat(a, c, args, &out, "judging", func(games iter.Seq2[dataset.Game, error]) (stats.Result, error) {
				counter, err := stats.Collect(c.Context(), games, 0, func() *stats.Calibration {
					return stats.NewCalibration(qlearn.DiscEvaluator(model).Eval)
				})
				if err != nil {
					return nil, err
				}
				return counter.Result(), nil
			})
		},
	}
	cli.AddFilterFlags(c, &out.filter)
	out.addFlags(c)
	c.Flags().StringVar(&path, "model", "", "model to judge, or "+models.BuiltIn+" for the engine's evaluator; none = the hand-set weights that minimax plays by")
	return c
}
