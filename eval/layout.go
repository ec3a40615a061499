package eval

import (
	"slices"

	"github.com/outflank/outflank/engine"
)

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

// Centred returns a pattern with its squares in another order: those that are farther from the edges come
// first. These change more often in a game, so in a table by contents, the entries of similar boards lie
// close together, and more of them are in the processor's cache. index[c] is what contents c become. A term
// that is not a pattern is returned unchanged, without an index.
func (t Term) Centred() (centred Term, index []uint16) {
	if t.Images == nil {
		return t, nil
	}
	centred = t
	centred.Images = nil
	for _, image := range t.Images {
		centred.Images = append(centred.Images, slices.SortedStableFunc(slices.Values(image), centreFirst))
	}
	index = Reading(centred.Images[0], t.Images[0])
	centred.Fold, centred.Sign = reordered(t.Fold, index), reordered(t.Sign, index)
	return centred, index
}

// centreFirst compares squares by their distance from the nearest edge, and then by that from the other one.
// Symmetric squares are equal, so all images of a pattern are sorted alike.
func centreFirst(a, b engine.Square) int {
	distance := func(s engine.Square) int {
		x, y := min(s%8, 7-s%8), min(s/8, 7-s/8)
		return int(8*min(x, y) + max(x, y))
	}
	return distance(b) - distance(a)
}

// Reading returns the contents of an image, indexed by the contents of the squares of a host. Squares of the
// image that are not the host's count as empty. Both are read as in [Term] and have at most ten squares.
func Reading(image, host []engine.Square) []uint16 {
	place := make([]uint16, len(host)) // value of digit 1 on each of the host's squares
	digit := uint16(1)
	for _, s := range image {
		for k, h := range host {
			if h == s {
				place[k] = digit
			}
		}
		digit *= 3
	}
	read := []uint16{0}
	for _, digit := range place {
		n := len(read)
		for i := range 2 * n {
			read = append(read, read[i]+digit)
		}
	}
	return read
}

// reordered returns a list with its entry i at index[i], or nil for nil.
func reordered[T any](list []T, index []uint16) []T {
	if list == nil {
		return nil
	}
	moved := make([]T, len(list))
	for i, x := range list {
		moved[index[i]] = x
	}
	return moved
}
