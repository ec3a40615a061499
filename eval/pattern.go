package eval

import (
	"slices"
	"sync"

	"github.com/outflank/outflank/engine"
)

// patternSquares are the patterns of Logistello (Buro, "Experiments with Multi-ProbCut and a new high-quality
// evaluation function for Othello", 1997): squares whose contents are looked up together. Each pattern stands
// for all its symmetric images. On boards of other shapes, missing squares count as empty.
//
//	edge    a1…h1 with b2 and g2        corner  the 3×3 squares around a1
//	block   the 2×5 squares from a1     row2…4  whole ranks
//	diag4…8 diagonals of that length
var patternSquares = map[string]string{
	"edge":   "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
	"corner": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
	"block":  "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
	"row2":   "a2 b2 c2 d2 e2 f2 g2 h2",
	"row3":   "a3 b3 c3 d3 e3 f3 g3 h3",
	"row4":   "a4 b4 c4 d4 e4 f4 g4 h4",
	"diag4":  "a4 b3 c2 d1",
	"diag5":  "a5 b4 c3 d2 e1",
	"diag6":  "a6 b5 c4 d3 e2 f1",
	"diag7":  "a7 b6 c5 d4 e3 f2 g1",
	"diag8":  "a8 b7 c6 d5 e4 f3 g2 h1",
}

// A pattern contains the tables in which a term looks up contents, see [Term].
type pattern struct {
	images  [][]engine.Square
	readers []*reader // of the images, in order
	bits    int       // number of bits per image in a reader's word
	fold    []int32
	sign    []int8 // nil if not balanced
}

// patternTerm returns the term that looks up the contents of a pattern and its images. Contents are numbers
// in base 3, with the first square least significant: 0 empty, 1 mine, 2 theirs. Contents that a symmetry of
// the pattern maps to each other share an entry. Contents without discs have no entry: their value would be
// the same for both sides.
func patternTerm(name string, squares []engine.Square) term {
	images, mirrored := patternImages(squares)
	p := &pattern{images: images, bits: laneBits(len(squares))}
	for some := range slices.Chunk(images, 64/p.bits) {
		p.readers = append(p.readers, newReader(some, p.bits))
	}
	var least []int32
	p.fold, least = foldContents(len(squares), mirrored)
	return p.term(name, least)
}

// term returns the term of a pattern, given the lowest contents of each entry.
func (p *pattern) term(name string, least []int32) term {
	t := term{len: len(least), pattern: p, append: p.append, name: func(i int) string {
		return name + " " + contents(int(least[i]), len(p.images[0]))
	}}
	if p.sign != nil {
		t.append = p.appendSigned
	}
	return t
}

func (p *pattern) append(dst []Feature, base int32, b engine.Board) []Feature {
	bits, mask := p.bits&63, uint64(1)<<p.bits-1
	for _, r := range p.readers {
		indexes := r.read(b.Mine) + 2*r.read(b.Theirs)
		for range r.images {
			if index := indexes & mask; index != 0 {
				dst = append(dst, Feature{base + p.fold[index], 1})
			}
			indexes >>= bits
		}
	}
	return dst
}

func (p *pattern) appendSigned(dst []Feature, base int32, b engine.Board) []Feature {
	bits, mask := p.bits&63, uint64(1)<<p.bits-1
	for _, r := range p.readers {
		indexes := r.read(b.Mine) + 2*r.read(b.Theirs)
		for range r.images {
			if index := indexes & mask; p.sign[index] != 0 {
				dst = append(dst, Feature{base + p.fold[index], float64(p.sign[index])})
			}
			indexes >>= bits
		}
	}
	return dst
}

var pow3 = [...]int{1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049}

// laneBits returns the number of bits for the contents of n squares: 8 up to 3^5-1 = 242, 16 up to 3^10-1.
func laneBits(n int) int {
	if pow3[n] <= 1<<8 {
		return 8
	}
	return 16
}

// A reader reads several images of a pattern at once, each in its own lane of a word, by adding the
// contributions of the eight ranks. This takes a quarter of the time of reading single squares.
type reader struct {
	images int
	rank   [8][256]uint64 // by rank and the discs on its eight squares
}

func newReader(images [][]engine.Square, bits int) *reader {
	r := &reader{images: len(images)}
	for lane, image := range images {
		for i, s := range image {
			rank := &r.rank[s.Rank()]
			for set := range rank {
				if set>>s.File()&1 != 0 {
					rank[set] += uint64(pow3[i]) << (lane * bits)
				}
			}
		}
	}
	return r
}

// read returns, for each image, its contents if squares in the set have digit 1 and others 0.
func (r *reader) read(set engine.Set) uint64 {
	return r.rank[0][set&0xFF] + r.rank[1][set>>8&0xFF] + r.rank[2][set>>16&0xFF] + r.rank[3][set>>24&0xFF] +
		r.rank[4][set>>32&0xFF] + r.rank[5][set>>40&0xFF] + r.rank[6][set>>48&0xFF] + r.rank[7][set>>56]
}

// patternImages returns the images of the pattern as lists of squares, one for each distinct set. It also
// returns how each symmetry that maps the pattern onto itself permutes the pattern's squares.
func patternImages(squares []engine.Square) (images [][]engine.Square, mirrored [][]int) {
	seen := map[engine.Set]bool{}
	place := map[engine.Square]int{}
	for i, s := range squares {
		place[s] = i
	}
	for y := engine.Symmetry(0); y < engine.Symmetries; y++ {
		image := make([]engine.Square, len(squares))
		order := make([]int, len(squares))
		for i, s := range squares {
			image[i] = y.Square(s)
			order[i] = place[image[i]]
		}
		set := engine.SetOf(image...)
		if set == engine.SetOf(squares...) {
			mirrored = append(mirrored, order)
		}
		if !seen[set] {
			seen[set] = true
			images = append(images, image)
		}
	}
	return images, mirrored
}

// foldContents numbers the classes of contents of n squares that are mirror images of each other. fold maps
// contents to their class; least maps a class to its lowest contents.
func foldContents(n int, mirrored [][]int) (fold, least []int32) {
	if len(mirrored) == 1 { // only the identity, as for most tuples
		same := unfolded[n]()
		return same, same
	}
	fold = make([]int32, pow3[n])
	images := make([][]int32, len(mirrored))
	for i, order := range mirrored {
		images[i] = permuted(order)
	}
	for index := range fold {
		first := int32(index)
		for _, image := range images {
			first = min(first, image[index])
		}
		if int(first) == index {
			fold[index] = int32(len(least))
			least = append(least, int32(index))
		} else {
			fold[index] = fold[first]
		}
	}
	return fold, least
}

// unfolded contains the folds of n squares without mirror symmetry, shared by all patterns.
var unfolded = func() (folds [len(pow3)]func() []int32) {
	for n := range folds {
		folds[n] = sync.OnceValue(func() []int32 {
			fold := make([]int32, pow3[n])
			for index := range fold {
				fold[index] = int32(index)
			}
			return fold
		})
	}
	return folds
}()

// permuted maps contents to those in which digit i has moved to place order[i].
func permuted(order []int) []int32 {
	image := make([]int32, pow3[len(order)])
	for i, place := range order {
		for c := range image[:2*pow3[i]] {
			image[pow3[i]+c] = image[c] + int32(pow3[place])
		}
	}
	return image
}

// contents spells out the contents with an index, first square first.
func contents(index, squares int) string {
	text := make([]byte, squares)
	for i := range text {
		text[i] = "-XO"[index%3]
		index /= 3
	}
	return string(text)
}
