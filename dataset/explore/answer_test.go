package explore_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
)

// told explores games after a transcript, with two examples of each move.
func told(t testing.TB, transcript string, games []dataset.Game) explore.Answer {
	t.Helper()
	after, err := engine.ParseGame(engine.StandardStart(), transcript)
	if err != nil {
		t.Fatal(err)
	}
	a, err := load(t, games).Explore(after, explore.Filter{}, 2, explore.First)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// game returns a game of a transcript and its recorded score.
func game(t testing.TB, transcript string, score int) dataset.Game {
	t.Helper()
	g, err := engine.ParseGame(engine.StandardStart(), transcript)
	if err != nil {
		t.Fatal(err)
	}
	return dataset.Game{Game: g, Score: score}
}

// Four games that begin alike: two reach the Tiger by other orders of moves, one of
// them on the mirrored board; a game ends in the position.
func TestExploreByHand(t *testing.T) {
	games := []dataset.Game{
		game(t, "f5d6c3d3c4f4", 10),
		game(t, "f5d6c4d3c3f4", -2),
		game(t, "c4e3f6e6f5c5", 0),   // turned by half: c5 is f4
		game(t, "d3c5f6f5e6d7", -20), // mirrored: d7 is b5
		game(t, "f5d6c3d3c4", 4),
		game(t, "f5f6e6f4e3", 4),
		game(t, "f5", 4),
	}
	for i := range games {
		games[i].ID = int64(10 - i)
	}
	r := told(t, "f5d6c3d3c4", games)
	if r.Name != "Tiger" || r.Games != 5 || r.GamesOver != 1 || r.BlackWins != 2 || r.Draws != 1 ||
		r.WhiteWins != 2 || len(r.Moves) != 2 {
		t.Fatalf("got %+v", r)
	}
	f4 := r.Moves[0]
	if f4.Move != "f4" || f4.Games != 3 || f4.BlackWins != 1 || f4.Draws != 1 || f4.WhiteWins != 1 {
		t.Errorf("got %+v", f4)
	}
	if b5 := r.Moves[1]; b5.Move != "b5" || b5.Games != 1 || b5.WhiteWins != 1 {
		t.Errorf("got %+v", b5)
	}
	if *f4.MeanDiscDifference != 8.0/3 || *f4.Share != 3.0/4 {
		t.Errorf("f4: mean %v, share %v", *f4.MeanDiscDifference, *f4.Share)
	}
	if len(f4.Examples) != 2 || f4.Examples[0].ID != 8 || f4.Examples[1].ID != 9 {
		t.Errorf("examples %+v", f4.Examples)
	}
	// The images of the start make one move of the four.
	start := told(t, "", games)
	if len(start.Moves) != 1 || start.Moves[0].Move != "f5" || start.Moves[0].Games != 7 {
		t.Errorf("at the start %+v", start.Moves)
	}
	if got := told(t, "f5", games).Moves; len(got) != 2 || got[0].Move != "d6" ||
		got[0].Name != "Perpendicular" || got[1].Name != "Diagonal" {
		t.Errorf("after f5 %+v", got)
	}
	if got := told(t, "d3", games).Moves; len(got) != 2 || got[0].Move != "c5" || got[0].Games != 5 {
		t.Errorf("after d3 %+v", got)
	}
}

// The fields that programs rely on.
func TestExploreJSON(t *testing.T) {
	text, err := json.Marshal(told(t, "f5", []dataset.Game{game(t, "f5d6c3", 10)}))
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Moves []map[string]any }
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"move", "games", "black_wins", "draws", "white_wins", "mean_disc_difference",
		"name", "examples"} {
		if _, ok := got.Moves[0][name]; !ok {
			t.Errorf("no field %s in %s", name, text)
		}
	}
}

// commonGames returns random games from the ordinary start, some of them short.
func commonGames(n int) []dataset.Game {
	rng := rand.New(rand.NewPCG(5, 6))
	games := make([]dataset.Game, n)
	for i := range games {
		g := engine.Game{Start: engine.StandardStart()}
		g.Moves, _ = g.Start.RandomMoves(64-8*(i%8), rng)
		games[i] = dataset.Game{Game: g, ID: int64(i)}
	}
	return games
}

// Second implementation: after each line of the first moves, compare with the games
// that begin with one of its images, when no other order of moves leads there.
func TestExploreAgainstPrefixes(t *testing.T) {
	games := commonGames(400)
	for _, line := range []string{"", "f5", "f5f6", "f5d6c3"} {
		want := map[string]int{}
		total := 0
		for _, g := range games {
			// Moves of the game on each of the four images that keep the start.
			seen := map[string]bool{}
			for y := range engine.Symmetry(engine.Symmetries) {
				if engine.Standard().Transform(y) != engine.Standard() {
					continue
				}
				var image strings.Builder
				for _, s := range g.Moves[:min(len(g.Moves), len(line)/2+1)] {
					image.WriteString(y.Square(s).String())
				}
				if move, ok := strings.CutPrefix(image.String(), line); ok {
					seen[move] = true
				}
			}
			if len(seen) > 0 {
				total++
			}
			for move := range seen {
				want[move]++
			}
		}
		r := told(t, line, games)
		if r.Games != total {
			t.Errorf("%q: %d games, want %d", line, r.Games, total)
		}
		for _, m := range r.Moves {
			if want[m.Move] != m.Games {
				t.Errorf("%q, %s: %d games, want %d", line, m.Move, m.Games, want[m.Move])
			}
		}
		if !slices.IsSortedFunc(r.Moves, func(a, b explore.Move) int { return b.Games - a.Games }) {
			t.Errorf("%q: not the most played first: %+v", line, r.Moves)
		}
	}
}
