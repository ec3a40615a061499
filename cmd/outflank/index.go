package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/spf13/cobra"
)

// indexName is the index beside the tables of a folder.
const indexName = "positions.index"

func (a *app) indexCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "index GAMES",
		Short: "Build the index that finds all games that reach a position",
		Long: `Index writes the file positions.index beside the tables, from which "outflank find"
answers at once which games reach a position, up to symmetry. It takes about seven
bytes for each position of each game, and has to be built again after an import.`,
		Example: `  outflank index games
  outflank find games f5d6c3d3c4`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			tables, err := dataset.Open(args[0])
			if err != nil {
				return err
			}
			r, err := a.buildIndex(c, tables, filepath.Join(args[0], indexName))
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, r)
			}
			a.printf("%s, %s, in %.1f s\nwrote %s (%.1f MB)\n", plural(r.Games, "game"), plural(r.Positions, "position"), r.Seconds, r.Path, float64(r.Bytes)/1e6)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return c
}

// indexResult is what index reports; the JSON fields are stable.
type indexResult struct {
	Path      string  `json:"path"`
	Games     int     `json:"games"`
	Positions int     `json:"positions"` // different ones up to symmetry
	Entries   int     `json:"entries"`   // pairs of a position and a game
	Bytes     int64   `json:"bytes"`
	Seconds   float64 `json:"seconds"`
}

func (a *app) buildIndex(c *cobra.Command, tables *dataset.Games, path string) (indexResult, error) {
	bar := a.meter("indexing", "games", 0)
	defer func() { bar.end() }()
	r := indexResult{Path: path}
	err := dataset.ReplaceFile(path, func(w io.Writer) error {
		for p, err := range dataset.BuildIndex(c.Context(), tables, w) {
			if err != nil {
				return err
			}
			if bar.total == 0 {
				bar = a.meter("indexing", "games", p.Total)
			}
			bar.set(p.Done)
			r.Games, r.Positions, r.Entries, r.Bytes = p.Games, p.Positions, p.Entries, p.Bytes
		}
		return c.Context().Err()
	})
	r.Seconds = bar.elapsed().Seconds()
	return r, err
}

func (a *app) findCommand() *cobra.Command {
	var asJSON bool
	var top int
	c := &cobra.Command{
		Use:   "find GAMES POSITION",
		Short: "Find all games that reach a position, through the index",
		Long: `Find lists the games that reach a position, by whatever moves and in whatever
symmetric image. POSITION is a transcript or a board of 64 characters with the side
to move. The index must have been built by "outflank index".`,
		Example: `  outflank find games f5d6c3d3c4
  outflank find games f5d6c3 --json --top 0
  outflank find games -- "---------------------------OX------XO--------------------------- X"`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkTop(top); err != nil {
				return err
			}
			at, err := parsePlace(args[1])
			if err != nil {
				return usageError{err}
			}
			r, err := findGames(args[0], at, top)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, r)
			}
			a.printf("%s reach the position, looked up in %.2f ms\n\n", plural(r.Count, "game"), r.Milliseconds)
			for _, g := range r.Games {
				fmt.Fprintf(a.out, "%8d  ply %2d  %d  %s, %s - %s  %+d\n", g.ID, g.Ply, g.Year, g.Tournament, g.Black, g.White, g.Score)
			}
			return nil
		},
	}
	c.Flags().IntVar(&top, "top", 20, "games to list; 0 = all")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

// parsePlace reads a position given as a transcript or as a board.
func parsePlace(text string) (engine.Board, error) {
	if len(text) > 64 {
		if p, err := engine.ParsePosition(text); err == nil {
			return p.Board, nil
		}
	}
	g, err := engine.ParseGame(engine.StandardStart(), text)
	if err != nil {
		return engine.Board{}, err
	}
	at, err := g.End()
	return at.Board, err
}

// findResult is what find reports; the JSON fields are stable.
type findResult struct {
	Count        int         `json:"count"`
	Milliseconds float64     `json:"milliseconds"` // of the look-up in the open index
	Games        []foundGame `json:"games"`
}

type foundGame struct {
	ID         int64  `json:"id"`
	Ply        int    `json:"ply"` // moves before the position
	Year       int    `json:"year"`
	Tournament string `json:"tournament"`
	Black      string `json:"black"`
	White      string `json:"white"`
	Score      int    `json:"score"` // for black
}

// findGames looks a board up and reads the first games that reach it.
func findGames(dir string, b engine.Board, top int) (findResult, error) {
	tables, err := dataset.Open(dir)
	if err != nil {
		return findResult{}, err
	}
	path := filepath.Join(dir, indexName)
	f, err := os.Open(path)
	if err != nil {
		return findResult{}, fmt.Errorf("%w; `outflank index %s` makes it", err, dir)
	}
	defer f.Close()
	hits, took, err := lookUp(f, tables, b)
	if err != nil {
		return findResult{}, fmt.Errorf("%s: %w", path, err)
	}
	r := findResult{Count: len(hits), Milliseconds: float64(took.Microseconds()) / 1000, Games: []foundGame{}}
	if top > 0 && len(hits) > top {
		hits = hits[:top]
	}
	r.Games, err = readHits(tables, hits)
	return r, err
}

func lookUp(f *os.File, tables *dataset.Games, b engine.Board) ([]dataset.Hit, time.Duration, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	index, err := dataset.OpenIndex(f, info.Size())
	if err != nil {
		return nil, 0, err
	}
	if err := index.Check(tables); err != nil {
		return nil, 0, err
	}
	start := time.Now()
	hits, err := index.Lookup(b)
	return hits, time.Since(start), err
}

// readHits reads the games of hits, which are in the order of their ids.
func readHits(tables *dataset.Games, hits []dataset.Hit) ([]foundGame, error) {
	games := make([]foundGame, 0, len(hits))
	if len(hits) == 0 {
		return games, nil
	}
	plies := map[int64]int{}
	filter := dataset.Filter{}
	for _, h := range hits {
		plies[h.Game] = h.Ply
		filter.IDs = append(filter.IDs, h.Game)
	}
	for g, err := range tables.Where(filter).All() {
		if err != nil {
			return nil, err
		}
		games = append(games, foundGame{g.ID, plies[g.ID], g.Year, g.Tournament, g.Black, g.White, g.Score})
	}
	return games, nil
}
