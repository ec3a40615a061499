package practice

import (
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
)

// repertoireOf returns the repertoire of lines.
func repertoireOf(t testing.TB, side engine.Color, lines []engine.Game) *Repertoire {
	t.Helper()
	r := New(side)
	for _, g := range lines {
		if err := r.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	return r
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

// Law: a game leaves a repertoire where a second way to look, which stores all eight images of each position
// and plays each legal move, says so. Moves of the side must be those of lines.
func TestLeaving(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	plies := map[int]int{}
	for range 60 {
		games := randomLines(rng, 30, 9)
		lines, games := games[:6], games[6:]
		r := repertoireOf(t, engine.White, lines)
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
				if p.Color == r.Side {
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
			ply, moves := r.Leaving(g)
			if !slices.Equal(moves, left) || moves != nil && ply.Index != want {
				t.Fatalf("lines\n%v\ngame %v: leaves at %d, where %v stay; want %d, %v", lines, g, ply.Index,
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
				key, next := KeyAfter(upTo(g, n)), KeyAfter(upTo(g, n+1))
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
		made, r, err := Maker{Side: side, Plies: plies, MinGames: least, Games: index}.Make()
		if err != nil {
			t.Fatal(err)
		}
		if n := placesOf(made, side); n != len(r.Items) {
			t.Fatalf("%d positions in %d places: %v", len(r.Items), n, made)
		}
		for _, before := range r.Items {
			p, _ := before.End()
			most := slices.Max(slices.Collect(maps.Values(played[Key(p)])))
			for _, s := range r.Moves(p) {
				n := played[Key(p)][KeyAfter(with(before, s))]
				if n < least || n != most {
					t.Fatalf("after %v, %v is played in %d games, others in %d:\n%v", before, s, n, most, made)
				}
				if len(before.Moves)+2 >= plies {
					continue
				}
				for reply := range playAll(with(before, s)) {
					answers := slices.Collect(maps.Values(played[KeyAfter(reply)]))
					enough := played[KeyAfter(with(before, s))][KeyAfter(reply)] >= least && len(answers) > 0 &&
						slices.Max(answers) >= least
					if enough && !r.known[KeyAfter(reply)] {
						t.Fatalf("%v is missing:\n%v", reply, made)
					}
				}
			}
		}
	}
}

// placesOf counts the places of the lines in which a side moves: equal moves before are one place.
func placesOf(lines []engine.Game, side engine.Color) int {
	places := map[string]bool{}
	for _, g := range lines {
		for ply := range g.Plies() {
			if ply.Position.Color == side {
				places[upTo(g, ply.Index).String()] = true
			}
		}
	}
	return len(places)
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
		maker := Maker{Side: side, Plies: 16, Within: 1, Book: b}
		made, r, err := maker.Make()
		if err != nil || len(made) == 0 {
			t.Fatal(len(made), err)
		}
		for _, g := range made {
			if len(g.Moves) > maker.Plies || g.Moves[0] != engine.At(5, 4) {
				t.Errorf("%v: want at most %d moves, the first of them f5", g, maker.Plies)
			}
		}
		if n := placesOf(made, side); n != len(r.Items) || n < 20 {
			t.Errorf("%d positions in %d places", len(r.Items), n)
		}
		for _, before := range r.Items {
			p, _ := before.End()
			values, err := b.Values(p.Board)
			if err != nil {
				t.Fatal(err)
			}
			best := slices.Max(slices.Collect(maps.Values(values)))
			for _, s := range r.Moves(p) {
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
					if wanted := near && inside && len(e.Moves) > 0 && len(next.Moves) < maker.Plies; wanted && !r.known[Key(n)] {
						t.Errorf("%v is missing", next)
					}
				}
			}
		}
	}
}
