package stats_test

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// The second implementation looks at squares one by one.
func (m *mailbox) features(side byte) map[string]int {
	empties := m.count(func(x, y int) bool { return m.at(x, y) == 0 })
	odd := empties % 2
	if m.side != side {
		odd = 1 - odd
	}
	return map[string]int{
		"mobility": m.count(func(x, y int) bool { return flip(&m.board, x, y, side, false) > 0 }),
		"frontier": m.count(func(x, y int) bool { return m.at(x, y) == side && m.besideEmpty(x, y) }),
		"corners":  m.count(func(x, y int) bool { return m.at(x, y) == side && corner(x, y) }),
		"stable":   m.count(func(x, y int) bool { return m.chained(x, y, side) }),
		"discs":    m.count(func(x, y int) bool { return m.at(x, y) == side }),
		"parity":   odd,
	}
}

func corner(x, y int) bool { return (x == 0 || x == 7) && (y == 0 || y == 7) }

func (m *mailbox) besideEmpty(x, y int) bool {
	for i := range 9 {
		if m.at(x+i%3-1, y+i/3-1) == 0 {
			return true
		}
	}
	return false
}

// chained walks along the edges from a square to a corner over discs of the side.
func (m *mailbox) chained(x, y int, side byte) bool {
	for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if d[0] != 0 && y != 0 && y != 7 || d[1] != 0 && x != 0 && x != 7 {
			continue
		}
		for cx, cy := x, y; m.at(cx, cy) == side; cx, cy = cx+d[0], cy+d[1] {
			if corner(cx, cy) {
				return true
			}
		}
	}
	return false
}

func TestCurvesAgainstNaive(t *testing.T) {
	games := madeGames(60)
	type key struct {
		feature string
		ply     int
	}
	sums, n, draws := map[key][2]int{}, map[key]int{}, 0
	for _, g := range games {
		if g.Score == 0 {
			draws++
			continue
		}
		sides := [2]byte{'X', 'O'}
		if g.Score < 0 {
			sides = [2]byte{'O', 'X'}
		}
		m := newMailbox()
		for ply := 0; ; ply++ {
			// The position counts as it is before the move, the pass done.
			if ply < len(g.Moves) && !anyMove(&m.board, m.side) {
				m.side ^= 'X' ^ 'O'
			}
			winner, loser := m.features(sides[0]), m.features(sides[1])
			for f := range winner {
				s := sums[key{f, ply}]
				sums[key{f, ply}] = [2]int{s[0] + winner[f], s[1] + loser[f]}
				n[key{f, ply}]++
			}
			if ply == len(g.Moves) {
				break
			}
			m.play(g.Moves[ply])
		}
	}
	r := add(new(stats.Curves), games).Result()
	if r.Games != 60-draws || r.DrawsExcluded != draws || len(r.Curves) != len(n) || len(r.Features) != 6 {
		t.Errorf("%d games, %d draws, %d rows, %d features", r.Games, r.DrawsExcluded, len(r.Curves),
			len(r.Features))
	}
	for _, row := range r.Curves {
		k := key{row.Feature, row.Ply}
		if row.Games != n[k] {
			t.Errorf("%+v: %d games, want %d", k, row.Games, n[k])
			continue
		}
		near(t, row.Feature+" of winners", row.Winner, float64(sums[k][0])/float64(n[k]))
		near(t, row.Feature+" of losers", row.Loser, float64(sums[k][1])/float64(n[k]))
	}
}

// Law: an anchored disc is never flipped again, and every frontier disc touches an
// empty square.
func TestAnchoredDiscsStay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p := engine.StandardStart()
		var held [2]engine.Set
		for !p.Board.Over() {
			legal := p.Board.Moves()
			p, _ = p.Play(legal.Nth(rng.IntN(legal.Len())))
			for c := range engine.Color(2) {
				now := stats.Anchored(p.Discs(c))
				if lost := held[c] &^ now; lost != 0 {
					t.Fatalf("%v lost %v", c, lost)
				}
				held[c] = now
			}
		}
	}
	b := engine.Standard()
	if got := stats.Frontier(b.Mine, b.Empty()); got != b.Mine {
		t.Errorf("frontier at the start is %v", got)
	}
}
