package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// A labelSource is positions in an order that does not change.
type labelSource struct {
	rows   int
	boards iter.Seq2[engine.Board, error]
	write  func(ctx context.Context, w io.Writer, labels iter.Seq2[dataset.Label, error], meta map[string]string) error
}

// openLabelSource opens positions to be labelled into a file.
func (a *app) openLabelSource(ctx context.Context, args []string, path string) (labelSource, error) {
	switch {
	case holdsProblems(args[0]):
		list, err := a.readProblems(args, 1)
		if err == nil {
			err = wantExtension(path, ".obf")
		}
		return problemSource(list), err
	case len(args) == 1 && isTableFile(args[0]):
		return openTableSource(args[0], path)
	}
	if err := wantExtension(path, ".parquet"); err != nil {
		return labelSource{}, err
	}
	table := filepath.Join(workOf(path), "positions.parquet")
	if err := a.positionsOf(ctx, args, table); err != nil {
		return labelSource{}, err
	}
	return openTableSource(table, path)
}

func wantExtension(path, ext string) error {
	if strings.ToLower(filepath.Ext(path)) == ext {
		return nil
	}
	return misuse(fmt.Errorf("-o %q: want a file that ends with %s", path, ext))
}

// holdsProblems tells whether a file holds positions as text.
func holdsProblems(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, notation.DetectLen)
	n, _ := io.ReadFull(f, head)
	format, err := notation.Detect(head[:n], path)
	return err == nil && format.ReadProblems != nil
}

// positionsOf writes the positions of games as a table.
func (a *app) positionsOf(ctx context.Context, args []string, path string) error {
	db, err := a.openDatabase(ctx, args, dataset.Filter{})
	if err != nil {
		return err
	}
	return dataset.ReplaceFile(path, func(w io.Writer) error {
		for _, err := range dataset.WritePositions(ctx, w, db.games, dataset.PositionOptions{}) {
			if err != nil {
				return err
			}
		}
		return ctx.Err()
	})
}

func openTableSource(table, path string) (labelSource, error) {
	if err := wantExtension(path, ".parquet"); err != nil {
		return labelSource{}, err
	}
	t, err := dataset.OpenPositions(table)
	if err != nil {
		return labelSource{}, err
	}
	return labelSource{int(t.Rows()), tableBoards(t), func(ctx context.Context, w io.Writer, labels iter.Seq2[dataset.Label, error], meta map[string]string) error {
		for _, err := range t.WriteLabelled(ctx, w, labels, meta) {
			if err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

func tableBoards(t *dataset.PositionTable) iter.Seq2[engine.Board, error] {
	return func(yield func(engine.Board, error) bool) {
		for r, err := range t.All() {
			if !yield(r.Board, err) {
				return
			}
		}
	}
}

// problemSource makes OBF of OBF.
func problemSource(list []problem) labelSource {
	boards := func(yield func(engine.Board, error) bool) {
		for _, p := range list {
			if !yield(p.Board, nil) {
				return
			}
		}
	}
	return labelSource{len(list), boards, func(_ context.Context, w io.Writer, labels iter.Seq2[dataset.Label, error], _ map[string]string) error {
		next, stop := iter.Pull2(labels)
		defer stop()
		for _, p := range list {
			l, err, ok := next()
			if err == nil && !ok {
				err = errors.New("fewer labels than positions")
			}
			if err == nil {
				err = notation.WriteOBF(w, scored(p.Problem, l))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}}
}

// scored adds a label to a problem: the best move and its score first, and in the
// remark how far the search went.
func scored(p notation.Problem, l dataset.Label) notation.Problem {
	if !l.Known {
		return p
	}
	others := slices.DeleteFunc(slices.Clone(p.Moves), func(m notation.Scored) bool { return m.Move == l.Best })
	p.Moves = append([]notation.Scored{{Move: l.Best, Score: float64(l.Score)}}, others...)
	p.Comment = strings.TrimSpace(fmt.Sprintf("%s %d@%d%%", p.Comment, l.Depth, l.Confidence))
	return p
}
