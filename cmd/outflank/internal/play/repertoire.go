package play

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A repertoire is a set of lines, in which positions are equal up to symmetry. A move of the side belongs to
// it if a line plays it, and a move of the opponent if it leads to a position of a line.
type repertoire struct {
	side  engine.Color
	known map[string]bool // positions by keyOf; and moves of the side, by the positions before and after
	items []engine.Game   // the first lines to positions in which the side has a move
}

// keyOf returns the text of the image that stands for all images of a position.
func keyOf(p engine.Position) string {
	return engine.Position{Board: p.Board.Least(), Color: p.Color}.String()
}

// keyAfter is keyOf for the position after a game.
func keyAfter(g engine.Game) string {
	p, _ := g.End() // the moves are legal
	return keyOf(p)
}

// read reads lines in any format of games.
func (r *repertoire) read(path string) error {
	asked := map[string]bool{}
	err := book.EachOpening(path, "opening", func(g engine.Game) error {
		for ply, err := range g.Plies() {
			if err != nil {
				return err
			}
			next, _ := ply.Position.Play(ply.Move)
			key, after := keyOf(ply.Position), keyOf(next)
			if r.known[after] = true; ply.Position.Color != r.side {
				continue
			}
			if r.known[key+after] = true; !asked[key] {
				asked[key] = true
				r.items = append(r.items, engine.Game{Start: g.Start, Moves: g.Moves[:ply.Index]})
			}
		}
		return nil
	})
	if err == nil && len(r.items) == 0 {
		err = fault.BadInputf("%s: holds no move of %v", path, r.side)
	}
	return err
}

// moves returns the moves in a position that belong to the repertoire, by square.
func (r *repertoire) moves(p engine.Position) (list []engine.Square) {
	key := ""
	if p.Color == r.side {
		key = keyOf(p)
	}
	for s := range p.Board.Moves().All() {
		if next, _ := p.Play(s); r.known[key+keyOf(next)] {
			list = append(list, s)
		}
	}
	return list
}

// leaving returns the ply at which a game leaves the repertoire, and the moves that do not. There are none if
// the game ends, makes an illegal move or reaches the end of a line before.
func (r *repertoire) leaving(g engine.Game) (ply engine.Ply, moves []engine.Square) {
	for ply = range g.Plies() {
		if moves = r.moves(ply.Position); !slices.Contains(moves, ply.Move) {
			return ply, moves
		}
	}
	return ply, nil
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

// A liner makes the lines of a repertoire.
type liner struct {
	side                    engine.Color
	plies, within, minGames int
	book                    *book.Book     // nil = none
	games                   *explore.Index // nil = none
	seen                    map[string]bool
	text                    []byte
	err                     error // of the book

	Lines     int `json:"lines"`
	Positions int `json:"positions"` // in which the player has a move
}

func repertoireCommand(a *cli.App) *cobra.Command {
	var path, side, bookPath string
	var filter store.Filter
	var replace, asJSON bool
	o := liner{seen: map[string]bool{}}
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
			o.side, err = engine.ParseColor(side)
			switch {
			case path == "":
				err = cli.NoOutput("the file for the lines", "black.txt")
			case err != nil:
				err = fault.Misusef("--side %w", err)
			case len(args) == 0 && bookPath == "":
				err = fault.Misusef("nothing to make lines from: want GAMES or --book FILE")
			case o.plies < 1:
				err = fault.Misusef("--plies %d: want 1 or more", o.plies)
			default:
				err = cmp.Or(cli.CheckOutputs(append(args, bookPath), path), cli.CheckNew(path, replace))
			}
			if err == nil && bookPath != "" {
				if o.book, err = book.Open(bookPath); err == nil {
					defer o.book.Close()
				}
			}
			if err == nil && len(args) > 0 {
				var games iter.Seq2[dataset.Game, error]
				if games, err = a.ReadGames(c.Context(), "reading", args, ofSide(filter, o.side)); err == nil {
					o.games, err = explore.Build(c.Context(), games, 0)
				}
			}
			grew := err == nil && o.grow(engine.Game{Start: engine.StandardStart()})
			if err = cmp.Or(err, o.err); err == nil && !grew {
				err = fault.BadInputf("no move of %v: the book has none, or too few games are alike", o.side)
			}
			if err == nil {
				err = durable.WriteFile(path, o.text)
			}
			if err != nil {
				return err
			}
			return a.Report(asJSON, o, func() {
				a.Printf("%s, %s with a move of %v\nwrote %s\nNext: outflank drill %[4]s --side %[3]v\n",
					text.Plural(o.Lines, "line"), text.Plural(o.Positions, "position"), o.side, path)
			})
		},
	}
	cli.AddFilterFlags(c, &filter)
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the lines")
	f.StringVar(&side, "side", "", "your side: black or white")
	f.StringVar(&bookPath, "book", "", "take your moves from this opening book; small = the shipped book")
	f.IntVar(&o.within, "within", 2, "discs that the opponent's moves from the book lose at most")
	f.IntVar(&o.plies, "plies", 16, "moves of a line, at most")
	f.IntVar(&o.minGames, "min-games", 10, "games with a move, at least")
	f.BoolVar(&replace, "replace", false, "overwrite the file that -o names")
	cli.AddJSON(c, &asJSON, "print the summary as JSON", o)
	return c
}

// grow writes the lines that begin with g, and reports whether there are any.
func (o *liner) grow(g engine.Game) (grew bool) {
	p, _ := g.End() // the moves of a book or an index are legal
	key, mine := keyOf(p), p.Color == o.side
	if o.seen[key] || len(g.Moves) >= o.plies {
		return false
	}
	moves := o.moves(g, p.Board, mine)
	if o.seen[key] = moves != nil; mine && moves != nil {
		o.Positions++
		moves = moves[:1]
	}
	for _, s := range moves {
		next := engine.Game{Start: g.Start, Moves: append(slices.Clip(g.Moves), s)}
		if more := o.grow(next); mine && !more {
			name, _ := stats.Classify(next)
			next, _ = notation.Turn(next, engine.At(5, 4)) // f5
			o.text = fmt.Appendf(o.text, "%v  # %s\n", next, name.Name)
			o.Lines++
		} else if !more {
			continue
		}
		grew = true
	}
	return grew
}

// moves returns the moves after a game: the player's, the best first, or the opponent's.
func (o *liner) moves(g engine.Game, b engine.Board, mine bool) (list []engine.Square) {
	if o.games == nil || mine && o.book != nil {
		e, _, err := o.book.Look(b)
		o.err = cmp.Or(o.err, err)
		for _, m := range e.Moves {
			if mine || !m.AtMost && m.Drop <= o.within {
				list = append(list, m.Square)
			}
		}
		return list
	}
	answer, _ := o.games.Explore(g, explore.Filter{}, 0, explore.First) // the moves are legal
	for _, m := range answer.Moves {
		if s, _ := engine.ParseSquare(m.Move); m.Games >= o.minGames {
			list = append(list, s)
		}
	}
	return list
}
