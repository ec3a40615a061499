package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/runtime/text"
)

// ImportResult is the result of import; its JSON fields are stable.
type ImportResult struct {
	transfer.Summary
	Directory string  `json:"directory"`
	Seconds   float64 `json:"seconds"`

	LeftOut []string `json:"left_out,omitempty"` // reasons for each file, with --keep-going

	tables []store.TableFile
}

// Import makes tables of sources in a folder with a progress bar, see [transfer.Import].
func (a *App) Import(ctx context.Context, sources transfer.Sources, dir string,
	opt transfer.ImportOptions) (ImportResult, error) {
	bar := a.Meter("importing", "games", sources.Count())
	sum, err := Follow(bar, transfer.Import(ctx, sources, dir, opt),
		func(sum transfer.Summary) int { return sum.Records })
	r := ImportResult{Summary: sum, Directory: dir, Seconds: bar.Elapsed().Seconds()}
	if err != nil {
		return r, err
	}
	tables, err := store.Open(dir)
	if err != nil {
		return r, err
	}
	r.tables = tables.Manifest().Tables
	return r, nil
}

// PrintImport prints the result as text.
func (a *App) PrintImport(r ImportResult) {
	a.Printf("%s from %s in %.1f s (%.0f games/s)\n\n",
		text.Plural(r.Games, "game"), text.Plural(r.Files, "file"), r.Seconds, float64(r.Records)/r.Seconds)
	results := r.Games - r.NoResult
	t := a.Table()
	t.Row("finished", text.Number(r.Finished), "recorded and replayed scores agree in "+
		text.Number(r.Finished-r.ScoreMismatch))
	t.Row("unfinished", text.Number(r.Unfinished), "the transcript stops early; the recorded result counts")
	if r.NoResult > 0 {
		t.Row("no result", text.Number(r.NoResult),
			"unfinished games without a recorded result, which count for neither side")
	}
	t.Row("illegal", text.Number(r.Illegal), "left out")
	if r.Aliases > 0 {
		t.Row("aliases", text.Number(r.Aliases), "names of players that --aliases replaced")
	}
	if r.KnownPlayers > 0 {
		t.Row("known", text.Number(r.KnownPlayers), "names of players in text files that the names file has")
	}
	t.Row("plies", text.Number(r.Plies), "")
	t.Row("passes", text.Number(r.Passes), "")
	t.Row("black wins", text.Number(r.BlackWins), text.Percent(r.BlackWins, results))
	t.Row("draws", text.Number(r.Draws), text.Percent(r.Draws, results))
	t.Row("white wins", text.Number(r.WhiteWins), text.Percent(r.WhiteWins, results))
	t.Flush()
	for _, note := range r.Notes {
		a.Printf("note: %s\n", note)
	}
	if r.Changes != nil {
		a.printChanges(r.Changes)
	}
	if r.BadCount > 0 {
		a.Printf("\nleft out, %s:\n", text.Plural(r.BadCount, "bad game"))
		printFirst(a, r.Bad, func(bad *dataset.GameError) { a.Printf("  %s\n", Complaint(bad, nil)) })
	}
	if len(r.LeftOut) > 0 {
		a.Printf("\nleft out, %s:\n", text.Plural(len(r.LeftOut), "bad file"))
		for _, why := range r.LeftOut {
			a.Printf("  %s\n", why)
		}
	}
	a.Printf("\n")
	for _, f := range r.tables {
		a.Printf("wrote %s (%.1f MB)\n", filepath.Join(r.Directory, f.Name), float64(f.Bytes)/1e6)
	}
}

// listed is the maximum number of games that a text names.
const listed = 10

// printChanges prints how an update changed the tables.
func (a *App) printChanges(c *transfer.Changes) {
	a.Printf("\nCompared with the previous tables:\n")
	t := a.Table()
	t.Row("kept", text.Number(c.Kept), "games of files that were not read")
	t.Row("same", text.Number(c.Same), "unchanged games")
	t.Row("changed", text.Number(c.Changed), "games with the same id and new content")
	t.Row("added", text.Number(c.Added), "games with a new id")
	t.Row("removed", text.Number(c.Removed), "games that the files no longer contain")
	t.Row("relabelled", text.Number(c.Relabelled), "games whose players or tournament were renamed")
	t.Flush()
	printFirst(a, c.List, func(g transfer.Change) {
		fmt.Fprintf(a.Out, "  %-8s %d  %s, record %d  %s\n", g.Kind, g.ID, g.Source, g.Record+1,
			strings.Join(g.Fields, ", "))
	})
}

// printFirst prints the first items of a list and the number of the others.
func printFirst[T any](a *App, list []T, print func(T)) {
	for _, one := range list[:min(listed, len(list))] {
		print(one)
	}
	if len(list) > listed {
		a.Printf("  … --json lists more\n")
	}
}
