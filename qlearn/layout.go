package qlearn

import (
	"slices"

	"github.com/outflank/outflank/eval"
)

// A layout has the places of pattern contents in words and tables. It does not change and is shared.
//
// The contents of the images of a pattern are numbers in base 3, four of them side by side in the 16-bit
// lanes of a word: the greatest, 3^10-1, fits, so that one addition moves four. On the board after a move, a
// disc of the side to move adds digit 1, and one of the mover digit 2.
type layout struct {
	terms   []tableTerm
	words   int
	width   int                 // words rounded up to groups
	at      []int               // of each word, where its pattern's contents begin in a stage
	squares [][65][group]uint64 // of each group and square, what digit 1 there adds to the words; 64 = no square
	size    int                 // contents of all patterns, one stage
	others  []int               // terms without twins
	// twins are, for each word, the other contents that share a weight with contents, or these
	// again; nil for others. They are half as large as tableTerm.next.
	twins   []*[1 << 16]uint16
	seconds []int // words with twins whose pattern has the word before as well
	stages  int
}

// A tableTerm is a pattern in a layout.
type tableTerm struct {
	eval.Term
	word, words int
	at          int     // as layout.at
	entry       []int32 // of contents: of the model in a stage, -1 = none
	// next links the contents that share a weight in a ring; where their signs differ the
	// link is the bitwise complement.
	next []int32
}

// newLayout returns the layout of features, nil if some are no patterns or the stages
// of patterns differ.
func newLayout(f eval.Features) *layout {
	l := &layout{}
	for _, t := range eval.Terms(f) {
		if t.Images == nil || l.stages > 0 && t.Stages != l.stages {
			return nil
		}
		l.stages = t.Stages
		l.add(t)
	}
	if l.stages == 0 {
		return nil
	}
	l.squares = make([][65][group]uint64, (l.words+group-1)/group)
	l.width = len(l.squares) * group
	room := make([]uint16, l.size+1<<16)
	for i := range l.terms {
		l.place(&l.terms[i])
		l.pair(i, room)
	}
	return l
}

func (l *layout) add(t eval.Term) {
	entry := entries(t)
	next := rings(t, entry)
	term := tableTerm{Term: t, word: l.words, words: (len(t.Images) + lanes - 1) / lanes, at: l.size,
		entry: entry, next: next}
	for range term.words {
		l.at = append(l.at, l.size)
	}
	l.terms = append(l.terms, term)
	l.words += term.words
	l.size += len(t.Fold)
}

// place notes what discs add to the words of a term.
func (l *layout) place(t *tableTerm) {
	for i, image := range t.Images {
		digit := uint64(1) << (i % lanes * 16)
		for _, s := range image {
			w := t.word + i/lanes
			l.squares[w/group][s][w%group] += digit
			digit *= 3
		}
	}
}

// entries returns of all contents the entry of a stage of the model, -1 where they have
// none.
func entries(t eval.Term) []int32 {
	list := slices.Clone(t.Fold)
	for c := range list {
		if sign(t, c) == 0 {
			list[c] = -1
		}
	}
	return list
}

// sign returns how the weight of contents counts in φ: 1, -1, or 0 where they have none.
func sign(t eval.Term, contents int) int {
	switch {
	case t.Sign != nil:
		return int(t.Sign[contents])
	case contents == 0:
		return 0
	}
	return 1
}

// rings links the contents that share an entry.
func rings(t eval.Term, entries []int32) []int32 {
	next, last := make([]int32, len(entries)), make([]int32, t.Len)
	for i := range last {
		last[i] = -1
	}
	for c := range int32(len(entries)) {
		next[c] = c
		if entries[c] < 0 {
			continue
		}
		if before := last[entries[c]]; before >= 0 {
			// From the one before on to what that led to, the sign changing twice or not at all.
			next[c], next[before] = next[before], c
			if sign(t, int(c)) != sign(t, int(before)) {
				next[c], next[before] = ^next[c], ^c
			}
		}
		last[entries[c]] = c
	}
	return next
}

// pair records the twins of term i, with room for those of all contents. It requires that all contents but 0
// have a weight, and that rings have at most two members, of the same sign. Nearly all patterns are like
// that.
func (l *layout) pair(i int, room []uint16) {
	t := &l.terms[i]
	room = room[t.at:]
	twins := (*[1 << 16]uint16)(room)
	for c, v := range t.next {
		if v < 0 || t.next[v] != int32(c) || t.entry[c] < 0 && c != 0 {
			twins = nil
			l.others = append(l.others, i)
			break
		}
		room[c] = uint16(v)
	}
	for i := range t.words {
		if twins != nil && i > 0 {
			l.seconds = append(l.seconds, t.word+i)
		}
		l.twins = append(l.twins, twins)
	}
}
