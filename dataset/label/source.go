package label

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Source provides positions or moves in a fixed order: [Table], [Games], [Problems], [Ranked] or [Moves].
// It also writes them with their labels.
type Source struct {
	open func(ctx context.Context, l *labeller) (positions, error)
}

// positions are the items of an open source.
type positions struct {
	rows  int
	kept  int // moves whose values the file already contains
	items iter.Seq2[item, error]
	write func(ctx context.Context, w io.Writer, records iter.Seq2[labelRecord, error],
		meta map[string]string) error
}

// labels converts records to labels.
func labels(records iter.Seq2[labelRecord, error]) iter.Seq2[store.Label, error] {
	return func(yield func(store.Label, error) bool) {
		for rec, err := range records {
			if !yield(rec.label(), err) {
				return
			}
		}
	}
}

// Table is a source that reads a table of positions written by store.WritePositions. It writes Parquet with
// label columns. Existing labels stay if there is no new one.
func Table(path string) Source {
	return Source{func(context.Context, *labeller) (positions, error) { return openTable(path) }}
}

// Games is a source of all positions in games. It first writes them as a table to the work folder. When work
// resumes, games must yield the same games. If there are no positions, the error is bad input.
func Games(games iter.Seq2[dataset.Game, error]) Source {
	return Source{func(ctx context.Context, l *labeller) (positions, error) {
		table := filepath.Join(l.work, "positions.parquet")
		err := durable.Replace(table, func(w io.Writer) error {
			rows := int64(0)
			for n, err := range store.WritePositions(ctx, w, games, store.PositionOptions{}) {
				if err != nil {
					return err
				}
				rows = n
			}
			if err := ctx.Err(); err != nil || rows > 0 {
				return err
			}
			return fault.BadInput(errors.New("no game has a position to label"))
		})
		if err != nil {
			return positions{}, err
		}
		return openTable(table)
	}}
}

// Problems is a source of positions from text. It writes them as OBF with their best moves and scores.
func Problems(list []notation.Problem) Source {
	return Source{func(context.Context, *labeller) (positions, error) {
		items := func(yield func(item, error) bool) {
			for _, p := range list {
				if !yield(item{p.Board, engine.None}, nil) {
					return
				}
			}
		}
		return positions{len(list), 0, items, func(_ context.Context, w io.Writer,
			records iter.Seq2[labelRecord, error], _ map[string]string) error {
			return writeProblems(w, list, labels(records))
		}}, nil
	}}
}

// Ranked is a source of the positions after each legal move of the given ones. choose gets the given
// positions with the values of all moves, best first and otherwise in the order of squares; the file gets
// those that it returns, as OBF. An error of choose ends [Run], which keeps the finished work. Without a
// label for each move, a position has no moves.
func Ranked(list []notation.Problem,
	choose func(context.Context, []notation.Problem) ([]notation.Problem, error)) Source {
	return Source{func(context.Context, *labeller) (positions, error) {
		rows := 0
		for _, p := range list {
			rows += p.Board.Moves().Len()
		}
		items := func(yield func(item, error) bool) {
			for _, p := range list {
				for m := range p.Board.Moves().All() {
					if !yield(item{p.Board.Play(m), engine.None}, nil) {
						return
					}
				}
			}
		}
		return positions{rows, 0, items, func(ctx context.Context, w io.Writer,
			records iter.Seq2[labelRecord, error], _ map[string]string) error {
			chosen, err := rank(list, labels(records))
			if err == nil {
				chosen, err = choose(ctx, chosen)
			}
			if err != nil {
				return err
			}
			for _, p := range chosen {
				if err := notation.OBF.WriteProblem(w, p); err != nil {
					return err
				}
			}
			return nil
		}}, nil
	}}
}

// rank returns positions with the values of their moves, given the labels of the positions after them.
func rank(list []notation.Problem, labels iter.Seq2[store.Label, error]) ([]notation.Problem, error) {
	next, stop := iter.Pull2(labels)
	defer stop()
	ranked := slices.Clone(list)
	for i := range ranked {
		p := &ranked[i]
		p.Moves = nil
		known := true
		for m := range p.Board.Moves().All() {
			l, err, ok := next()
			if err == nil && !ok {
				err = errTooFew
			}
			if err != nil {
				return nil, err
			}
			known = known && l.Known
			p.Moves = append(p.Moves, notation.Scored{Move: m, Score: float64(-l.Score)})
		}
		if !known {
			p.Moves = nil
		}
		slices.SortStableFunc(p.Moves, func(a, b notation.Scored) int { return cmp.Compare(b.Score, a.Score) })
	}
	return ranked, nil
}

// errTooFew is the error for a journal that ends too early.
var errTooFew = errors.New("fewer labels than positions")

func openTable(path string) (positions, error) {
	t, err := store.OpenPositions(path)
	if err != nil {
		return positions{}, err
	}
	items := func(yield func(item, error) bool) {
		for r, err := range t.All() {
			if !yield(item{r.Board, engine.None}, err) {
				return
			}
		}
	}
	return positions{int(t.Rows()), 0, items, func(ctx context.Context, w io.Writer,
		records iter.Seq2[labelRecord, error], meta map[string]string) error {
		for _, err := range t.WriteLabelled(ctx, w, labels(records), meta) {
			if err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

// writeProblems writes problems with their labels as OBF.
func writeProblems(w io.Writer, list []notation.Problem, labels iter.Seq2[store.Label, error]) error {
	next, stop := iter.Pull2(labels)
	defer stop()
	for _, p := range list {
		l, err, ok := next()
		if err == nil && !ok {
			err = errTooFew
		}
		if err == nil {
			err = notation.OBF.WriteProblem(w, scored(p, l))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scored adds a label to a problem: the best move with its score comes first, and the comment gets the depth
// and the confidence.
func scored(p notation.Problem, l store.Label) notation.Problem {
	if !l.Known {
		return p
	}
	others := slices.DeleteFunc(slices.Clone(p.Moves), func(m notation.Scored) bool { return m.Move == l.Best })
	p.Moves = append([]notation.Scored{{Move: l.Best, Score: float64(l.Score)}}, others...)
	p.Comment = strings.TrimSpace(fmt.Sprintf("%s %d@%d%%", p.Comment, l.Depth, l.Confidence))
	return p
}
