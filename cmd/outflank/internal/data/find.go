package data

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

func findCommand(a *cli.App) *cobra.Command {
	var filter store.Filter
	var asJSON bool
	var top int
	c := &cobra.Command{
		Use:   "find GAMES POSITION",
		Short: "Find all games that reach a position, using the index",
		Long: `Find lists the games that reach a position, in any order of moves and any symmetric
image. POSITION is a transcript or a board of 64 characters with the side to move. Build
the index first with "outflank index". With filters, find reads all games that reach the
position.`,
		Example: `  outflank find games f5d6c3d3c4
  outflank find games f5d6c3 --json --top 0
  outflank find games f5d6c3d3c4 --years 2010-2018 --player tamenori
  outflank find games "---------------------------OX------XO--------------------------- X"`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cli.CheckTop(top); err != nil {
				return err
			}
			place, err := cli.ParsePlace(args[1])
			if err != nil {
				return fault.Misuse(err)
			}
			r, err := findGames(a, args[0], place, filter, top)
			if err != nil {
				return err
			}
			if asJSON {
				return a.JSON(r)
			}
			a.Printf("%s reach the position, looked up in %.2f ms\n\n", text.Plural(r.Count, "game"), r.Milliseconds)
			for _, g := range r.Games {
				fmt.Fprintf(a.Out, "%8d  ply %2d  %d  %s, %s - %s  %s\n", g.ID, g.Ply, g.Year, g.Tournament, g.Black,
					g.White, cli.ScoreText(g.Score))
			}
			return nil
		},
	}
	cli.AddFilterFlags(c, &filter)
	c.Flags().IntVar(&top, "top", 20, "games to list; 0 = all")
	cli.AddJSON(c, &asJSON, "print as JSON", findResult{})
	return c
}

// findResult is the result of find; its JSON fields are stable.
type findResult struct {
	Count        int         `json:"count"`
	Milliseconds float64     `json:"milliseconds"` // time of the lookup, without opening the index
	Games        []foundGame `json:"games"`
}

type foundGame struct {
	ID         int64  `json:"id"`
	Ply        int    `json:"ply"` // moves before the position
	Year       int    `json:"year"`
	Tournament string `json:"tournament"`
	Black      string `json:"black"`
	White      string `json:"white"`
	Score      *int   `json:"score"` // for black, null = unknown
}

// findGames looks up a position and reads the first games that reach it.
func findGames(a *cli.App, dir string, place engine.Game, filter store.Filter, top int) (findResult, error) {
	at, err := place.End()
	if err != nil {
		return findResult{}, err
	}
	tables, err := cli.OpenFolder(dir)
	if err != nil {
		return findResult{}, err
	}
	path := filepath.Join(dir, explore.FileName)
	f, err := durable.Open(path)
	if err != nil {
		return findResult{}, fmt.Errorf("%w; `outflank index %s` builds it", err, dir)
	}
	defer f.Close()
	refs, took, err := lookUp(f, tables, at.Board)
	if err != nil {
		return findResult{}, fmt.Errorf("%s: %w", path, err)
	}
	r := findResult{Count: len(refs), Milliseconds: float64(took.Microseconds()) / 1000}
	filtered := !reflect.DeepEqual(filter, store.Filter{})
	if top > 0 && !filtered {
		refs = refs[:min(top, len(refs))] // read only these games
	}
	if r.Games, err = readGames(tables.Where(filter), refs); filtered {
		r.Count = len(r.Games)
	}
	if top > 0 {
		r.Games = r.Games[:min(top, len(r.Games))]
	}
	if err == nil && filtered && r.Count == 0 {
		err = a.CheckChoice(tables, filter)
	}
	return r, err
}

func lookUp(f *os.File, tables *store.Games, b engine.Board) ([]explore.Ref, time.Duration, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	x, err := explore.Open(f, info.Size())
	if err != nil {
		return nil, 0, err
	}
	if err := x.Check(tables); err != nil {
		return nil, 0, err
	}
	start := time.Now()
	refs, err := x.Lookup(b)
	return refs, time.Since(start), err
}

// readGames reads the games that the references point to.
func readGames(tables *store.Games, refs []explore.Ref) ([]foundGame, error) {
	games := make([]foundGame, 0, len(refs))
	for h, err := range explore.Fetch(tables, refs) {
		if err != nil {
			return nil, err
		}
		games = append(games, foundGame{h.ID, h.Ply, h.Year, h.Tournament, h.Black, h.White, h.Result()})
	}
	return games, nil
}
