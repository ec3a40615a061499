package qlearn

import (
	"testing"
)

// TestSquaredByPairs compares the sum of squared multiplicities with what looking at all
// pairs of images says, early in games, when many images show the same, and late.
func TestSquaredByPairs(t *testing.T) {
	shared := 0
	for _, id := range patterns {
		q := newPair(t, randomModel(t, id), Optimizer{}).tables.(*tables)
		for _, g := range boardGames(t, 4) {
			q.Begin()
			for ply := range g.Plies() {
				u := q.turns[q.Turn(ply.Position.Board, ply.Legal)]
				for i := range u.moves {
					after := q.after[u.from+i*q.width:][:q.width]
					want, images := 0, 0
					for k := range q.terms {
						term := &q.terms[k]
						want += term.squared(after[term.word:])
						images += len(term.Images)
					}
					q.reflect(after)
					if got := q.squared(after); got != want {
						t.Fatalf("%s, %v: %d, want %d", id, ply.Position.Board, got, want)
					}
					if want > images {
						shared++
					}
				}
			}
		}
	}
	if shared < 1000 {
		t.Errorf("only %d boards on which images share a weight", shared)
	}
}

// TestEmptyContents: contents without discs have no weight, whatever is learned.
func TestEmptyContents(t *testing.T) {
	for _, id := range patterns {
		q := newPair(t, randomModel(t, id), Optimizer{Normalise: true}).tables.(*tables)
		for i, g := range boardGames(t, 4) {
			learnRandomly(q, g, uint64(i))
		}
		for stage := range q.stages {
			for i := range q.terms {
				if x := q.values[stage*q.size+q.terms[i].at]; x != 0 {
					t.Errorf("%s: no discs are worth %v", id, x)
				}
			}
		}
	}
}
