package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/eval"
)

// writeJSON writes v indented, with a line end.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// readModel reads a model file; its errors name the file.
func readModel(path string) (*eval.Model, error) {
	if isShipped(path) {
		return shippedModel(path), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, badInput(fmt.Errorf("%s: is a folder, not a model", path))
	}
	m, err := eval.ReadModel(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// A database is games to read: tables made by import, or files of games as they are.
type database struct {
	count int // games before any filter, as far as is known
	games iter.Seq2[dataset.Game, error]
}

// openDatabase opens a directory of tables, a Parquet file without a manifest or files
// of games (- is stdin). Bad games of these are left out and named on standard error.
func (a *app) openDatabase(ctx context.Context, paths []string, filter dataset.Filter) (database, error) {
	if len(paths) == 1 && namesTables(paths[0]) {
		tables, err := a.openTables(paths[0])
		if err != nil {
			return database{}, err
		}
		return database{tables.Rows(), tables.Where(filter).All()}, nil
	}
	for _, p := range paths {
		if isTable(p) {
			return database{}, misuse(fmt.Errorf("%s is a folder of tables: give it alone, or files of games only", p))
		}
	}
	sources, err := a.findSources(paths)
	if err != nil {
		return database{}, err
	}
	games := withoutBad(sources.Games(ctx), a.complain)
	return database{sources.Count(), filter.Apply(games)}, nil
}

// findSources finds files of games; of others that belong to Othello it says what shows
// them.
func (a *app) findSources(paths []string) (dataset.Sources, error) {
	sources, err := dataset.FindSourcesIn(a.in, paths...)
	if errors.Is(err, dataset.ErrUnfit) {
		err = fmt.Errorf("%w; `outflank inspect` shows what it holds", err)
	}
	return sources, err
}

// openTables opens a directory of tables, also by its manifest or its games table, or a
// Parquet file for which no manifest vouches; standard error says so then. Arrow IPC is not read in this way: what damage
// can make the library allocate ends the process.
func (a *app) openTables(path string) (*dataset.Games, error) {
	if dir, ok := folderOf(path, "manifest", "games"); ok {
		path = dir
	}
	if !isTableFile(path) {
		return dataset.Open(path)
	}
	if !strings.EqualFold(filepath.Ext(path), ".parquet") {
		return nil, badInput(fmt.Errorf("%s: give the folder that the table lies in: without its manifest a table must be Parquet", path))
	}
	tables, err := dataset.OpenForeign(path)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(a.err, "unchecked: %s has no manifest, so damage to it may go unnoticed\n", path)
	return tables, nil
}

// isTableFile tells whether a path is a file that is named like a table.
func isTableFile(path string) bool {
	info, err := os.Stat(path)
	ext := strings.ToLower(filepath.Ext(path))
	return err == nil && info.Mode().IsRegular() && (ext == ".parquet" || ext == ".arrow")
}

// namesTables tells whether a path is one for openTables and not one of files of games.
func namesTables(path string) bool {
	_, inside := folderOf(path, "manifest")
	return inside || isTable(path) || isTableFile(path) || lostManifest(path)
}

// folderOf returns the folder of tables in which a path is the manifest or a table, if that
// has one of the names, such as "games".
func folderOf(path string, names ...string) (dir string, ok bool) {
	dir, base := filepath.Dir(path), filepath.Base(path)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	return dir, slices.Contains(names, name) && (base == "manifest.json" || isTableFile(path)) && isTable(dir)
}

func isTable(path string) bool {
	_, err := os.Stat(filepath.Join(path, "manifest.json"))
	return err == nil
}

// lostManifest tells whether a folder holds tables of games and no manifest.
func lostManifest(path string) bool {
	return !isTable(path) && (isTableFile(filepath.Join(path, "games.parquet")) || isTableFile(filepath.Join(path, "games.arrow")))
}

// withoutBad drops bad games from a sequence and passes all other errors on.
func withoutBad(games iter.Seq2[dataset.Game, error], complain func(*dataset.GameError)) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for g, err := range games {
			if bad, ok := errors.AsType[*dataset.GameError](err); ok {
				complain(bad)
				continue
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// counting moves the bar while a sequence of games is read.
func counting(games iter.Seq2[dataset.Game, error], bar *meter) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		n := 0
		for g, err := range games {
			if n++; n%512 == 0 {
				bar.set(n)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}
