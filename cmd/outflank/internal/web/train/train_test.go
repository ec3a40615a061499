package train

import (
	"fmt"
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
	c := Choice{Rating: practice.StartRating, Least: 8, Most: 16}
	solved := 0
	for range list {
		next, err := s.next(c)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := at[next.Board.Board]
		if !ok || next.Empties != p.Board.Empty().Len() || slices.Contains(c.Tried, next.ID) {
			t.Fatalf("%+v after %d puzzles", next, len(c.Tried))
		}
		if again, err := s.get(next.ID); err != nil || again.Board.Board != next.Board.Board {
			t.Fatalf("%s: %+v, %v", next.ID, again, err)
		}
		played := p.Moves[rng.IntN(len(p.Moves))]
		v, err := s.judge(next.ID, Attempt{played.Move.String(), c.Rating})
		if err != nil || v.Loss == nil || *v.Loss != p.Moves[0].Score-played.Score || v.Solved != (*v.Loss == 0) ||
			len(v.Values) != len(p.Moves) || v.Values[0].Move != p.Moves[0].Move.String() ||
			v.Rating != practice.Rate(c.Rating, next.Rating, v.Solved) || v.Solved != (v.Rating > c.Rating) {
			t.Fatalf("%v: %+v, %v", played, v, err)
		}
		if v.Solved {
			solved++
		}
		if v, err = s.judge(next.ID, Attempt{"", c.Rating}); err != nil || v.Loss != nil || v.Solved || v.Rating > c.Rating {
			t.Fatalf("given up: %+v, %v", v, err)
		}
		c.Tried = append(c.Tried, next.ID)
		c.Rating = v.Rating
	}
	if solved == 0 || solved == len(list) {
		t.Errorf("%d solved", solved)
	}
	if _, err := s.next(c); wire.StatusOf(err) != http.StatusNotFound {
		t.Errorf("after all puzzles: %v", err)
	}
}

// TestEmpties: only puzzles with the numbers of empty squares that a player asks for are offered.
func TestEmpties(t *testing.T) {
	list, s := shipped(t)
	for least := 7; least <= 17; least++ {
		for most := least; most <= 17; most++ {
			c, want := Choice{Rating: 1500, Least: least, Most: most}, 0
			for _, p := range list {
				if n := p.Board.Empty().Len(); n >= least && n <= most {
					want++
				}
			}
			for {
				next, err := s.next(c)
				if err != nil {
					break
				}
				if next.Empties < least || next.Empties > most {
					t.Fatalf("%d to %d: %d", least, most, next.Empties)
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
	for _, a := range []Attempt{{"a1a2", 1500}, {"i9", 1500}, {"d4", 1500}, {"pass", 1500}, {strings.Repeat("x", 1<<16), 1500},
		{"", 10001}, {"", -10001}} {
		if v, err := s.judge(id, a); wire.StatusOf(err) != http.StatusBadRequest || v.Values != nil {
			t.Errorf("%.20v: %+v, %v", a, v, err)
		}
	}
	for _, id := range []string{"", "0", "../x", strings.Repeat("0", 1<<16)} {
		if _, err := s.judge(id, Attempt{"", 1500}); wire.StatusOf(err) != http.StatusNotFound || len(err.Error()) > 100 {
			t.Errorf("%.20q: %.200v", id, err)
		}
	}
	if _, err := s.next(Choice{Rating: 1 << 40, Most: 64}); wire.StatusOf(err) != http.StatusBadRequest {
		t.Error(err)
	}
}

// drills returns the repertoires of files with lines.
func drills(t *testing.T, files map[string]string) (*Drills, error) {
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
	black := drillName{"black.txt", "black"}
	var cards []Card
	for _, step := range []struct {
		day, answers, asked string
		new                 int
		next                string
	}{
		{"2026-02-27", "f5 c4 c3", "- f5d6 f5d6", 2, "2026-02-28"}, // c4 is wrong, so f5d6 is asked again
		{"2026-02-28", "e6 c3 c4", "- f5d6 f5d6c3d3", 1, "2026-03-01"},
		{"2026-03-01", "c4 a3 f6", "f5d6c3d3 f5d6c3f4 f5d6c3f4", 0, "2026-03-02"},
	} {
		d, err := s.session(black, Deck{step.day, 2, cards})
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
			has := func(c Card) bool { return c.Position == q.Position }
			a := Answer{Day: step.day, Start: q.Start, Moves: q.Moves, Move: answer}
			if i := slices.IndexFunc(cards, has); i >= 0 {
				a.Box = cards[i].Box
			}
			if answer == "a3" {
				a.Move = "" // the player asks for the move
			}
			r, err := s.answer(black, a)
			if err != nil || r.Card.Position != q.Position || len(r.Moves) == 0 || len(r.Board.Plies) != len(q.Moves)/2+1 {
				t.Fatalf("%+v: %+v, %v", a, r, err)
			}
			if cards = append(slices.DeleteFunc(cards, has), r.Card); !r.Right {
				d.Queue = append(d.Queue, q)
			}
		}
		sum, err := s.session(black, Deck{step.day, 0, cards})
		if got := strings.Join(asked, " "); err != nil || got != step.asked || sum.New != step.new || sum.Next != step.next ||
			len(sum.Queue) != 0 {
			t.Errorf("%s: asked %s, %+v, %v", step.day, got, sum, err)
		}
	}
}

// TestDrillsOfBook: without files, both sides are trained from the shipped book. Each question has a move of the book's
// best, and the player who gives it is asked nothing again on that day.
func TestDrillsOfBook(t *testing.T) {
	s, err := ReadDrills(nil)
	if err != nil || len(s.all().Repertoires) != 2 {
		t.Fatalf("%+v, %v", s, err)
	}
	for _, side := range []string{"black", "white"} {
		q := drillName{ofBook, side}
		d, err := s.session(q, Deck{Day: "2026-07-31", New: 1000})
		if err != nil || len(d.Queue) != d.All || d.All < 50 || d.New != d.All || d.Next != "" {
			t.Fatalf("%s: %d questions of %d, %d new, %v", side, len(d.Queue), d.All, d.New, err)
		}
		var cards []Card
		for _, question := range d.Queue {
			a := Answer{Day: "2026-07-31", Start: question.Start, Moves: question.Moves}
			shown, err := s.answer(q, a)
			if err != nil || shown.Right || shown.Card.Box != 0 || shown.Card.Due != a.Day {
				t.Fatalf("%+v: %+v, %v", a, shown, err)
			}
			a.Move = shown.Moves[0]
			right, err := s.answer(q, a)
			if err != nil || !right.Right || right.Card.Box != 1 || right.Card.Due != "2026-08-01" {
				t.Fatalf("%+v: %+v, %v", a, right, err)
			}
			cards = append(cards, right.Card)
		}
		if d, err = s.session(q, Deck{"2026-07-31", 1000, cards}); err != nil || len(d.Queue) != 0 || d.Next != "2026-08-01" {
			t.Errorf("%s: %+v, %v", side, d, err)
		}
	}
}

// TestHostileDrills: what no page sends is refused. Cards of unknown positions and days change nothing.
func TestHostileDrills(t *testing.T) {
	s, err := ReadDrills(nil)
	if err != nil {
		t.Fatal(err)
	}
	q := drillName{ofBook, "black"}
	for _, a := range []Answer{
		{Day: "31.7.2026"}, {Day: ""}, {Day: "0000-01-01"}, {Day: "2026-07-31", Moves: "f5"}, {Day: "2026-07-31", Moves: "a1"},
		{Day: "2026-07-31", Moves: "f5f4"}, {Day: "2026-07-31", Start: "hex"}, {Day: "2026-07-31", Start: "x"},
		{Day: "2026-07-31", Move: "a1"}, {Day: "2026-07-31", Move: "zz"}, {Day: "2026-07-31", Box: 9},
		{Day: "2026-07-31", Box: -1}, {Day: "2026-07-31", Moves: strings.Repeat("f5", 1<<16)},
	} {
		if r, err := s.answer(q, a); wire.StatusOf(err) != http.StatusBadRequest || r.Moves != nil {
			t.Errorf("%.60v: %+v, %.200v", fmt.Sprint(a), r, err)
		}
	}
	for _, d := range []Deck{{Day: "x"}, {Day: "2026-07-31", New: -1}, {Day: "2026-07-31", New: 1001}} {
		if _, err := s.session(q, d); wire.StatusOf(err) != http.StatusBadRequest {
			t.Errorf("%+v: %v", d, err)
		}
	}
	for _, q := range []drillName{{"", "black"}, {"book", ""}, {"book", "green"}, {"../book", "black"}} {
		if _, err := s.session(q, Deck{Day: "2026-07-31"}); wire.StatusOf(err) != http.StatusNotFound {
			t.Errorf("%+v: %v", q, err)
		}
	}
	odd := []Card{{"x", 1 << 40, "9999-99-99"}, {"", -1, ""}}
	if d, err := s.session(q, Deck{"2026-07-31", 3, odd}); err != nil || len(d.Queue) != 3 || d.Next != "" {
		t.Errorf("%+v, %v", d, err)
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
	if err != nil || len(s.all().Repertoires) != 2 || s.all().Repertoires[0].Name != "a.txt" {
		t.Errorf("%+v, %v", s, err)
	}
}
