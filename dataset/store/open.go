package store

import (
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/outflank/outflank/dataset"
)

// Games is a games table on disk, or the part of it that filters accept. It is a small value without open
// files: it needs no Close and is safe for concurrent use.
type Games struct {
	dir      string
	manifest Manifest
	games    verified    // the games table to read
	names    [2]verified // players and tournaments; without a path = none
	filters  []Filter
}

// Open finds the tables of a directory and checks the SHA-256 of each against the manifest before parsing it.
// Errors wrap [dataset.ErrManifest], [dataset.ErrChecksum] or [dataset.ErrSchema]. They name the file, the
// fault and the expected value.
func Open(dir string) (*Games, error) {
	// A writer may replace the tables after the manifest was read; then it is read again.
	for {
		before, err := readManifest(dir)
		if err != nil {
			return nil, err
		}
		g, err := openTables(dir, before)
		if err == nil {
			return g, nil
		}
		if after, _ := readManifest(dir); after.Checksum == before.Checksum {
			return nil, err
		}
	}
}

// OpenNames opens only the players and tournaments of a directory, which is faster than [Open]. Only the
// method Labels of the result may be called. Errors are those of Open.
func OpenNames(dir string) (*Games, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	m.Tables = slices.DeleteFunc(m.Tables, func(t TableFile) bool {
		return t.Name == gamesTable.file(Parquet) || t.Name == gamesTable.file(Arrow)
	})
	return openTables(dir, m)
}

// openTables verifies the tables of the manifest and records those to read.
func openTables(dir string, m Manifest) (*Games, error) {
	if i := slices.IndexFunc(m.Sources, Source.IsText); i >= 0 && m.Schema < 3 {
		return nil, fmt.Errorf("store: %s: %w: tables of version %d do not tell which games of %s have a "+
			"result; import the files again", dir, dataset.ErrSchema, m.Schema, m.Sources[i].Name)
	}
	if m.Schema == 1 {
		for i := range m.Tables {
			m.Tables[i].Rows = m.Rows
		}
	}
	g := &Games{dir: dir, manifest: m}
	paths := map[string]string{}
	for _, t := range m.Tables {
		path, err := findTable(dir, t)
		if err != nil {
			return nil, err
		}
		paths[t.Name] = path
	}
	for kind, v := range map[*tableKind]*verified{&gamesTable: &g.games, &playersTable: &g.names[0],
		&tournamentsTable: &g.names[1]} {
		t := m.stored(*kind)
		if t == nil {
			continue
		}
		info, err := os.Stat(paths[t.Name])
		if err != nil {
			return nil, fmt.Errorf("store: %w: %w", dataset.ErrChecksum, err)
		}
		*v = verified{table: *t, kind: *kind, path: paths[t.Name], info: info}
	}
	return g, nil
}

// findTable returns the path of the file that t describes. The file has its pending name if a writer was
// killed after its commit. If neither file matches, findTable returns the error for the final name.
func findTable(dir string, t TableFile) (string, error) {
	path := filepath.Join(dir, t.Name)
	err := t.verify(path)
	if err == nil {
		return path, nil
	}
	if t.verify(path+pending) == nil {
		return path + pending, nil
	}
	if t.verify(path) == nil { // it has just been renamed
		return path, nil
	}
	return "", fmt.Errorf("store: %s: %w", path, err)
}

// Manifest returns the manifest. Its slices and map are shared with g.
func (g *Games) Manifest() Manifest { return g.manifest }

// Rows returns the number of games in the table, ignoring filters.
func (g *Games) Rows() int { return int(g.manifest.Rows) }

// Where returns the games that both f and the filters of g accept.
func (g *Games) Where(f Filter) *Games {
	part := *g
	part.filters = append(slices.Clip(g.filters), f)
	return &part
}

// All yields the games in table order. The caller owns each game. It stops at the first error:
// [dataset.ErrChecksum] if the file was replaced or changed since Open, [dataset.ErrSchema] if it contains
// values that this package does not write. If filters select by years, names or status, only matching games
// are read completely.
func (g *Games) All() iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		d, match := newDecoder(), matcherOf(g.filters)
		for s, err := range g.selected() {
			if err != nil {
				yield(dataset.Game{}, err)
				return
			}
			if !g.yieldGames(d, s, match, yield) {
				return
			}
		}
	}
}

// yieldGames decodes a selection and yields the games that match.
func (g *Games) yieldGames(d *decoder, s selection, match func(*dataset.Game) bool,
	yield func(dataset.Game, error) bool) bool {
	defer s.drop()
	for i := range s.all() {
		game, err := d.game(s.rec, i)
		if err != nil {
			yield(game, g.schemaError(err))
			return false
		}
		if match(&game) && !yield(game, nil) {
			return false
		}
	}
	return true
}

// all yields the selected rows.
func (s selection) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		n := len(s.rows)
		if s.rows == nil {
			n = int(s.rec.NumRows())
		}
		for i := range n {
			if s.rows != nil {
				i = s.rows[i]
			}
			if !yield(i) {
				return
			}
		}
	}
}

// selected yields the batches that may contain rows for the filters. Filters that need the moves are applied
// later.
func (g *Games) selected() iter.Seq2[selection, error] {
	var cheap []Filter
	for _, f := range g.filters {
		if len(f.columns()) > 0 {
			cheap = append(cheap, f)
		}
	}
	return g.games.selected(newSelector(cheap))
}

func (g *Games) schemaError(err error) error {
	return g.games.schemaError(err)
}

// Dir returns the folder of the tables.
func (g *Games) Dir() string { return g.dir }

// Filtered reports whether [Games.Where] has added a filter.
func (g *Games) Filtered() bool { return len(g.filters) > 0 }

// FormatsOf returns the formats of the tables in a directory.
func FormatsOf(dir string) (formats []Format) {
	m, err := readManifest(dir)
	if err != nil {
		return nil // Open reports the error
	}
	have := map[Format]bool{}
	for _, f := range [...]Format{Parquet, Arrow} {
		have[f] = m.table(gamesTable.file(f)) != nil
	}
	maps.DeleteFunc(have, func(_ Format, ok bool) bool { return !ok })
	return slices.Sorted(maps.Keys(have))
}
