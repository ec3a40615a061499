package eval_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// What the features of the report say about the board after f5 d6 c3, for white.
func ExampleNew() {
	f, err := eval.New(eval.ReportID, eval.DefaultSquares())
	if err != nil {
		log.Fatal(err)
	}
	game, err := engine.ParseGame(engine.StandardStart(), "f5d6c3")
	if err != nil {
		log.Fatal(err)
	}
	end, _ := game.End()
	for _, x := range f.Append(nil, end.Board) {
		fmt.Printf("%-9s %+.3f\n", f.Name(int(x.Index)), x.Value)
	}
	// Output:
	// position  -0.117
	// parity    +1.000
	// discs     -0.188
}

// A new term gives every stage of the game, or every class of squares, an entry
// of its own.
func ExampleNew_stages() {
	f, err := eval.New("mobility@3+edge", nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.Len(), "entries")
	for _, i := range []int{0, 2, 4, 9845} {
		fmt.Println(f.Name(i))
	}
	// Output:
	// 29649 entries
	// mobility, stage 0
	// mobility, stage 2
	// edge X---------
	// edge OXXXOOOOX-
}

// A group of n-tuples gives every tuple its own entries; balanced, a disc of the other
// side counts the same with the other sign.
func ExampleTerms() {
	f, err := eval.New("all1+balanced-snakes-2x4-1", nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range eval.Terms(f)[8:] {
		fmt.Println(t.Name, t.Len, "entries,", len(t.Images), "images")
	}
	// Output:
	// d3 3 entries, 8 images
	// d4 3 entries, 4 images
	// balanced-d1c1c2b1 40 entries, 8 images
	// balanced-a8a7b8c8 40 entries, 8 images
}

// A model file says all that is needed to use the model.
func ExampleReadModel() {
	var file bytes.Buffer
	if err := eval.WriteModel(&file, eval.Default()); err != nil {
		log.Fatal(err)
	}
	m, err := eval.ReadModel(&file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Features.ID(), m.Weights, m.Meta["unit"])
	// Output:
	// report [8 8 6 1 -2] discs
}

// Q-values are what qlearn learns; the same weights evaluate boards for minimax.
func ExampleLinear_Q() {
	l := eval.Default().Linear()
	b := engine.Standard()
	f5 := engine.At(5, 4)
	fmt.Printf("Q(start, %v) = %.2f = -(%.2f)\n", f5, l.Q(b, f5), l.Eval(b.Play(f5)))
	// Output:
	// Q(start, f5) = -0.97 = -(0.97)
}

// Black's corner and the discs beside it can never be flipped.
func ExampleStable() {
	p, err := engine.ParsePosition("XXXO----" + "X-------" + "--------" + "---OX---" + "---XO---" + "--------" +
		"--------" + "-------- O")
	if err != nil {
		log.Fatal(err)
	}
	mine, theirs := eval.Stable(p.Board)
	fmt.Printf("white holds %d, black holds %v\n", mine.Len(), theirs)
	// Output:
	// white holds 0, black holds a1 b1 c1 a2
}
