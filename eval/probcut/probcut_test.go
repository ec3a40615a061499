package probcut

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// TestFitFindsErrors gives the fit differences that follow from known errors.
func TestFitFindsErrors(t *testing.T) {
	want := deep.Errors{1.5, -0.5, 0.3, -0.2, -0.1, 0.15}
	found := differences{}
	for empties := least; empties <= most; empties += 4 {
		for d := leastDeep; d < 10; d++ {
			found.compare(depths{Empties: empties, Deep: d}, 0, make([]float64, d))
		}
	}
	for p, s := range found {
		sigma := want.Sigma(p.Empties, p.Deep, p.Shallow)
		s.n, s.sum = 10+p.Deep, float64(10+p.Deep)*sigma*sigma
	}
	var r Result
	if err := r.fit(t.Context(), found); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Abs(r.Errors[i]-want[i]) > 1e-4 {
			t.Errorf("error %d is %v, want %v", i, r.Errors[i], want[i])
		}
	}
	if r.Residual > 1e-4 {
		t.Errorf("residual %v of what fits", r.Residual)
	}
}

// TestDepthsCompared does one position by hand: 6, 7 and 5 discs by depths 0 to 2, 9 by depth 3
// and 1 by depth 4; the score of best play is 2.
func TestDepthsCompared(t *testing.T) {
	found := differences{}
	found.add(values{Empties: 17, ByDepth: []float64{6, 7, 5, 9, 1}, Solved: true, Exact: 2})
	want := map[depths]float64{
		{18, 3, 0}: 9, {18, 3, 1}: 4, {18, 4, 0}: 25, {18, 4, 2}: 16,
		{17, 17, 0}: 16, {17, 17, 1}: 25, {17, 17, 3}: 49,
	}
	for p, s := range found {
		if s.n != 1 || s.sum != want[p] {
			t.Errorf("%+v: %d differences with square %v, want %v", p, s.n, s.sum, want[p])
		}
	}
	if len(found) != len(want) {
		t.Errorf("%d pairs of depths, want %d", len(found), len(want))
	}
}

// randomGames returns n games of random moves.
func randomGames(t *testing.T, n int) (games []engine.Game) {
	for seed := range n {
		random := engine.Random{Rand: rand.New(rand.NewPCG(9, uint64(seed)))}
		g, err := engine.PlayOut(t.Context(), engine.Game{Start: engine.StandardStart()},
			[2]engine.Agent{random, random})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

// TestSamplerLeavesGames looks where drawn positions lie.
func TestSamplerLeavesGames(t *testing.T) {
	s, strange := sampler{games: randomGames(t, 30), each: 10, seed: 1}, 0
	met := map[engine.Board]bool{}
	for _, g := range s.games {
		for ply := range g.Plies() {
			met[ply.Position.Board] = true
		}
	}
	count := (&Options{Positions: s.each}).Total()
	for number := range count {
		b, err := s.draw(number)
		if err != nil || b.Empty().Len() != least+number/10 || b.Moves() == 0 {
			t.Fatalf("position %d: %v, %v", number, b, err)
		}
		if !met[b] {
			strange++
		}
		if number%2 == 0 && !met[b] {
			t.Errorf("position %d: %v is in no game", number, b)
		}
	}
	if strange < count/3 {
		t.Errorf("%d of %d positions are in no game", strange, count)
	}
}

// TestFarm: what a farm measures is what is measured here, to the last bit.
func TestFarm(t *testing.T) {
	games := randomGames(t, 30)
	measure := func(farm parallel.Farm, evaluator func() deep.Evaluator) *Result {
		o := Options{Positions: 2, Depth: 4, Exact: 15, Seed: 3, Evaluator: evaluator, Farm: farm}
		var last Progress
		for p, err := range Run(t.Context(), games, o) {
			if err != nil {
				t.Fatal(err)
			}
			last = p
		}
		return last.Result
	}
	mobility := func() deep.Evaluator { return deep.Mobility{} }
	read := func(path string) (func() deep.Evaluator, error) { return mobility, nil }
	want, got := measure(nil, mobility), measure(parallel.Here(parallel.Openers(false, Jobs(read)...)),
		nil)
	if !reflect.DeepEqual(got, want) || want.Solved != 4 {
		t.Errorf("the farm measured\n%+v, here it is\n%+v", got, want)
	}
}
