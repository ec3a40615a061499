package explore_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
)

// takes is a second implementation of filters, one question after the other.
func takes(f explore.Filter, elo map[stats.PlayerID]float64, g *dataset.Game) bool {
	between := func(one, two string) bool {
		return store.Filter{Black: one, White: two}.Match(g) || store.Filter{Black: two, White: one}.Match(g)
	}
	ok := f.Match(g) && (f.Opponent == "" || between(f.Player, f.Opponent))
	switch f.Result {
	case explore.BlackWon:
		ok = ok && !g.NoResult && g.Score > 0
	case explore.WhiteWon:
		ok = ok && !g.NoResult && g.Score < 0
	case explore.Drawn:
		ok = ok && !g.NoResult && g.Score == 0
	}
	for _, id := range f.Who {
		ok = ok && (g.BlackID == id.ID || g.WhiteID == id.ID)
	}
	black, known := elo[stats.BlackOf(g)]
	white, both := elo[stats.WhiteOf(g)]
	mean := (black + white) / 2
	if f.MinRating > 0 {
		ok = ok && known && both && mean >= float64(f.MinRating)
	}
	if f.MaxRating > 0 {
		ok = ok && known && both && mean <= float64(f.MaxRating)
	}
	return ok
}

// drawFilter draws a filter that takes some games.
func drawFilter(t *rapid.T) (f explore.Filter) {
	name := rapid.SampledFrom([]string{"", "", "", "ann", "Zoë", "b", "nobody"})
	year := rapid.SampledFrom([]int{0, 0, 0, 1999, 2000, 2001})
	f.FromYear, f.ToYear = year.Draw(t, "from"), year.Draw(t, "to")
	f.Player, f.Opponent, f.Black = name.Draw(t, "player"), name.Draw(t, "opponent"), name.Draw(t, "black")
	f.Kind = rapid.SampledFrom([]dataset.Kind{0, 0, dataset.Humans, dataset.Programs}).Draw(t, "kind")
	f.Tournament = rapid.SampledFrom([]string{"", "", "T1"}).Draw(t, "tournament")
	f.Result = rapid.SampledFrom([]explore.Result{"", "", explore.BlackWon, explore.WhiteWon, explore.Drawn}).
		Draw(t, "result")
	f.Who = rapid.SampledFrom([][]stats.PlayerID{nil, nil, nil, {{ID: 0}}, {{ID: 0}, {ID: 2}}}).Draw(t, "who")
	f.MinRating = rapid.SampledFrom([]int{0, 0, 0, 1500}).Draw(t, "least")
	f.MaxRating = rapid.SampledFrom([]int{0, 0, 0, 1510}).Draw(t, "greatest")
	return f
}

// Law: an index tells what the games played in every position, and lists those that go through it,
// whichever way the position is turned, and whether it holds the positions or passes over the games.
func TestExplore(t *testing.T) {
	games := madeGames(t, 300)
	built, loaded := build(t, games), load(t, games)
	players := stats.NewPlayers()
	for i := range games {
		players.Add(&games[i])
	}
	elo := players.Elo()
	rapid.Check(t, func(t *rapid.T) {
		f := explore.Filter{}
		if rapid.Bool().Draw(t, "filtered") {
			f = drawFilter(t)
		}
		after := drawPlace(t, games)
		examples := rapid.IntRange(0, 3).Draw(t, "examples")
		order := rapid.SampledFrom([]explore.Order{explore.First, explore.Newest, explore.Strongest}).
			Draw(t, "order")
		at, _ := after.End()
		canonical := at.Board.Least()
		var want []explore.Hit
		for i := range games {
			if g := &games[i]; takes(f, elo, g) {
				if ply, ok := plyOf(g, engine.Position{Board: canonical, Color: at.Color}); ok {
					want = append(want, explore.Hit{Game: *g, Ply: ply})
				}
			}
		}
		compareOrders := func(a, b explore.Hit) int { return 0 }
		switch order {
		case explore.First:
			compareOrders = func(a, b explore.Hit) int { return cmp.Compare(a.ID, b.ID) }
		case explore.Newest:
			compareOrders = func(a, b explore.Hit) int { return cmp.Compare(b.Year, a.Year) }
		case explore.Strongest:
			compareOrders = func(a, b explore.Hit) int { return cmp.Compare(rating(elo, b), rating(elo, a)) }
		}
		slices.SortFunc(want, func(a, b explore.Hit) int {
			return cmp.Or(compareOrders(a, b), cmp.Compare(a.ID, b.ID))
		})
		for _, x := range []*explore.Index{built, loaded, built} { // the second time it is kept
			got, err := x.Explore(after, f, examples, order)
			if err != nil {
				t.Fatalf("%v after %v, filter %+v: %v", after, after.Start, f, err)
			}
			compareAnswer(t, got, at, want, examples)
		}
		slices.SortFunc(want, func(a, b explore.Hit) int {
			return cmp.Or(compareOrders(a, b), cmp.Compare(b.Year, a.Year), cmp.Compare(b.ID, a.ID))
		})
		for _, x := range []*explore.Index{built, loaded} {
			comparePages(t, want, func(first, most int) (explore.Page, error) {
				return x.Reaching(at, f, order, first, most)
			})
		}
	})
}

// rating is the mean rating of both players.
func rating(elo map[stats.PlayerID]float64, h explore.Hit) float64 {
	black, ok1 := elo[stats.BlackOf(&h.Game)]
	white, ok2 := elo[stats.WhiteOf(&h.Game)]
	if !ok1 || !ok2 {
		return math.Inf(-1)
	}
	return (black + white) / 2
}

// A toldMove is what games played in a position, with the images of the move.
type toldMove struct {
	images engine.Set
	stats.Tally
	ids []int64
}

// tell returns by the long way what games played in a position that they reach.
func tell(at engine.Position, games []explore.Hit) (moves map[engine.Set]*toldMove, all stats.Tally,
	ended int) {
	moves = map[engine.Set]*toldMove{}
	for _, h := range games {
		all.Add(&h.Game)
		if h.Ply == len(h.Moves) {
			ended++
			continue
		}
		var images engine.Set
		for y := range engine.Symmetry(engine.Symmetries) {
			if !h.Start.Board.Shape.Lattice.Keeps(y) {
				continue
			}
			g := h.Game.Game.Transform(y)
			p, err := engine.Game{Start: g.Start, Moves: g.Moves[:h.Ply]}.End()
			if err == nil && p == at && p.Board.Moves().Has(g.Moves[h.Ply]) {
				images |= g.Moves[h.Ply].Set()
			}
		}
		if images == 0 {
			continue // the move is illegal
		}
		if moves[images] == nil {
			moves[images] = &toldMove{images: images}
		}
		moves[images].Add(&h.Game)
		moves[images].ids = append(moves[images].ids, h.ID)
	}
	return moves, all, ended
}

// compareAnswer compares an answer with what games played, which are in the order of examples.
func compareAnswer(t *rapid.T, got explore.Answer, at engine.Position, games []explore.Hit, examples int) {
	moves, all, ended := tell(at, games)
	if diff := gocmp.Diff(all.Outcome(), got.Outcome); diff != "" || got.GamesOver != ended ||
		len(got.Moves) != len(moves) || got.Position != at.String() {
		t.Fatalf("%d moves, %d games end; want %d, %d\n%s", len(got.Moves), got.GamesOver, len(moves), ended, diff)
	}
	for _, m := range got.Moves {
		square, err := engine.ParseSquare(m.Move)
		if err != nil {
			t.Fatal(err)
		}
		var want *toldMove
		for images, told := range moves {
			if images.Has(square) {
				want = told
				delete(moves, images)
			}
		}
		if want == nil {
			t.Fatalf("no game played %s", m.Move)
		}
		var ids []int64
		for _, e := range m.Examples {
			ids = append(ids, e.ID)
		}
		share := float64(want.Games()) / float64(all.Games()-ended)
		if diff := gocmp.Diff(want.Outcome(), m.Outcome); diff != "" || *m.Share != share ||
			!slices.Equal(ids, want.ids[:min(examples, len(want.ids))]) {
			t.Fatalf("%s: share %v, examples %v, want %v, %v\n%s", m.Move, *m.Share, ids, share, want.ids, diff)
		}
	}
}

// drawPlace draws a place that games reach, or almost, turned or mirrored.
func drawPlace(t *rapid.T, games []dataset.Game) engine.Game {
	g := games[rapid.IntRange(0, len(games)-1).Draw(t, "game")]
	legal := 0
	for _, err := range g.Plies() {
		if err == nil {
			legal++
		}
	}
	y := engine.Symmetry(rapid.IntRange(0, engine.Symmetries-1).Draw(t, "symmetry"))
	if !g.Start.Board.Shape.Lattice.Keeps(y) {
		y = 0
	}
	n := rapid.IntRange(0, min(legal, rapid.SampledFrom([]int{1, 4, 64}).Draw(t, "deepest"))).Draw(t, "plies")
	after := engine.Game{Start: g.Start, Moves: g.Moves[:n]}.Transform(y)
	if rapid.IntRange(0, 9).Draw(t, "other colour") == 0 { // the same discs, but no game has them so
		after = engine.Game{Start: engine.Position{Board: after.Start.Board, Color: after.Start.Color.Opponent()},
			Moves: after.Moves}
	}
	return after
}

// plyOf replays a game and compares every position with a canonical one.
func plyOf(g *dataset.Game, p engine.Position) (int, bool) {
	for n := range len(g.Moves) + 1 {
		at, err := engine.Game{Start: g.Start, Moves: g.Moves[:n]}.End()
		if err != nil {
			break
		}
		if at.Color == p.Color && at.Board.Least() == p.Board {
			return n, true
		}
	}
	return 0, false
}

// comparePages compares pages of all sizes with the whole list.
func comparePages(t *rapid.T, want []explore.Hit, list func(first, most int) (explore.Page, error)) {
	for _, most := range []int{0, 1, 7, len(want), math.MaxInt} {
		for _, first := range []int{0, 1, 5, len(want), len(want) + 1, math.MaxInt} {
			end := len(want)
			if most < len(want)-min(first, len(want)) {
				end = first + most
			}
			page, err := list(first, most)
			if err != nil || page.Count != len(want) || !same(page.Hits, want[min(first, len(want)):end]) {
				t.Fatalf("from %d, at most %d: %v, %d of %d\n%s", first, most, err, len(page.Hits), page.Count,
					gocmp.Diff(want[min(first, len(want)):end], page.Hits))
			}
		}
	}
}

func same(a, b []explore.Hit) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b)
}

// Law: lists and the games of a filter are those that it takes, and each is as it was given.
func TestList(t *testing.T) {
	games := madeGames(t, 300)
	x := build(t, games)
	players := stats.NewPlayers()
	for i := range games {
		players.Add(&games[i])
	}
	elo := players.Elo()
	rapid.Check(t, func(t *rapid.T) {
		f := drawFilter(t)
		if rapid.IntRange(0, 4).Draw(t, "all") == 0 {
			f = explore.Filter{}
		}
		var want, all []explore.Hit
		for _, g := range games {
			if takes(f, elo, &g) {
				want = append(want, explore.Hit{Game: g})
			}
		}
		slices.SortFunc(want, func(a, b explore.Hit) int {
			return cmp.Or(cmp.Compare(b.Year, a.Year), cmp.Compare(b.ID, a.ID))
		})
		for g := range x.All(f) {
			all = append(all, explore.Hit{Game: g})
		}
		if !same(all, want) {
			t.Fatalf("filter %+v\n%s", f, gocmp.Diff(want, all))
		}
		comparePages(t, want, func(first, most int) (explore.Page, error) { return x.List(f, first, most), nil })
	})
}

func TestGame(t *testing.T) {
	games := madeGames(t, 50)
	x := build(t, games)
	for _, g := range games {
		if got, ok := x.Game(g.ID); !ok || !reflect.DeepEqual(got, g) {
			t.Errorf("game %d: %v\n%s", g.ID, ok, gocmp.Diff(g, got))
		}
		if got, ok := x.Game(g.ID + 1); ok {
			t.Errorf("game %d: %+v", g.ID+1, got)
		}
	}
	if x.Games() != len(games) {
		t.Errorf("%d games", x.Games())
	}
}

// Positions are counted up to symmetry: all first moves of the ordinary game are one.
func TestPositions(t *testing.T) {
	var games []dataset.Game
	for _, first := range []string{"f5", "d3", "c4", "e6", "e6f4", "f5d6"} {
		g, err := engine.ParseGame(engine.StandardStart(), first)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, dataset.Game{Game: g})
	}
	if x := build(t, games); x.Positions() != 3 {
		t.Errorf("%d positions, want 3: the start, one move, two moves", x.Positions())
	}
}

func TestBuildStops(t *testing.T) {
	bad := errors.New("bad")
	games := madeGames(t, 3)
	_, err := explore.Build(t.Context(), func(yield func(dataset.Game, error) bool) {
		_ = yield(games[0], nil) && yield(dataset.Game{}, bad) && yield(games[1], nil)
	}, 1)
	if err != bad {
		t.Errorf("%v, want %v", err, bad)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := explore.Build(ctx, sequence(games), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	if x, err := explore.Build(t.Context(), sequence(nil), 0); err != nil || x.Games() != 0 ||
		x.Positions() != 0 {
		t.Errorf("without games: %v", err)
	}
	x := build(t, games)
	wrong := engine.Game{Start: engine.StandardStart(), Moves: []engine.Square{0}}
	if _, err := x.Explore(wrong, explore.Filter{}, 0, explore.First); err == nil {
		t.Error("an illegal move is explored")
	}
}

// Law: the number of workers changes nothing.
func TestWorkers(t *testing.T) {
	games := madeGames(t, 3000)
	one, err := explore.Build(t.Context(), sequence(games), 1)
	if err != nil {
		t.Fatal(err)
	}
	many := build(t, games)
	if one.Positions() != many.Positions() {
		t.Errorf("%d and %d positions", one.Positions(), many.Positions())
	}
	for _, g := range games[:200] {
		for n := range min(4, len(g.Moves)) {
			after := engine.Game{Start: g.Start, Moves: g.Moves[:n]}
			a, err1 := one.Explore(after, explore.Filter{}, 1, explore.First)
			b, err2 := many.Explore(after, explore.Filter{}, 1, explore.First)
			if diff := gocmp.Diff(a, b); diff != "" || (err1 == nil) != (err2 == nil) {
				t.Fatalf("%v, %v\n%s", err1, err2, diff)
			}
		}
	}
}

func TestParseResult(t *testing.T) {
	for _, text := range []string{"", "black", "white", "draw"} {
		if r, err := explore.ParseResult(text); err != nil || string(r) != text {
			t.Errorf("%q: %v, %v", text, r, err)
		}
	}
	if _, err := explore.ParseResult("Black"); err == nil {
		t.Error("Black is no result")
	}
}
