package qlearn

import (
	"slices"

	"github.com/outflank/outflank/eval"
)

// A layout describes where pattern contents are stored in words and tables. It is immutable and shared.
//
// The contents of a pattern's images are numbers in base 3. Four of them fill the 16-bit lanes of a word, so
// that one addition changes four; even the largest, 3^10-1, fits. On the board after a move, a disc of the
// side to move adds digit 1, and a disc of the mover adds digit 2.
type layout struct {
	terms   []tableTerm
	words   int
	width   int                 // number of words, rounded up to groups
	at      []int               // by word, where the contents of its pattern start in a stage
	squares [][65][group]uint64 // by group and square, what digit 1 adds to the words; 64 = no square
	size    int                 // number of contents of all patterns, in one stage
	others  []int               // terms without twins
	// twins contains, by word, the other content that shares a weight with each content, or the content itself;
	// nil for terms without twins. It takes half the space of tableTerm.next.
	twins   []*[1 << 16]uint16
	seconds []int // words with twins whose predecessor belongs to the same pattern
	stages  int
}

// A tableTerm is a pattern in a layout.
type tableTerm struct {
	eval.Term
	word, words int
	at          int     // as layout.at
	entry       []int32 // by content: its entry in a stage of the model; -1 = none
	// next links contents that share a weight in a ring. A link between contents of different signs is stored as
	// the bitwise complement.
	next []int32
}

// newLayout returns the layout of features, or nil if a feature is not a pattern or the patterns have
// different stages.
func newLayout(f eval.Features) *layout {
	l := &layout{}
	for _, t := range eval.Terms(f) {
		if t.Images == nil || l.stages > 0 && t.Stages != l.stages {
			return nil
		}
		l.stages = t.Stages
		centred, _ := t.Centred()
		l.add(centred)
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

// place records what a disc on each square adds to the words of a term.
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

// entries returns each content's entry in a stage of the model, or -1 if it has none.
func entries(t eval.Term) []int32 {
	list := slices.Clone(t.Fold)
	for c := range list {
		if sign(t, c) == 0 {
			list[c] = -1
		}
	}
	return list
}

// sign returns the sign with which a content's weight counts in φ: 1, -1, or 0 if there is no weight.
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
			// Insert c behind before, so that the sign changes twice or not at all.
			next[c], next[before] = next[before], c
			if sign(t, int(c)) != sign(t, int(before)) {
				next[c], next[before] = ^next[c], ^c
			}
		}
		last[entries[c]] = c
	}
	return next
}

// pair records the twins of term i in room, which has a place for each content. It does so only if all
// contents except 0 have a weight and rings have at most two members, of the same sign. Nearly all patterns
// meet these conditions.
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
