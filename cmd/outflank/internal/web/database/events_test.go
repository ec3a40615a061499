package database

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset/stats"
)

// TestEvents: events are found by a part of the name or with a slip, and by years, the newest first.
func TestEvents(t *testing.T) {
	h := handler(t, some(t))
	for query, want := range map[string][]string{
		"":                             {hostile + " 2001 1 2", "World Championship 1998 1 2", "World Championship 1997 1 2"},
		"name=world":                   {"World Championship 1998 1 2", "World Championship 1997 1 2"},
		"name=champoinship+world":      {"World Championship 1998 1 2", "World Championship 1997 1 2"},
		"name=world&years=1990-1997":   {"World Championship 1997 1 2"},
		"years=2003":                   nil, // a game without a tournament
		"name=qqqqqqqqqqqqq":           nil,
		"first=1":                      {"World Championship 1998 1 2", "World Championship 1997 1 2"},
		"first=9223372036854775807":    nil,
		"name=" + url.QueryEscape("<"): nil,
	} {
		got := answer[EventList](t, h, "tournaments?"+query)
		var events []string
		for _, e := range got.Events {
			events = append(events, fmt.Sprint(e.Tournament, " ", e.Year, " ", e.Games, " ", e.Players))
		}
		if !slices.Equal(events, want) || !strings.HasPrefix(query, "first") && got.Count != len(want) {
			t.Errorf("%s: %d %q, want %q", query, got.Count, events, want)
		}
	}
}

// TestEvent: an event is that of the latest year or of the one asked for, with its own games only; the years
// are all of the tournament.
func TestEvent(t *testing.T) {
	h := handler(t, some(t))
	for query, want := range map[string]struct {
		year   int
		winner string
	}{
		"":          {1998, "Tamenori Hideshi"},
		"year=1998": {1998, "Tamenori Hideshi"},
		"year=1997": {1997, "Tamenori Hideshi"},
	} {
		e := answer[stats.EventResult](t, h, "tournaments/World%20Championship?"+query)
		if e.Year != want.year || len(e.Games) != 1 || len(e.Years) != 2 || len(e.Cross) != 2 ||
			e.Cross[0].Player != want.winner || e.Cross[0].Points != 1 ||
			!slices.Equal(e.Cross[0].Results, []string{"", "1"}) {
			t.Errorf("%s: %+v", query, e)
		}
	}
	name := url.PathEscape(hostile)
	if e := answer[stats.EventResult](t, h, "tournaments/"+name); e.Tournament != hostile || e.Cross[0].Points != 0.5 {
		t.Errorf("%+v", e)
	}
	if svg := ask(t, h, "/api/v1/player.svg?name=tamenori", 200); !strings.Contains(svg, "<svg") {
		t.Errorf("%.100s", svg)
	}
	for path, status := range map[string]int{"tournaments/World%20Championship?year=1999": 404, "tournaments/world": 404,
		"tournaments?years=x": 400, "tournaments?first=-1": 400, "player.svg?name=qqqqqqqqqqqqq": 404} {
		ask(t, h, "/api/v1/"+path, status)
	}
}

// TestReaching: with moves, a statistic counts the games that reach the position, in any order of moves.
func TestReaching(t *testing.T) {
	h := handler(t, some(t))
	for query, want := range map[string]int{"moves=f5d6c3d3c4": 3, "moves=d3c5f6f5e6": 3,
		"moves=f5d6c3d3c4&years=1998": 1, "moves=f5f4": 1, "moves=": 5} {
		if got := answer[Answer](t, h, "stats/years?"+query); got.Games != want {
			t.Errorf("%s: %d games, want %d", query, got.Games, want)
		}
	}
	ask(t, h, "/api/v1/stats/years?moves=a1", 400)
}

// TestTrends: the shares of an opening by periods add up to 1 over all openings, and periods without games are
// left out.
func TestTrends(t *testing.T) {
	d := some(t)
	trends, err := d.trends(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sums := [2]float64{} // 1997–2001 and 2002–2006
	for _, of := range trends {
		for i, share := range of {
			sums[i] += share
		}
	}
	if sums != [2]float64{1, 1} || !slices.Equal(trends["Tiger"], trend{1, 0}) {
		t.Errorf("%v, %v", sums, trends)
	}
	if got := (trend{0.5, 0.25, 0}); got.Line() != "0.0,0.0 50.0,12.0 100.0,24.0 " || got.Words() != "50.0 %, 25.0 %, 0.0 %" {
		t.Errorf("%q, %q", got.Line(), got.Words())
	}
	if got := (trend{0}).Line(); got != "0.0,24.0 " {
		t.Errorf("%q", got)
	}
}
