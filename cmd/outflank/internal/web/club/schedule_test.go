package club

import (
	"fmt"
	"testing"
)

// TestSchedule: each pair meets as often as planned, with swapped colours the second time; each player plays
// at most once a round; colours differ by at most one, and the rounds are as few as possible.
func TestSchedule(t *testing.T) {
	for n := 2; n <= mostPlayers; n++ {
		for times := 1; times <= 2; times++ {
			list := schedule(n, times)
			rounds := (n - 1 + n%2) * times
			if len(list) != n*(n-1)/2*times || list[len(list)-1].round != rounds-1 {
				t.Errorf("%d players: %d games, the last in round %d of %d", n, len(list), list[len(list)-1].round, rounds)
			}
			met := map[[2]int]int{}
			busy := map[[2]int]bool{}
			colours := make([]int, n)
			before := 0
			for _, m := range list {
				if m.black == m.white || min(m.black, m.white) < 0 || max(m.black, m.white) >= n || m.round < before {
					t.Fatalf("%d players: %+v after round %d", n, m, before)
				}
				before = m.round
				met[[2]int{m.black, m.white}]++
				for _, p := range []int{m.black, m.white} {
					if busy[[2]int{m.round, p}] {
						t.Errorf("%d players: %d plays twice in round %d", n, p, m.round)
					}
					busy[[2]int{m.round, p}] = true
				}
				colours[m.black]++
				colours[m.white]--
			}
			for a := range n {
				if c := colours[a]; c < -1 || c > 1 || times == 2 && c != 0 {
					t.Errorf("%d players, %d games: the colours of %d differ by %d", n, times, a, c)
				}
				for b := range a {
					if x, y := met[[2]int{a, b}], met[[2]int{b, a}]; x+y != times || times == 2 && x != 1 {
						t.Errorf("%d players: %d and %d meet %d and %d times", n, a, b, x, y)
					}
				}
			}
		}
	}
	for n := range 2 {
		if list := schedule(n, 2); len(list) > 0 {
			t.Errorf("%d players: %v", n, list)
		}
	}
}

// TestBerger: the rounds of four players, with those of the federations' tables.
func TestBerger(t *testing.T) {
	pairs := map[int]map[string]bool{}
	for _, m := range schedule(4, 1) {
		if pairs[m.round] == nil {
			pairs[m.round] = map[string]bool{}
		}
		pairs[m.round][fmt.Sprint(min(m.black, m.white)+1, max(m.black, m.white)+1)] = true
	}
	for round, want := range [][]string{{"1 4", "2 3"}, {"3 4", "1 2"}, {"2 4", "1 3"}} {
		if !pairs[round][want[0]] || !pairs[round][want[1]] {
			t.Errorf("round %d: %v, want %v", round+1, pairs[round], want)
		}
	}
}
