package data

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/download"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

func downloadCommand(a *cli.App) *cobra.Command {
	var dir, years string
	var asJSON bool
	cfg := download.Default
	c := &cobra.Command{
		Use:   "download [-o DIR]",
		Short: "Fetch the WTHOR files of the French federation, or the files that have changed",
		Long: `Download fetches the tournament games of the French Othello federation, one file per
year, and the names of players and tournaments, into a folder. When you run it again, it
fetches only files that have changed.

Download checks every file completely before it replaces an old one. An interrupted
transfer resumes where it stopped; after Ctrl-C, run the same command again. A year that
is not on the server is not an error. download.json in the folder records the versions of
the files; without it, download fetches all files again. Only one download at a time can
write to a folder.

Nothing else needs a download: openings, endgame tests and models come with the program
("outflank bench --help", "outflank solve ffo", "outflank agents"). Published players of the
Othello League, for player:file=PATH, are in the source code of Jaśkowski and Szubert 2015,
github.com/wjaskowski/TCIAIG-2015-Co-CMA-ES: the files NAME.player in cevo-games, beside the
classes of the same names. Without a network, copy a folder that download wrote on another
machine, or use the built-in games that "outflank demo" writes.`,
		Example: `  outflank download
  outflank download -o wthor --years 2015-2025
  outflank download --mirror http://localhost:8000/wthor/ --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			first, last, err := parseYears(years, time.Now().Year())
			if err != nil {
				return fault.Misuse(err)
			}
			if cfg.Retries < 0 || cfg.Stall < 0 {
				return fault.Misuse(fmt.Errorf("--retries and --timeout: want 0 or more"))
			}
			r, err := fetch(a, c.Context(), cfg, dir, download.Names(first, last))
			return reportDownload(a, r, asJSON, withoutNetwork(err, dir))
		},
	}
	c.Flags().StringVarP(&dir, "output", "o", "wthor", "folder for the files")
	c.Flags().StringVar(&years, "years", "all", "years of the games, as in 1977-2025 or 2012, or all")
	c.Flags().StringVar(&cfg.Base, "mirror", cfg.Base, "URL of the folder to fetch from")
	c.Flags().IntVar(&cfg.Retries, "retries", cfg.Retries,
		"retries for each file, after increasing pauses")
	c.Flags().DurationVar(&cfg.Stall, "timeout", cfg.Stall, "how long the server may be silent; 0 = no limit")
	cli.AddJSON(c, &asJSON, "print the summary as JSON", downloadResult{})
	return c
}

// withoutNetwork adds advice for working without a network to a network error.
func withoutNetwork(err error, dir string) error {
	if _, ok := errors.AsType[net.Error](err); !ok {
		return err
	}
	return fmt.Errorf("%w; without a network, copy the files into %s from a machine where download wrote them, "+
		"or use the games that `outflank demo` writes", err, dir)
}

// parseYears reads "2001-2015", "2012" or "all", which ends with the current year.
func parseYears(text string, now int) (first, last int, err error) {
	if text == "all" {
		return download.FirstYear, max(now, download.FirstYear), nil
	}
	var f store.Filter
	if f.SetYears(text) != nil || f.ToYear > 9999 {
		return 0, 0, fmt.Errorf("--years %s: want years as in 2001-2015 or 2012, or all", text)
	}
	return f.FromYear, f.ToYear, nil
}

// downloadResult is the result of download; its JSON fields are stable.
type downloadResult struct {
	Directory string        `json:"directory"`
	From      string        `json:"from"`
	New       []string      `json:"new"` // names of files, here and below
	Updated   []string      `json:"updated"`
	Unchanged []string      `json:"unchanged"`
	Missing   []string      `json:"missing"`
	Refused   []refusedFile `json:"refused"`
	Bytes     int64         `json:"bytes"` // downloaded bytes
	Seconds   float64       `json:"seconds"`
}

type refusedFile struct {
	Name  string `json:"name"`
	Error string `json:"error"`
}

// fetch downloads the files with a progress bar.
func fetch(a *cli.App, ctx context.Context, cfg download.Config, dir string,
	names []string) (downloadResult, error) {
	bar := a.Meter("downloading", "files", len(names))
	defer bar.End()
	r := downloadResult{
		Directory: dir, From: withoutPassword(cfg.Base),
		New: []string{}, Updated: []string{}, Unchanged: []string{}, Missing: []string{}, Refused: []refusedFile{},
	}
	for p, err := range cfg.Fetch(ctx, dir, names) {
		r.Seconds = bar.Elapsed().Seconds()
		if err != nil {
			if ctx.Err() != nil {
				err = fmt.Errorf("download: %w: run the same command again to continue", fault.ErrInterrupted)
			}
			return r, err
		}
		showDownload(p, bar)
		r.add(p)
	}
	return r, nil
}

func withoutPassword(base string) string {
	if u, err := url.Parse(base); err == nil {
		return u.Redacted()
	}
	return base
}

// showDownload updates the bar and shows the reason for a wait.
func showDownload(p download.Progress, bar *cli.Meter) {
	bar.Describe(p.Name)
	switch {
	case p.State.Final():
		bar.Set(p.Index + 1)
	case p.State == download.Fetching && p.Index > 0: // the first file gives no estimate yet
		bar.Set(p.Index)
	}
	if p.State == download.Retrying {
		bar.Printf("%s: %v; retrying in %v", p.Name, p.Err, p.Wait)
	}
}

// add records a finished file.
func (r *downloadResult) add(p download.Progress) {
	if !p.State.Final() {
		return
	}
	r.Bytes += p.Received
	switch p.State {
	case download.New:
		r.New = append(r.New, p.Name)
	case download.Updated:
		r.Updated = append(r.Updated, p.Name)
	case download.Unchanged:
		r.Unchanged = append(r.Unchanged, p.Name)
	case download.Missing:
		r.Missing = append(r.Missing, p.Name)
	case download.Refused:
		r.Refused = append(r.Refused, refusedFile{p.Name, p.Err.Error()})
	}
}

// files returns the number of finished files.
func (r *downloadResult) files() int {
	return len(r.New) + len(r.Updated) + len(r.Unchanged) + len(r.Missing) + len(r.Refused)
}

// reportDownload prints the downloaded files and returns err. It prints them even after an error.
func reportDownload(a *cli.App, r downloadResult, asJSON bool, err error) error {
	if r.files() == 0 {
		return err
	}
	if asJSON {
		return errors.Join(err, a.JSON(r))
	}
	printDownload(a, r)
	if err == nil {
		a.Printf("\nNext: outflank import %s -o games\n", r.Directory)
	}
	return err
}

func printDownload(a *cli.App, r downloadResult) {
	a.Printf("%s from %s, %s in %.1f s\n\n", text.Plural(r.files(), "file"), r.From, size(r.Bytes), r.Seconds)
	refused := make([]string, len(r.Refused))
	for i, f := range r.Refused {
		refused[i] = f.Name
	}
	t := a.Table()
	t.Row("new", text.Number(len(r.New)), listing(r.New))
	t.Row("updated", text.Number(len(r.Updated)), listing(r.Updated))
	t.Row("unchanged", text.Number(len(r.Unchanged)), listing(r.Unchanged))
	t.Row("missing", text.Number(len(r.Missing)), listing(r.Missing))
	t.Row("refused", text.Number(len(refused)), listing(refused))
	t.Flush()
}

// listing names all files. It shortens consecutive years to the first and the last: "WTHOR.JOU, WTH_1977.wtb
// to WTH_2018.wtb".
func listing(names []string) string {
	var parts []string
	for len(names) > 0 {
		n := 1
		for n < len(names) && yearOf(names[n]) == yearOf(names[0])+n && yearOf(names[0]) > 0 {
			n++
		}
		if n < 3 {
			n = 1
			parts = append(parts, names[0])
		} else {
			parts = append(parts, names[0]+" to "+names[n-1])
		}
		names = names[n:]
	}
	return strings.Join(parts, ", ")
}

// yearOf returns the year in the name of a game file, or 0 if the name has none.
func yearOf(name string) (year int) {
	_, _ = fmt.Sscanf(name, "WTH_%d", &year)
	return year
}

// size formats a number of bytes: "0.3 MB".
func size(bytes int64) string { return text.English.Sprintf("%.1f MB", float64(bytes)/1e6) }
