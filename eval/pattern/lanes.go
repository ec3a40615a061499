package pattern

import (
	"slices"
	"strings"
	"sync"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// The indices of all places of all patterns are stored in the 16-bit lanes of words, four images of one
// pattern per word. An index is at most 3^10-1 and never carries into the next lane, so one addition changes
// four indices. The last words hold the three tuples, which only some models use. An empty word completes
// the vectors of four words.
const (
	words      = 16
	usedWords  = 15
	plainWords = 12 // without the tuples
)

// names lists the pattern of each word. The block has eight images and therefore two words; the longest
// diagonal has two images and two empty lanes. The tuples are the corner triangle, the middles of the edge
// rank and the rank beside it, and the middles of that rank and the next. Among Logistello's eleven patterns,
// none covers these.
var names = [usedWords]string{
	"block", "block", "edge", "corner", "row2", "row3", "row4", "diag4", "diag5", "diag6", "diag7", "diag8",
	"a1b1c1d1a2b2c2a3b3a4", "c1d1e1f1c2d2e2f2", "c2d2e2f2c3d3e3f3",
}

// A lanes contains the index of each place, or the change of each index.
type lanes [words]uint64

// squares contains, for a disc of the root's side to move on each square, the amount that it adds to each
// index: digit 1 in base 3, at the place of the square in the pattern. A disc of the other side adds twice
// that. [Compile] fills the array, so that programs that never evaluate do not wait for it.
var squares [64]lanes

var fillSquares = sync.OnceFunc(func() {
	var next [words]int // number of images in each word so far
	for _, term := range patterns() {
		for i, image := range term.Images {
			w := slices.Index(names[:], term.Name) + i/4
			digit := uint64(1) << (16 * next[w])
			for _, s := range image {
				squares[s][w] += digit
				digit *= 3
			}
			next[w]++
		}
	}
})

// patterns returns the terms of the patterns and tuples that have tables.
var patterns = sync.OnceValue(func() []eval.Term {
	f, err := eval.New(strings.Join(slices.Compact(slices.Clone(names[:])), "+"), nil)
	if err != nil {
		panic(err) // the text is a valid constant
	}
	return centred(f)
})

// centred returns the terms of features, see [eval.Term.Centred].
func centred(f eval.Features) []eval.Term {
	terms := eval.Terms(f)
	for i := range terms {
		terms[i], _ = terms[i].Centred()
	}
	return terms
}

// of sets the indices to those of a board.
func (l *level) of(mine, theirs uint64) {
	*l = level{}
	for s := range engine.Set(mine).All() {
		l.mine.add(&squares[s], 1)
		l.theirs.add(&squares[s], 2)
	}
	for s := range engine.Set(theirs).All() {
		l.mine.add(&squares[s], 2)
		l.theirs.add(&squares[s], 1)
	}
}

func (l *lanes) add(d *lanes, times uint64) {
	for w := range l {
		l[w] += times * d[w]
	}
}
