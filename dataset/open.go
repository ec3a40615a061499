package dataset

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
)

// Games is a games table on disk, or the part of it that filters let through. It
// is a small value without open files: nothing needs to be closed, and several
// goroutines may read it at once.
type Games struct {
	dir      string
	manifest Manifest
	games    verified    // the games table that is read
	names    [2]verified // players and tournaments; without a path if there are none
	filters  []Filter
}

// Open finds the tables of a directory and compares all of them with the
// manifest, byte for byte by their SHA-256, before anything in them is parsed.
// Errors wrap ErrManifest, ErrChecksum or ErrSchema and name the file, what it
// is and what was expected.
func Open(dir string) (*Games, error) {
	// A writer may replace the tables between the look at the manifest and the look
	// at a table; then look again.
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

// openTables verifies the tables of the manifest and remembers those to read.
func openTables(dir string, m Manifest) (*Games, error) {
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
	for kind, v := range map[*tableKind]*verified{&gamesTable: &g.games, &playersTable: &g.names[0], &tournamentsTable: &g.names[1]} {
		t := m.stored(*kind)
		if t == nil {
			continue
		}
		info, err := os.Stat(paths[t.Name])
		if err != nil {
			return nil, fmt.Errorf("dataset: %w: %w", ErrChecksum, err)
		}
		*v = verified{*t, *kind, paths[t.Name], info}
	}
	return g, nil
}

// findTable returns the path of the file that t describes, which has the pending
// name if a writer was killed after its commit. Without either it returns what is
// wrong with the file of the plain name.
func findTable(dir string, t TableFile) (string, error) {
	path := filepath.Join(dir, t.Name)
	err := t.verify(path)
	if err == nil {
		return path, nil
	}
	if t.verify(path+pending) == nil {
		return path + pending, nil
	}
	if t.verify(path) == nil { // renamed just now
		return path, nil
	}
	return "", fmt.Errorf("dataset: %s: %w", path, err)
}

// Manifest returns the manifest. It shares its slices and map with g.
func (g *Games) Manifest() Manifest { return g.manifest }

// Rows returns the number of games in the table, filters aside.
func (g *Games) Rows() int { return int(g.manifest.Rows) }

// Where returns the games that f lets through as well.
func (g *Games) Where(f Filter) *Games {
	part := *g
	part.filters = append(slices.Clip(g.filters), f)
	return &part
}

// All yields the games in the order of the table. Each game is the caller's. The
// first error ends it: ErrChecksum when the file was replaced or changed since
// Open, ErrSchema when it holds what this package does not write.
func (g *Games) All() iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		d := newDecoder()
		for rec, err := range g.batches() {
			if err != nil {
				yield(Game{}, err)
				return
			}
			for i := range int(rec.NumRows()) {
				game, err := d.game(rec, i)
				if err != nil {
					yield(game, g.schemaError(err))
					return
				}
				if g.match(&game) && !yield(game, nil) {
					return
				}
			}
		}
	}
}

// Records yields the games as Arrow batches with GameSchema's columns; where
// filters are set, as batches of the games that they let through. A batch is
// released after the loop body: call Retain on what is to outlive it. The first
// error ends it, as in All.
func (g *Games) Records() iter.Seq2[arrow.Record, error] {
	if len(g.filters) == 0 {
		return g.batches()
	}
	return g.filtered
}

// filtered yields a batch of what is left of each stored one.
func (g *Games) filtered(yield func(arrow.Record, error) bool) {
	d, rows := newDecoder(), newRowBuilder()
	defer rows.release()
	for rec, err := range g.batches() {
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range int(rec.NumRows()) {
			game, err := d.game(rec, i)
			if err != nil {
				yield(nil, g.schemaError(err))
				return
			}
			if g.match(&game) {
				rows.add(&game)
			}
		}
		if rows.rows > 0 && !yieldReleased(rows.take(), yield) {
			return
		}
	}
}

func (g *Games) match(game *Game) bool {
	for i := range g.filters {
		if !g.filters[i].Match(game) {
			return false
		}
	}
	return true
}

func (g *Games) schemaError(err error) error {
	return g.games.schemaError(err)
}

// batches yields the stored batches, each released after the loop body.
func (g *Games) batches() iter.Seq2[arrow.Record, error] { return g.games.batches() }
