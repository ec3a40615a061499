package study

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A table in which some play with several seeds, against one that is computed game by game.
func TestCrossTableOfSeeds(t *testing.T) {
	c := crossTable{Games: 12, Players: []entry{
		{Name: "a", Spec: "a"}, {Name: "b", Seeds: []string{"b1", "b2", "b3"}}, {Name: "c", Spec: "c"}, {Name: "d", Seeds: []string{"d1", "d2", "d3"}},
	}}
	rng := rand.New(rand.NewPCG(1, 1))
	r := &execution{Runner: Runner{Scale: 1}}
	type against struct{ sum, n float64 }
	scores := map[[2]int]*[3]against{} // of a player against another, by seed
	var games [][]twoGames
	for _, m := range c.meetings(r) {
		a, seedA := c.who(m.A)
		b, seedB := c.who(m.B)
		if seedA >= 0 && seedB >= 0 && seedA != seedB {
			t.Fatalf("%s meets %s", m.A, m.B)
		}
		var list []twoGames
		for range m.Pairs {
			g := twoGames{Score: [2]int{rng.IntN(5) - 2, rng.IntN(5) - 2}}
			list = append(list, g)
			for _, score := range g.Score {
				for seed := range 3 {
					if max(seedA, seedB) < 0 || max(seedA, seedB) == seed {
						for _, side := range []struct {
							pair   [2]int
							points float64
						}{{[2]int{a, b}, pointsOf(score)}, {[2]int{b, a}, pointsOf(-score)}} {
							if scores[side.pair] == nil {
								scores[side.pair] = &[3]against{}
							}
							scores[side.pair][seed].sum += side.points
							scores[side.pair][seed].n++
						}
					}
				}
			}
		}
		games = append(games, list)
	}
	rows := Rows(c.outcome(games).Rows)
	all := 0.0
	for i, p := range c.Players {
		var seeds []float64
		for seed := range 3 {
			sum := 0.0
			for k := range c.Players {
				if s := scores[[2]int{i, k}]; k != i {
					sum += s[seed].sum / s[seed].n
				}
			}
			seeds = append(seeds, sum/3)
		}
		row := rows.Row(p.Name + ", all")
		if len(row.Seeds) != 3 || !slices.EqualFunc(row.Seeds, seeds, near) || !near(*row.Ours, mean(seeds)) ||
			row.Games != 36 {
			t.Errorf("%s: %v of seeds %v and %d games, want %v", p.Name, *row.Ours, row.Seeds, row.Games, seeds)
		}
		all += *row.Ours
	}
	if !near(all, 2) {
		t.Errorf("four players have %v points a round of six games, each of one", all*3)
	}
	for label, want := range map[string]int{"a – b": 3, "a – c": 0, "a – d": 3, "b – c": 3, "b – d": 3,
		"c – d": 3} {
		if row := rows.Row(label); len(row.Seeds) != want || row.Games != 12 {
			t.Errorf("%s: seeds %v of %d games", label, row.Seeds, row.Games)
		}
	}
}

// who returns the player of a spec and its seed, -1 if it has none.
func (c crossTable) who(spec string) (player, seed int) {
	for i, p := range c.Players {
		if p.Spec == spec {
			return i, -1
		}
		if k := slices.Index(p.Seeds, spec); k >= 0 {
			return i, k
		}
	}
	panic("nobody is " + spec)
}

// At a small scale those with seeds play more games than others; each opponent still weighs alike.
func TestCrossTableWeighsAlike(t *testing.T) {
	c := crossTable{Players: []entry{{Name: "a", Spec: "a"}, {Name: "b", Seeds: []string{"b1", "b2"}},
		{Name: "c", Spec: "c"}}}
	// a wins all against b, none against c
	games := [][]twoGames{played(20, 10), played(20, 10), played(0, 1), played(20, 10), played(20, 10)}
	r := Rows(c.outcome(games).Rows).Row("a, all")
	if *r.Ours != 0.5 || *r.Low > 0.4 || *r.High < 0.53 {
		t.Errorf("a has %s", r.Text())
	}
}
