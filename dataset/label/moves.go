package label

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Moves is a source of the moves in games on the full board, up to an illegal move. Moves that are symmetric
// images of each other count once, in the least image of the position. Each is analysed like a game of one
// move ([analysis.Analyst.Analyze]).
//
// The file is a table of analysed moves, in the order of hashes, which mixes the phases of games: the
// remaining time is predictable. An earlier table in the file stays, except for shallower values. Its
// evaluator must be the same. Moves that it has with the same or a greater depth are not analysed again.
func Moves(games iter.Seq2[dataset.Game, error]) Source {
	return Source{func(ctx context.Context, l *labeller) (positions, error) {
		old, err := earlier(l)
		if err != nil {
			return positions{}, err
		}
		keys, err := distinct(ctx, games)
		if err != nil {
			return positions{}, err
		}
		if len(keys) == 0 {
			return positions{}, fault.BadInput(errors.New("no game has a move on the full board to analyze"))
		}
		all := len(keys)
		if keys, err = l.shallow(keys, old); err != nil {
			return positions{}, err
		}
		if len(keys) == 0 { // the process was killed after it wrote the file, or there was nothing to do
			if err := os.Remove(journalPath(l.work)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return positions{}, err
			}
		}
		items := func(yield func(item, error) bool) {
			for _, k := range keys {
				if !yield(item{k.board(), k.move}, nil) {
					return
				}
			}
		}
		return positions{len(keys), all - len(keys), items, func(ctx context.Context, w io.Writer,
			records iter.Seq2[labelRecord, error], _ map[string]string) error {
			return store.WriteMoves(w, merged(ctx, old, keys, records), l.Settings.evaluator())
		}}, nil
	}}
}

// evaluator returns the metadata of a table of moves.
func (s *Settings) evaluator() map[string]string {
	return map[string]string{"evaluator": cmp.Or(s.Model, "shipped"), "evaluator_sum": fmt.Sprint(s.ModelSum)}
}

// earlier opens the table that the file already contains; nil = none.
func earlier(l *labeller) (*store.MoveTable, error) {
	if l.Settings.Depth == 0 {
		return nil, fault.Setting("depth", l.Settings.Depth, "want 1 to 60")
	}
	old, err := store.OpenMoves(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for key, want := range l.Settings.evaluator() {
		if have := old.Meta(key); have != want {
			return nil, fault.Misuse(fmt.Errorf("%s was made with the evaluator %s: want the same model, or another "+
				"folder", l.path, old.Meta("evaluator")))
		}
	}
	return old, nil
}

// A moveKey identifies a move up to symmetry: by the least image of the position, with its hash, and the
// lowest image of the move in it.
type moveKey struct {
	hash         uint64
	mine, theirs engine.Set
	move         engine.Square
}

func (k moveKey) board() engine.Board {
	return engine.Board{Mine: k.mine, Theirs: k.theirs, Shape: engine.Full}
}

func compareKeys(a, b moveKey) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.mine, b.mine), cmp.Compare(a.theirs, b.theirs),
		cmp.Compare(a.move, b.move))
}

// keyOf returns the key of a move on the full board, and the symmetry that maps the move to it.
func keyOf(b engine.Board, m engine.Square) (moveKey, engine.Symmetry) {
	least, by := b.Canonical()
	k := moveKey{dataset.LeastHash(least), least.Mine, least.Theirs, by.Square(m)}
	for y := range engine.Symmetry(engine.Symmetries) {
		if s := y.Square(m); s < k.move && y.Set(b.Mine) == least.Mine && y.Set(b.Theirs) == least.Theirs {
			k.move, by = s, y
		}
	}
	return k, by
}

// distinct returns the keys of all moves of the games, in order.
func distinct(ctx context.Context, games iter.Seq2[dataset.Game, error]) (keys []moveKey, err error) {
	sort := func() {
		slices.SortFunc(keys, compareKeys)
		keys = slices.Compact(keys)
	}
	next := 1 << 20
	for g, err := range games {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if g.Start.Board.Shape != engine.Full {
			continue
		}
		for ply, err := range g.Plies() {
			if err != nil {
				break
			}
			k, _ := keyOf(ply.Position.Board, ply.Move)
			keys = append(keys, k)
		}
		if len(keys) > next {
			sort()
			next = max(next, 2*len(keys))
		}
	}
	sort()
	return keys, ctx.Err()
}

// shallow returns the keys of moves that the table does not have, or has with a smaller depth.
func (l *labeller) shallow(keys []moveKey, old *store.MoveTable) (list []moveKey, err error) {
	rows, stop := pull(old)
	defer stop()
	r, more := rows()
	for _, k := range keys {
		for more && r.err == nil && compareKeys(r.key, k) < 0 {
			r, more = rows()
		}
		if r.err != nil {
			return nil, r.err
		}
		empties := k.board().Empty().Len()
		solved := empties <= max(l.Settings.Exact, l.Settings.Depth)
		if !more || r.key != k || !r.row.Exact && (solved || r.row.Depth < l.Settings.Depth) {
			list = append(list, k)
		}
	}
	return list, nil
}

// A keyedRow is a row of the earlier table with its key.
type keyedRow struct {
	key moveKey
	row store.MoveRow
	err error
}

// pull returns the rows of a table one by one; none if it is nil.
func pull(t *store.MoveTable) (next func() (keyedRow, bool), stop func()) {
	return iter.Pull(func(yield func(keyedRow) bool) {
		if t == nil {
			return
		}
		for r, err := range t.All() {
			if !yield(keyedRow{moveKey{r.Hash, r.Board.Mine, r.Board.Theirs, r.Move}, r, err}) {
				return
			}
		}
	})
}

// merged yields the rows of the earlier table and the new ones, in order. A new row replaces an earlier one.
func merged(ctx context.Context, old *store.MoveTable, keys []moveKey,
	records iter.Seq2[labelRecord, error]) iter.Seq2[store.MoveRow, error] {
	return func(yield func(store.MoveRow, error) bool) {
		rows, stop := pull(old)
		defer stop()
		r, more := rows()
		next, end := iter.Pull2(records)
		defer end()
		for _, k := range keys {
			for ; more && compareKeys(r.key, k) < 0; r, more = rows() {
				if !yield(r.row, r.err) {
					return
				}
			}
			if more && r.key == k {
				r, more = rows()
			}
			rec, err, ok := next()
			if !ok {
				err = errors.New("label: fewer values than moves")
			}
			if !yield(rec.row(k), cmp.Or(err, ctx.Err())) {
				return
			}
		}
		for ; more; r, more = rows() {
			if !yield(r.row, r.err) {
				return
			}
		}
	}
}

// unknownPoints marks a move whose expected loss of points is unknown.
const unknownPoints = math.MaxUint16

// analyze analyses a move.
func (o *Options) analyze(ctx context.Context, it item) (rec labelRecord) {
	evaluator := o.Evaluator
	if o.Settings.Model == "" {
		evaluator = nil
	}
	game := engine.Game{Start: engine.Position{Board: it.Board}, Moves: []engine.Square{it.Move}}
	for m, err := range o.Analyst(o.Settings, evaluator).Analyze(ctx, game) {
		if err != nil {
			return rec
		}
		best, _ := engine.ParseSquare(m.Best)
		rec = labelRecord{Kind: selectively, Score: int8(m.BestValue), Depth: uint8(m.Depth), Best: uint8(best),
			Played: int8(m.Value), Points: unknownPoints, Nodes: m.Nodes}
		if m.Exact {
			rec.Kind, rec.Confidence = exactly, 100
		}
		if m.PointsLost != nil {
			rec.Points = uint16(math.Round(1e4 * *m.PointsLost))
		}
	}
	return rec
}

// row returns the row of a move.
func (r labelRecord) row(k moveKey) store.MoveRow {
	row := store.MoveRow{Hash: k.hash, Board: k.board(), Move: k.move, Best: engine.Square(r.Best),
		Value: int(r.Played), BestValue: int(r.Score), Depth: int(r.Depth), Exact: r.Kind == exactly,
		Points: int(r.Points), Nodes: r.Nodes}
	if r.Points == unknownPoints {
		row.Points = -1
	}
	return row
}
