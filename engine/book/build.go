package book

import (
	"context"
	"fmt"
	"iter"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Progress is the progress of building a book, in positions.
type Progress struct {
	Done    int // including earlier calls
	Resumed int // done by earlier calls
	Total   int // number of positions without a leaf at the beginning
}

// ErrOtherWork is wrapped by the error for a journal that belongs to another book.
var ErrOtherWork error = fault.Kind("work on another book lies there")

// workFormat is the journal of the leaves found so far.
var workFormat = durable.Format{Name: "book-work", Version: 2}

// work identifies the book that a journal belongs to.
type work struct {
	Settings  Settings `json:"settings"`
	Positions int      `json:"positions"`
	Sum       uint32   `json:"sum"` // of the positions
}

// Build searches for the leaves that a book lacks. It yields a Progress at the beginning and after each
// search. If the range ends without an error, the book is complete. The file journal stores the results, so
// the same call resumes after an interruption, even after kill -9, and produces the same book. The caller
// removes the journal. Build stops at the first error: an error of the journal, [ErrOtherWork], an error of
// the farm, or the error of ctx.
func Build(ctx context.Context, d *Draft, r Searcher, journal string) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		var todo []*node
		for _, n := range d.nodes {
			if d.lacks(n) {
				todo = append(todo, n)
			}
		}
		p := Progress{Total: len(todo)}
		j, err := d.openWork(journal, todo, &p)
		if err != nil {
			yield(p, err)
			return
		}
		defer j.Close()
		if !yield(p, nil) {
			return
		}
		var list []question
		for _, n := range todo[p.Done:] {
			list = append(list, questionOf(n, d.has))
		}
		for leaf, err := range r.leaves(ctx, d.Settings, list) {
			if err == nil {
				todo[p.Done].leaf = leaf
				err = j.Append(leaf)
			}
			if err != nil {
				yield(p, err)
				return
			}
			if p.Done++; !yield(p, nil) {
				return
			}
		}
		d.negamax()
	}
}

// openWork opens the journal and reads the leaves found so far.
func (d *Draft) openWork(path string, todo []*node, p *Progress) (*durable.Journal, error) {
	data, err := d.encode()
	if err != nil {
		return nil, err
	}
	w := work{d.Settings, len(d.nodes), durable.Sum(data)}
	j, err := durable.ContinueJournal(path, workFormat, w)
	if err != nil {
		return nil, err
	}
	fail := func(err error) (*durable.Journal, error) { j.Close(); return nil, err }
	var found work
	if err := durable.Strict(j.Settings(), &found); err != nil {
		return fail(j.Bad(1, err))
	}
	if found != w {
		return fail(fmt.Errorf("%s: %w", path, ErrOtherWork))
	}
	for record, err := range j.Records() {
		if err != nil {
			return fail(err)
		}
		if p.Done == len(todo) {
			return fail(j.Bad(record.Line, fmt.Errorf("more leaves than positions without one")))
		}
		n := todo[p.Done]
		if err := durable.Strict(record.JSON, &n.leaf); err != nil {
			return fail(j.Bad(record.Line, err))
		}
		if err := n.checkLeaf(d.has); err != nil {
			return fail(j.Bad(record.Line, err))
		}
		p.Done++
	}
	p.Resumed = p.Done
	return j, nil
}
