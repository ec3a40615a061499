package learn

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/qlearn/tuning"
)

// tuneOptions are the flags of tune.
type tuneOptions struct {
	method, preset                  string
	features, model, heuristic, net string
	objective, unit                 string
	games                           tuning.Games
	outcome                         tuning.Outcome
	dir, resume                     string
	seed                            uint64
	workers                         int
	fleet                           cli.Fleet
	json                            bool
}

// tuneCommand returns the command tune.
func tuneCommand(a *cli.App) *cobra.Command {
	o := &tuneOptions{}
	c := &cobra.Command{
		Use:   "tune [GAMES…] -o RUN",
		Short: "Optimise the weights of an evaluator by evolution, annealing, CMA-ES or SPSA",
		Long: `Tune optimises the weights of an evaluator without gradients. --method is one of

  ga     a genetic algorithm; --preset genetic-othello is Hong and Kahn's, cassio Fennell's
  sa     simulated annealing, like that of Bai, Lin and Shan (--preset cs181-annealing)
  cmaes  evolution with covariance matrix adaptation (Hansen)
  spsa   simultaneous perturbation (Spall), with two ratings per step

The weights are those of --features, as in train, of a --model, of a player from the papers
(--eval, as in agents) or of a network (--net mmnet or net); --preset selects the weights
that its paper tuned. Random weights lie within --scale of the start, which is 0 or the
model. Unless the weights share a unit, only their ratios matter.

--objective chooses the rating of weights:

  games    games against the other candidates of the step, at --depth, from --openings or
           after --random-plies random plies, each with both colours; all games of a step use
           the same --pairs openings. --unit points is the share of the points; discs is the
           mean number of discs at the end, called energy in sa. --shape and --holes choose
           other boards
  fit      games against --opponent, any agent
  outcome  accuracy in predicting the results of GAMES (--loss mse or logistic)

RUN is a folder: config.json; history.ndjson and history.csv, with a line for each step;
fitness, diversity and weights as PNG and SVG; weights.model (weights.txt for a network),
which plays as ab:model=RUN/weights.model; and a checkpoint. --resume RUN continues an
interrupted tuning, even after kill -9. The files are byte-identical with any number of
--workers, and with workers on other machines (--fleet).

Settings of the methods and their presets:
` + settingHelp(),
		Example: `  outflank tune --preset genetic-othello --openings xot -o runs/wedge
  outflank match ab:depth=4,model=runs/wedge/weights.model ab:depth=4,eval=wedge --openings xot
  outflank tune --preset cs181-annealing --depth 2 -o runs/report
  outflank tune --method cmaes --eval report --objective fit --opponent ab:depth=2 -o runs/fit
  outflank tune games --method spsa --features report --objective outcome -o runs/outcome
  outflank tune --preset cassio -o runs/cassio --fleet nats://10.0.0.1:4222
  outflank tune --resume runs/wedge`,
		RunE: func(c *cobra.Command, args []string) error { return seekWeights(a, c, args, o) },
	}
	o.add(c)
	return c
}

// settingHelp lists the settings with the presets of each method.
func settingHelp() string {
	var text strings.Builder
	columns := []struct{ head, method, preset string }{{"ga", "ga", "genetic-othello"},
		{"cassio", "ga", "cassio"}, {"sa", "sa", ""}, {"cmaes", "cmaes", ""}, {"spsa", "spsa", ""}}
	head := fmt.Sprintf("\n  %-12s", "")
	for _, col := range columns {
		head += fmt.Sprintf(" %-10s", col.head)
	}
	text.WriteString(strings.TrimRight(head, " "))
	for _, f := range settingFlags {
		line := fmt.Sprintf("  --%-10s", f.name)
		for _, col := range columns {
			settings := tuning.DefaultSettings(col.method, col.preset)
			line += fmt.Sprintf(" %-10s", fieldText(settings.Fields()[f.name]))
		}
		text.WriteString("\n" + strings.TrimRight(line, " "))
	}
	return text.String()
}

// fieldText formats the value that a pointer to a setting's field points to.
func fieldText(field any) string {
	switch x := field.(type) {
	case *int:
		return fmt.Sprint(*x)
	case *float64:
		return fmt.Sprint(*x)
	case fmt.Stringer:
		return x.String()
	}
	return ""
}

func (o *tuneOptions) add(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.method, "method", "", "ga, sa, cmaes or spsa; --preset sets its own")
	f.StringVar(&o.preset, "preset", "", "a paper's method and features: "+presetNames())
	f.StringVar(&o.features, "features", "", "optimise the weights of these features, as in train")
	f.StringVar(&o.model, "model", "", "start from the weights of this model file")
	f.StringVar(&o.heuristic, "eval", "", "start from the weights of this player from the papers")
	f.StringVar(&o.net, "net", "", "optimise the weights of this network: mmnet or net")
	f.StringVar(&o.objective, "objective", "games", "rating of weights: games, fit or outcome")
	f.IntVar(&o.games.Depth, "depth", 4, "search depth in games, in plies")
	f.IntVar(&o.games.Exact, "exact", 0, "play perfectly with at most n empty squares")
	f.IntVar(&o.games.Pairs, "pairs", 0, "openings for each pair of players in a step; 0 = 1, but 4 for "+
		"sa and 10 for fit")
	f.StringVar(&o.unit, "unit", "",
		"unit of ratings by games: points, or discs (the default for sa with games)")
	f.StringVar(&o.games.Openings, "openings", "", "openings, drawn by the seed: xot, lucas1000 or a file")
	f.StringVar(&o.games.Shape, "shape", "", "the board, as in match: 6x6, hex, 8x8-a1c3 …; default 8x8")
	f.TextVar(&o.games.Holes, "holes", engine.Holes{}, "random holes, drawn again for each opening: a `share` "+
		"of the empty squares (0.2 or 20%), or each of them with a probability (p=0.2); 0 to 0.5")
	f.IntVar(&o.games.Random, "random-plies", 8, "random plies at the start of games; 0 with --openings")
	f.StringVar(&o.games.Opponent, "opponent", "", "the opponent of all players for objective fit")
	f.IntVar(&o.outcome.Positions, "positions", 20000, "positions drawn from GAMES for objective outcome")
	f.StringVar(&o.outcome.Loss, "loss", "mse", "loss for objective outcome: mse, in discs, or logistic, in "+
		"points")
	for _, s := range settingFlags {
		f.String(s.name, "", s.about)
	}
	f.Uint64Var(&o.seed, "seed", 1, "seed of all random choices")
	f.StringVarP(&o.dir, "output", "o", "", "folder for the run")
	f.StringVar(&o.resume, "resume", "", "resume the tuning in this folder")
	cli.AddWorkersFlag(c, &o.workers, "concurrent games; the result does not depend on it")
	o.fleet.AddFlags(c)
	cli.AddJSON(c, &o.json, "print the result as a line of JSON", tuning.Result{}).Lines = true
}
