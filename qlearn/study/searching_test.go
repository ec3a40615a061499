package study

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// What the claims about Table I would come to if our games came out as the report's own did:
// its table refutes one of its sentences, since minimax has more than alpha-beta against ε-UCT.
func TestTableIByItsOwnNumbers(t *testing.T) {
	e := All.Find("search-six-players")
	work := e.work(e.First()).(crossTable)
	var rows Rows
	add := func(label string, share float64, games int) {
		low, high := arena.Wilson(share, games)
		rows = append(rows, Row{Label: label, Unit: unitShare, Ours: &share, Low: &low, High: &high,
			Games: games})
	}
	for a, one := range work.Players {
		if one.Name != sixPlayers[a] {
			t.Errorf("player %d is %s, want %s", a, one.Name, sixPlayers[a])
		}
		for b := a + 1; b < len(work.Players); b++ {
			add(one.Name+" – "+work.Players[b].Name, *work.Paper[a][b], work.Games)
		}
		total, _ := work.PaperTotal(a)
		add(one.Name+", all", *total, 5*work.Games)
	}
	for i, want := range []Verdict{
		verdictOpen,  // highest whoever the opponent is: 60 %, minimax 80 %, within 5 % by 20 comparisons
		verdictHolds, // always wins against minimax
		verdictHolds, // neck and neck
		verdictHolds, // UCT less than ε-UCT against alpha-beta
		verdictHolds, // no advantage: ε-UCT has less against all three, within 15 % by ±11 %
		verdictHolds, // no obvious improvement: 42 and 40 %, within 10 % by ±4.3 %
		verdictOpen,  // better winning rates: the same
		verdictHolds, // random
	} {
		if got := e.Claims[i].Test.judge(rows); got != want {
			t.Errorf("%s: %s, want %s: %s", e.Claims[i].Says, got, want, e.Claims[i].Test.because(rows))
		}
	}
}

// The players of report 001 are as it describes them wherever it is repeated: alpha-beta is
// plain, Monte Carlo proves and keeps nothing.
func TestPlayersAreAsInThePaper(t *testing.T) {
	check := func(name, spec string) {
		want := map[string]string{"α-β": "ab:plain,", "alpha-beta": "ab:plain,",
			"UCT": "uct:prove=false,reuse=false,", "ε-UCT": "epsilon-uct:prove=false,reuse=false,"}[name]
		if !strings.HasPrefix(spec, want) {
			t.Errorf("%s is %s, want %s…", name, spec, want)
		}
	}
	for _, e := range searching {
		switch w := e.work(e.First()).(type) {
		case crossTable:
			for _, p := range w.Players {
				check(p.Name, p.Spec)
			}
		case timing:
			for _, l := range w.Lines {
				check(l.Name, l.Spec)
			}
		case sameMoves:
			for _, p := range w.players {
				check(p.name, p.spec)
			}
		case convergence:
			for _, p := range w.players {
				check(p.name, p.spec)
			}
		}
	}
}

// A nth plays the legal move of that number, the last one if there are fewer.
type nth int

func (n nth) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	return b.Moves().Nth(min(int(n), b.Moves().Len()-1)), nil
}

// A scripted host has agents by spec.
type scripted struct {
	fakeHost
	agents map[string]engine.Agent
}

func (h *scripted) Player(spec string) (arena.Player, error) {
	return arena.Player{Name: spec, New: func(*rand.Rand) engine.Agent { return h.agents[spec] }}, nil
}

// Who plays as the model does has all boards on which there is a choice, who never does has
// none of them.
func TestSameMoves(t *testing.T) {
	host := &scripted{agents: map[string]engine.Agent{"model 2": nth(0), "same 2": nth(0), "other 2": nth(1)}}
	work := sameMoves{model: "model %d", players: []player{{"same", "same %d"}, {"other", "other %d"}},
		depths: []int{2}, plies: []int{20, 56}, positions: 40, least: 40}
	e := &Experiment{Name: "same", work: fixed(work),
		Claims: []Claim{{Says: "x", Test: work.every("same")}, {Says: "y", Test: work.every("other")}}}
	result := runAll(t, Runner{Host: host, Dir: t.TempDir(), Scale: 1, Seed: 1, Workers: 1}, e)
	for label, want := range map[string]float64{"same, depth 2": 1, "other, depth 2": 0} {
		if row := result.Rows.Row(label); *row.Ours != want || row.Games >= 40 || row.Games < 20 {
			t.Errorf("%s: %s of %d boards, want %v of 20 to 39", label, row.Text(), row.Games, want)
		}
	}
	if result.Claims[0].Verdict != verdictOpen || result.Claims[1].Verdict != verdictRefuted {
		t.Errorf("claims %+v", result.Claims)
	}
}

// The best moves are those of minimax to the end without any cut, and there are both right
// and wrong ones on the boards that are asked about; who plays best has all of them.
func TestConvergence(t *testing.T) {
	host := &scripted{agents: map[string]engine.Agent{"best 1": bestPlayer{}, "best 9": bestPlayer{},
		"worst 1": worstPlayer{}, "worst 9": worstPlayer{}}}
	work := convergence{players: []player{{"best", "best %d"}, {"worst", "worst %d"}}, x: "things",
		at: []int{1, 9}, plies: 54, positions: 30, least: 30}
	result := runAll(t, Runner{Host: host, Dir: t.TempDir(), Scale: 1, Seed: 1, Workers: 1},
		&Experiment{Name: "best", work: fixed(work)})
	for _, row := range result.Rows {
		want := 0.0
		if strings.HasPrefix(row.Label, "best") {
			want = 1
		}
		if *row.Ours != want || row.Games != 30 {
			t.Errorf("%s: %s of %d, want %v of 30", row.Label, row.Text(), row.Games, want)
		}
	}
	if got := work.labels("best"); !slices.Equal(got, []string{"best, 1 things", "best, 9 things"}) {
		t.Errorf("labels %q", got)
	}
}

// naiveBest returns the moves with the best result by a whole search.
func naiveBest(b engine.Board) (best engine.Set) {
	var value func(b engine.Board) int
	value = func(b engine.Board) int {
		if b.Over() {
			return min(1, max(-1, b.Score()))
		}
		if b.Moves() == 0 {
			return -value(b.Pass())
		}
		results := map[int]bool{}
		for s := range b.Moves().All() {
			results[-value(b.Play(s))] = true
		}
		return slices.Max(slices.Collect(maps.Keys(results)))
	}
	for s := range b.Moves().All() {
		if -value(b.Play(s)) == value(b) {
			best |= s.Set()
		}
	}
	return best
}

type bestPlayer struct{}

func (bestPlayer) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	return naiveBest(b).First(), nil
}

type worstPlayer struct{}

func (worstPlayer) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	return (b.Moves() &^ naiveBest(b)).First(), nil
}

// Nodes are counted besides times: of players that double them with each ply the factor is 2,
// and both lines grow alike. Not all rows are of all players: some have one point only.
func TestNodesOfSearches(t *testing.T) {
	r := Runner{Host: &fakeHost{}, Dir: t.TempDir(), Scale: 0.001, Seed: 1, Workers: 1,
		Now: slowingClock()}
	rows := runAll(t, r, All.Find("search-depth-time")).Rows
	for label, want := range map[string]float64{
		"minimax, depth 6, nodes": 64, "minimax, factor for one more, nodes": 2,
		"minimax, later factor by earlier, nodes":                1,
		"logarithms of the factors, second line by first, nodes": 1, "random, depth 0, nodes": 1,
	} {
		if row := rows.Row(label); !near(*row.Ours, want) {
			t.Errorf("%s: %s, want %v", label, row.Text(), want)
		}
	}
}
