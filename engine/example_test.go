package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
)

func Example() {
	game, err := engine.ParseGame(engine.StandardStart(), "F5 d6 c3")
	if err != nil {
		fmt.Println(err)
		return
	}
	end, _ := game.End() // ParseGame has replayed it
	fmt.Println(end)
	fmt.Println(end.Color, "to move:", end.Board.Moves())
	// Output:
	// ------------------X--------XX------OXX-----O-------------------- O
	// white to move: d3 f3 f4 g5
}

func ExampleStandard() {
	b := engine.Standard()
	for s := range b.Moves().All() {
		fmt.Println(s, "turns", b.Flips(s))
	}
	// Output:
	// d3 turns d4
	// c4 turns d4
	// f5 turns e5
	// e6 turns e5
}

func ExampleBoard_Moves() {
	p, err := engine.ParsePosition(`
		X O O O - - - -
		- - - - - - - -
		X O # O - - - -
		- - - - - - - -
		- - - - - - - -
		- - - - - - - -
		- - - - - - - -
		- - - - - - - -  X`)
	fmt.Println(p.Board.Moves(), err) // the hole at c3 is a wall
	// Output: e1 <nil>
}

func ExampleParseGame() {
	_, err := engine.ParseGame(engine.StandardStart(), "f5d6a1")
	fmt.Println(err)
	illegal, ok := errors.AsType[*engine.IllegalMoveError](err)
	if ok {
		fmt.Println("instead of", illegal.Move, illegal.Position.Color, "may play", illegal.Legal)
	}
	_, err = engine.ParseGame(engine.StandardStart(), "f5 d9")
	fmt.Println(err)
	// Output:
	// engine: move 3: a1 by black is illegal: it outflanks nothing (legal: c3 c4 c5 c6 c7)
	// instead of a1 black may play c3 c4 c5 c6 c7
	// engine: "d9" at character 4: want a square such as f5, or a pass
}

func ExampleGame_Plies() {
	game, _ := engine.ParseGame(engine.StandardStart(), "d3c3b3b2f5a3a1c1e3")
	for ply, err := range game.Plies() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(ply.Index, " ", ply.Position.Color, " ", ply.Move)
		if ply.Passed {
			fmt.Print(" after a pass of ", ply.Position.Color.Opponent())
		}
		fmt.Println()
	}
	// Output:
	// 0 black d3
	// 1 white c3
	// 2 black b3
	// 3 white b2
	// 4 black f5
	// 5 white a3
	// 6 black a1
	// 7 white c1
	// 8 white e3 after a pass of black
}

func ExamplePlayOut() {
	opening, _ := engine.ParseGame(engine.StandardStart(), "f5d6c3")
	game, err := engine.PlayOut(context.Background(), opening, [2]engine.Agent{
		engine.Black: engine.Random{Rand: rand.New(rand.NewPCG(1, 0))},
		engine.White: engine.Greedy{},
	})
	if err != nil {
		fmt.Println(err) // a *ForfeitError, or the context's error
		return
	}
	end, _ := game.End()
	fmt.Println(len(game.Moves), "moves, black", end.Score(engine.Black))
	// Output: 60 moves, black -10
}

func ExampleParseShape() {
	for _, text := range []string{"6x6", "hex-d4", "8x8-a1c3", "8x8-d4", "5x5"} {
		shape, err := engine.ParseShape(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		start, err := shape.Start()
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(shape, "has", shape.Field.Len(), "squares; black may play", start.Board.Moves())
	}
	// Output:
	// 6x6 has 36 squares; black may play c2 b3 e4 d5
	// hex-d4 has 36 squares; black may play e2 c3 f3 b5 e5 c6
	// 8x8-a1c3 has 62 squares; black may play d3 c4 f5 e6
	// engine: shape 8x8-d4: hole at d4, where a start disc lies
	// engine: shape "5x5": want 4x4, 6x6, 8x8, hex or rhombus, with holes as in 8x8-a1c3
}

func ExampleShape_Image() {
	four, _ := engine.ParseShape("4x4")
	start, _ := four.Start()
	board := start.Board.Play(engine.At(3, 2)) // d3
	least, y := board.Canonical()              // what an opening book would be asked for
	reply := least.Moves().First()             // what it might answer
	fmt.Println(least.Shape.Image(y.Inverse(), reply.Set()), "in", board.Moves())
	// Output: d2 in d2 b4 d4
}
