package eval

import "github.com/outflank/outflank/engine"

// A Term describes the position of a term in the feature vector and, for a pattern, how to find its entry. It
// serves code that compiles a model into faster tables.
type Term struct {
	Name   string // as in New, such as "mobility", "edge" or "a1b1"; never a group
	Offset int    // index of the first entry
	Len    int    // number of entries per stage
	Stages int    // number of consecutive blocks of Len entries, see Stage

	// Images are the places of a pattern on the board; nil for other terms. The contents of an image are read in
	// base 3, with the first square least significant: 0 empty, 1 mine, 2 theirs. Contents c have entry Fold[c]
	// with value Sign[c]. Contents with sign 0 have no entry, and Fold maps them to 0. If Sign is nil, all signs
	// are 1, but contents 0 (no discs) have no entry. All three slices are shared and must not be changed.
	Images [][]engine.Square
	Fold   []int32
	Sign   []int8
}

// Terms returns the terms of features from [New], in order, or nil for other features.
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
