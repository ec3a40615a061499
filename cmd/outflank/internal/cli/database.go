package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Database contains games to read: from tables written by import, or from game files.
type Database struct {
	Count int // number of games; 0 = unknown, for example because of a filter
	Games iter.Seq2[dataset.Game, error]

	again func(*App) iter.Seq2[dataset.Game, error] // reads Games again; nil = they can be read only once
}

// Known returns Count. If Count is 0, Known reads all games to count them, unless they can be read only once.
func (d Database) Known() (n int) {
	if d.Count > 0 || d.again == nil {
		return d.Count
	}
	for _, err := range d.again(&App{Err: io.Discard}) {
		if err != nil {
			return 0 // reading Games reports the error
		}
		n++
	}
	return n
}

// CountOf returns how many of n games match a filter: n for an empty filter, otherwise 0 (unknown).
func CountOf(n int, filter store.Filter) int {
	if len(newChoice(filter).parts) > 0 {
		return 0
	}
	return n
}

// OpenDatabase opens a folder of tables, a Parquet file without a manifest, or game files (- = standard
// input). It leaves out damaged games in game files and names them on standard error. The other games in
// these files get the ids that import would give them. The filter works as in [App.Filtered].
func (a *App) OpenDatabase(ctx context.Context, paths []string, filter store.Filter) (Database, error) {
	if len(paths) == 1 && namesTables(paths[0]) {
		tables, err := a.OpenTables(paths[0])
		if err != nil {
			return Database{}, err
		}
		again := func(a *App) iter.Seq2[dataset.Game, error] { return a.FilteredTables(tables, filter) }
		return Database{CountOf(tables.Rows(), filter), again(a), again}, nil
	}
	for _, p := range paths {
		if IsTable(p) {
			return Database{}, fault.Misusef("%s is a folder of tables: want one such folder alone, or files of "+
				"games only", p)
		}
	}
	sources, err := a.FindSources(paths)
	if err != nil {
		return Database{}, err
	}
	again := func(a *App) iter.Seq2[dataset.Game, error] {
		return a.Filtered(a.sound(sources.Games(ctx)), filter)
	}
	db := Database{CountOf(sources.Count(), filter), again(a), again}
	if slices.Contains(paths, StandardOutput) {
		db.again = nil
	}
	return db, nil
}

// ReadGames is [App.OpenDatabase] with a meter, which shows the progress while a loop ranges over the games.
// doing is the label of the meter, such as "counting".
func (a *App) ReadGames(ctx context.Context, doing string, paths []string,
	filter store.Filter) (iter.Seq2[dataset.Game, error], error) {
	db, err := a.OpenDatabase(ctx, paths, filter)
	if err != nil {
		return nil, err
	}
	return a.Metered(doing, db.Count, db.Games), nil
}

// WithResults yields the games whose result is known. At the end, it reports the number of games left out on
// standard error.
func (a *App) WithResults(games iter.Seq2[dataset.Game, error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		unknown := 0
		for g, err := range games {
			if err == nil && g.NoResult {
				unknown++
				continue
			}
			if !yield(g, err) {
				return
			}
		}
		if unknown > 0 {
			fmt.Fprintf(a.Err, "left out: %s without a known result\n", text.Plural(unknown, "game"))
		}
	}
}

// FindSources finds game files. For Othello files without games, its error names a command that shows their
// contents.
func (a *App) FindSources(paths []string) (transfer.Sources, error) {
	sources, err := transfer.FindSourcesIn(a.In, paths...)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: want files or folders of games, such as .wtb or .pgn", err)
	}
	if errors.Is(err, dataset.ErrUnfit) {
		err = fmt.Errorf("%w; `outflank inspect` shows its contents", err)
	}
	return sources, err
}

// OpenTables opens a folder of tables, given the path of the folder, of its manifest or of its games table.
// It also opens a Parquet file without a manifest, with a note on standard error. It refuses an Arrow IPC
// file without a manifest: if such a file is damaged, the library can make allocations that end the process.
func (a *App) OpenTables(path string) (*store.Games, error) {
	if dir, ok := FolderOf(path, "manifest", "games"); ok {
		path = dir
	}
	if !IsTableFile(path) {
		return OpenFolder(path)
	}
	if !strings.EqualFold(filepath.Ext(path), ".parquet") {
		return nil, fault.BadInputf("%s: want the folder of the table: without its manifest, "+
			"a table must be Parquet", path)
	}
	tables, err := store.OpenForeign(path)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(a.Err, "unchecked: %s has no manifest, so damage to it may go unnoticed\n", path)
	return tables, nil
}

// OpenFolder opens a folder of tables.
func OpenFolder(path string) (*store.Games, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%w: want a folder made by `outflank import SOURCE -o games`", err)
	}
	if !namesTables(path) {
		return nil, fault.BadInputf("%s: not a folder of tables: want one made by "+
			"`outflank import SOURCE -o games`", path)
	}
	return store.Open(path)
}

// IsTableFile reports whether a path is a file with the extension of a table.
func IsTableFile(path string) bool {
	info, err := os.Stat(path)
	ext := Extension(path)
	return err == nil && info.Mode().IsRegular() && (ext == ".parquet" || ext == ".arrow")
}

// namesTables reports whether OpenTables should open a path: tables, not game files.
func namesTables(path string) bool {
	_, inside := FolderOf(path, "manifest")
	return inside || IsTable(path) || IsTableFile(path) || lostManifest(path)
}

// FolderOf returns the folder of the file at a path, if the file is a manifest or a table with one of the
// names, such as "games".
func FolderOf(path string, names ...string) (dir string, ok bool) {
	dir, base := filepath.Dir(path), filepath.Base(path)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	return dir, slices.Contains(names, name) && (base == "manifest.json" || IsTableFile(path)) && IsTable(dir)
}

// IsTable reports whether a path is a folder of tables, which is a folder with a manifest.
func IsTable(path string) bool {
	_, err := os.Stat(filepath.Join(path, "manifest.json"))
	return err == nil
}

// lostManifest reports whether a folder contains a games table but no manifest.
func lostManifest(path string) bool {
	return !IsTable(path) && (IsTableFile(filepath.Join(path, "games.parquet")) ||
		IsTableFile(filepath.Join(path, "games.arrow")))
}

// sound yields the good games with consecutive ids. It names damaged games on standard error and yields all
// other errors.
func (a *App) sound(games iter.Seq2[dataset.Game, error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		id := int64(0)
		for g, err := range games {
			if bad, ok := errors.AsType[*dataset.GameError](err); ok {
				a.complain(bad)
				continue
			}
			if g.ID = id; err == nil {
				id++
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// Metered yields the games while a meter shows the progress. doing is the label of the meter. total is the
// number of games; 0 = unknown.
func (a *App) Metered(doing string, total int,
	games iter.Seq2[dataset.Game, error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		bar := a.Meter(doing, "games", total)
		defer bar.End()
		n := 0
		for g, err := range games {
			if n++; n%512 == 0 {
				bar.Set(n)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// TextGames yields the games on the full board in a text file. It leaves out damaged games and names them on
// standard error.
func (a *App) TextGames(path string, format notation.Format) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		f, err := durable.Open(path)
		if err != nil {
			yield(dataset.Game{}, err)
			return
		}
		defer f.Close()
		n := 0
		for r, err := range format.Read(f) {
			if damage, ok := errors.AsType[*notation.Error](err); ok {
				a.complain(&dataset.GameError{File: path, Record: n, Line: damage.Line, Reason: damage.Error(),
					Err: damage})
				n++
				continue
			}
			g := dataset.FromRecord(r, filepath.Base(path), n)
			g.ID = int64(n)
			if n++; !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// complain prints that a damaged game was left out, and why.
func (a *App) complain(bad *dataset.GameError) {
	fmt.Fprintf(a.Err, "left out: %s\n", Complaint(bad, nil))
}
