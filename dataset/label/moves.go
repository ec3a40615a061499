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
	"path/filepath"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
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
		s := &l.Settings
		if s.Depth == 0 {
			return positions{}, fault.Setting("depth", s.Depth, "want 1 to 60")
		}
		old, meta, err := store.ReadMoves(l.path)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		} else if err == nil && meta("evaluator") != s.evaluator()["evaluator"] {
			err = fault.Misuse(fmt.Errorf("%s was made with the evaluator %s: want the same model, or another folder",
				l.path, meta("evaluator")))
		}
		if err != nil {
			return positions{}, err
		}
		rows, err := distinct(ctx, games)
		if err != nil {
			return positions{}, err
		}
		if len(rows) == 0 {
			return positions{}, fault.BadInput(errors.New("no game has a move on the full board to analyze"))
		}
		all := len(rows)
		rows = slices.DeleteFunc(rows, func(r store.MoveRow) bool { return s.suffices(old, &r) })
		if len(rows) == 0 { // nothing to do, or a process was killed after it wrote the file
			if err := os.Remove(journalPath(l.work)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return positions{}, err
			}
		}
		items := func(yield func(item, error) bool) {
			for _, r := range rows {
				if !yield(item{board(&r), r.Move}, nil) {
					return
				}
			}
		}
		return positions{len(rows), all - len(rows), items, func(_ context.Context, w io.Writer,
			records iter.Seq2[labelRecord, error], _ map[string]string) error {
			i := 0
			for rec, err := range records {
				if err == nil && i == len(rows) {
					err = &WorkError{fault.Misuse(errors.New(journalPath(l.work) + " was made of other positions"))}
				}
				if err != nil {
					return err
				}
				rec.fill(&rows[i])
				i++
			}
			rows = append(rows, old...)
			slices.SortStableFunc(rows, store.MoveRow.Compare)
			rows = slices.CompactFunc(rows, func(a, b store.MoveRow) bool { return a.Compare(b) == 0 })
			return store.WriteMoves(w, rows, s.evaluator())
		}}, nil
	}}
}

// evaluator returns the metadata of a table of moves.
func (s *Settings) evaluator() map[string]string {
	return map[string]string{"evaluator": fmt.Sprintf("%s (%08x)", cmp.Or(s.Model, "shipped"), s.ModelSum)}
}

// suffices reports whether a table has a move with the values of these settings or better ones.
func (s *Settings) suffices(table []store.MoveRow, r *store.MoveRow) bool {
	i, found := slices.BinarySearchFunc(table, *r, store.MoveRow.Compare)
	if !found {
		return false
	}
	have := &table[i]
	return have.Exact || board(r).Empty().Len() > max(s.Exact, s.Depth) && int(have.Depth) >= s.Depth
}

func board(r *store.MoveRow) engine.Board {
	return engine.Board{Mine: r.Mine, Theirs: r.Theirs, Shape: engine.Full}
}

// rowOf returns the row of a move on the full board, without values, and the symmetry that maps the move to
// it: to its lowest image in the least image of the position.
func rowOf(b engine.Board, m engine.Square) (store.MoveRow, engine.Symmetry) {
	least, by := b.Canonical()
	r := store.MoveRow{Hash: dataset.LeastHash(least), Mine: least.Mine, Theirs: least.Theirs,
		Move: by.Square(m)}
	for y := range engine.Symmetry(engine.Symmetries) {
		if s := y.Square(m); s < r.Move && y.Set(b.Mine) == least.Mine && y.Set(b.Theirs) == least.Theirs {
			r.Move, by = s, y
		}
	}
	return r, by
}

// distinct returns the rows of all moves of the games, in order, without values.
func distinct(ctx context.Context, games iter.Seq2[dataset.Game, error]) (rows []store.MoveRow, err error) {
	sort := func() {
		slices.SortFunc(rows, store.MoveRow.Compare)
		rows = slices.Compact(rows)
	}
	next := 1 << 20
	for g, err := range games {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		for ply, err := range g.Plies() {
			if err != nil || g.Start.Board.Shape != engine.Full {
				break
			}
			r, _ := rowOf(ply.Position.Board, ply.Move)
			rows = append(rows, r)
		}
		if len(rows) > next {
			sort()
			next = max(next, 2*len(rows))
		}
	}
	sort()
	return rows, ctx.Err()
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

// fill sets the values of a row.
func (r labelRecord) fill(row *store.MoveRow) {
	row.Nodes, row.Points = int32(min(r.Nodes, math.MaxInt32)), int16(r.Points) // unknownPoints becomes -1
	row.Best, row.Value, row.BestValue = engine.Square(r.Best), r.Played, r.Score
	row.Depth, row.Exact = r.Depth, r.Kind == exactly
}

// CacheFile returns the path of the table of analysed moves in a folder.
func CacheFile(dir string) string { return filepath.Join(dir, "moves.parquet") }

// A Cache contains analysed moves. It is safe for concurrent use.
type Cache struct{ rows []store.MoveRow }

// OpenCache reads the table of analysed moves in a folder. If there is none, its error wraps
// [fs.ErrNotExist]; a damaged table is bad input.
func OpenCache(dir string) (*Cache, error) {
	rows, _, err := store.ReadMoves(CacheFile(dir))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w%w", err, text.Hint("; outflank analyze GAMES --cache DIR makes one"))
	}
	return &Cache{rows}, err
}

// Len returns the number of moves.
func (c *Cache) Len() int { return len(c.rows) }

// Analyze returns the moves of a game that the cache has, as [analysis.Analyst.Analyze] does but without
// Nodes, PV and, unless exact, Swing. It stops before an illegal move.
func (c *Cache) Analyze(g engine.Game) (list []analysis.Move) {
	for ply, err := range g.Plies() {
		if err != nil || g.Start.Board.Shape != engine.Full {
			break
		}
		key, by := rowOf(ply.Position.Board, ply.Move)
		if i, found := slices.BinarySearchFunc(c.rows, key, store.MoveRow.Compare); found {
			r, points := &c.rows[i], -1.0
			if r.Points >= 0 { // they may be of an earlier scheme
				points = analysis.PointsLost(float64(r.BestValue), float64(r.Value),
					ply.Position.Board.Empty().Len())
			}
			list = append(list, analysis.KnownMove(ply, by.Inverse().Square(r.Best), float64(r.BestValue),
				float64(r.Value), int(r.Depth), r.Exact, points))
		}
	}
	return list
}
