package stats_test

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
)

// The square weights W of games, by counts of moves and by relative frequencies.
func ExampleWeighSquares() {
	games, err := transfer.Load(context.Background(), "../../cmd/outflank/internal/cli/demo/WTH_2026.wtb")
	if err != nil {
		fmt.Println(err)
		return
	}
	w := stats.WeighSquares(games)
	fmt.Println(w)
	// Output:
	// W of 1,980 games, 19 of them draws and left out
	// square  by counts                  by shares, with 95 % intervals
	// a1      +1.000                     +1.000
	// b1      +0.017 (-0.006 to +0.038)  -0.046 (-0.068 to -0.023)
	// c1      +0.245 (+0.221 to +0.269)  +0.197 (+0.171 to +0.223)
	// d1      +0.142 (+0.122 to +0.161)  +0.087 (+0.066 to +0.107)
	// b2      -0.659 (-0.689 to -0.628)  -0.764 (-0.796 to -0.731)
	// c2      -0.144 (-0.168 to -0.120)  -0.217 (-0.243 to -0.193)
	// d2      -0.136 (-0.160 to -0.112)  -0.209 (-0.234 to -0.182)
	// c3      +0.091 (+0.057 to +0.122)  +0.032 (-0.003 to +0.065)
	// d3      +0.111 (+0.095 to +0.128)  +0.054 (+0.037 to +0.071)
}

// From games to the matrix W of square weights, averaged over the symmetries of the board.
func Example() {
	games := func(yield func(dataset.Game, error) bool) {
		for _, transcript := range []string{"f5d6c3", "f5f4e3"} {
			g, err := engine.ParseGame(engine.StandardStart(), transcript)
			if !yield(dataset.Game{Game: g, Score: +10}, err) {
				return
			}
		}
	}
	w, err := stats.CountSquares(games)
	if err != nil {
		fmt.Println(err)
		return
	}
	weights := w.Total().Weights()
	fmt.Printf("a3 to h3: %.2f\n", weights[16:24])
	// Output:
	// a3 to h3: [0.00 0.00 1.00 0.50 0.50 1.00 0.00 0.00]
}

// Black wins a game of three moves: winners play f5 and c3, losers d6.
func ExampleSquareWeights() {
	moves, err := engine.ParseMoves("f5d6c3")
	if err != nil {
		fmt.Println(err)
		return
	}
	var w stats.SquareWeights
	w.Add(&dataset.Game{Game: engine.Game{Start: engine.StandardStart(), Moves: moves}, Score: +12})
	weights := w.Weights()
	for s := range engine.Square(64) {
		if w.WinnerMoves[s]+w.LoserMoves[s] > 0 {
			fmt.Println(s, w.WinnerMoves[s], w.LoserMoves[s], weights[s])
		}
	}
	// Output:
	// c3 1 0 1
	// f5 1 0 0
	// d6 0 1 0
}

// The registry answers questions by name; each result is a table.
func ExampleFind() {
	games := func(yield func(dataset.Game, error) bool) {
		_ = yield(dataset.Game{Year: 1999, Score: +2}, nil) &&
			yield(dataset.Game{Year: 1998, Score: -6}, nil) &&
			yield(dataset.Game{Year: 1999, Score: 0}, nil)
	}
	s, _ := stats.Find("years")
	fmt.Println(s.Question)
	result, err := s.Count(context.Background(), games, nil, 0, s.MinGames)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, y := range result.(stats.YearResults).Years {
		fmt.Printf("%d: %d games, black %d–%d, %d drawn, mean %+.1f\n", y.Year, y.Games, y.BlackWins, y.WhiteWins,
			y.Draws, *y.MeanDiscDifference)
	}
	// Output:
	// How many games were played each year, and with which results?
	// 1998: 1 games, black 0–1, 0 drawn, mean -6.0
	// 1999: 2 games, black 1–0, 1 drawn, mean +1.0
}

// Openings are recognised on any image of the board and by any order of moves.
func ExampleClassify() {
	for _, transcript := range []string{"f5d6c3d3c4f4f6f3", "d3c5f6f5e6", "f5f6e6f4e3d6"} {
		g, err := engine.ParseGame(engine.StandardStart(), transcript)
		if err != nil {
			fmt.Println(err)
			return
		}
		o, _ := stats.Classify(g)
		fmt.Println(transcript, o.Name, o.Moves)
	}
	// Output:
	// f5d6c3d3c4f4f6f3 Comp'Oth f5d6c3d3c4f4f6f3
	// d3c5f6f5e6 Tiger f5d6c3d3c4
	// f5f6e6f4e3d6 Chimney f5f6e6f4e3d6
}

// Two players are compared by the name that one remembers.
func ExamplePlayers_Search() {
	p := stats.NewPlayers()
	p.Add(&dataset.Game{BlackID: 1, Black: "Tamenori Hideshi", WhiteID: 2, White: "Logistello (buro)",
		Score: -8})
	p.Add(&dataset.Game{BlackID: 2, Black: "Logistello (buro)", WhiteID: 1, White: "Tamenori Hideshi",
		Score: -2})
	pair := p.HeadToHead(p.Search("tamenory")[0].ID, p.Search("logistelo")[0].ID)
	fmt.Println(pair.Player, "against", pair.Opponent, pair.Wins, pair.Draws, pair.Losses)
	// Output:
	// Tamenori Hideshi against Logistello (buro) 1 0 1
}
