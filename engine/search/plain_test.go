package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/engine"
)

// needed counts the nodes that alpha-beta in the order of the squares must visit, and no
// others: those where the values of the moves tried before, all known in full, leave the
// side to move something to win (Knuth and Moore 1975). low is what it is sure of
// elsewhere, high what the opponent is sure to hold it to.
func needed(e Evaluator, b engine.Board, depth int, low, high float64) uint64 {
	nodes := uint64(1)
	moves := b.Moves()
	switch {
	case b.Over() || moves != 0 && depth == 0:
		return nodes
	case moves == 0:
		return nodes + needed(e, b.Pass(), depth, -high, -low)
	}
	for sq := range moves.All() {
		if low >= high {
			break
		}
		next := b.Play(sq)
		nodes += needed(e, next, depth-1, -high, -low)
		value, _ := reference(e, next, depth-1)
		low = max(low, -value)
	}
	return nodes
}

// every counts all nodes of the tree.
func every(b engine.Board, depth int) uint64 {
	nodes := uint64(1)
	moves := b.Moves()
	switch {
	case b.Over() || moves != 0 && depth == 0:
		return nodes
	case moves == 0:
		return nodes + every(b.Pass(), depth)
	}
	for sq := range moves.All() {
		nodes += every(b.Play(sq), depth-1)
	}
	return nodes
}

// TestPlainIsMinimax: plain alpha-beta finds the value, the move and the whole line of
// minimax, by the nodes that it needs and no others; minimax visits all of them.
func TestPlainIsMinimax(t *testing.T) {
	checked := 0
	for _, sh := range shapes(t) {
		rng := rand.New(rand.NewPCG(15, uint64(sh.Field.Len())))
		for i := range 24 {
			b, ok := wander(rng, sh, rng.IntN(sh.Field.Len()-4))
			if !ok {
				continue
			}
			depth := 1 + i%4
			for _, e := range []Evaluator{positional{}, noise{}, even{}} {
				checked++
				minimax := final(t, New(e, Options{Algorithm: Minimax, Depth: depth}), b)
				plain := final(t, New(e, Options{Algorithm: PlainAlphaBeta, Depth: depth}), b)
				if d := cmp.Diff(minimax, plain, cmpopts.IgnoreFields(engine.Info{}, "Nodes")); d != "" {
					t.Fatalf("%T, depth %d, %v: %s", e, depth, engine.Position{Board: b}, d)
				}
				depth := min(depth, b.Empty().Len())
				if want := every(b, depth); minimax.Nodes != want {
					t.Errorf("%v, depth %d: minimax visited %d nodes of %d", engine.Position{Board: b}, depth,
						minimax.Nodes, want)
				}
				if want := needed(e, b, depth, math.Inf(-1), math.Inf(1)); plain.Nodes != want || want > minimax.Nodes {
					t.Errorf("%v, depth %d: plain visited %d nodes, needs %d, minimax %d", engine.Position{Board: b}, depth,
						plain.Nodes, want, minimax.Nodes)
				}
			}
		}
	}
	t.Logf("%d positions", checked)
}

// TestOrderSavesNodes: where the evaluator means something, plain alpha-beta visits less than
// a fifth of the nodes of minimax, and with order, deepening and table less than half of those.
func TestOrderSavesNodes(t *testing.T) {
	var minimax, plain, ordered uint64
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range 10 {
		b, _ := wander(rng, engine.Full, 54-4*i)
		minimax += final(t, New(positional{}, Options{Algorithm: Minimax, Depth: 5}), b).Nodes
		plain += final(t, New(positional{}, Options{Algorithm: PlainAlphaBeta, Depth: 5}), b).Nodes
		ordered += final(t, New(positional{}, Options{Depth: 5}), b).Nodes
	}
	t.Logf("nodes: minimax %d, plain %d, ordered %d", minimax, plain, ordered)
	if 5*plain > minimax || 2*ordered > plain {
		t.Errorf("nodes: minimax %d, plain %d, ordered %d", minimax, plain, ordered)
	}
}

// TestPlainFallback: where there is no time for a single depth the algorithms without order
// answer with the move that they try first, the lowest square.
func TestPlainFallback(t *testing.T) {
	b, _ := wander(rand.New(rand.NewPCG(16, 0)), engine.Full, 30)
	for _, a := range []Algorithm{Minimax, PlainAlphaBeta} {
		move, err := New(noise{}, Options{Algorithm: a, Depth: 5}).Choose(&countdown{t.Context(), 0}, b)
		if want := b.Moves().First(); move != want || err != nil {
			t.Errorf("%v: %v %v, want %v", a, move, err, want)
		}
	}
}
