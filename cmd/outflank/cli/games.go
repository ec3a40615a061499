package cli

import (
	"errors"
	"iter"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/notation"
)

// TextGames reads a text file without the database, whose games are all on the full
// board. Damaged games are left out and named.
func (a *App) TextGames(path string, format notation.Format) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(dataset.Game{}, err)
			return
		}
		defer f.Close()
		n := 0
		for r, err := range format.Read(f) {
			if damage, ok := errors.AsType[*notation.Error](err); ok {
				a.complain(&dataset.GameError{File: path, Record: n, Line: damage.Line, Reason: damage.Error(), Err: damage})
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
