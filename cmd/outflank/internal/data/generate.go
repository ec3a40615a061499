package data

import (
	"context"
	"io"
	"iter"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

// generateFlags are the settings of generate.
type generateFlags struct {
	path, probes      string
	games, probeGames int64
	seed              uint64
	from              []string
	filter            store.Filter
	opt               store.TokenOptions
}

func generateCommand(a *cli.App) *cobra.Command {
	var o generateFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "generate -o FILE",
		Short: "Write random or recorded games as token sequences, and labels for probes",
		Long: `Generate writes games for sequence models, which learn Othello as if it were a language: a row for
each game with 60 tokens of one byte, one for each move. Tokens 1 to 60 are the squares a1, b1, … h8
without the four in the centre; 0 follows the last move. "outflank schema table tokens" describes the
columns.

Without --from, all legal moves are equally likely. Game number i depends on --seed and i alone. With
--from, the games are recorded ones: a folder made by import, or files of games. Games of agents come
from match or tournament with -o. Games that are not complete, or not from the ordinary start, are
left out.

--probes writes a second table for the first games: for each move the discs of both sides, the
flipped discs, the legal moves and the stable discs. Probes predict these from a model's activations.
In Python, outflank.probes(tokens) computes the same labels for any games.

FILE is Parquet, or Arrow IPC if it ends with .arrow.`,
		Example: `  outflank generate -o random.parquet --games 1000000
  outflank generate -o random.parquet --games 1000000 --seed 2 --probes probes.parquet
  outflank generate -o recorded.parquet --from games --split train
  outflank tournament agents.txt --games 1000 --random-plies 8 -o played
  outflank generate -o played.parquet --from played`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.from != nil && (c.Flags().Changed("games") || c.Flags().Changed("seed")) {
				return fault.Misusef("--games and --seed are for random games: want them without --from")
			}
			if given := cli.FilterText(c); o.from == nil && given != "" && !c.Flags().Changed("split") {
				return fault.Misusef("%s: want --from with it; random games have no years, players or tournaments",
					given)
			}
			r, err := o.write(c.Context(), a)
			if err != nil {
				return err
			}
			return a.Report(asJSON, r, func() {
				a.Printf("%d games in %.1f s, wrote %s\n", r.Games, r.Seconds, r.Path)
				if r.Probes != "" {
					a.Printf("%d positions of the first games for probes, wrote %s\n", r.Positions, r.Probes)
				}
			})
		},
	}
	f := c.Flags()
	f.StringVarP(&o.path, "output", "o", "", "file for the tokens, .parquet or .arrow")
	f.Int64Var(&o.games, "games", 100_000, "number of random games")
	f.Uint64Var(&o.seed, "seed", 1, "seed of random games")
	f.StringArrayVar(&o.from, "from", nil, "write these recorded games: a folder made by import, "+
		"or a file; may be repeated")
	f.StringVar(&o.probes, "probes", "", "file for the labels of the first games, .parquet or .arrow")
	f.Int64Var(&o.probeGames, "probe-games", 1000, "number of games with labels")
	cli.AddFilterFlags(c, &o.filter)
	cli.AddWorkersFlag(c, &o.opt.Workers, "goroutines that play and write games")
	cli.AddJSON(c, &asJSON, "print the summary as JSON", generateResult{})
	return c
}

// generateResult is the result of generate; its JSON fields are stable.
type generateResult struct {
	Games     int64   `json:"games"`
	Path      string  `json:"path"`
	Positions int64   `json:"positions,omitempty" doc:"positions with labels"`
	Probes    string  `json:"probes,omitempty" doc:"file of the labels"`
	Seconds   float64 `json:"seconds"`
}

// write writes the tables.
func (o *generateFlags) write(ctx context.Context, a *cli.App) (r generateResult, err error) {
	if o.games < 1 || o.probeGames < 1 {
		return r, fault.Misusef("--games %d --probe-games %d: want at least 1", o.games, o.probeGames)
	}
	tokens, probes := o.opt, o.opt
	if tokens.Format, err = tableFormat("-o", o.path, "random.parquet"); err != nil {
		return r, err
	}
	if o.probes != "" {
		if probes.Format, err = tableFormat("--probes", o.probes, ""); err != nil {
			return r, err
		}
	}
	if err := cli.CheckOutputs(o.from, o.path, o.probes); err != nil {
		return r, err
	}
	start := time.Now()
	games, err := o.source(ctx, a)
	if err != nil {
		return r, err
	}
	if o.from == nil {
		tokens.Meta = map[string]string{"games": "random", "seed": strconv.FormatUint(o.seed, 10)}
		probes.Meta = tokens.Meta
	}
	var first []dataset.Game
	if o.probes != "" {
		games = keepFirst(games, o.probeGames, &first)
	}
	r.Path, r.Probes = o.path, o.probes
	r.Games, err = writeTable(ctx, o.path, func(w io.Writer) iter.Seq2[int64, error] {
		return store.WriteTokens(ctx, w, games, tokens)
	})
	if err == nil && o.probes != "" {
		r.Positions, err = writeTable(ctx, o.probes, func(w io.Writer) iter.Seq2[int64, error] {
			return store.WriteProbes(ctx, w, sequence(first), stableDiscs, probes)
		})
	}
	r.Seconds = time.Since(start).Seconds()
	return r, err
}

// source returns the games to write.
func (o *generateFlags) source(ctx context.Context, a *cli.App) (iter.Seq2[dataset.Game, error], error) {
	const doing = "writing games"
	if o.from != nil {
		return a.ReadGames(ctx, doing, o.from, o.filter)
	}
	games := dataset.RandomGames(ctx, o.seed, o.games, o.opt.Workers)
	return o.filter.Apply(a.Metered(doing, int(o.games), games)), nil
}

// keepFirst yields the games, and appends the first n of those that have tokens to the list.
func keepFirst(games iter.Seq2[dataset.Game, error], n int64,
	list *[]dataset.Game) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for g, err := range games {
			if err == nil && store.HasTokens(&g) && int64(len(*list)) < n {
				*list = append(*list, g)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// sequence yields the games of a list.
func sequence(list []dataset.Game) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for _, g := range list {
			if !yield(g, nil) {
				return
			}
		}
	}
}

// stableDiscs returns the discs of both sides that are proved to be stable.
func stableDiscs(b engine.Board) engine.Set {
	mine, theirs := eval.Stable(b)
	return mine | theirs
}
