package web

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

// An example is a request to a route. What an answer told may stand in those after it, as $name.
type example struct {
	route  string // as the document has it, such as "GET /api/v1/board"
	at     string // path and query
	body   string
	status int               // 0 = 200
	tells  map[string]string // name to the key of the answer
	events int               // of a stream: at least; it is left after them
}

// examples ask every route at least once so that it does what it is there for.
var examples = []example{
	{route: "GET /api/v1/board", at: "/api/v1/board?start=8x8&moves=f5d6c3"},
	{route: "GET /api/v1/board", at: "/api/v1/board?start=hex&moves=e2"},
	{route: "GET /api/v1/board", at: "/api/v1/board?moves=a1", status: 400},
	{route: "GET /api/v1/board", at: "/api/v1/board?moves=f5a1&legal=true"},
	{route: "GET /api/v1/start", at: "/api/v1/start?shape=hex&holes=0.2&seed=7"},
	{route: "POST /api/v1/import", at: "/api/v1/import", body: `{"text": "[Black \"Ann\"]\n\n1. f5 {good [%emt 0.7]} d6", "name": "game.pgn"}`},
	{route: "POST /api/v1/import", at: "/api/v1/import", body: `{"text": "a1"}`, status: 422},
	{route: "GET /api/v1/sheet.svg", at: "/api/v1/sheet.svg?start=hex&moves=e2&black=Ann&result=40-24"},
	{route: "GET /api/v1/board.svg", at: "/api/v1/board.svg?start=hex&moves=e2&size=300"},
	{route: "GET /api/v1/board.png", at: "/api/v1/board.png?moves=f5d6&values=c3:%2B2"},
	{route: "GET /api/v1/analysis", at: "/api/v1/analysis?moves=f5d6&depth=3", events: 3},
	{route: "GET /api/v1/hint", at: "/api/v1/hint?moves=f5d6"},
	{route: "GET /api/v1/explain", at: "/api/v1/explain?moves=f5d6&by=q"},
	{route: "GET /api/v1/explain", at: "/api/v1/explain?moves=f5d6&by=random", status: 400},
	{route: "GET /api/v1/review", at: "/api/v1/review?moves=f5d6c3d3c4&depth=3", events: 6},

	{route: "GET /api/v1/runs", at: "/api/v1/runs"},
	{route: "GET /api/v1/runs/{path}", at: "/api/v1/runs/small?since=1"},
	{route: "GET /api/v1/runs/{path}", at: "/api/v1/runs/sweeps/lambda/001"},
	{route: "GET /api/v1/runs/{path}", at: "/api/v1/runs/none", status: 404},
	{route: "GET /api/v1/runs/{path}", at: "/api/v1/runs/small?since=-1", status: 400},
	{route: "GET /api/v1/sweeps/{path}", at: "/api/v1/sweeps/sweeps/lambda"},
	{route: "GET /api/v1/tunings/{path}", at: "/api/v1/tunings/tuned?since=2"},
	{route: "GET /api/v1/matches", at: "/api/v1/matches"},
	{route: "GET /api/v1/matches/{path}", at: "/api/v1/matches/match.ndjson"},
	{route: "GET /api/v1/matches/{path}", at: "/api/v1/matches/tournament.ndjson"},
	{route: "GET /api/v1/matches/{path}", at: "/api/v1/matches/broken", status: 422},
	{route: "GET /api/v1/played/{path}", at: "/api/v1/played/match.ndjson?from=3&count=2"},
	{route: "GET /api/v1/played/{path}", at: "/api/v1/played/match.ndjson?count=51", status: 400},
	{route: "GET /api/v1/differences", at: "/api/v1/differences?run=sweeps/lambda/001&run=sweeps/lambda/002"},
	{route: "GET /api/v1/weights/runs/{path}", at: "/api/v1/weights/runs/small?of=last"},
	{route: "GET /api/v1/weights/runs/{path}", at: "/api/v1/weights/runs/small?of=7", status: 404},
	{route: "GET /api/v1/weights/runs/{path}", at: "/api/v1/weights/runs/small?of=worst", status: 400},
	{route: "GET /api/v1/weights/tunings/{path}", at: "/api/v1/weights/tunings/tuned"},
	{route: "GET /api/v1/events/watch", at: "/api/v1/events/watch", events: 1},
	{route: "GET /api/v1/events/runs/{path}", at: "/api/v1/events/runs/small?since=2", events: 1},
	{route: "GET /api/v1/events/sweeps/{path}", at: "/api/v1/events/sweeps/sweeps/lambda", events: 1},
	{route: "GET /api/v1/events/tunings/{path}", at: "/api/v1/events/tunings/tuned", events: 1},
	{route: "GET /api/v1/events/matches/{path}", at: "/api/v1/events/matches/match.ndjson", events: 1},
	{route: "GET /api/v1/events/matches/{path}", at: "/api/v1/events/matches/none", status: 404},

	{route: "GET /api/v1/agents", at: "/api/v1/agents"},
	{route: "GET /api/v1/levels", at: "/api/v1/levels"},
	{route: "GET /api/v1/agent", at: "/api/v1/agent?spec=greedy"},
	{route: "GET /api/v1/agent", at: "/api/v1/agent?spec=gtp:sh", status: 400},
	{route: "GET /api/v1/agent", at: "/api/v1/agent?spec=run:small@best"},
	{route: "POST /api/v1/games", at: "/api/v1/games", body: `{"black":"human","white":"greedy","clock":"5m+3s","seed":7}`, tells: map[string]string{"id": "id"}},
	{route: "POST /api/v1/games", at: "/api/v1/games", body: `{"black":"human","white":"nobody"}`, status: 400},
	{route: "GET /api/v1/games/{id}", at: "/api/v1/games/$id"},
	{route: "GET /api/v1/games/{id}", at: "/api/v1/games/none", status: 404},
	{route: "POST /api/v1/games", at: "/api/v1/games", body: `{"black":"human","white":"human","seats":true}`, tells: map[string]string{"seats": "id"}},
	{route: "POST /api/v1/games/{id}/moves", at: "/api/v1/games/$seats/moves", body: `{"move":"f5"}`, status: 403},
	{route: "POST /api/v1/games", at: "/api/v1/games", body: `{"black":"human","white":"human","seats":true,"open":"white"}`, tells: map[string]string{"open": "id", "black": "keys.black"}},
	{route: "POST /api/v1/games/{id}/join", at: "/api/v1/games/$open/join"},
	{route: "POST /api/v1/games/{id}/join", at: "/api/v1/games/$open/join", status: 409},
	{route: "POST /api/v1/games/{id}/name", at: "/api/v1/games/$open/name?seat=$black", body: `{"name":"Ann"}`},
	{route: "POST /api/v1/games/{id}/name", at: "/api/v1/games/$open/name?seat=$black", body: `{"name":"a\nb"}`, status: 400},
	{route: "POST /api/v1/games/{id}/offers", at: "/api/v1/games/$open/offers?seat=$black", body: `{"offer":"draw"}`},
	{route: "POST /api/v1/games/{id}/offers", at: "/api/v1/games/$open/offers?seat=$black", body: `{"offer":"rematch"}`, status: 409},
	{route: "GET /api/v1/qr.svg", at: "/api/v1/qr.svg?text=http://127.0.0.1:8080/"},
	{route: "GET /api/v1/games", at: "/api/v1/games?open=true"},
	{route: "POST /api/v1/games/{id}/moves", at: "/api/v1/games/$id/moves", body: `{"move":"f5","ply":0}`},
	{route: "POST /api/v1/games/{id}/moves", at: "/api/v1/games/$id/moves", body: `{"move":"f5","ply":0}`, status: 409},
	{route: "GET /api/v1/games/{id}/events", at: "/api/v1/games/$id/events", events: 1},
	{route: "POST /api/v1/games/{id}/undo", at: "/api/v1/games/$id/undo", body: `{}`},
	{route: "POST /api/v1/games/{id}/redo", at: "/api/v1/games/$id/redo", body: `{}`},
	{route: "POST /api/v1/games/{id}/resign", at: "/api/v1/games/$id/resign", body: `{}`},
	{route: "GET /api/v1/games", at: "/api/v1/games"},
	{route: "DELETE /api/v1/games/{id}", at: "/api/v1/games/$id", status: 204},
	{route: "POST /api/v1/games", at: "/api/v1/games", body: `{"black":"greedy","white":"random","start":"hex","delay":1000}`, tells: map[string]string{"two": "id"}},
	{route: "POST /api/v1/evenings", at: "/api/v1/evenings", body: `{"title":"Thursday","clock":"5m","start":"8x8","games":1}`, tells: map[string]string{"evening": "id", "organiser": "key"}},
	{route: "POST /api/v1/evenings", at: "/api/v1/evenings", body: `{"title":"Thursday","clock":"5m","start":"8x8","games":3}`, status: 400},
	{route: "POST /api/v1/evenings/{id}/join", at: "/api/v1/evenings/$evening/join", body: `{"name":"Ann"}`, tells: map[string]string{"ann": "key"}},
	{route: "POST /api/v1/evenings/{id}/join", at: "/api/v1/evenings/$evening/join", body: `{"name":"ann"}`, status: 409},
	{route: "POST /api/v1/evenings/{id}/players", at: "/api/v1/evenings/$evening/players?organiser=$organiser", body: `{"name":"Bo"}`},
	{route: "POST /api/v1/evenings/{id}/players", at: "/api/v1/evenings/$evening/players", body: `{"name":"Cleo"}`, status: 403},
	{route: "POST /api/v1/evenings/{id}/rounds", at: "/api/v1/evenings/$evening/rounds?organiser=$organiser"},
	{route: "POST /api/v1/evenings/{id}/rounds", at: "/api/v1/evenings/$evening/rounds?organiser=$organiser", status: 409},
	{route: "POST /api/v1/evenings/{id}/released", at: "/api/v1/evenings/$evening/released?organiser=$organiser", body: `{"name":"Bo"}`},
	{route: "GET /api/v1/evenings/{id}", at: "/api/v1/evenings/$evening?player=$ann"},
	{route: "GET /api/v1/evenings/{id}", at: "/api/v1/evenings/none", status: 404},
	{route: "POST /api/v1/evenings/{id}/results", at: "/api/v1/evenings/$evening/results?organiser=$organiser", body: `{"game":"$evening-1","black":40,"white":24}`},
	{route: "POST /api/v1/evenings/{id}/results", at: "/api/v1/evenings/$evening/results?organiser=$organiser", body: `{"game":"$evening-1","absent":"all"}`, status: 400},
	{route: "POST /api/v1/evenings/{id}/withdrawn", at: "/api/v1/evenings/$evening/withdrawn?player=$ann", body: `{"name":"Ann"}`},
	{route: "GET /api/v1/evenings/{id}/games", at: "/api/v1/evenings/$evening/games?format=ggf"},
	{route: "GET /api/v1/evenings", at: "/api/v1/evenings"},
	{route: "POST /api/v1/export", at: "/api/v1/export", body: `{"format":"sgf","study":{"start":"8x8","tree":"f5d6(f4)","black":"Ann","white":"","event":"","date":"","result":"","text":"","notes":[{"moves":"f5f4","comment":"diagonal","marks":"e3 c4f4"}],"reviews":[]}}`},
	{route: "POST /api/v1/export", at: "/api/v1/export", body: `{"format":"doc","study":{"start":"8x8","tree":"","black":"","white":"","event":"","date":"","result":"","text":"","notes":[],"reviews":[]}}`, status: 400},
	{route: "GET /api/v1/studies", at: "/api/v1/studies?search=ann&limit=3"},
	{route: "POST /api/v1/studies", at: "/api/v1/studies", body: `{"start":"8x8","tree":"f5d6(f4)","black":"Ann","white":"","event":"","date":"","result":"","text":"","notes":[{"moves":"f5f4","comment":"diagonal"}],"reviews":[]}`, tells: map[string]string{"study": "id", "key": "key"}},
	{route: "POST /api/v1/studies", at: "/api/v1/studies", body: `{"start":"8x8","tree":"a1","black":"","white":"","event":"","date":"","result":"","text":"","notes":[],"reviews":[]}`, status: 400},
	{route: "GET /api/v1/studies/{id}", at: "/api/v1/studies/$study"},
	{route: "GET /api/v1/studies/{id}", at: "/api/v1/studies/none", status: 404},
	{route: "POST /api/v1/studies/{id}", at: "/api/v1/studies/$study?key=$key", body: `{"revision":1,"study":{"start":"8x8","tree":"f5","black":"Ann","white":"","event":"","date":"","result":"","text":"","notes":[],"reviews":[]}}`},
	{route: "POST /api/v1/studies/{id}", at: "/api/v1/studies/$study?key=$key", body: `{"revision":1,"study":{"start":"8x8","tree":"f5","black":"Ann","white":"","event":"","date":"","result":"","text":"","notes":[],"reviews":[]}}`, status: 409},
	{route: "POST /api/v1/studies/{id}", at: "/api/v1/studies/$study?key=$key", body: `{"revision":1,"study":{"start":"8x8","tree":"f5d6(f4)","black":"Ann","white":"Bo","event":"","date":"","result":"","text":"","notes":[],"reviews":[]},"base":{"start":"8x8","tree":"f5d6(f4)","black":"Ann","white":"","event":"","date":"","result":"","text":"","notes":[],"reviews":[]}}`},
	{route: "GET /api/v1/studies/{id}/events", at: "/api/v1/studies/$study/events", events: 1},
	{route: "POST /api/v1/studies/{id}", at: "/api/v1/studies/$study", body: `{"revision":2,"study":{"start":"8x8","tree":"f5","black":"Ann","white":"","event":"","date":"","result":"","text":"","notes":[],"reviews":[]}}`, status: 403},
	{route: "GET /api/v1/studies", at: "/api/v1/studies"},
	{route: "DELETE /api/v1/studies/{id}", at: "/api/v1/studies/$study?key=$key", status: 204},
	{route: "POST /api/v1/puzzles", at: "/api/v1/puzzles", body: `{"rating":1500,"tried":["none"],"least":8,"most":12}`, tells: map[string]string{"puzzle": "id"}},
	{route: "POST /api/v1/puzzles", at: "/api/v1/puzzles", body: `{"rating":1500,"tried":[],"least":60,"most":64}`, status: 404},
	{route: "GET /api/v1/puzzles/{id}", at: "/api/v1/puzzles/$puzzle"},
	{route: "GET /api/v1/puzzles/{id}", at: "/api/v1/puzzles/none", status: 404},
	{route: "POST /api/v1/puzzles/{id}", at: "/api/v1/puzzles/$puzzle", body: `{"move":"","rating":1500}`},
	{route: "POST /api/v1/puzzles/{id}", at: "/api/v1/puzzles/$puzzle", body: `{"move":"d4","rating":1500}`, status: 400},
	{route: "POST /api/v1/repertoires/{name}/session", at: "/api/v1/repertoires/small/session?side=black&day=2026-07-31", body: `{"new":5,"cards":[]}`},
	{route: "POST /api/v1/repertoires/{name}/session", at: "/api/v1/repertoires/small/session?side=green&day=2026-07-31", body: `{"new":5,"cards":[]}`, status: 400},
	{route: "POST /api/v1/repertoires/{name}/answers", at: "/api/v1/repertoires/small/answers?side=black&day=2026-07-31", body: `{"start":"8x8","moves":"","move":"f5","box":0}`},
	{route: "POST /api/v1/repertoires/{name}/answers", at: "/api/v1/repertoires/small/answers?side=black&day=tomorrow", body: `{"start":"8x8","moves":"","move":"f5","box":0}`, status: 400},
	{route: "GET /api/v1/database", at: "/api/v1/database"},
	{route: "GET /api/v1/explore", at: "/api/v1/explore?moves=f5d6&years=2026"},
	{route: "GET /api/v1/explore", at: "/api/v1/explore?moves=f5f5", status: 400},
	{route: "GET /api/v1/database/games", at: "/api/v1/database/games?moves=f5d6&first=20&limit=2"},
	{route: "GET /api/v1/database/games/{id}", at: "/api/v1/database/games/7"},
	{route: "GET /api/v1/database/games/{id}", at: "/api/v1/database/games/999999", status: 404},
	{route: "GET /api/v1/openings", at: "/api/v1/openings"},
	{route: "GET /api/v1/players", at: "/api/v1/players?name=greedi&limit=3"},
	{route: "GET /api/v1/players/{name}", at: "/api/v1/players/greedy"},
	{route: "GET /api/v1/player.svg", at: "/api/v1/player.svg?name=greedy"},
	{route: "GET /api/v1/tournaments", at: "/api/v1/tournaments?name=demo&years=2020-2026"},
	{route: "GET /api/v1/tournaments/{name}", at: "/api/v1/tournaments/Outflank%20demo?year=2026"},
	{route: "GET /api/v1/tournaments/{name}", at: "/api/v1/tournaments/none", status: 404},
	{route: "GET /api/v1/versus", at: "/api/v1/versus?player=greedy&opponent=random"},
	{route: "GET /api/v1/stats", at: "/api/v1/stats"},
	{route: "GET /api/v1/stats/{name}", at: "/api/v1/stats/accuracy?kind=programs&rows=3"},
	{route: "GET /api/v1/stats/{name}", at: "/api/v1/stats/years?moves=f5d6"},
	{route: "GET /api/v1/stats/{name}/picture.svg", at: "/api/v1/stats/openings/picture.svg"},
	{route: "POST /api/v1/games/{id}/pace", at: "/api/v1/games/$two/pace", body: `{"moves":1,"delay":0}`},
}

// TestOpenAPI: each route of the server is asked, and what is asked and answered is as the document
// says. A route without an example fails the test, as does an example without a route.
func TestOpenAPI(t *testing.T) {
	runs := t.TempDir()
	workspacetest.Fill(t, runs)
	base := serving(t, demoGames(t), "--runs", runs)
	doc, schemas := description(t, base), schemasOf(t, base)
	told := map[string]string{}
	var asked []string
	for _, e := range examples {
		for name, value := range told {
			e.at, e.body = strings.ReplaceAll(e.at, "$"+name, value), strings.ReplaceAll(e.body, "$"+name, value)
		}
		path, op := operation(doc, e.route)
		if op == nil {
			t.Errorf("the document has no %s", e.route)
			continue
		}
		asked = append(asked, e.route)
		t.Run(e.route, func(t *testing.T) { e.check(t, base, doc, schemas, path, op, told) })
	}
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			if route := method + " " + path; !slices.Contains(asked, route) {
				t.Errorf("there is no example of %s", route)
			}
		}
	}
}

// TestTags: each operation belongs to one part, and may send the token.
func TestTags(t *testing.T) {
	doc := description(t, serving(t))
	tags := map[string]int{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if len(op.Tags) != 1 {
				t.Errorf("%s %s has the tags %q", method, path, op.Tags)
				continue
			}
			tags[op.Tags[0]]++
		}
	}
	if len(tags) < 5 || tags["games"] < 10 || tags["boards"] < 5 {
		t.Errorf("%v", tags)
	}
	if scheme := doc.Components.SecuritySchemes["token"].Value; scheme.Type != "http" || scheme.Scheme != "bearer" {
		t.Errorf("%+v", scheme)
	}
}

// TestBounds: a number beyond the bounds that the document states is refused, and one within them is not.
func TestBounds(t *testing.T) {
	base := serving(t, demoGames(t))
	doc := description(t, base)
	asked := 0
	for _, e := range examples {
		if e.status != 0 || strings.Contains(e.at, "$") || e.events > 0 || strings.Contains(e.route, "{path}") {
			continue
		}
		_, op := operation(doc, e.route)
		for _, p := range op.Parameters {
			for step, bound := range map[float64]*float64{1: p.Value.Schema.Value.Max, -1: p.Value.Schema.Value.Min} {
				if bound == nil {
					continue
				}
				at, err := url.Parse(base + e.at)
				if err != nil {
					t.Fatal(err)
				}
				q := at.Query()
				q.Set(p.Value.Name, fmt.Sprintf("%.0f", *bound+step))
				at.RawQuery = q.Encode()
				answer, err := http.Get(at.String())
				if err != nil {
					t.Fatal(err)
				}
				answer.Body.Close()
				if answer.StatusCode != http.StatusBadRequest {
					t.Errorf("%s: %s", at, answer.Status)
				}
				asked++
			}
		}
	}
	if asked < 10 {
		t.Errorf("%d bounds", asked)
	}
	if nodes := doc.Paths.Find("/api/v1/hint").Get.Parameters.GetByInAndName("query", "nodes"); *nodes.Schema.Value.Max !=
		20_000_000 {
		t.Errorf("nodes: %v", *nodes.Schema.Value.Max)
	}
}

// TestSchemaNames: names of schemas say what they are to readers who do not know the packages.
func TestSchemaNames(t *testing.T) {
	doc := description(t, serving(t))
	for _, want := range []string{"Board", "Game", "GameSetup", "Problem", "RecordedGame", "ReviewedGame"} {
		if doc.Components.Schemas[want] == nil {
			t.Errorf("there is no %s", want)
		}
	}
	for name := range doc.Components.Schemas {
		for _, pkg := range []string{"Boards", "Wire", "Games", "Stats", "View"} {
			if strings.HasPrefix(name, pkg) && name != pkg || name == "View" {
				t.Errorf("%s shows a package", name)
			}
		}
	}
}

// TestMethods: a method that a path does not support is a problem that lists those that it supports.
func TestMethods(t *testing.T) {
	base := serving(t)
	for _, tt := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"PUT", "/api/v1/board", 405, "GET"}, {"DELETE", "/api/v1/games", 405, "GET, POST"},
		{"PATCH", "/api/v1/games/x", 405, "GET, DELETE"}, {"GET", "/api/v1/import", 405, "POST"},
		{"POST", "/analysis", 405, "GET"}, {"POST", "/assets/base.css", 405, "GET"},
		{"POST", "/api/v1/openapi.json", 405, "GET"},
		{"POST", "/api/v1/nothing", 404, ""}, {"GET", "/api/v1/nothing", 404, ""}, {"GET", "/assets/nothing", 404, ""},
		{"HEAD", "/api/v1/board", 200, ""},
	} {
		req, err := http.NewRequestWithContext(t.Context(), tt.method, base+tt.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != tt.status || answer.Header.Get("Allow") != tt.allow ||
			tt.status > 400 && answer.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s: %s %v", tt.method, tt.path, answer.Status, answer.Header)
		}
	}
}

// TestNoGame: the page of a game that does not exist is missing, as its data are.
func TestNoGame(t *testing.T) {
	base := serving(t)
	there := fmt.Sprint(post(t, base, "/api/v1/games", `{"black":"human","white":"human"}`)["id"])
	for id, want := range map[string]int{"doesnotexist": 404, there: 200} {
		answer, err := http.Get(base + "/play/" + id)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("/play/%s: %s", id, answer.Status)
		}
	}
}

// serving serves the board with a folder of its own for its games.
func serving(t *testing.T, args ...string) (base string) {
	return room.Serve(t, append([]string{"web", "--state", t.TempDir()}, args...)...)
}

// demoGames returns a folder of files of the built-in games.
func demoGames(t testing.TB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := cli.UnpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// description reads the server's document as others read it.
func description(t *testing.T, base string) *openapi3.T {
	answer, err := http.Get(base + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	doc, err := openapi3.NewLoader().LoadFromIoReader(answer.Body)
	if err == nil {
		err = doc.Validate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func operation(doc *openapi3.T, route string) (path string, op *openapi3.Operation) {
	method, path, _ := strings.Cut(route, " ")
	if item := doc.Paths.Value(path); item != nil {
		return path, item.GetOperation(method)
	}
	return path, nil
}

// check asks, and compares request and answer with the operation of the document.
func (e example) check(t *testing.T, base string, doc *openapi3.T, s schemaSet, path string,
	op *openapi3.Operation, told map[string]string) {
	method, _, _ := strings.Cut(e.route, " ")
	at := "/paths/" + escape(path) + "/" + strings.ToLower(method)
	req, err := http.NewRequestWithContext(t.Context(), method, base+e.at, strings.NewReader(e.body))
	if err != nil {
		t.Fatal(err)
	}
	if e.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	input := &openapi3filter.RequestValidationInput{
		Request: req, PathParams: inPath(t, path, req.URL),
		Route:   &routers.Route{Spec: doc, PathItem: &openapi3.PathItem{}, Method: method, Path: path, Operation: op},
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	}
	if e.status < 400 {
		if err := openapi3filter.ValidateRequest(t.Context(), input); err != nil {
			t.Errorf("the request %s: %v", e.at, err)
		}
		if e.body != "" {
			if err := s.conforms([]byte(e.body), at+"/requestBody/content/application~1json/schema"); err != nil {
				t.Errorf("the body of %s: %v", e.at, err)
			}
		}
	}
	req.Body = io.NopCloser(strings.NewReader(e.body)) // the validation read it
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if want := max(e.status, 200); answer.StatusCode != want {
		text, _ := io.ReadAll(answer.Body)
		t.Fatalf("%s: status %d, want %d: %s", e.at, answer.StatusCode, want, text)
	}
	if e.events > 0 {
		e.listen(t, answer, s, at+"/responses/200/x-event")
		return
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	media, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")) // "" without a body
	status := strconv.Itoa(answer.StatusCode)
	if op.Responses.Value(status) == nil {
		status = "default"
	}
	switch content := op.Responses.Value(status).Value.Content; {
	case len(content) == 0 && len(body) == 0:
	case content[media] == nil:
		t.Errorf("the answer to %s is %q", e.at, media)
	case strings.HasSuffix(media, "json"):
		if err := s.conforms(body, at+"/responses/"+status+"/content/"+escape(media)+"/schema"); err != nil {
			t.Errorf("the answer to %s: %v", e.at, err)
		}
	}
	var values map[string]any
	if len(e.tells) > 0 {
		if err := json.Unmarshal(body, &values); err != nil {
			t.Fatal(err)
		}
	}
	for name, key := range e.tells {
		value := any(values)
		for part := range strings.SplitSeq(key, ".") {
			value = value.(map[string]any)[part]
		}
		told[name] = fmt.Sprint(value)
	}
}

// inPath returns what an address has in place of the braces of a path.
func inPath(t *testing.T, path string, at *url.URL) map[string]string {
	names := regexp.MustCompile(`\\\{(\w+)\\\}`)
	quoted := regexp.QuoteMeta(path)
	values := regexp.MustCompile("^" + names.ReplaceAllString(quoted, "(?P<$1>.+)") + "$")
	found := values.FindStringSubmatch(at.Path)
	if found == nil {
		t.Fatalf("%s is no %s", at, path)
	}
	params := map[string]string{}
	for i, name := range values.SubexpNames() {
		if name != "" {
			params[name] = found[i]
		}
	}
	return params
}

// listen compares the events of a stream with what the document says of each.
func (e example) listen(t *testing.T, answer *http.Response, s schemaSet, schema string) {
	if got := answer.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("%s: %s", e.at, got)
	}
	events := 0
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for events < e.events && lines.Scan() {
		if strings.HasPrefix(lines.Text(), "event: ") {
			t.Fatalf("%s: %s after %d events, want %d", e.at, lines.Text(), events, e.events)
		}
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !ok {
			continue
		}
		if err := s.conforms(data, schema); err != nil {
			t.Errorf("%s: an event: %v", e.at, err)
		}
		events++
	}
	if err := lines.Err(); err != nil || events < e.events {
		t.Errorf("%s: %d events, want %d: %v", e.at, events, e.events, err)
	}
}

// A schemaSet has the schemas of a document.
type schemaSet struct{ *jsonschema.Compiler }

// schemasOf returns the schemas of the server's document.
func schemasOf(t *testing.T, base string) schemaSet {
	answer, err := http.Get(base + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	doc, err := jsonschema.UnmarshalJSON(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	s := schemaSet{jsonschema.NewCompiler()}
	if err := s.AddResource("openapi.json", doc); err != nil {
		t.Fatal(err)
	}
	return s
}

// conforms compares a JSON text with the schema at a JSON pointer in the document.
func (s schemaSet) conforms(text []byte, at string) error {
	schema, err := s.Compile("openapi.json#" + at)
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// escape returns a key as a part of a JSON pointer in an address.
func escape(key string) string {
	return url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
}
