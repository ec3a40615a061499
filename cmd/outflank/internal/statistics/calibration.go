package statistics

import (
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn"
)

// calibrationCommand returns the command that compares an evaluator with outcomes. It needs a model in
// addition to games.
func calibrationCommand(a *cli.App) *cobra.Command {
	out := statOutput{name: "calibration"}
	var path, people string
	c := &cobra.Command{
		Use:   "calibration GAMES",
		Short: "How well does an evaluator predict results?",
		Long: `Calibration compares a model's values for the positions of complete games with the
results. It shows the mean absolute error, bias, R² and share of winners predicted by ply,
and the reliability of the model's probabilities (reliability curve, Brier score).

An engine's values assume perfect play, but people lose discs, and stronger players lose
fewer. --people first converts the values into the results that people reach, for each ply
by base + slope · value + edge · difference of the players' ratings, fitted to the games of
other years. The ratings come from all games of those years, including those that other
filters leave out.`,
		Example: `  outflank stats calibration games
  outflank stats calibration games --model q.model --split test
  outflank stats calibration games --model built-in --years 2015-2018
  outflank stats calibration games --model built-in --years 2015-2018 --people 1977-2014`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			model := eval.Default()
			if path != "" {
				var err error
				if model, err = pattern.OpenModel(path); err != nil {
					return err
				}
			}
			if err := out.check(args); err != nil { // before the slow fit
				return err
			}
			forecast, err := forecast(a, c, args, out.filter, people, model)
			if err != nil {
				return err
			}
			return runStat(a, c, args, &out, "judging",
				func(games iter.Seq2[dataset.Game, error], _ *stats.Players) (stats.Result, error) {
					counter, err := stats.Collect(c.Context(), games, 0, func() *stats.Calibration {
						return stats.NewCalibration(qlearn.DiscEvaluator(model).Eval).Through(forecast)
					})
					if err != nil {
						return nil, err
					}
					return counter.Result(), nil
				})
		},
	}
	cli.AddFilterFlags(c, &out.filter)
	out.addFlags(c, stats.CalibrationResult{})
	c.Flags().StringVar(&path, "model", "", "model to judge, or "+pattern.BuiltIn+
		" for the engine's evaluator; default: the hand-set weights of minimax")
	c.Flags().StringVar(&people, "people", "", "first convert values into results of people, fitted to games "+
		"of these years, which must differ from --years")
	return c
}

// forecast fits the conversion of values into people's results to the games of some years. It returns nil if
// years is "".
func forecast(a *cli.App, c *cobra.Command, paths []string, filter store.Filter, years string,
	model *eval.Model) (*stats.Forecast, error) {
	if years == "" {
		return nil, nil
	}
	fitted := filter
	if err := fitted.SetYears(years); err != nil {
		return nil, fault.Misuse(fmt.Errorf("--people %s: %w", years, err))
	}
	if filter.Years() == "" || fitted.FromYear <= filter.ToYear && filter.FromYear <= fitted.ToYear {
		return nil, fault.Misuse(fmt.Errorf("--people %s: want --years with other years, because values "+
			"cannot be judged on the games that they were fitted to", years))
	}
	games, err := a.ReadGames(c.Context(), "rating players", paths,
		store.Filter{FromYear: fitted.FromYear, ToYear: fitted.ToYear})
	if err != nil {
		return nil, err
	}
	players, err := stats.Collect(c.Context(), games, 0, stats.NewPlayers)
	if err != nil {
		return nil, err
	}
	elo := players.Elo()
	if games, err = a.ReadGames(c.Context(), "fitting", paths, fitted); err != nil {
		return nil, err
	}
	f, err := stats.Collect(c.Context(), games, 0, func() *stats.Forecast {
		return stats.NewForecast(qlearn.DiscEvaluator(model).Eval, elo)
	})
	if err != nil {
		return nil, err
	}
	f.Fit()
	return f, nil
}
