package eval

import "github.com/outflank/outflank/engine"

// A Term says where one term of features lies in the vector and, for a pattern,
// how its entry is found. Code that compiles a model into faster tables reads it.
type Term struct {
	Name   string // as in New, such as "mobility", "edge" or "a1b1": never that of a group
	Offset int    // index of the first entry
	Len    int    // entries of one stage
	Stages int    // blocks of Len entries one after the other, by Stage

	// Images are the places of a pattern on the board, nil for other terms. The
	// contents of an image are read in base 3, its first square least significant:
	// 0 empty, 1 mine, 2 theirs. Contents c have the entry Fold[c], with the value
	// Sign[c]; contents with sign 0 have none, and Fold takes them to entry 0. Where
	// Sign is nil all signs are 1, but for contents 0 (no discs), which have no entry.
	// All three are shared: do not change them.
	Images [][]engine.Square
	Fold   []int32
	Sign   []int8
}

// Terms returns the terms of features that New built, in order; nil for others.
func Terms(f Features) []Term {
	list, ok := f.(*termList)
	if !ok {
		return nil
	}
	terms := make([]Term, len(list.terms))
	for i, t := range list.terms {
		terms[i] = Term{Name: t.label, Offset: t.offset, Len: t.len, Stages: t.stages}
		if p := t.pattern; p != nil {
			terms[i].Images, terms[i].Fold, terms[i].Sign = p.images, p.fold, p.sign
		}
	}
	return terms
}
