package search

import (
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine"
)

// positional is a cheap evaluator with many equal values: square weights and
// mobility.
type positional struct{}

func (positional) Eval(b engine.Board) float64 {
	const x, c = engine.XSquares, engine.CSquares
	side := func(discs engine.Set) int {
		return 16*(discs&engine.Corners).Len() - 8*(discs&x).Len() - 4*(discs&c).Len() + 2*(discs&engine.Edges).
			Len() - discs.Len()
	}
	mobility := b.Moves().Len() - b.Pass().Moves().Len()
	return float64(side(b.Mine)-side(b.Theirs)+6*mobility) / 4
}

// noise is an evaluator that tells nothing and hardly ever gives two boards the
// same value: a hash of the discs.
type noise struct{}

func (noise) Eval(b engine.Board) float64 {
	hi, lo := bits.Mul64(uint64(b.Mine)^0x9E3779B97F4A7C15, uint64(b.Theirs)^0xD6E8FEB86659FD93)
	h := (hi ^ lo) * 0xFF51AFD7ED558CCD
	return (float64(h>>11)/(1<<53) - 0.5) * 100
}

// shapes are one of every kind of board.
func shapes(t testing.TB) []engine.Shape {
	var list []engine.Shape
	for _, name := range []string{"8x8", "4x4", "6x6", "8x8-c2f4h7a5", "6x6-c1d6", "hex", "hex-b4e6",
		"rhombus"} {
		sh, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, sh)
	}
	return list
}

// wander plays random moves from the start of the shape until only a number of
// squares are empty. It starts again when a game ends too early, and gives up and
// returns false when that happens often.
func wander(rng *rand.Rand, sh engine.Shape, empties int) (engine.Board, bool) {
	start, err := sh.Start()
	if err != nil {
		panic(err)
	}
	for range 100 {
		p := start
		for p.Board.Empty().Len() > empties {
			legal := p.Board.Moves()
			if legal == 0 {
				break
			}
			p, _ = p.Play(legal.Nth(rng.IntN(legal.Len())))
		}
		if p.Board.Empty().Len() == empties && !p.Board.Over() {
			return p.Board, true
		}
	}
	return engine.Board{}, false
}

// position reads a board in 64-character form.
func position(t testing.TB, text string) engine.Board {
	p, err := engine.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p.Board
}

// dataFile opens a file of the real data, or skips the test. A relative
// OUTFLANK_DATA begins at the top of the repository.
func dataFile(t testing.TB, name string) *os.File {
	root := os.Getenv("OUTFLANK_DATA")
	if root == "" {
		root = filepath.Join("..", "shared")
	}
	if !filepath.IsAbs(root) {
		root = filepath.Join("..", "..", root)
	}
	f, err := os.Open(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("needs real data: %v", err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}
