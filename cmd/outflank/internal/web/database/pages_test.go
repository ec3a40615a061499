package database

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

// TestPages: the pages show what the API answers, names that would be HTML are text, and links that are
// made of such names lead where they should.
func TestPages(t *testing.T) {
	h := handler(t, some(t))
	name := url.PathEscape(hostile)
	for _, tt := range []struct {
		address string
		has     []string
	}{
		{"/statistics", []string{"5 games", "1997 to 2003", "/statistics/tournaments", `"/players#versus"`, "outflank stats calibration"}},
		{"/statistics/tournaments", []string{"World Championship", html.EscapeString("<img src=x"), "picture.svg?",
			">50.0 % (9.5–90.5)<", ">3.00 (−64.00 to 64.00)<"}},
		{"/statistics/players?min_games=1", []string{`href="/players/Tamenori%20Hideshi"`, `href="` + html.EscapeString("/players/"+name), "rank", `value="1"`,
			"all programs with 1 game or more in the database"}},
		{"/statistics/years?years=1997-1998&kind=humans", []string{"2 games", "/picture.svg?kind=humans&amp;years=1997-1998"}},
		{"/statistics/years?player=nobody", []string{"0 games", "Nothing"}},
		{"/statistics/openings?rows=1", []string{"more rows", "rows=5000", `href="/explore?moves=`}},
		{"/players", []string{`id="versus"`}},
		{"/players?name=nicolet", []string{"Nicolet Stéphane", "Cassio (nicolet)"}},
		{"/players?name=qqqqqqqqqqqqq", []string{"No player matches this name"}},
		{"/players/Tamenori%20Hideshi", []string{"Results by opponent", "opponent=Nicolet&#43;St%C3%A9phane", "/analysis?", "World Championship"}},
		{"/players/" + name, []string{html.EscapeString("<img src=x"), "/explore?player=%3cimg"}},
		{"/players/Tamenori%20Hideshi", []string{"rank 1 among all people of the database", "player.svg?name=Tamenori", "Results and expectations by event",
			`href="/events/World%20Championship?year=1998"`}},
		{"/events", []string{"3 events", `href="/events/World%20Championship?year=1997"`, html.EscapeString("/events/" + name)}},
		{"/events?name=nothing+like+it", []string{"0 events", "No event matches"}},
		{"/events/World%20Championship", []string{"World Championship 1998", "1 game.", "Cross-table", `<td class="result" data-head="Tamenori Hideshi">`, `href="/players/Nicolet%20St%C3%A9phane"`,
			"/analysis?", "/events/World%20Championship?year=1997"}},
		{"/events/" + name, []string{html.EscapeString("<img src=x"), "50.0 %"}},
		{"/openings", []string{`href="/openings/Tiger"`, `aria-label="100.0 %, 0.0 %"`, "<polyline points=\"0.0,0.0 100.0,24.0 \"", "/explore?moves=f5d6c3d3c4", ">f5 d6 c3 d3 c4</a>"}},
		{"/openings/Tiger", []string{"5. c4", "arose in 3 games", "/api/v1/board.svg?moves=f5d6c3d3c4", "/explore?moves=f5d6c3d3c4",
			"/api/v1/stats/years/picture.svg?moves=f5d6c3d3c4", "Strongest players"}},
		{"/openings/Snake", []string{"arose in 0 games"}},
		{"/statistics/years?moves=f5d6c3d3c4", []string{"3 games", `href="/openings/Tiger"`, `type="hidden" name="moves" value="f5d6c3d3c4"`}},
		{"/versus?player=nicolet+stephane&opponent=tamenori", []string{"Nicolet Stéphane – Tamenori Hideshi", ">11</a>", ">−4<", ">&#43;10<"}},
		{"/versus?player=tamenori&opponent=img+src", []string{`href="` + html.EscapeString("/players/"+name), "opponent=%3cimg"}},
		{"/versus?player=cassio&opponent=tamenori", []string{"They have not met"}},
	} {
		text := ask(t, h, tt.address, 200)
		for _, want := range tt.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %s:\n%s", tt.address, want, text)
			}
		}
		for _, bad := range []string{"<img src=x", `onerror="`, "javascript:"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %s", tt.address, bad)
			}
		}
	}
	for address, status := range map[string]int{
		"/statistics/none": 404, "/statistics/years?years=x": 400, "/players/qqqqqqqqqqqqq": 404,
		"/events/None": 404, "/events/World%20Championship?year=1": 404, "/events?years=x": 400, "/openings/None": 404,
		"/statistics/years?moves=a1": 400, "/versus?player=a": 400, "/versus?player=nicolet&opponent=qqqqqqqqqqqqq": 404,
	} {
		ask(t, h, address, status)
	}
	for _, tt := range []struct {
		address string
		status  int
		has     []string // the form keeps what was asked
	}{
		{"/events?name=world&years=2015-2001", 400, []string{`value="world"`, `value="2015-2001"`, `role="alert">years: `}},
		{"/versus?player=nicolet&opponent=qqqqqqqqqqqqq", 404, []string{`value="nicolet"`, `value="qqqqqqqqqqqqq"`, `role="alert">`}},
	} {
		text := ask(t, h, tt.address, tt.status)
		for _, want := range tt.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %s:\n%s", tt.address, want, text)
			}
		}
	}
}

// TestExplorePage: the address of the explorer leads to the analysis, with its place and its filter.
func TestExplorePage(t *testing.T) {
	w := httptest.NewRecorder()
	Explore(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/explore?moves=f5&ply=0&black="+
		url.QueryEscape(hostile), nil))
	at, err := w.Result().Location()
	want := url.Values{"moves": {"f5"}, "ply": {"0"}, "games.black": {hostile}}
	if err != nil || w.Code != http.StatusSeeOther || at.Path != "/analysis" || !reflect.DeepEqual(at.Query(), want) {
		t.Errorf("%d, %v, %v", w.Code, at, err)
	}
}
