package database

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
)

func TestAbout(t *testing.T) {
	got := answer[About](t, handler(t, some(t)), "database")
	if want := (About{Games: 5, Positions: 15, FirstYear: 1997, LastYear: 2003, Players: 4,
		Tournaments: 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestExplore: moves are turned as the position was asked for, and the newest games come first. The
// second time the answer is kept.
func TestExplore(t *testing.T) {
	h := handler(t, some(t))
	for _, tt := range []struct {
		query  string
		moves  string // with their games
		newest string // ids
	}{
		{"moves=f5d6c3d3c4", "f4 2 b5 1", "12 11 10"},
		{"moves=d3c5f6f5e6", "e3 2 d7 1", "12 11 10"},
		{"moves=f5", "d6 3 f4 1 f6 1", "13 12 11 10 14"},
		{"moves=f5&newest=2", "d6 3 f4 1 f6 1", "13 12"},
		{"moves=f5&newest=0", "d6 3 f4 1 f6 1", ""},
		{"moves=f5&player=TAMENORI", "d6 3", "12 11 10"},
		{"moves=f5&player=tamenori&opponent=nicolet", "d6 2", "11 10"},
		{"moves=f5&black=nicolet&white=tamenori", "d6 1", "11"},
		{"moves=f5&tournament=world&years=1998-2010", "d6 1", "11"},
		{"moves=f5&kind=programs", "d6 1 f6 1", "13 12"}, // a name with parentheses is a program's,
		{"moves=f5&kind=humans&result=white", "d6 1 f4 1", "11 14"},
		{"moves=f5&result=draw", "d6 1", "12"},
		{"moves=f5&rating=1-", "d6 3 f6 1", "13 12 11 10"}, // who is unknown has none
		{"moves=f5&rating=-1", "", ""},
		{"moves=f5&player=nobody", "", ""},
		{"start=hex", "", ""},
	} {
		for range 2 {
			got := answer[exploreAnswer](t, h, "explore?"+tt.query)
			var moves, newest []string
			for _, m := range got.Moves {
				moves = append(moves, fmt.Sprint(m.Move, " ", m.Games))
			}
			for _, g := range got.Newest {
				newest = append(newest, fmt.Sprint(g.ID))
			}
			if strings.Join(moves, " ") != tt.moves || strings.Join(newest, " ") != tt.newest {
				t.Errorf("%s: %q %q, want %q %q", tt.query, moves, newest, tt.moves, tt.newest)
			}
		}
	}
	if got := answer[exploreAnswer](t, h, "explore?moves=f5d6c3d3c4"); got.Name != "Tiger" ||
		got.BlackWins != 1 || got.Draws != 1 || got.WhiteWins != 1 || *got.MeanDiscDifference != 2 {
		t.Errorf("%+v", got)
	}
}

// The opening book has values for both sides to move, always black's, also where no game was; on other boards
// it has none. Without a book there are none.
func TestExploreBook(t *testing.T) {
	small, err := book.Small()
	if err != nil {
		t.Fatal(err)
	}
	d := some(t)
	if got := answer[exploreAnswer](t, handler(t, d), "explore").Book; len(got) > 0 {
		t.Errorf("without a book: %v", got)
	}
	d = some(t)
	d.book = small
	h := handler(t, d)
	for moves, sign := range map[string]int{"": 1, "f5": -1, "f5d6": 1, "f5f4": 1} {
		g, err := engine.ParseGame(engine.StandardStart(), moves)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.End()
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{}
		values, err := small.Values(p.Board)
		if err != nil {
			t.Fatal(err)
		}
		for s, v := range values {
			want[s.String()] = sign * v
		}
		if got := answer[exploreAnswer](t, h, "explore?moves="+moves).Book; len(want) == 0 ||
			!maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", moves, got, want)
		}
	}
	if got := answer[exploreAnswer](t, h, "explore?start=hex").Book; len(got) > 0 {
		t.Errorf("hexagonal: %v", got)
	}
}

func TestGames(t *testing.T) {
	h := handler(t, some(t))
	for _, tt := range []struct {
		query string
		count int
		ids   []int64
	}{
		{"moves=f5d6c3d3c4", 3, []int64{12, 11, 10}},
		{"moves=f5d6c3d3c4&first=1&limit=1", 3, []int64{11}},
		{"moves=f5d6c3d3c4&first=3", 3, nil},
		{"moves=f5d6c3d3c4&first=9223372036854775807&limit=50", 3, nil},
		{"", 5, []int64{13, 12, 11, 10, 14}},
		{"anywhere=true&moves=f5f4&player=nicolet", 3, []int64{13, 11, 10}},
		{"anywhere=true&player=nicolet&first=2&limit=1", 3, []int64{10}},
	} {
		got := answer[List](t, h, "database/games?"+tt.query)
		var ids []int64
		for _, g := range got.Games {
			ids = append(ids, g.ID)
		}
		if got.Count != tt.count || !slices.Equal(ids, tt.ids) {
			t.Errorf("%s: %d games, %v, want %d, %v", tt.query, got.Count, ids, tt.count, tt.ids)
		}
	}
	hit := answer[List](t, h, "database/games?moves=f5d6c3d3c4&years=1998").Games[0]
	score := -4
	want := Game{
		ID: 11, Year: 1998, Tournament: "World Championship", Black: "Nicolet Stéphane", White: "Tamenori Hideshi",
		Score: &score, Start: "8x8", Moves: "d3c5f6f5e6d7", Ply: 5,
	}
	if diff := cmp.Diff(want, hit); diff != "" {
		t.Error(diff)
	}
	one := answer[Record](t, h, "database/games/11")
	want.Ply = 0
	if diff := cmp.Diff(want, one.Game); diff != "" || one.Source != "made.wtb" || one.Record != 1 ||
		one.Status != "unfinished" || one.Theory != nil {
		t.Errorf("%+v\n%s", one, diff)
	}
}

func TestOpenings(t *testing.T) {
	games := map[string]int{}
	for _, o := range answer[allOpenings](t, handler(t, some(t)), "openings").Openings {
		games[o.Name] = o.Games
	}
	if games["Tiger"] != 3 || games["Diagonal"] != 1 || games["Parallel"] != 1 || games["Snake"] != 0 {
		t.Errorf("%v", games)
	}
}

func TestPlayers(t *testing.T) {
	h := handler(t, some(t))
	var names []string
	for _, p := range answer[players](t, h, "players?name=nicolet").Players {
		if p.Elo == nil {
			t.Errorf("%s has no rating", p.Name)
		}
		names = append(names, p.Name)
	}
	if want := []string{"Nicolet Stéphane", "Cassio (nicolet)"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if got := answer[players](t, h, "players?name=nicolet&limit=1").Players; len(got) != 1 {
		t.Errorf("%+v", got)
	}
	c := answer[Career](t, h, "players/tamenory%20hideshi") // a slip
	if c.Player != "Tamenori Hideshi" || c.Colors[0].Games != 3 || c.Colors[0].Wins != 2 ||
		c.Colors[0].Draws != 1 || len(c.Opponents) != 2 || len(c.Newest) != 3 {
		t.Errorf("%+v", c)
	}
	if c := answer[Career](t, h, "players/"+url.PathEscape(hostile)); c.Player != hostile {
		t.Errorf("%+v", c)
	}
	v := answer[Versus](t, h, "versus?player=nicolet+stephane&opponent=tamenori")
	if v.Player != "Nicolet Stéphane" || v.Games != 2 || v.Losses != 2 || len(v.List) != 2 ||
		v.List[0].ID != 11 {
		t.Errorf("%+v", v)
	}
	if v := answer[Versus](t, h, "versus?player=nicolet+stephane&opponent=tamenori&first=1"); len(v.List) != 1 ||
		v.List[0].ID != 10 {
		t.Errorf("%+v", v)
	}
}

func TestStatistics(t *testing.T) {
	h := handler(t, some(t))
	for _, s := range answer[allStatistics](t, h, "stats").Statistics {
		got := answer[Answer](t, h, "stats/"+s.Name+"?min_games=0&years=1990-2010")
		if got.Name != s.Name || got.Games != 4 || len(got.Tables) == 0 {
			t.Errorf("%s: %+v", s.Name, got)
		}
		for _, table := range got.Tables {
			if len(table.Rows) != table.All || table.All > 0 && len(table.Rows[0]) != len(table.Columns) {
				t.Errorf("%s: %d rows of %d", table.Name, len(table.Rows), table.All)
			}
		}
	}
	years := answer[Answer](t, h, "stats/years?rows=2&player=tamenori").Tables[0]
	if len(years.Rows) != 2 || years.All != 3 || years.Rows[0][0] != 1997.0 {
		t.Errorf("%+v", years)
	}
	if got := answer[Answer](t, h, "stats/players?min_games=3").Tables[0]; got.All != 1 {
		t.Errorf("%+v", got)
	}
	for _, name := range []string{"weights", "colors", "openings"} {
		if svg := ask(t, h, "/api/v1/stats/"+name+"/picture.svg", 200); !strings.Contains(svg, "<svg") {
			t.Errorf("%s: %.100s", name, svg)
		}
	}
	if svg := ask(t, h, "/api/v1/stats/players/picture.svg?min_games=0", 200); strings.Contains(svg, "<img") {
		t.Errorf("a name is HTML: %s", svg)
	}
}

// TestRefusals: what cannot be answered is said to be the client's fault.
func TestRefusals(t *testing.T) {
	h := handler(t, some(t))
	long := strings.Repeat("x", 101)
	for address, status := range map[string]int{
		"explore?moves=a1": 400, "explore?start=9x9": 400, "explore?moves=f5&newest=51": 400,
		"explore?newest=-1":       400,
		"explore?years=2001-1999": 400, "explore?years=x": 400, "explore?kind=cats": 400,
		"explore?result=lost": 400,
		"explore?rating=1600": 400, "explore?rating=-": 400, "explore?rating=2000-1000": 400,
		"explore?rating=1e3-": 400, "explore?rating=-99999": 400,
		"explore?player=" + long: 400, "explore?tournament=" + long: 400, "explore?name=x": 400,
		"database/games?limit=0": 400, "database/games?limit=51": 400, "database/games?first=-1": 400,
		"database/games?moves=a1": 400, "database/games?years=0": 400,
		"database/games/99": 404, "database/games/x": 400, "database/games/99999999999999999999": 400,
		"players?limit=0": 400, "players?name=" + long: 400,
		"players/qqqqqqqqqq": 404, "players/" + long: 400, "players/": 404,
		"versus?player=nicolet": 400, "versus?player=nicolet&opponent=qqqqqqqqqq": 404,
		"versus?player=tamenori&opponent=tamenori+hideshi": 404,
		"versus?player=nicolet&opponent=tamenori&first=-1": 400, "versus?player=a&opponent=" + long: 400,
		"stats/none": 404, "stats/years?rows=-1": 400, "stats/years?min_games=-1": 400, "stats/years?years=x": 400,
		"stats/none/picture.svg": 404, "stats/years/picture.svg?player=nobody": 404, "stats/calibration": 404,
	} {
		ask(t, h, "/api/v1/"+address, status)
	}
}

// TestNone: without games the routes say so, but for those that need none.
func TestNone(t *testing.T) {
	h := handler(t, New(nil, nil, 1))
	if got := answer[About](t, h, "database"); got != (About{}) {
		t.Errorf("%+v", got)
	}
	if got := answer[allOpenings](t, h, "openings").Openings; len(got) == 0 || got[0].Games != 0 {
		t.Errorf("%+v", got)
	}
	answer[allStatistics](t, h, "stats")
	for _, address := range []string{"explore", "database/games", "database/games/1", "players", "players/x",
		"versus?player=a&opponent=b", "stats/years", "stats/years/picture.svg"} {
		if text := ask(t, h, "/api/v1/"+address, 404); !strings.Contains(text, "outflank web GAMES") {
			t.Errorf("%s: %s", address, text)
		}
	}
	for _, address := range []string{"/statistics", "/players", "/events", "/openings"} {
		if text := ask(t, h, address, 200); !strings.Contains(text, "outflank import") {
			t.Errorf("%s: %s", address, text)
		}
	}
	ask(t, h, "/players/x", 404)
	ask(t, h, "/events/x", 404)
	ask(t, h, "/openings/Tiger", 404)
	ask(t, h, "/statistics/years", 404)
}
