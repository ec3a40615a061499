package explore

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

// exploreOptions are the flags of explore.
type exploreOptions struct {
	filter   store.Filter
	rating   ratingFlag
	examples int
	order    explore.Order
	depth    int // of the engine's search; 0 = no values
	bookPath string
	book     *book.Book // nil = none
	asJSON   bool
	theme    string
	plain    bool // print text even on a terminal
}

func exploreCommand(a *cli.App) *cobra.Command {
	var o exploreOptions
	c := &cobra.Command{
		Use:   "explore GAMES [POSITION]",
		Short: "Show the moves played in a position and their outcomes",
		Long: `Explore counts the games that reach POSITION, in any order of moves and any symmetric
image, and shows each next move with its number of games, results, mean disc difference for
black, opening name and example games. POSITION is a transcript, a board of 64 characters
with the side to move, or the name of an opening; the default is the ordinary start.
"outflank export --ids" writes games by their ids, and "outflank find" lists all games that
reach a position.

On a terminal, the arrow keys navigate the tree: up and down choose a move, right plays it and
left takes it back. The board, the moves and the name of the opening follow. The keys are

` + keysHelp() + `
Without a terminal, or with --plain, explore prints POSITION.

--values shows the engine's value of each move, in discs for the side to move; --book shows the
values of an opening book (see "outflank book"). --order newest or strongest chooses the example
games. The rating of a game is the mean of both players' ratings over all games, as in "outflank
stats players".`,
		Example: `  outflank explore games
  outflank explore games --plain
  outflank explore games f5d6 --book small
  outflank explore games "Rose-Bill" --values 12 --order strongest
  outflank explore games f5d6c3d3c4 --years 2010-2018 --rating 2000-
  outflank explore games f5f6 --kind humans --examples 0
  outflank explore games f5f6e6 --player "Tamenori" --json
  outflank explore games "------------------XO------XXX------OXX-----O-------------------- O"`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error {
			start, err := o.check(strings.Join(args[1:], ""))
			if err != nil {
				return fault.Misuse(err)
			}
			if o.bookPath != "" {
				if o.book, err = book.Open(o.bookPath); err != nil {
					return err
				}
			}
			style, err := board.NewStyle("auto", false, a.OutTerminal, os.Getenv)
			if err == nil {
				style, err = style.Themed(o.theme)
			}
			if err != nil {
				return err
			}
			if a.Interactive() && !o.asJSON && !o.plain {
				return browse(a, c.Context(), args[0], &o, style, start)
			}
			r, err := count(a, c.Context(), args[0], &o, start)
			if err != nil {
				return err
			}
			answer := exploreAnswer{Answer: r}
			if answer.Values, err = moveValues(c.Context(), start, o.depth); err != nil {
				return err
			}
			if answer.Book, err = bookValues(o.book, start); err != nil {
				return err
			}
			if o.asJSON {
				return a.JSON(answer)
			}
			return printExplorer(a, style, start, answer)
		},
	}
	cli.AddFilterFlags(c, &o.filter)
	f := c.Flags()
	f.Var(&o.rating, "rating",
		"only games whose players have a mean rating in this range, such as 1800-2100 or 1800-")
	f.IntVar(&o.examples, "examples", 2, "number of example games for each move")
	f.StringVar((*string)(&o.order), "order", string(explore.First),
		"which example games: first, newest or strongest")
	f.IntVar(&o.depth, "values", 0, "plies of the search that values the moves; 0 = no values")
	f.StringVar(&o.bookPath, "book", "", "show the values of this opening book; small = the shipped book")
	f.StringVar(&o.theme, "theme", board.Themes()[0], board.ThemeHelp())
	f.BoolVar(&o.plain, "plain", false, "print the position even on a terminal, instead of opening the tree")
	cli.AddJSON(c, &o.asJSON, "print as JSON", exploreAnswer{})
	return c
}

// check parses the position and returns an error for flags with bad values.
func (o *exploreOptions) check(place string) (engine.Game, error) {
	switch {
	case o.order != explore.First && o.order != explore.Newest && o.order != explore.Strongest:
		return engine.Game{}, fmt.Errorf("--order %s: want first, newest or strongest", o.order)
	case o.depth < 0 || o.depth > 60:
		return engine.Game{}, fmt.Errorf("--values %d: want 0 to 60", o.depth)
	}
	g, err := cli.ParsePlace(place)
	if err != nil {
		return g, err
	}
	_, err = g.End()
	return g, err
}

// exploreAnswer is the result of explore; its JSON fields are stable.
type exploreAnswer struct {
	explore.Answer
	Values map[string]float64 `json:"values,omitempty"` // of moves, in discs for the side to move
	Book   map[string]int     `json:"book,omitempty"`   // the same, from an opening book
}

// count counts the moves played after a game. Ratings come from all games, even with a filter.
func count(a *cli.App, ctx context.Context, path string, o *exploreOptions,
	start engine.Game) (explore.Answer, error) {
	read, f := o.filter, explore.Filter{MinRating: o.rating.low, MaxRating: o.rating.high}
	if o.order == explore.Strongest || o.rating != (ratingFlag{}) {
		if err := checkFilter(a, ctx, path, o.filter); err != nil {
			return explore.Answer{}, err
		}
		read, f.Filter = store.Filter{}, o.filter
	}
	games, err := a.ReadGames(ctx, "exploring", []string{path}, read)
	if err != nil {
		return explore.Answer{}, err
	}
	x, err := explore.Load(ctx, games, 0)
	if err != nil {
		return explore.Answer{}, err
	}
	return x.Explore(start, f, o.examples, o.order)
}

// checkFilter returns an error if no game passes the filter. The error names the flag's bad value.
func checkFilter(a *cli.App, ctx context.Context, path string, filter store.Filter) error {
	games, err := a.ReadGames(ctx, "checking", []string{path}, filter)
	if err != nil {
		return err
	}
	for _, err := range games {
		if err != nil {
			return err
		}
	}
	return nil
}

// bookValues returns a book's values for the moves after a game, or nil without a book.
func bookValues(b *book.Book, g engine.Game) (map[string]int, error) {
	p, err := g.End()
	if b == nil || err != nil {
		return nil, err
	}
	found, err := b.Values(p.Board)
	values := map[string]int{}
	for s, v := range found {
		values[s.String()] = v
	}
	return values, err
}

// bookText formats a book's value of a move for tables; "" = unknown.
func bookText(values map[string]int, move string) string {
	if v, ok := values[move]; ok {
		return fmt.Sprintf("%+d", v)
	}
	return ""
}

// moveValues returns the engine's values of the moves after a game, or nil if the depth is 0.
func moveValues(ctx context.Context, g engine.Game, depth int) (map[string]float64, error) {
	p, err := g.End()
	if err != nil || depth == 0 || p.Board.Over() {
		return nil, err
	}
	limits := agents.DefaultLimits
	limits.Depth, limits.Threads = depth, runtime.NumCPU()
	var last analysis.Ranking
	for r := range agents.NewAnalyst(p.Board.Shape, limits, nil).Rank(ctx, p.Board) {
		last = r
	}
	values := map[string]float64{}
	for _, l := range last.Lines {
		values[l.PV[0].String()] = l.Score
	}
	return values, ctx.Err()
}
