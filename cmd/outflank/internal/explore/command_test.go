package explore

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
)

// fourGames are games of three players, of which A always wins.
const fourGames = `(;GM[Othello]PC[x]DT[2001-01-01]PB[A]PW[B]RE[+4.000]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)
(;GM[Othello]PC[x]DT[2003-01-01]PB[B]PW[C]RE[+4.000]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)
(;GM[Othello]PC[x]DT[2002-01-01]PB[A]PW[B]RE[+4.000]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)
(;GM[Othello]PC[x]DT[2004-01-01]PB[C]PW[C2]RE[+4.000]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[f4];)
`

// exploreGames explores the four games and returns the answer in JSON.
func exploreGames(t *testing.T, args ...string) (r exploreAnswer) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "four.ggf")
	if err := os.WriteFile(path, []byte(fourGames), 0o666); err != nil {
		t.Fatal(err)
	}
	stdout, _ := room.Want(t, cli.Done, append([]string{"explore", path, "--json"}, args...)...)
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestExploreOrder: the examples are the first games, the newest, or those of the strongest players.
func TestExploreOrder(t *testing.T) {
	for order, want := range map[explore.Order]int64{explore.First: 0, explore.Newest: 1, explore.Strongest: 0} {
		r := exploreGames(t, "f5", "--order", string(order), "--examples", "1")
		if r.Moves[0].Move != "d6" || len(r.Moves[0].Examples) != 1 || r.Moves[0].Examples[0].ID != want {
			t.Errorf("%s: %+v", order, r.Moves[0])
		}
	}
	two := exploreGames(t, "f5", "--order", string(explore.Strongest), "--examples", "3").Moves[0].Examples
	if len(two) != 3 || two[2].Black != "B" || two[2].White != "C" {
		t.Errorf("the weakest are not the last: %+v", two)
	}
}

// TestExploreRating: what counts is the mean of both ratings; without a limit all games do.
func TestExploreRating(t *testing.T) {
	all, strong, weak := exploreGames(t, "f5"), exploreGames(t, "f5", "--rating", "1550-"),
		exploreGames(t, "f5", "--rating", "-1549")
	if all.Games != 4 || strong.Games == 0 || weak.Games == 0 || strong.Games+weak.Games != 4 {
		t.Errorf("%d of %d games are strong, %d weak", strong.Games, all.Games, weak.Games)
	}
	for _, m := range strong.Moves {
		for _, e := range m.Examples {
			if e.Black != "A" {
				t.Errorf("%+v is a strong game", e)
			}
		}
	}
}

// TestExploreByName: openings have names, which are forgiven accents and case.
func TestExploreByName(t *testing.T) {
	for _, name := range []string{"Perpendicular", "perpendicular", "PERPENDICULAR"} {
		if r := exploreGames(t, name); r.Transcript != "f5d6" || r.Games != 3 {
			t.Errorf("%s: %s, %d games", name, r.Transcript, r.Games)
		}
	}
	for _, o := range stats.NamedOpenings() {
		if g, err := cli.ParsePlace(o.Name); err != nil || g.String() != o.Moves {
			t.Errorf("%s: %v, %v", o.Name, g, err)
		}
	}
	if _, err := cli.ParsePlace("Tigre"); err == nil || !strings.Contains(err.Error(), "did you mean Tiger?") {
		t.Error(err)
	}
}

// TestExploreBook: a book says what it knows of each move, of symmetric ones the same, and the table
// has a column of it.
func TestExploreBook(t *testing.T) {
	r := exploreGames(t, "--book", "small")
	b, err := book.Small()
	if err != nil {
		t.Fatal(err)
	}
	start, _, _ := b.Look(engine.Standard())
	for _, move := range []string{"c4", "d3", "e6", "f5"} {
		if v, ok := r.Book[move]; !ok || v != start.Moves[0].Value {
			t.Errorf("%s: %d, want %d", move, v, start.Moves[0].Value)
		}
	}
	if exploreGames(t).Book != nil {
		t.Error("values that nobody asked for")
	}
	path := filepath.Join(t.TempDir(), "four.ggf")
	if err := os.WriteFile(path, []byte(fourGames), 0o666); err != nil {
		t.Fatal(err)
	}
	stdout, _ := room.Want(t, cli.Done, "explore", path, "f5", "--book", "small", "--plain")
	if want := bookText(r.Book, "f5"); !strings.Contains(stdout, "  book") || want == "" {
		t.Errorf("no column of the book: %s", stdout)
	}
	room.Want(t, cli.BadInput, "explore", path, "--book", "none.book")
}

// TestExploreValues: the engine values each legal move for the side to move; of equal moves it says
// the same.
func TestExploreValues(t *testing.T) {
	r := exploreGames(t, "--values", "4")
	if len(r.Values) != 4 {
		t.Fatalf("values %v", r.Values)
	}
	for move, v := range r.Values {
		if math.Abs(v-r.Values["f5"]) > 0.01 {
			t.Errorf("%s is worth %v, f5 %v", move, v, r.Values["f5"])
		}
	}
	if exploreGames(t).Values != nil {
		t.Error("values that nobody asked for")
	}
	for _, args := range [][]string{{"--values", "61"}, {"--order", "weakest"}, {"--theme", "pink"},
		{"--rating", "strong"}, {"--rating", "2000-1000"}, {"--rating", "-"}} {
		room.Want(t, cli.Misused, append([]string{"explore", "none"}, args...)...)
	}
}
