package data

import (
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
)

func indexCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "index GAMES",
		Short: "Build the index that finds all games that reach a position",
		Long: `Index writes the file positions.index beside the tables. With it, "outflank find"
quickly lists the games that reach a position, up to symmetry. The index takes about seven
bytes for each position of each game. Build it again after each import.`,
		Example: `  outflank index games
  outflank find games f5d6c3d3c4`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			tables, err := cli.OpenFolder(args[0])
			if err != nil {
				return err
			}
			r, err := buildIndex(a, c, tables, filepath.Join(args[0], explore.FileName))
			if err != nil {
				return err
			}
			if asJSON {
				return a.JSON(r)
			}
			a.Printf("%s, %s, in %.1f s\nwrote %s (%.1f MB)\n", text.Plural(r.Games, "game"),
				text.Plural(r.Positions, "position"), r.Seconds, r.Path, float64(r.Bytes)/1e6)
			return nil
		},
	}
	cli.AddJSON(c, &asJSON, "print the summary as JSON", indexResult{})
	return c
}

// indexResult is the result of index; its JSON fields are stable.
type indexResult struct {
	Path      string  `json:"path"`
	Games     int     `json:"games"`
	Positions int     `json:"positions"` // different positions up to symmetry
	Entries   int     `json:"entries"`   // pairs of a position and a game
	Bytes     int64   `json:"bytes"`
	Seconds   float64 `json:"seconds"`
}

func buildIndex(a *cli.App, c *cobra.Command, tables *store.Games, path string) (indexResult, error) {
	start := time.Now()
	var bar *cli.Meter
	r := indexResult{Path: path}
	err := durable.Replace(path, func(w io.Writer) error {
		for p, err := range explore.Write(c.Context(), tables, w) {
			if err != nil {
				return err
			}
			if bar == nil {
				bar = a.Meter("indexing", "games", p.Total)
				defer bar.End()
			}
			bar.Set(p.Done)
			r.Games, r.Positions, r.Entries, r.Bytes = p.Games, p.Positions, p.Entries, p.Bytes
		}
		return c.Context().Err()
	})
	r.Seconds = time.Since(start).Seconds()
	return r, err
}
