package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// Perft as it is: the moves of the last ply are counted, not played.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		shape string
		depth int
	}{{"8x8", 9}, {"8x8-c2f4h7a5", 9}, {"6x6", 8}, {"hex", 10}, {"rhombus", 9}} {
		b.Run(c.shape, func(b *testing.B) {
			board, leaves := start(b, shape(b, c.shape)).Board, uint64(0)
			for b.Loop() {
				n, err := engine.Perft(b.Context(), board, c.depth)
				if err != nil {
					b.Fatal(err)
				}
				leaves += n
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}

// Every leaf played: what a search pays.
func BenchmarkPerftPlayed(b *testing.B) {
	leaves := uint64(0)
	for b.Loop() {
		leaves += played(engine.Standard(), 8)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
}

func played(b engine.Board, depth int) (leaves uint64) {
	if depth == 0 {
		return 1
	}
	for s := range b.Moves().All() {
		leaves += played(b.Play(s), depth-1)
	}
	return leaves // no game ends and nobody passes in the first eight plies
}

// middlegames are a thousand positions of random games.
func middlegames(b *testing.B, name string) []engine.Board {
	rng := rand.New(rand.NewPCG(11, 0))
	var boards []engine.Board
	for len(boards) < 1000 {
		p := drawPosition(rng, shape(b, name), rng.IntN(60))
		if p.Board.Moves() != 0 {
			boards = append(boards, p.Board)
		}
	}
	return boards
}

// perBoard measures f on middlegame positions of three kinds of board.
func perBoard(b *testing.B, f func(engine.Board) int) {
	for _, name := range []string{"8x8", "6x6", "hex"} {
		b.Run(name, func(b *testing.B) {
			boards, i, sink := middlegames(b, name), 0, 0
			b.ReportAllocs()
			for b.Loop() {
				sink += f(boards[i%len(boards)])
				i++
			}
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	perBoard(b, func(board engine.Board) int { return board.Moves().Len() })
}

// The first legal move: what it costs to find it is in BenchmarkMoves.
func BenchmarkPlay(b *testing.B) {
	perBoard(b, func(board engine.Board) int { return board.Play(board.Moves().First()).Mine.Len() })
}

func BenchmarkCanonical(b *testing.B) {
	perBoard(b, func(board engine.Board) int { least, _ := board.Canonical(); return least.Mine.Len() })
}

// A whole tournament game checked move by move, as the import of a database does.
func BenchmarkReplay(b *testing.B) {
	g, err := engine.ParseGame(engine.StandardStart(), passingGame)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	plies := 0
	for b.Loop() {
		for _, err := range g.Plies() {
			if err != nil {
				b.Fatal(err)
			}
			plies++
		}
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}

func BenchmarkParseGame(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine.ParseGame(engine.StandardStart(), passingGame); err != nil {
			b.Fatal(err)
		}
	}
}

// One whole game between random players, start to end.
func BenchmarkPlayOut(b *testing.B) {
	r := engine.Random{Rand: rand.New(rand.NewPCG(12, 0))}
	games := 0
	for b.Loop() {
		if _, err := engine.PlayOut(b.Context(), engine.Game{Start: engine.StandardStart()},
			[2]engine.Agent{r, r}); err != nil {
			b.Fatal(err)
		}
		games++
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}
