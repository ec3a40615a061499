package main

import (
	"fmt"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/eval"
	"github.com/spf13/cobra"
)

// calibrationCommand compares an evaluator with outcomes: it needs a model
// besides games.
func (a *app) calibrationCommand() *cobra.Command {
	var filter dataset.Filter
	var out statOutput
	var path string
	c := &cobra.Command{
		Use:   "calibration GAMES",
		Short: "How well does an evaluator foretell results?",
		Long: `Calibration compares what a model says of the positions of complete games with how
the games ended: mean absolute error, bias and R² by ply, and how often it is right
where it claims so many per cent (reliability curve, Brier score).`,
		Example: `  outflank stats calibration games
  outflank stats calibration games --model q.model --split test`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkTop(out.top); err != nil {
				return err
			}
			model := eval.Default()
			if path != "" {
				var err error
				if model, err = readModel(path); err != nil {
					return err
				}
			}
			if err := checkOutputs(args, out.csv, out.parquet); err != nil {
				return err
			}
			db, err := a.openDatabase(c.Context(), args, filter)
			if err != nil {
				return err
			}
			bar := a.meter("judging", "games", db.count)
			counter, err := stats.Collect(c.Context(), counting(db.games, bar), 0, func() *stats.Calibration {
				return stats.NewCalibration(discs(model).Eval)
			})
			bar.end()
			if err != nil {
				return err
			}
			return a.showStat("calibration", counter.Result(), &out)
		},
	}
	addFilterFlags(c, &filter)
	c.Flags().StringVar(&path, "model", "", "model to judge; none = the hand-set weights that minimax plays by")
	out.addFlags(c)
	return c
}

// versusCommand shows the games of two players.
func (a *app) versusCommand() *cobra.Command {
	var filter dataset.Filter
	var asJSON bool
	c := &cobra.Command{
		Use:   "versus GAMES PLAYER PLAYER",
		Short: "How did two players fare against each other?",
		Long: `Versus finds two players by name, forgiving about accents, case, order of words and
a misspelt letter, and shows their games against each other.`,
		Example: `  outflank stats versus games "tamenori hideshi" "nicolet stephane"`,
		Args:    cobra.ExactArgs(3),
		RunE: func(c *cobra.Command, args []string) error {
			db, err := a.openDatabase(c.Context(), args[:1], filter)
			if err != nil {
				return err
			}
			players, err := stats.Collect(c.Context(), db.games, 0, stats.NewPlayers)
			if err != nil {
				return err
			}
			var who [2]stats.PlayerID
			for i, name := range args[1:] {
				found := players.Search(name)
				if len(found) == 0 {
					return inputError{fmt.Errorf("no player is called anything like %q", name)}
				}
				who[i] = found[0]
			}
			r := players.HeadToHead(who[0], who[1])
			if asJSON {
				return writeJSON(a.out, r)
			}
			t := stats.PairResult{Games: r.Games, Pairs: []stats.PairRow{r}}.Tables()
			a.printTable(&t[0], 0)
			return nil
		},
	}
	addFilterFlags(c, &filter)
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}
