package play

import (
	"cmp"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

func repertoireCommand(a *cli.App) *cobra.Command {
	var path, side, bookPath string
	var filter store.Filter
	var replace, asJSON bool
	o := practice.DefaultMaker
	c := &cobra.Command{
		Use:   "repertoire [GAMES…] --side SIDE -o FILE",
		Short: "Make an opening repertoire from a book or games",
		Long: `Repertoire writes lines with one move for your side in each position. You can edit the file;
"outflank drill" asks for your moves.

Your moves are the best of --book or, without a book, those played most often in GAMES. The opponent's are
those played in at least --min-games games or, without GAMES, those of the book that lose at most --within
discs. With --player, only games in which this is the name of your side count. A position occurs once, in
whatever order of moves and symmetric image games reach it. Each line ends with a move of yours.`,
		Example: `  outflank repertoire --book small --side black -o black.txt
  outflank repertoire games --book small --side white -o white.txt
  outflank repertoire mine.pgn --player "Seeley Ben" --side black --min-games 2 -o mine.txt`,
		RunE: func(c *cobra.Command, args []string) (err error) {
			o.Side, err = engine.ParseColor(side)
			switch {
			case path == "":
				err = cli.NoOutput("the file for the lines", "black.txt")
			case err != nil:
				err = fault.Misusef("--side %w", err)
			case len(args) == 0 && bookPath == "":
				err = fault.Misusef("nothing to make lines from: want GAMES or --book FILE")
			case o.Plies < 1:
				err = fault.Misusef("--plies %d: want 1 or more", o.Plies)
			default:
				err = cmp.Or(cli.CheckOutputs(append(args, bookPath), path), cli.CheckNew(path, replace))
			}
			if err == nil && bookPath != "" {
				if o.Book, err = book.Open(bookPath); err == nil {
					defer o.Book.Close()
				}
			}
			if err == nil && len(args) > 0 {
				var games iter.Seq2[dataset.Game, error]
				if games, err = a.ReadGames(c.Context(), "reading", args, ofSide(filter, o.Side)); err == nil {
					o.Games, err = explore.Build(c.Context(), games, 0)
				}
			}
			if err != nil {
				return err
			}
			lines, r, err := o.Make()
			if err == nil && len(lines) == 0 {
				err = fault.BadInputf("no move of %v: the book has none, or too few games are alike", o.Side)
			}
			if err == nil {
				err = durable.WriteFile(path, textOf(lines))
			}
			if err != nil {
				return err
			}
			sum := lineSum{len(lines), len(r.Items)}
			return a.Report(asJSON, sum, func() {
				a.Printf("%s, %s with a move of %v\nwrote %s\nNext: outflank drill %[4]s --side %[3]v\n",
					text.Plural(sum.Lines, "line"), text.Plural(sum.Positions, "position"), o.Side, path)
			})
		},
	}
	cli.AddFilterFlags(c, &filter)
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the lines")
	f.StringVar(&side, "side", "", "your side: black or white")
	f.StringVar(&bookPath, "book", "", "take your moves from this opening book; small = the shipped book")
	f.IntVar(&o.Within, "within", o.Within, "discs that the opponent's moves from the book lose at most")
	f.IntVar(&o.Plies, "plies", o.Plies, "moves of a line, at most")
	f.IntVar(&o.MinGames, "min-games", o.MinGames, "games with a move, at least")
	f.BoolVar(&replace, "replace", false, "overwrite the file that -o names")
	cli.AddJSON(c, &asJSON, "print the summary as JSON", lineSum{})
	return c
}

// A lineSum is the result of repertoire; its JSON fields are stable.
type lineSum struct {
	Lines     int `json:"lines"`
	Positions int `json:"positions"` // in which the player has a move
}

// textOf writes lines, each with the name of its opening.
func textOf(lines []engine.Game) (out []byte) {
	for _, g := range lines {
		name, _ := stats.Classify(g)
		out = fmt.Appendf(out, "%v  # %s\n", g, name.Name)
	}
	return out
}

// ofSide returns a filter in which the player has a side.
func ofSide(f store.Filter, side engine.Color) store.Filter {
	name := &f.Black
	if side == engine.White {
		name = &f.White
	}
	*name, f.Player = cmp.Or(f.Player, *name), ""
	return f
}
