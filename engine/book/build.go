package book

import (
	"context"
	"fmt"
	"iter"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Progress is the progress of building a book, in positions.
type Progress struct {
	Done    int   // including earlier calls
	Resumed int   // done by earlier calls
	Total   int   // number of positions in the book
	Book    *Book // nil until the end
}

// ErrOtherWork is wrapped by the error for a journal that belongs to another book.
var ErrOtherWork error = fault.Kind("work on another book lies there")

// workFormat is the journal of the leaves found so far.
var workFormat = durable.Format{Name: "book-work", Version: 1}

// work identifies the book that a journal belongs to.
type work struct {
	Settings  Settings `json:"settings"`
	Positions int      `json:"positions"`
	Sum       uint32   `json:"sum"` // of the positions with their games
}

// Build searches for the leaves of counted positions. It yields a Progress at the beginning and after each
// search, and finally one with the book. The file journal stores the results, so the same call resumes
// after an interruption, even after kill -9, and produces the same book. The caller removes the journal.
// Build stops at the first error: invalid settings (misuse), an error of the journal, [ErrOtherWork], or
// the error of ctx.
func Build(ctx context.Context, c Counts, s Settings, r Searcher, journal string) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		p := Progress{Total: len(c.nodes)}
		if err := s.Check(); err != nil {
			yield(p, err)
			return
		}
		b := &Book{Settings: s, at: map[engine.Board]*node{}}
		for _, n := range c.nodes {
			b.at[n.board] = n
		}
		j, err := b.openWork(journal, c.nodes, &p)
		if err != nil {
			yield(p, err)
			return
		}
		defer j.Close()
		if !yield(p, nil) {
			return
		}
		todo := make([]question, 0, len(c.nodes))
		for _, n := range c.nodes[p.Done:] {
			todo = append(todo, questionOf(n, func(to engine.Board) bool { return b.at[to] != nil }))
		}
		for leaf, err := range r.leaves(ctx, s, todo) {
			if err == nil {
				c.nodes[p.Done].leaf = leaf
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
		p.Book = newBook(s, c.nodes)
		yield(p, nil)
	}
}

// openWork opens the journal and reads the leaves found so far.
func (b *Book) openWork(path string, nodes []*node, p *Progress) (*durable.Journal, error) {
	w := work{b.Settings, len(nodes), durable.Sum(encodeNodes(nil, nodes))}
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
		if p.Done == len(nodes) {
			return fail(j.Bad(record.Line, fmt.Errorf("more leaves than positions")))
		}
		n := nodes[p.Done]
		if err := durable.Strict(record.JSON, &n.leaf); err != nil {
			return fail(j.Bad(record.Line, err))
		}
		if err := n.checkLeaf(b.at); err != nil {
			return fail(j.Bad(record.Line, err))
		}
		p.Done++
	}
	p.Resumed = p.Done
	return j, nil
}
