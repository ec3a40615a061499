package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/arena"
)

// met returns a game of two players with a score for black.
func met(black, white, score int) dataset.Game {
	return dataset.Game{BlackID: black, WhiteID: white, Black: playerName(black), White: playerName(white),
		Score: score}
}

// Two players, 30 wins to 10. By symmetry their ratings are Anchor ± r, and the
// slope of the likelihood vanishes:
//
//	30 - 40/(1+e^-2r) + 2(1/2 - 1/(1+e^-r)) = 0
func TestEloByHand(t *testing.T) {
	var games []dataset.Game
	for i := range 40 {
		score := 2
		if i%4 == 0 {
			score = -2
		}
		games = append(games, met(2, 3, score))
	}
	r := add(stats.NewPlayers(), games).Result(1)
	best, worst := r.Players[0], r.Players[1]
	if best.Name != "Player 2" || best.Rank != 1 || best.Wins != 30 || best.Opponents != 1 ||
		best.BlackGames != 40 || worst.BlackGames != 0 {
		t.Errorf("got %+v", r.Players)
	}
	near(t, "sum of ratings", new(best.Elo+worst.Elo), 2*stats.Anchor)
	x := (best.Elo - stats.Anchor) / arena.Scale
	if slope := 30 - 40/(1+math.Exp(-2*x)) + stats.VirtualDraws*(0.5-1/(1+math.Exp(-x))); math.Abs(slope) > 1e-7 {
		t.Errorf("slope %v at %v", slope, x)
	}
	// The curvature is [a+d -a; -a a+d] with a = 40 p(1-p) of the game, d of the
	// virtual ones; its inverse has (a+d)/(d(2a+d)) on the diagonal.
	p, q := 1/(1+math.Exp(-2*x)), 1/(1+math.Exp(-x))
	a, d := 40*p*(1-p), stats.VirtualDraws*q*(1-q)
	half := 1.959963984540054 * math.Sqrt((a+d)/(d*(2*a+d))) * arena.Scale
	near(t, "upper bound", &best.EloHigh, best.Elo+half)
	near(t, "lower bound", &worst.EloLow, worst.Elo-half)
}

// Whoever has too few games is rated, which the others' ratings feel, but not listed.
func TestMinGames(t *testing.T) {
	games := []dataset.Game{met(2, 3, 2), met(2, 3, -2), met(3, 4, 2)}
	p := add(stats.NewPlayers(), games)
	all, some := p.Result(1), p.Result(2)
	if len(all.Players) != 3 || len(some.Players) != 2 || some.Rated != 3 || some.MinGames != 2 {
		t.Fatalf("got %+v", some)
	}
	for i, row := range some.Players {
		if row.Name == "Player 4" || row.Rank != i+1 || row.Elo != all.Players[i].Elo {
			t.Errorf("got %+v, with all %+v", row, all.Players[i])
		}
	}
}

// The ratings are a maximum of the likelihood as its definition says, and the
// intervals belong to the inverse of its curvature by differences.
func TestEloIsLikeliest(t *testing.T) {
	games := madeGames(150)
	p := add(stats.NewPlayers(), games)
	r := p.Result(1)
	ids, x := []int{}, []float64{}
	for _, row := range r.Players {
		ids, x = append(ids, row.ID), append(x, (row.Elo-stats.Anchor)/arena.Scale)
	}
	likelihood := func(x []float64) (sum float64) {
		for _, g := range games {
			b, w := slices.Index(ids, g.BlackID), slices.Index(ids, g.WhiteID)
			if b < 0 || w < 0 || b == w {
				continue
			}
			won := math.Log(1 / (1 + math.Exp(x[w]-x[b])))
			lost := math.Log(1 / (1 + math.Exp(x[b]-x[w])))
			switch {
			case g.Score > 0:
				sum += won
			case g.Score < 0:
				sum += lost
			default:
				sum += (won + lost) / 2
			}
		}
		for _, v := range x {
			sum += stats.VirtualDraws / 2 * (math.Log(1/(1+math.Exp(v))) + math.Log(1/(1+math.Exp(-v))))
		}
		return sum
	}
	const h = 1e-3
	shifted := func(i, j int, a, b float64) float64 {
		y := slices.Clone(x)
		y[i] += a
		y[j] += b
		return likelihood(y)
	}
	curvature := mat.NewSymDense(len(x), nil)
	for i := range x {
		if slope := (shifted(i, i, h, 0) - shifted(i, i, -h, 0)) / (2 * h); math.Abs(slope) > 1e-5 {
			t.Errorf("player %d: slope %v", ids[i], slope)
		}
		for j := range i + 1 {
			curvature.SetSym(i, j, -(shifted(i, j, h, h)-shifted(i, j, h, -h)-shifted(i, j, -h, h)+shifted(i, j, -h,
				-h))/(4*h*h))
		}
	}
	var inverse mat.Dense
	if err := inverse.Inverse(curvature); err != nil {
		t.Fatal(err)
	}
	for i, row := range r.Players {
		want := 2 * 1.959963984540054 * math.Sqrt(inverse.At(i, i)) * arena.Scale
		if got := row.EloHigh - row.EloLow; math.Abs(got/want-1) > 1e-4 {
			t.Errorf("%s: interval of %v, want %v", row.Name, got, want)
		}
	}
}

// Unknown players and games against oneself are left out, players without an id are
// told apart by the words of their names, and a later label wins.
func TestPlayerIdentity(t *testing.T) {
	old, late := met(2, 3, 2), met(2, 3, 2)
	old.Year, late.Year, late.Black = 1990, 2000, "Married Name"
	nameless := met(-1, -1, 4)
	nameless.Black, nameless.White = "anna", "bert"
	other := nameless
	other.Black, other.White, other.Year = "Ánna Lee", "bert", 1980
	same := other
	same.Black, same.Year = "LEE, Anna", 1970
	games := []dataset.Game{late, old, met(0, 2, 2), met(3, 3, 2), nameless, other, same}
	p := add(stats.NewPlayers(), games)
	r := p.Result(1)
	var names []string
	for _, row := range r.Players {
		names = append(names, row.Name)
	}
	slices.Sort(names)
	if diff := cmp.Diff([]string{"Married Name", "Player 3", "anna", "bert", "Ánna Lee"}, names); diff != "" ||
		r.Games != 5 || r.Skipped != 2 {
		t.Errorf("%d games, %d skipped: %s", r.Games, r.Skipped, diff)
	}
	if found := p.Search("marryed nam"); len(found) != 1 || found[0].ID != (stats.PlayerID{ID: 2}) ||
		found[0].Games != 2 {
		t.Errorf("found %v", found)
	}
}

func TestHeadToHead(t *testing.T) {
	p := add(stats.NewPlayers(), []dataset.Game{met(2, 3, 10), met(3, 2, 4), met(2, 3, 0), met(2, 4, 6)})
	two, three := stats.PlayerID{ID: 2}, stats.PlayerID{ID: 3}
	got := p.HeadToHead(three, two)
	if got.Games != 3 || got.Wins != 1 || got.Draws != 1 || got.Losses != 1 || got.Player != "Player 3" ||
		got.Opponent != "Player 2" {
		t.Errorf("got %+v", got)
	}
	near(t, "mean", got.MeanDiscDifference, (-10+4+0)/3.0)
	if none := p.HeadToHead(three, stats.PlayerID{ID: 4}); none.Games != 0 || none.Score != nil {
		t.Errorf("who never met: %+v", none)
	}
	pairs := p.Pairs(1).Pairs
	if len(pairs) != 2 || pairs[0].Games != 3 || pairs[1].Player != "Player 2" || *pairs[1].Score != 1 {
		t.Errorf("got %+v", pairs)
	}
}

// The strongest players of the database are programs whose strength is well known, and
// the scale is anchored: whoever has few games stands near 1500.
func TestRealElo(t *testing.T) {
	_, games := realGames(t, "wthor")
	r := count[stats.PlayerResult](t, "players", games)
	rank := map[string]int{}
	for _, row := range r.Players {
		if _, ok := rank[row.Name]; !ok {
			rank[row.Name] = row.Rank
		}
		if !(row.EloLow < row.Elo && row.Elo < row.EloHigh) || row.Program != dataset.IsProgram(row.Name) {
			t.Errorf("got %+v", row)
		}
	}
	if n := rank["Logistello (buro)"]; n == 0 || n > 10 {
		t.Errorf("Logistello has rank %d", n)
	}
	if len(r.Players) < 3000 || r.Games+r.Skipped != len(games) {
		t.Errorf("%d players, %d games and %d skipped of %d", len(r.Players), r.Games, r.Skipped, len(games))
	}
}
