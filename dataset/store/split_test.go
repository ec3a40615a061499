package store_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
)

// Law: images are in the same split, and a larger test share loses no test game.
func TestSplitLaws(t *testing.T) {
	games := []engine.Game{}
	for g := range manyPlayed(200) {
		games = append(games, g.Game)
	}
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(games).Draw(t, "game")
		s := dataset.Shares{
			Train:      rapid.Uint32Range(0, 100).Draw(t, "train"),
			Validation: rapid.Uint32Range(0, 100).Draw(t, "validation"),
			Test:       rapid.Uint32Range(1, 100).Draw(t, "test"),
		}
		split := s.Of(g)
		for _, y := range []engine.Symmetry{3, 4, 7} {
			if got := s.Of(g.Transform(y)); got != split {
				t.Errorf("symmetry %d: %v, want %v", y, got, split)
			}
		}
		wider := s
		if wider.Test++; wider.Train > 0 {
			wider.Train--
			if split == dataset.Test && wider.Of(g) != dataset.Test {
				t.Errorf("%v is no test game any more with %+v", g, wider)
			}
		}
	})
}

// The shares come out as they are asked for, and every game is in one split.
func TestSplitShares(t *testing.T) {
	const n = 4000
	for _, shares := range []dataset.Shares{{}, {Train: 1, Validation: 1, Test: 2}, {Test: 7}} {
		counts := map[dataset.Split]int{}
		for g := range manyPlayed(n) {
			counts[shares.Of(g.Game)]++
		}
		want := shares
		if shares == (dataset.Shares{}) {
			want = dataset.Shares{Train: 80, Validation: 10, Test: 10}
		}
		total := float64(want.Train + want.Validation + want.Test)
		for split, share := range map[dataset.Split]uint32{dataset.Train: want.Train,
			dataset.Validation: want.Validation, dataset.Test: want.Test} {
			// Five standard deviations of a binomial with the largest variance.
			if got, expect := float64(counts[split]), n*float64(share)/total; got < expect-160 || got > expect+160 {
				t.Errorf("%+v: %v has %.0f of %d games, want about %.0f", want, split, got, n, expect)
			}
		}
	}
}

func TestSplitFilter(t *testing.T) {
	sum := 0
	for split := dataset.Train; split <= dataset.Test; split++ {
		f := store.Filter{Split: split, Shares: dataset.Shares{Train: 1, Validation: 1, Test: 1}}
		for g := range f.Apply(manyPlayed(300)) {
			if f.Shares.Of(g.Game) != split {
				t.Errorf("a game of %v among those of %v", f.Shares.Of(g.Game), split)
			}
			sum++
		}
	}
	if sum != 300 {
		t.Errorf("%d games in the three splits, want 300", sum)
	}
}

func TestSplitNames(t *testing.T) {
	for s := dataset.AnySplit; s <= dataset.Test; s++ {
		if got, err := dataset.ParseSplit(s.String()); got != s || err != nil {
			t.Errorf("%v: %v, %v", s, got, err)
		}
	}
	if _, err := dataset.ParseSplit("exam"); err == nil || dataset.Split(9).String() != "split(9)" {
		t.Errorf("got %v and %v", err, dataset.Split(9))
	}
}
