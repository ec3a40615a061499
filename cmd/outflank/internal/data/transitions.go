package data

import (
	"context"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn"
)

// transitionFlags are the settings of transitions.
type transitionFlags struct {
	path            string
	features, model string
	actions, dense  bool
	reward          qlearn.Reward
	seed            uint64
	shuffle         bool // write the games in the order drawn by seed
	filter          store.Filter
	opt             store.TransitionOptions
}

func transitionsCommand(a *cli.App) *cobra.Command {
	var o transitionFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "transitions GAMES -o FILE",
		Short: "Write games as transitions: state, action, reward, next state and features",
		Long: `Transitions replays games and writes a row for each move, as a learner sees it: the state, the
action, the legal moves, the reward, and the next state in which the same player moves. The columns
phi_index and phi_value hold the features φ(s,a) that Q-learning multiplies with its weights: those of
--features, or those of a model that "outflank train" made. "outflank schema table transitions"
describes the columns. FILE is Parquet, or Arrow IPC if it ends with .arrow.

Q-learning with a maximum needs φ of all moves: --all-moves writes a row for each legal move. With
--shuffle SEED, games are in the order in which "outflank train --seed SEED" takes them in its first
epoch, so a program that learns row by row can end at the same weights. --shuffle holds the games in
memory; without it, memory use does not grow with the number of games. --dense gives each feature a
column of its own, such as phi_mobility, and each action phi_action_c3, named after one of the squares
that are symmetric to it. Games that are not complete are left out.`,
		Example: `  outflank transitions games -o transitions.parquet
  outflank transitions games -o report.arrow --features report --actions --all-moves --shuffle 1
  outflank transitions games -o dense.parquet --features report --dense
  outflank transitions games -o same.parquet --model data.model --reward tanh-discs --split train`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.shuffle = c.Flags().Changed("shuffle")
			r, err := o.write(c.Context(), a, args, cli.FilterText(c))
			if err != nil {
				return err
			}
			return a.Report(asJSON, r, func() {
				a.Printf("%d transitions in %.1f s, wrote %s\n", r.Transitions, r.Seconds, r.Path)
			})
		},
	}
	cli.AddFilterFlags(c, &o.filter)
	f := c.Flags()
	f.StringVarP(&o.path, "output", "o", "", "file for the table, .parquet or .arrow")
	f.StringVar(&o.features, "features", "", "features of φ, as in train; position uses the built-in square "+
		"weights")
	f.BoolVar(&o.actions, "actions", false, "add a feature for the action: its class of symmetric squares")
	f.BoolVar(&o.dense, "dense", false, "a column for each feature instead of lists, up to 1,000 features")
	f.StringVar(&o.model, "model", "", "use the features, square weights and actions of this model")
	f.TextVar(&o.reward, "reward", qlearn.Win, "`reward` of a player's last move: win, discs, tanh-discs or "+
		"clipped-discs")
	f.BoolVar(&o.opt.AllMoves, "all-moves", false, "a row for each legal move, not only for the one played")
	f.Uint64Var(&o.seed, "shuffle", 0, "games in the order of train's first epoch with this seed")
	cli.AddWorkersFlag(c, &o.opt.Workers, "goroutines that replay games")
	cli.AddJSON(c, &asJSON, "print the summary as JSON", transitionsResult{})
	return c
}

// transitionsResult is the result of transitions; its JSON fields are stable.
type transitionsResult struct {
	Transitions int64   `json:"transitions"`
	Path        string  `json:"path"`
	Seconds     float64 `json:"seconds"`
}

// write writes the table. filters are the flags of o.filter.
func (o *transitionFlags) write(ctx context.Context, a *cli.App, args []string,
	filters string) (r transitionsResult, err error) {
	if o.opt.Format, err = tableFormat("-o", o.path, "transitions.parquet"); err != nil {
		return r, err
	}
	if err := cli.CheckOutputs(append(args, o.model), o.path); err != nil {
		return r, err
	}
	model, err := o.phi()
	if err != nil {
		return r, err
	}
	games, err := a.ReadGames(ctx, "writing transitions", args, o.filter)
	if err != nil {
		return r, err
	}
	if o.shuffle {
		if games, err = shuffled(games, o.seed); err != nil {
			return r, err
		}
	}
	o.opt.Meta = o.meta(model, filters)
	o.opt.Reward = o.reward.Of
	start := time.Now()
	r.Transitions, err = writeTable(ctx, o.path, func(w io.Writer) iter.Seq2[int64, error] {
		return store.WriteTransitions(ctx, w, games, o.opt)
	})
	r.Path, r.Seconds = o.path, time.Since(start).Seconds()
	return r, err
}

// phi sets the function that computes φ. It returns the model with the features, or nil if no features are
// requested.
func (o *transitionFlags) phi() (m *eval.Model, err error) {
	switch {
	case o.model != "" && (o.features != "" || o.actions):
		return nil, fault.Misusef("--model names a model with its own features and actions: want it without " +
			"--features and --actions")
	case o.model != "":
		m, err = pattern.OpenModel(o.model)
	case o.features != "":
		var f eval.Features
		if f, err = eval.New(o.features, eval.DefaultSquares()); err != nil {
			return nil, fault.Misuse(err)
		}
		m = eval.NewModel(f)
		if o.actions {
			m.Actions = make([]float64, len(eval.Classes))
		}
	case o.actions:
		return nil, fault.Misusef("--actions: want --features with it")
	case o.dense:
		return nil, fault.Misusef("--dense: want --features or --model with it")
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m.Features, _ = eval.ByMover(m.Features)
	o.opt.Phi = func(index []int32, value []float32, b engine.Board, move engine.Square) ([]int32, []float32) {
		for _, f := range qlearn.AppendPhi(nil, m, b, move) {
			index, value = append(index, f.Index), append(value, float32(f.Value))
		}
		return index, value
	}
	if o.dense {
		o.opt.Names, err = columnNames(m)
	}
	return m, err
}

// maxDense is the largest number of columns for features.
const maxDense = 1000

// columnNames returns a name for each entry of φ, such as phi_mobility and phi_action_c3.
func columnNames(m *eval.Model) (names []string, err error) {
	if n := len(m.Weights) + len(m.Actions); n > maxDense {
		return nil, fault.Misusef("--dense: the model has %d features, want at most %d", n, maxDense)
	}
	for i := range m.Weights {
		words := strings.FieldsFunc(m.Features.Name(i), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
		names = append(names, "phi_"+strings.Join(words, "_"))
	}
	for i := range m.Actions {
		names = append(names, "phi_action_"+m.ActionLike(i).String())
	}
	return names, nil
}

// meta returns the metadata that describes the table in its file.
func (o *transitionFlags) meta(m *eval.Model, filters string) map[string]string {
	meta := map[string]string{"reward": o.reward.String()}
	if filters != "" {
		meta["filters"] = filters
	}
	if o.shuffle {
		meta["shuffle"] = strconv.FormatUint(o.seed, 10)
	}
	if m != nil {
		meta["features"], meta["weights"] = m.Features.ID(), strconv.Itoa(len(m.Weights)+len(m.Actions))
	}
	return meta
}

// shuffled yields the complete games in the order in which the first epoch of a training with this seed
// replays them.
func shuffled(games iter.Seq2[dataset.Game, error], seed uint64) (iter.Seq2[dataset.Game, error], error) {
	var list []dataset.Game
	var moves []engine.Game
	for g, err := range games {
		if err != nil {
			return nil, err
		}
		if g.Status == dataset.Complete {
			list, moves = append(list, g), append(moves, g.Game)
		}
	}
	source, err := qlearn.NewTranscripts(moves, false, seed)
	if err != nil {
		return nil, fault.BadInput(err)
	}
	return func(yield func(dataset.Game, error) bool) {
		for n := range list {
			e, err := source.Episode(n, nil)
			if !yield(list[e.Number], err) || err != nil {
				return
			}
		}
	}, nil
}
