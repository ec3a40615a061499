package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// shipped returns the puzzles that ship.
func shipped(t *testing.T) ([]notation.Problem, *Puzzles) {
	t.Helper()
	list, _, err := book.Problems(book.Endgames)
	if err != nil {
		t.Fatal(err)
	}
	return list, NewPuzzles(append(slices.Clone(list), list[:9]...)) // some twice
}

// TestSolve: a player who answers at random gets each puzzle once, the nearest in rating first, and what the
// server says of each answer is what the file says.
func TestSolve(t *testing.T) {
	list, s := shipped(t)
	rng := rand.New(rand.NewPCG(1, 2))
	at := map[string]notation.Problem{}
	for _, p := range list {
		at[p.Position.String()] = p
	}
	c := PuzzleChoice{Rating: practice.StartRating, Least: 8, Most: 16}
	solved := 0
	for range list {
		next, err := s.next(t.Context(), wire.None{}, c)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := at[next.Start]
		if !ok || slices.Contains(c.Tried, next.ID) {
			t.Fatalf("%+v after %d puzzles", next, len(c.Tried))
		}
		if again, err := s.get(t.Context(), puzzleID{next.ID}); err != nil || again.Start != next.Start {
			t.Fatalf("%s: %+v, %v", next.ID, again, err)
		}
		played := p.Moves[rng.IntN(len(p.Moves))]
		v, err := s.judge(t.Context(), puzzleID{next.ID}, PuzzleAttempt{played.Move.String(), c.Rating})
		if err != nil || v.Solved != (played.Score == p.Moves[0].Score) ||
			len(v.Values) != len(p.Moves) || v.Values[0].Move != p.Moves[0].Move.String() ||
			v.Rating != practice.Rate(c.Rating, next.Rating, v.Solved) || v.Solved != (v.Rating > c.Rating) {
			t.Fatalf("%v: %+v, %v", played, v, err)
		}
		if v.Solved {
			solved++
		}
		if v, err = s.judge(t.Context(), puzzleID{next.ID}, PuzzleAttempt{"", c.Rating}); err != nil || v.Solved || v.Rating > c.Rating {
			t.Fatalf("given up: %+v, %v", v, err)
		}
		c.Tried = append(c.Tried, next.ID)
		c.Rating = v.Rating
	}
	if solved == 0 || solved == len(list) {
		t.Errorf("%d solved", solved)
	}
	if _, err := s.next(t.Context(), wire.None{}, c); wire.StatusOf(err) != http.StatusNotFound {
		t.Errorf("after all puzzles: %v", err)
	}
}

// TestEmpties: only puzzles with the numbers of empty squares that a player asks for are offered.
func TestEmpties(t *testing.T) {
	list, s := shipped(t)
	for least := 7; least <= 17; least++ {
		for most := least; most <= 17; most++ {
			c, want := PuzzleChoice{Rating: 1500, Least: least, Most: most}, 0
			for _, p := range list {
				if n := p.Board.Empty().Len(); n >= least && n <= most {
					want++
				}
			}
			for {
				next, err := s.next(t.Context(), wire.None{}, c)
				if err != nil {
					break
				}
				if n := strings.Count(next.Start, "-"); n < least || n > most {
					t.Fatalf("%d to %d: %d", least, most, n)
				}
				c.Tried = append(c.Tried, next.ID)
			}
			if len(c.Tried) != want {
				t.Fatalf("%d to %d: %d puzzles, want %d", least, most, len(c.Tried), want)
			}
		}
	}
}

// TestHostilePuzzles: what no page sends is refused, with a status that says why.
func TestHostilePuzzles(t *testing.T) {
	_, s := shipped(t)
	id := s.ids[0]
	for _, a := range []PuzzleAttempt{{"a1a2", 1500}, {"i9", 1500}, {"d4", 1500}, {"pass", 1500},
		{strings.Repeat("x", 1<<16), 1500}} {
		if v, err := s.judge(t.Context(), puzzleID{id}, a); wire.StatusOf(err) != http.StatusBadRequest || v.Values != nil || len(err.Error()) > 300 {
			t.Errorf("%.20v: %+v, %.500v", a, v, err)
		}
	}
	for _, rating := range []int{math.MinInt, -1 << 30, 1 << 30, math.MaxInt} { // they change by no more than others
		if v, err := s.judge(t.Context(), puzzleID{id}, PuzzleAttempt{"", rating}); err != nil || max(v.Rating-rating, rating-v.Rating) > 32 {
			t.Errorf("%d: %+v, %v", rating, v, err)
		}
		if _, err := s.next(t.Context(), wire.None{}, PuzzleChoice{Rating: rating, Most: 64}); err != nil {
			t.Errorf("%d: %v", rating, err)
		}
	}
	for _, id := range []string{"", "0", "../x", strings.Repeat("0", 1<<16)} {
		if _, err := s.judge(t.Context(), puzzleID{id}, PuzzleAttempt{"", 1500}); wire.StatusOf(err) != http.StatusNotFound || len(err.Error()) > 100 {
			t.Errorf("%.20q: %.200v", id, err)
		}
	}
}

// drills returns the repertoires of files with lines.
func drills(t *testing.T, files map[string]string) (Drills, error) {
	t.Helper()
	var paths []string
	for name, lines := range files {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(lines), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return ReadDrills(paths)
}

// TestDrill: what a player is asked over some days: as in the terminal, whose test has the same lines and answers.
func TestDrill(t *testing.T) {
	s, err := drills(t, map[string]string{"black.txt": "f5d6c3d3c4  # a remark\nf5d6c3f4f6\n"})
	if err != nil {
		t.Fatal(err)
	}
	black := drillQuery{Name: "black.txt", Side: "black"}
	var cards []DrillCard
	for _, step := range []struct {
		day, answers, asked string
		new                 int
		next                string
	}{
		{"2026-02-27", "f5 c4 c3", "- f5d6 f5d6", 2, "2026-02-28"}, // c4 is wrong, so f5d6 is asked again
		{"2026-02-28", "e6 c3 c4", "- f5d6 f5d6c3d3", 1, "2026-03-01"},
		{"2026-03-01", "c4 a3 f6", "f5d6c3d3 f5d6c3f4 f5d6c3f4", 0, "2026-03-02"},
	} {
		black.Day = step.day
		d, err := s.session(t.Context(), black, DrillDeck{2, cards})
		if err != nil || d.All != 4 {
			t.Fatalf("%+v, %v", d, err)
		}
		var asked []string
		for answer := range strings.FieldsSeq(step.answers) {
			if len(d.Queue) == 0 {
				break
			}
			q := d.Queue[0]
			d.Queue = d.Queue[1:]
			asked = append(asked, q.Moves)
			if q.Moves == "" {
				asked[len(asked)-1] = "-"
			}
			has := func(c DrillCard) bool { return c.Position == q.Position }
			a := DrillAnswer{Start: q.Start, Moves: q.Moves, Move: answer}
			if i := slices.IndexFunc(cards, has); i >= 0 {
				a.Box = cards[i].Box
			}
			if answer == "a3" {
				a.Move = "" // the player asks for the move
			}
			r, err := s.answer(t.Context(), black, a)
			if err != nil || r.Card.Position != q.Position || len(r.Moves) == 0 {
				t.Fatalf("%+v: %+v, %v", a, r, err)
			}
			if cards = append(slices.DeleteFunc(cards, has), r.Card); !r.Right {
				d.Queue = append(d.Queue, q)
			}
		}
		sum, err := s.session(t.Context(), black, DrillDeck{0, cards})
		if got := strings.Join(asked, " "); err != nil || got != step.asked || sum.New != step.new || sum.Next != step.next ||
			len(sum.Queue) != 0 {
			t.Errorf("%s: asked %s, %+v, %v", step.day, got, sum, err)
		}
	}
}

// TestDrillsOfBook: without files, both sides are trained from the shipped book. Each question has a move of the book's
// best, and the player who gives it is asked nothing again on that day.
func TestDrillsOfBook(t *testing.T) {
	s, err := ReadDrills([]string{book.SmallName})
	if err != nil || len(s) != 2 {
		t.Fatalf("%+v, %v", s, err)
	}
	for _, side := range []string{"black", "white"} {
		q := drillQuery{"small", side, "2026-07-31"}
		d, err := s.session(t.Context(), q, DrillDeck{New: 1000})
		if err != nil || len(d.Queue) != d.All || d.All < 50 || d.New != d.All || d.Next != "" {
			t.Fatalf("%s: %d questions of %d, %d new, %v", side, len(d.Queue), d.All, d.New, err)
		}
		var cards []DrillCard
		for _, question := range d.Queue {
			a := DrillAnswer{Start: question.Start, Moves: question.Moves}
			shown, err := s.answer(t.Context(), q, a)
			if err != nil || shown.Right || shown.Card.Box != 0 || shown.Card.Due != q.Day {
				t.Fatalf("%+v: %+v, %v", a, shown, err)
			}
			a.Move = shown.Moves[0]
			right, err := s.answer(t.Context(), q, a)
			if err != nil || !right.Right || right.Card.Box != 1 || right.Card.Due != "2026-08-01" {
				t.Fatalf("%+v: %+v, %v", a, right, err)
			}
			cards = append(cards, right.Card)
		}
		if d, err = s.session(t.Context(), q, DrillDeck{1000, cards}); err != nil || len(d.Queue) != 0 || d.Next != "2026-08-01" {
			t.Errorf("%s: %+v, %v", side, d, err)
		}
	}
}

// TestHostileDrills: what no page sends is refused. Cards of unknown positions and days change nothing.
func TestHostileDrills(t *testing.T) {
	s, err := ReadDrills([]string{book.SmallName})
	if err != nil {
		t.Fatal(err)
	}
	q := drillQuery{"small", "black", "2026-07-31"}
	for _, a := range []DrillAnswer{
		{Moves: "f5"}, {Moves: "a1"}, {Moves: "f5f4"}, {Start: "hex"}, {Start: "x"}, {Move: "a1"}, {Move: "zz"}, {Move: "f5d6"},
		{Box: 9}, {Box: -1}, {Moves: strings.Repeat("f5", 1<<16)}, {Move: strings.Repeat("f5", 1<<16)},
	} {
		if r, err := s.answer(t.Context(), q, a); wire.StatusOf(err) != http.StatusBadRequest || r.Moves != nil || len(err.Error()) > 300 {
			t.Errorf("%.60v: %+v, %.500v", fmt.Sprint(a), r, err)
		}
	}
	for q, want := range map[drillQuery]int{{"", "black", "2026-07-31"}: 404, {"small", "", "2026-07-31"}: 404,
		{"small", "green", "2026-07-31"}: 404, {"../small", "black", "2026-07-31"}: 404, {"small", "black", ""}: 400,
		{"small", "black", "31.7.2026"}: 400, {"small", "black", strings.Repeat("2", 1<<16)}: 400} {
		if _, err := s.session(t.Context(), q, DrillDeck{}); wire.StatusOf(err) != want || len(err.Error()) > 300 {
			t.Errorf("%.60v: %.500v", q, err)
		}
		if _, err := s.answer(t.Context(), q, DrillAnswer{}); wire.StatusOf(err) != want {
			t.Errorf("%.60v: %.500v", q, err)
		}
	}
	odd := []DrillCard{{"x", practice.Card{Box: 1 << 30, Due: "9999-99-99"}}, {}}
	for fresh, want := range map[int]int{3: 3, 0: 0, -1: 0, 1 << 30: len(s[0].Items)} {
		if d, err := s.session(t.Context(), q, DrillDeck{fresh, odd}); err != nil || len(d.Queue) != want || d.Next != "" {
			t.Errorf("%d: %+v, %v", fresh, d, err)
		}
	}
}

// TestBadFiles: a file without moves, a line that breaks the rules, and two files of one name are errors.
func TestBadFiles(t *testing.T) {
	if _, err := drills(t, map[string]string{"a.txt": "f5a1\n"}); !fault.IsBadInput(err) {
		t.Error(err)
	}
	position := engine.StandardStart().String() + "\n"
	if _, err := drills(t, map[string]string{"a.txt": position}); !fault.IsBadInput(err) {
		t.Error(err)
	}
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"x", "y"} {
		path := filepath.Join(dir, name, "a.txt")
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("f5d6\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	if _, err := ReadDrills(paths); !fault.IsMisuse(err) {
		t.Error(err)
	}
	s, err := ReadDrills(paths[:1])
	if err != nil || len(s) != 2 || s[0].Name != "a.txt" {
		t.Errorf("%+v, %v", s, err)
	}
}
