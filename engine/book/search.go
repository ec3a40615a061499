package book

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Searcher holds the settings of the searches for leaves. The book depends only on the evaluator.
type Searcher struct {
	Evaluator func() deep.Evaluator // creates an evaluator for one goroutine; nil = [deep.Mobility]
	Workers   int                   // number of concurrent searches; 0 = one for each processor
	Farm      parallel.Farm         // searches on other machines, with [Jobs]; nil = here
	Model     string                // name of the evaluator for a farm, if it ships; "" = the default
	ModelFile string                // path of the evaluator's file, for a farm; "" = a shipped model
}

// A question asks for the best of the outside moves of a board.
type question struct {
	Board   engine.Board
	Outside engine.Set
}

// questionOf asks for the best move of a node among those that lead to a position for which inside is false.
func questionOf(n *node, inside func(engine.Board) bool) question {
	q := question{Board: n.board}
	for _, m := range n.moves {
		if !inside(m.to) {
			q.Outside |= m.square.Set()
		}
	}
	return q
}

// jobSettings are the settings of the searches of a book.
type jobSettings struct {
	Settings
	Model string `json:"model"` // name of a shipped model
	File  string `json:"file"`  // the model file; "" = a shipped model
}

// Jobs returns the kind of job that searches for a leaf. read returns a function that creates evaluators from
// a model file or a shipped model.
func Jobs(read func(model string) (func() deep.Evaluator, error)) []parallel.AnyKind {
	return []parallel.AnyKind{jobKind(read)}
}

type kind = parallel.Kind[jobSettings, question, leaf]

func jobKind(read func(model string) (func() deep.Evaluator, error)) kind {
	return kind{
		Name: "book",
		Files: func(s jobSettings, name parallel.File) (_ jobSettings, err error) {
			s.File, err = name(s.File)
			return s, err
		},
		Open: func(s jobSettings, _ parallel.File) (parallel.Func[question, leaf], error) {
			if err := s.Check(); err != nil {
				return nil, err
			}
			evaluator, err := read(cmp.Or(s.File, s.Model))
			return (&Searcher{Evaluator: evaluator}).answers(s.Settings), err
		},
	}
}

// leaves yields the answers to questions, in order.
func (r *Searcher) leaves(ctx context.Context, s Settings, list []question) iter.Seq2[leaf, error] {
	return func(yield func(leaf, error) bool) {
		team, err := jobKind(nil).Team(ctx, r.Farm, jobSettings{s, r.Model, r.ModelFile}, r.Workers, r.answers(s),
			question.check)
		if err != nil {
			yield(leaf{}, err)
			return
		}
		do := func(ctx context.Context, q question) (leaf, error) {
			if q.Outside == 0 {
				return noLeaf, nil
			}
			return team.Do(ctx, q)
		}
		for l, err := range parallel.MapBy(ctx, team, slices.Values(list), do) {
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

// check returns an error if a leaf cannot answer a question.
func (q question) check(l leaf) error {
	if l.Square >= engine.None || !q.Outside.Has(l.Square) || l.Score < -64 || l.Score > 64 || l.Depth < 0 ||
		l.Depth > 60 {
		return fmt.Errorf("book: leaf %+v of %v", l, engine.Position{Board: q.Board})
	}
	return nil
}

// answers returns a function that searches for leaves. Each search starts with an empty table.
func (r *Searcher) answers(s Settings) parallel.Func[question, leaf] {
	opt := deep.Options{Depth: s.Depth, Exact: s.Exact, Level: s.Level, Last: s.Level, TableBytes: s.HashBytes,
		Evaluator: r.Evaluator}
	engines := sync.Pool{New: func() any { return deep.New(opt) }}
	return func(ctx context.Context, q question) (leaf, error) {
		e := engines.Get().(*deep.Engine)
		defer engines.Put(e)
		e.Forget()
		var last deep.Info
		for last = range e.SearchAmong(ctx, q.Board, q.Outside) {
		}
		switch {
		case ctx.Err() != nil:
			return leaf{}, context.Cause(ctx)
		case last.Move() == engine.None:
			return leaf{}, errors.New("book: a search ended without a move")
		}
		// The lowest of the symmetric moves represents all of them.
		after, best := q.Board.Play(last.Move()).Least(), last.Move()
		for m := range q.Outside.All() {
			if q.Board.Play(m).Least() == after {
				best = m
				break
			}
		}
		return leaf{best, int(last.Score), last.Depth, last.Exact}, nil
	}
}
