package engine_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/outflank/outflank/engine"
)

// long asks for the tests that take minutes.
var long = os.Getenv("OUTFLANK_LONG") != ""

// kinds are one board of every kind, by name.
var kinds = []string{
	"8x8", "6x6", "4x4", "hex", "rhombus",
	"8x8-c2f4h7a5", "6x6-a1c1d6", "4x4-d1", "hex-b4e6", "rhombus-a8e2",
}

func shape(tb testing.TB, name string) engine.Shape {
	tb.Helper()
	sh, err := engine.ParseShape(name)
	if err != nil {
		tb.Fatal(err)
	}
	return sh
}

func start(tb testing.TB, sh engine.Shape) engine.Position {
	tb.Helper()
	p, err := sh.Start()
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func position(tb testing.TB, text string) engine.Position {
	tb.Helper()
	p, err := engine.ParsePosition(text)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func game(tb testing.TB, p engine.Position, text string) engine.Game {
	tb.Helper()
	g, err := engine.ParseGame(p, text)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// drawShape returns the kinds of board in turn, every second round with a random
// hole on up to a fifth of the squares that are empty at the start.
func drawShape(rng *rand.Rand, i int) engine.Shape {
	sh, err := engine.ParseShape(kinds[i%len(kinds)])
	if err != nil {
		panic(err)
	}
	if i/len(kinds)%2 == 0 {
		return sh
	}
	p, err := sh.Start()
	if err != nil {
		panic(err)
	}
	free := p.Board.Empty()
	for range rng.IntN(free.Len()/5 + 1) {
		sh = sh.Without(free.Nth(rng.IntN(free.Len())).Set())
	}
	return sh
}

// drawPosition plays random moves from the start of a shape, at most n.
func drawPosition(rng *rand.Rand, sh engine.Shape, plies int) engine.Position {
	p, err := sh.Start()
	if err != nil {
		panic(err)
	}
	for range plies {
		legal := p.Board.Moves()
		if legal == 0 {
			break
		}
		p, _ = p.Play(legal.Nth(rng.IntN(legal.Len())))
	}
	return p
}

// boardOf makes a board of any bits. A disc of both sides is the mover's.
func boardOf(field, mine, theirs uint64, hexagonal bool) engine.Board {
	sh := engine.Shape{Field: engine.Set(field)}
	if hexagonal {
		sh.Lattice = engine.Hexagonal
	}
	mine &= field
	return engine.Board{Mine: engine.Set(mine), Theirs: engine.Set(theirs & field &^ mine), Shape: sh}
}

// addBoards seeds a fuzz target with positions of games and with arbitrary bits.
func addBoards(f *testing.F) {
	rng := rand.New(rand.NewPCG(2, 0))
	for i := range 200 {
		b := drawPosition(rng, drawShape(rng, i), rng.IntN(60)).Board
		f.Add(uint64(b.Shape.Field), uint64(b.Mine), uint64(b.Theirs), b.Shape.Lattice == engine.Hexagonal)
	}
	for i := range 200 {
		field := rng.Uint64() | rng.Uint64() | rng.Uint64()
		if i%4 == 0 {
			field = ^uint64(0)
		}
		f.Add(field, rng.Uint64()&rng.Uint64(), rng.Uint64()|rng.Uint64(), i%2 == 0)
	}
	f.Add(uint64(0), uint64(0), uint64(0), false)
}
