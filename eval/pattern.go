package eval

import (
	"slices"

	"github.com/outflank/outflank/engine"
)

// patternSquares are the patterns of Logistello (Buro, "Experiments with
// Multi-ProbCut and a new high-quality evaluation function for Othello", 1997):
// squares whose contents are looked up together. Each stands for all its
// symmetric images.
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

// patternTerm looks up the contents of a pattern and of its images. The entry is
// that of the contents read in base 3, first square least significant: 0 empty,
// 1 mine, 2 theirs. Contents that a symmetry of the pattern itself carries into
// each other share an entry.
func patternTerm(name string) term {
	squares, _ := engine.ParseMoves(patternSquares[name])
	images, mirrored := patternImages(squares)
	fold, n := foldContents(squares, mirrored)
	text := func(i int) string {
		return name + " " + contents(slices.Index(fold, int32(i)), len(squares))
	}
	return term{n, text, func(dst []Feature, base int32, b engine.Board) []Feature {
		for _, image := range images {
			index := 0
			for i, s := range image {
				digit := int(b.Mine>>s&1) + 2*int(b.Theirs>>s&1)
				index += pow3[i] * digit
			}
			if index != 0 {
				dst = append(dst, Feature{base + fold[index], 1})
			}
		}
		return dst
	}}
}

var pow3 = [...]int{1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683}

// patternImages returns the images of the pattern as lists of squares, one for
// each distinct set, and for every symmetry that maps the pattern onto itself
// how it permutes the pattern's own squares.
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

// foldContents numbers the classes of contents that mirroring makes equal: fold
// takes contents to the number of their class, 0 to n-1.
func foldContents(squares []engine.Square, mirrored [][]int) (fold []int32, n int) {
	fold = make([]int32, 3*pow3[len(squares)-1])
	for index := range fold {
		least := index
		for _, order := range mirrored {
			least = min(least, permute(index, order))
		}
		if least < index {
			fold[index] = fold[least]
			continue
		}
		fold[index] = int32(n)
		n++
	}
	return fold, n
}

// permute moves digit i of the contents to place order[i].
func permute(index int, order []int) int {
	image := 0
	for _, place := range order {
		image += pow3[place] * (index % 3)
		index /= 3
	}
	return image
}

// contents spells out an index, first square first.
func contents(index, squares int) string {
	text := make([]byte, squares)
	for i := range text {
		text[i] = "-XO"[index%3]
		index /= 3
	}
	return string(text)
}
