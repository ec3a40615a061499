package notation_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

func Example_ggf() {
	file := strings.NewReader(`1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Ann]PW[Bob]RB[2196.37]RW[2200.35]TI[05:00//02:00]TY[8]RE[+64.000:t]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5/2.39/4];)
1 (;GM[Othello]PB[Ann]PW[Bob]TY[8a]RE[+2.000];)
1 (;GM[Othello]PB[Ann]PW[Bob]RE[?]B[f5]W[f6]B[a1];)
`)
	for r, err := range notation.GGF.Read(file) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.Black, "against", r.White, r.Result, r.Result.End, r.Game, r.Note(1).Eval)
	}
	// Output:
	// Ann against Bob +64:t time d3c5 2.39
	// notation: ggf: line 2, column 33: "8a": a game that cannot be held here: want a type of game without a (anti) and 88 (octagon)
	// notation: ggf: line 3, column 47: engine: move 3: a1 by black is illegal: it outflanks nothing (legal: d3 c4 e6 f7)
}

func Example_pgn() {
	file := strings.NewReader(`
[Site "PlayOK"]
[Date "2024.05.06"]
[Black "Ann"]
[White "Bob"]
[Result "47-17"]
[BlackElo "1224"]

1. f5 d6 2. c3 {a tiger?} d3 47-17
`)
	for r, err := range notation.PGN.Read(file) {
		fmt.Println(r.Year(), r.Black, r.BlackRating, r.White, r.Result.Diff, r.Game, r.Note(2).Comment, err)
	}
	// Output: 2024 Ann 1224 Bob 30 f5d6c3d3 a tiger? <nil>
}

func ExampleFormat() {
	game, _ := engine.ParseGame(engine.StandardStart(), "f5d6c3d3c4")
	err := notation.PGN.Write(os.Stdout, notation.Record{
		Game: game, Black: "Ann", White: "Bob", Date: "2024.05.06",
		Result: notation.Result{Kind: notation.Difference, Diff: 12, End: notation.Resigned},
	})
	fmt.Println(err)
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "2024.05.06"]
	// [Round "?"]
	// [Black "Ann"]
	// [White "Bob"]
	// [Result "1-0"]
	// [Termination "resigned"]
	// [Score "+12"]
	//
	// 1. f5 d6 2. c3 d3 3. c4 1-0
	//
	// <nil>
}

func ExampleRecord_Check() {
	// Logistello's book counts the discs on the board, and here two squares are empty.
	const line = "+e6-f6+f5-f4+g6-d7+d6-f7+g5-h6+d8-e7+h5-c5+g7-h4+c3-g8+f3-c8+c6-c4+h7-b5+h3-e3+e2-h8+b6-d2" +
		"+c1-c7+a5-a6+b8-f8+a7-d3+b4-b3+e8-h2+b2-f2+g3-a2+c2-f1+a3-b1+g1-g4+e1-a8+a1-a4-g2-b7: "
	for r, err := range notation.Logbook.Read(strings.NewReader(line + "-30 10\n" + line + "-32 10\n")) {
		fmt.Println(r.Result, err, r.Check())
	}
	// Output:
	// -30 <nil> <nil>
	// -32 <nil> notation: the stated result is not that of the moves: stated -32, played -32 (16 discs to 46)
}

func ExampleTurn() {
	game, _ := engine.ParseGame(engine.StandardStart(), "d3c5d6e3")
	turned, ok := notation.Turn(game, engine.At(5, 4))
	fmt.Println(turned, ok)
	// Output: f5d6c5f4 true
}

func Example_obf() {
	file := strings.NewReader("---------------------------OX------XO--------------------------- X; F5:+0; " +
		"D3:-2; % made up\n")
	for p, err := range notation.OBF.ReadProblems(file) {
		fmt.Println(p.Color, p.Moves[1].Move, p.Moves[1].Score, p.Comment, err)
	}
	// Output: black d3 -2 made up <nil>
}

func ExampleDetect() {
	format, err := notation.Detect([]byte("[Event \"?\"]\n[Site \"PlayOK\"]\n"), "games.txt")
	fmt.Println(format.Name, err)
	_, err = notation.Detect([]byte("\x7FELF"), "games")
	fmt.Println(err)
	// Output:
	// pgn <nil>
	// notation: format not recognised: it begins with "\x7fELF": want ggf, sgf, pgn, logbook, quest, obf, boards, transcript
}

func ExampleFormat_Loses() {
	game, _ := engine.ParseGame(engine.StandardStart(), "f5d6c3")
	r := notation.Record{Game: game, Black: "Ann", White: "Bob", Date: "2024.05.06",
		Tags: []notation.Tag{{Name: "TimeControl", Value: "300"}}}
	for _, name := range []string{"transcript", "ggf"} {
		f, _ := notation.Named(name)
		lost, err := f.Loses(r)
		fmt.Println(name, lost, err)
	}
	// Output:
	// transcript [Date tag TimeControl] <nil>
	// ggf [] <nil>
}
