package search

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

func TestCorners(t *testing.T) {
	for name, want := range map[string]string{
		"8x8":     "a1 h1 a8 h8",
		"4x4":     "a1 d1 a4 d4",
		"hex":     "d1 g1 a4 g4 a7 d7",
		"8x8-a1":  "b1 h1 a2 a8 h8", // a hole makes corners beside it where a rim is near
		"rhombus": "a1 h1 a8 h8",
	} {
		sh, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		var g geometry
		g.set(sh)
		if got := g.corners.String(); got != want {
			t.Errorf("%s: corners %s, want %s", name, got, want)
		}
	}
}

// TestCornersAreNeverTurned, in random games on every kind of board, and a move
// always turns a disc next to it.
func TestCornersAreNeverTurned(t *testing.T) {
	for _, sh := range shapes(t) {
		var g geometry
		g.set(sh)
		rng := rand.New(rand.NewPCG(14, 0))
		start, err := sh.Start()
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			p := start
			for legal := p.Board.Moves(); legal != 0; legal = p.Board.Moves() {
				for sq := range legal.All() {
					flips := p.Board.Flips(sq)
					if flips&g.corners != 0 || flips&g.near[sq] == 0 {
						t.Fatalf("%v %v turns %v", p, sq, flips)
					}
				}
				p, _ = p.Play(legal.Nth(rng.IntN(legal.Len())))
			}
		}
	}
}
