package play

import (
	"bytes"
	std "cmp"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
)

// Law: a position is due after as many days as a second way to count says, for any answers, early or late.
func TestCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, 2, 20, 23, 59, 0, 0, time.UTC)
		var c card
		wait, streak := 0, 0
		for range rapid.IntRange(1, 40).Draw(t, "answers") {
			now = now.AddDate(0, 0, wait+rapid.IntRange(0, 9).Draw(t, "late"))
			right := rapid.IntRange(0, 9).Draw(t, "luck") > 1
			c = c.next(right, now)
			if streak++; !right {
				streak = 0
			}
			for wait = 0; c.Due != now.AddDate(0, 0, wait).Format("2006-01-02"); wait++ {
				if wait > 128 {
					t.Fatalf("due on %s after an answer on %v", c.Due, now)
				}
			}
			if want := []int{0, 1, 2, 4, 8, 16, 32, 64, 128}[min(streak, 8)]; wait != want {
				t.Fatalf("%d right answers: %+v, due after %d days, want %d", streak, c, wait, want)
			}
		}
	})
}

// repertoireOf returns the repertoire of lines.
func repertoireOf(t testing.TB, side engine.Color, lines string) repertoire {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lines.txt")
	if err := os.WriteFile(path, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	r := repertoire{side: side, known: map[string]bool{}}
	if err := r.read(path); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDrillDays: what a player is asked on the following days, with two new positions in a session.
func TestDrillDays(t *testing.T) {
	r := repertoireOf(t, engine.Black, "f5d6c3d3c4  # a remark\nf5d6c3f4f6\n")
	progress := filepath.Join(t.TempDir(), "p")
	for _, step := range []struct {
		day            int
		answers, asked string
		want           drilled
	}{
		{0, "f5 c4 c3", "start f5d6 f5d6", drilled{3, 2, 4, 2, 2}}, // c4 is wrong, so f5d6 is asked again
		{0, "show quit f6", "f5d6c3d3 f5d6c3f4", drilled{1, 0, 4, 3, 1}},
		{1, "e6 c3 c4 skip", "start f5d6 f5d6c3d3 f5d6c3f4", drilled{3, 3, 4, 1, 1}}, // e6 is f5 turned
		{1, "", "f5d6c3f4", drilled{0, 0, 4, 1, 1}},
		{2, "c4 f6", "f5d6c3d3 f5d6c3f4", drilled{2, 2, 4, 3, 0}},
		{2, "f5", "", drilled{0, 0, 4, 3, 0}},
		{4, "f5 c4 c4 f6 c3", "start f5d6 f5d6c3d3 f5d6c3f4 f5d6", drilled{5, 4, 4, 1, 0}},
	} {
		s := trainer{repertoire: r, fresh: 2, cards: map[string]card{},
			now: func() time.Time { return time.Date(2026, 2, 27+step.day, 12, 0, 0, 0, time.UTC) }}
		j, err := openAttempts(progress, drillFormat, func(at reply) { s.cards[at.Position] = at.card })
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		in := strings.NewReader(strings.ReplaceAll(step.answers, " ", "\n"))
		s.asker = newAsker(t.Context(), &cli.App{In: in, Out: &out})
		got, err := s.train(t.Context(), j)
		if err != nil || j.Close() != nil {
			t.Fatal(err)
		}
		var asked []string
		for line := range strings.Lines(out.String()) {
			if _, moves, ok := strings.Cut(line, "black to move"); ok {
				moves, _, _ = strings.Cut(strings.TrimSpace(strings.TrimLeft(moves, ":")), "  ") // before the name
				asked = append(asked, std.Or(strings.ReplaceAll(moves, " ", ""), "start"))
			}
		}
		if diff := cmp.Diff(step.asked, strings.Join(asked, " ")); diff != "" || got != step.want {
			t.Errorf("day %d, %q: %+v, want %+v\n%s", step.day, step.answers, got, step.want, diff)
		}
	}
}

// randomLines returns lines and games that share beginnings.
func randomLines(rng *rand.Rand, n, plies int) (list []engine.Game) {
	for range n {
		g := engine.Game{Start: engine.StandardStart()}
		if len(list) > 0 {
			like := list[rng.IntN(len(list))]
			if y := engine.Symmetry(rng.IntN(2) * 3); y != 0 { // which keeps the start
				like = like.Transform(y)
			}
			g.Moves = slices.Clone(like.Moves[:rng.IntN(len(like.Moves)+1)])
		}
		for len(g.Moves) < plies {
			p, _ := g.End()
			legal := p.Board.Moves()
			if legal == 0 {
				break
			}
			g.Moves = append(g.Moves, legal.Nth(rng.IntN(legal.Len())))
		}
		list = append(list, g)
	}
	return list
}

// images returns the eight images of a position.
func images(p engine.Position) (list []string) {
	for y := range engine.Symmetry(engine.Symmetries) {
		list = append(list, engine.Position{Board: p.Board.Transform(y), Color: p.Color}.String())
	}
	return list
}

func textOf(lines []engine.Game) string {
	var b strings.Builder
	for _, g := range lines {
		b.WriteString(g.String() + "\n")
	}
	return b.String()
}

// Law: a game leaves a repertoire where a second way to look, which stores all eight images of each position
// and plays each legal move, says so. Moves of the side must be those of lines.
func TestLeaving(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	plies := map[int]int{}
	for range 60 {
		games := randomLines(rng, 30, 9)
		lines, games := games[:6], games[6:]
		r := repertoireOf(t, engine.White, textOf(lines))
		known := map[string]bool{}
		after := func(g engine.Game, n int, more ...engine.Square) engine.Position {
			g.Moves = append(slices.Clone(g.Moves[:n]), more...)
			p, err := g.End()
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		for _, g := range lines {
			for n := range len(g.Moves) + 1 {
				p := after(g, n)
				for _, text := range images(p) {
					known[text] = true
					for _, before := range images(after(g, max(0, n-1))) {
						known[before+text] = true
					}
				}
			}
		}
		for _, g := range games {
			want, left := 0, []engine.Square(nil)
			for n, m := range g.Moves {
				var stays []engine.Square
				p, before := after(g, n), ""
				if p.Color == r.side {
					before = p.String()
				}
				for s := range p.Board.Moves().All() {
					if known[before+after(g, n, s).String()] {
						stays = append(stays, s)
					}
				}
				if !slices.Contains(stays, m) {
					want, left = n, stays
					break
				}
			}
			ply, moves := r.leaving(g)
			if !slices.Equal(moves, left) || moves != nil && ply.Index != want {
				t.Fatalf("lines\n%sgame %v: leaves at %d, where %v stay; want %d, %v", textOf(lines), g, ply.Index,
					moves, want, left)
			}
			if moves != nil {
				plies[ply.Index]++
			}
		}
	}
	if len(plies) < 6 {
		t.Errorf("games left the repertoires at %v only", slices.Sorted(maps.Keys(plies)))
	}
}

// Law: the lines from games contain, in each position that they reach, the move that most games play and each
// reply of enough games, as far as there is a move for it, and nothing else. A second way counts the games.
func TestLinesOfGames(t *testing.T) {
	const least, plies = 3, 7
	rng := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		games := randomLines(rng, 60, 9)
		played := map[string]map[string]int{} // games by position and next position
		for _, g := range games {
			for n := range g.Moves {
				key, next := keyAfter(upTo(g, n)), keyAfter(upTo(g, n+1))
				if played[key] == nil {
					played[key] = map[string]int{}
				}
				played[key][next]++
			}
		}
		index, err := explore.Build(t.Context(), func(yield func(dataset.Game, error) bool) {
			for i, g := range games {
				if !yield(dataset.Game{Game: g, ID: int64(i), NoResult: i%2 == 0}, nil) {
					return
				}
			}
		}, 1)
		if err != nil {
			t.Fatal(err)
		}
		side := engine.Color(rng.IntN(2))
		o := liner{side: side, plies: plies, minGames: least, games: index, seen: map[string]bool{}}
		if grew := o.grow(engine.Game{Start: engine.StandardStart()}); !grew {
			continue
		}
		r := repertoireOf(t, side, string(o.text))
		if len(r.items) != o.Positions || bytes.Count(o.text, []byte("\n")) != o.Lines {
			t.Fatalf("%d positions, want %d:\n%s", o.Positions, len(r.items), o.text)
		}
		for _, before := range r.items {
			p, _ := before.End()
			most := slices.Max(slices.Collect(maps.Values(played[keyOf(p)])))
			for _, s := range r.moves(p) {
				n := played[keyOf(p)][keyAfter(with(before, s))]
				if n < least || n != most {
					t.Fatalf("after %v, %v is played in %d games, others in %d:\n%s", before, s, n, most, o.text)
				}
				if len(before.Moves)+2 >= plies {
					continue
				}
				for reply := range playAll(with(before, s)) {
					answers := slices.Collect(maps.Values(played[keyAfter(reply)]))
					enough := played[keyAfter(with(before, s))][keyAfter(reply)] >= least && len(answers) > 0 &&
						slices.Max(answers) >= least
					if enough && !r.known[keyAfter(reply)] {
						t.Fatalf("%v is missing:\n%s", reply, o.text)
					}
				}
			}
		}
	}
}

// upTo returns the first moves of a game.
func upTo(g engine.Game, n int) engine.Game { return engine.Game{Start: g.Start, Moves: g.Moves[:n]} }

// with returns a game with one more move.
func with(g engine.Game, s engine.Square) engine.Game {
	return engine.Game{Start: g.Start, Moves: append(slices.Clone(g.Moves), s)}
}

// playAll yields a game with each next move.
func playAll(g engine.Game) iter.Seq[engine.Game] {
	return func(yield func(engine.Game) bool) {
		p, _ := g.End()
		for s := range p.Board.Moves().All() {
			if !yield(with(g, s)) {
				return
			}
		}
	}
}

// Law: the lines from a book contain its best moves, and each of its replies that loses little enough as far as
// the book has an answer.
func TestLinesOfBook(t *testing.T) {
	b, err := book.Small()
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range []engine.Color{engine.Black, engine.White} {
		o := liner{side: side, plies: 16, within: 1, book: b, seen: map[string]bool{}}
		if !o.grow(engine.Game{Start: engine.StandardStart()}) {
			t.Fatal("no lines")
		}
		for line := range strings.Lines(string(o.text)) {
			if moves, _, _ := strings.Cut(line, " "); !strings.HasPrefix(moves, "f5") || len(moves) > 2*o.plies {
				t.Errorf("%q: want a line that begins with f5", line)
			}
		}
		r := repertoireOf(t, side, string(o.text))
		if len(r.items) != o.Positions || o.Positions < 20 {
			t.Errorf("%d positions, want %d", o.Positions, len(r.items))
		}
		for _, before := range r.items {
			p, _ := before.End()
			values, err := b.Values(p.Board)
			if err != nil {
				t.Fatal(err)
			}
			best := slices.Max(slices.Collect(maps.Values(values)))
			for _, s := range r.moves(p) {
				if values[s] != best {
					t.Errorf("after %v, %v is worth %+d, want the best move, %+d", before, s, values[s], best)
				}
				answer := with(before, s)
				q, _ := answer.End()
				replies, err := b.Values(q.Board)
				if err != nil {
					t.Fatal(err)
				}
				for m, v := range replies {
					next := with(answer, m)
					n, _ := next.End()
					e, inside, _ := b.Look(n.Board)
					near := v >= slices.Max(slices.Collect(maps.Values(replies)))-1
					if wanted := near && inside && len(e.Moves) > 0 && len(next.Moves) < o.plies; wanted && !r.known[keyOf(n)] {
						t.Errorf("%v is missing", next)
					}
				}
			}
		}
	}
}
