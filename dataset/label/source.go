package label

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
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/notation"
)

// A Source is positions in an order that does not change.
type Source struct {
	Rows   int
	Boards iter.Seq2[engine.Board, error]
	write  func(ctx context.Context, w io.Writer, labels iter.Seq2[dataset.Label, error], meta map[string]string) error
}

func WantExtension(path, ext string) error {
	if strings.ToLower(filepath.Ext(path)) == ext {
		return nil
	}
	return fault.Misuse(fmt.Errorf("-o %q: want a file that ends with %s", path, ext))
}

// HoldsProblems tells whether a file holds positions as text.
func HoldsProblems(path string) bool {
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

func OpenTableSource(table, path string) (Source, error) {
	if err := WantExtension(path, ".parquet"); err != nil {
		return Source{}, err
	}
	t, err := dataset.OpenPositions(table)
	if err != nil {
		return Source{}, err
	}
	return Source{int(t.Rows()), tableBoards(t), func(ctx context.Context, w io.Writer, labels iter.Seq2[dataset.Label, error], meta map[string]string) error {
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

// ProblemSource makes OBF of OBF.
func ProblemSource(list []analysis.Problem) Source {
	boards := func(yield func(engine.Board, error) bool) {
		for _, p := range list {
			if !yield(p.Board, nil) {
				return
			}
		}
	}
	return Source{len(list), boards, func(_ context.Context, w io.Writer, labels iter.Seq2[dataset.Label, error], _ map[string]string) error {
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
