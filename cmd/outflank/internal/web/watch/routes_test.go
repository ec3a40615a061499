package watch

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/workspace"
	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

// TestRoutes: what each route says of a folder that has something of each kind.
func TestRoutes(t *testing.T) {
	dir := t.TempDir()
	workspacetest.Fill(t, dir)
	h := handler(watching(t, dir))
	paths := func(l workspace.Listing) (list string) {
		for _, e := range l.Entries {
			list += e.Kind + ":" + e.Path + " "
		}
		return list
	}
	runs := get[workspace.Listing](t, h, "/api/v1/runs")
	if got := paths(runs); got != "run:small sweep:sweeps/lambda run:sweeps/lambda/001 run:sweeps/lambda/002 "+
		"tuning:tuned " {
		t.Error(got)
	}
	matches := get[workspace.Listing](t, h, "/api/v1/matches")
	if got := paths(matches); got != "match:match.ndjson match:tournament.ndjson " ||
		len(matches.Problems) != 1 || matches.Problems[0].Path != "broken" {
		t.Error(got, matches.Problems)
	}
	all := get[Run](t, h, "/api/v1/runs/small")
	if all.State != run.Finished || len(all.Points) != 3 || len(all.Evaluations) != 4 ||
		!strings.HasPrefix(all.Card, "# small\n") || all.Phase != 1 {
		t.Errorf("%+v", all)
	}
	for since, want := range map[string]struct{ since, points int }{"1": {1, 2}, "3": {3, 0}, "4": {0, 3}} {
		if r := get[Run](t, h, "/api/v1/runs/small?since="+since); r.Since != want.since ||
			len(r.Points) != want.points {
			t.Errorf("since %s: %d points from %d on", since, len(r.Points), r.Since)
		}
	}
	s := get[Sweep](t, h, "/api/v1/sweeps/sweeps/lambda")
	if len(s.Runs) != 2 || len(s.Settings) != 2 || s.Keys[0] != "learn.lambda" {
		t.Errorf("%+v", s)
	}
	tuned := get[Tuning](t, h, "/api/v1/tunings/tuned?since=3")
	if tuned.Since != 3 || len(tuned.Rows) != 1 || tuned.Rows[0].Step != 4 || tuned.Steps != 4 {
		t.Errorf("%+v", tuned)
	}
	m := get[Match](t, h, "/api/v1/matches/match.ndjson")
	if m.Played < 2 || m.Result.Test == nil || len(m.LLR) != m.Played/2 || m.Cross != nil ||
		m.Last.Moves == "" || m.State != run.Finished {
		t.Errorf("%+v", m)
	}
	three := get[Match](t, h, "/api/v1/matches/tournament.ndjson")
	if len(three.Cross.Rows) != 3 || len(three.LLR) != 0 || three.Played != 12 {
		t.Errorf("%+v", three)
	}
	for at, terms := range map[string]int{"runs/small": 2, "runs/small?of=last": 2, "tunings/tuned": 1} {
		v := get[workspace.Weights](t, h, "/api/v1/weights/"+at)
		if len(v.Terms) != terms || len(v.Stages) != 3 || len(v.Stages[0].Values) != 64 {
			t.Errorf("%s: %+v", at, v)
		}
	}
}

// TestPlayed: every ended game of a match is on one page, by number, as it was played.
func TestPlayed(t *testing.T) {
	dir := t.TempDir()
	workspacetest.Play(t, filepath.Join(dir, "m"), arena.Config{Agents: []string{"random", "greedy"}, Games: 120,
		Random: 4, Seed: 2})
	h := handler(watching(t, dir))
	if m := get[Match](t, h, "/api/v1/matches/m"); m.Highest != 120 {
		t.Errorf("the highest number is %d", m.Highest)
	}
	number := 0
	for from, count := range map[int]int{1: 50, 51: 50, 101: 20, 121: 0} {
		p := get[Played](t, h, fmt.Sprintf("/api/v1/played/m?from=%d", from))
		if len(p.Games) != count {
			t.Errorf("from %d: %d games, want %d", from, len(p.Games), count)
		}
		for i, g := range p.Games {
			number++
			if g.Number != from+i || g.Book != 4 || g.Moves == "" || g.Black == g.White ||
				(g.Black == "random") != (g.Number%2 == 1) {
				t.Errorf("from %d: %+v", from, g)
			}
		}
	}
	if number != 120 {
		t.Errorf("%d games", number)
	}
	last := get[Match](t, h, "/api/v1/matches/m").Last
	if one := get[Played](t, h, fmt.Sprintf("/api/v1/played/m?from=%d&count=1", last.Number)); len(one.Games) != 1 ||
		one.Games[0] != *last {
		t.Errorf("%+v, want %+v", one, last)
	}
	for _, bad := range []string{"from=-1", "count=51", "count=-1"} {
		r := httptest.NewRecorder()
		if h.ServeHTTP(r, httptest.NewRequest("GET", "/api/v1/played/m?"+bad, nil)); r.Code != 400 {
			t.Errorf("%s: %d %s", bad, r.Code, r.Body)
		}
	}
}

// TestDifferences: the settings in which runs differ are those of the sweep.
func TestDifferences(t *testing.T) {
	dir := t.TempDir()
	workspacetest.Fill(t, dir)
	h := handler(watching(t, dir))
	d := get[Differences](t, h, "/api/v1/differences?run=sweeps/lambda/001&run=sweeps/lambda/002")
	if len(d.Settings) != 1 || d.Settings[0].Key != "phase.1.learn.lambda" ||
		!slices.Equal(d.Settings[0].Values, []string{"0", "0.5"}) {
		t.Errorf("%+v", d)
	}
	for _, same := range []string{"", "?run=small", "?run=small&run=small"} {
		if d := get[Differences](t, h, "/api/v1/differences"+same); d.Settings == nil || len(d.Settings) != 0 {
			t.Errorf("%s: %+v", same, d)
		}
	}
}

// TestRefused: paths lead nowhere else, however they are written, and nothing of other files is told.
func TestRefused(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "runs")
	workspacetest.Fill(t, dir+"/..")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	secret := []byte("the secret")
	for _, name := range []string{"secret", "runs/text", "runs/.hidden"} {
		if err := os.WriteFile(filepath.Join(top, name), secret, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"small", "match.ndjson", "secret"} {
		if err := os.Symlink(filepath.Join(top, name), filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	server := httptest.NewServer(handler(watching(t, dir)))
	defer server.Close()
	for _, what := range []string{"runs", "matches", "sweeps", "tunings", "weights/runs", "weights/tunings",
		"played", "events/runs", "events/matches", "events/sweeps", "events/tunings"} {
		for _, at := range []string{
			"%2e%2e/small", "..%2fmatch.ndjson", "..%2f..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd", "..%5csecret",
			"%2e", "x%00y", "text%2f..%2f..%2fsecret",
			"small", "match.ndjson", "secret", ".hidden", strings.Repeat("a/", 2000) + "b", "none",
		} {
			answer, body := ask(t, server, "/api/v1/"+what+"/"+at)
			if answer.StatusCode != 404 && answer.StatusCode != 422 || strings.Contains(body, "secret") &&
				!strings.Contains(at, "secret") || strings.Contains(body, top) {
				t.Errorf("%s/%.60s: %d %.200s", what, at, answer.StatusCode, body)
			}
		}
		if answer, body := ask(t, server, "/api/v1/"+what+"/text"); answer.StatusCode < 400 ||
			strings.Contains(body, "/"+what+"/") {
			t.Errorf("%s/text: %d %s", what, answer.StatusCode, body)
		}
	}
	if answer, body := ask(t, server, "/api/v1/matches"); answer.StatusCode != 200 ||
		!strings.Contains(body, `"entries":[]`) {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
}

func ask(t *testing.T, server *httptest.Server, at string) (*http.Response, string) {
	t.Helper()
	answer, err := server.Client().Get(server.URL + at)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var text strings.Builder
	if _, err := bufio.NewReader(answer.Body).WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	return answer, text.String()
}

// TestNoFolder: without a folder there is nothing, which is no error.
func TestNoFolder(t *testing.T) {
	w := New(nil)
	h := handler(w)
	if l := get[workspace.Listing](t, h, "/api/v1/runs"); len(l.Entries) != 0 {
		t.Errorf("%+v", l)
	}
	for _, at := range []string{"runs/x", "sweeps/x", "tunings/x", "matches/x", "weights/runs/x",
		"weights/tunings/x", "played/x", "differences?run=x", "events/runs/x", "events/matches/x"} {
		r := httptest.NewRecorder()
		if h.ServeHTTP(r, httptest.NewRequest("GET", "/api/v1/"+at, nil)); r.Code != 404 {
			t.Errorf("%s: %d %s", at, r.Code, r.Body)
		}
	}
	for _, p := range Pages(w)[2:] {
		if _, err := p.Data(httptest.NewRequest("GET", "/", nil)); err == nil {
			t.Errorf("%s has something to show", p.Path)
		}
	}
}

// TestStreamsEnd: streams of clients that are gone leave nothing behind.
func TestStreamsEnd(t *testing.T) {
	dir := t.TempDir()
	workspacetest.Fill(t, dir)
	before := goleak.IgnoreCurrent()
	server := httptest.NewServer(handler(watching(t, dir)))
	for range 5 {
		for _, at := range []string{"watch", "runs/small", "matches/match.ndjson", "sweeps/sweeps/lambda",
			"tunings/tuned"} {
			answer, err := server.Client().Get(server.URL + "/api/v1/events/" + at)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			lines := bufio.NewReader(answer.Body)
			for {
				line, err := lines.ReadString('\n')
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasPrefix(line, "data: ") {
					break
				}
			}
			answer.Body.Close()
		}
	}
	server.Close()
	goleak.VerifyNone(t, before)
}

// TestMemory: a run with as many points as there may be, and all clients of it, take some megabytes.
func TestMemory(t *testing.T) {
	dir := t.TempDir()
	const long = "[model]\nfeatures = \"discs\"\n[learn]\ngames = 10000\nbatch = 1\nactors = " +
		"1\n[output]\npoints = 10000\npictures = false\ncheckpoint = \"10000h\"\n"
	for range workspacetest.Train(t, filepath.Join(dir, "long"), long) {
	}
	w := watching(t, dir)
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	var views []Run
	for range 20 {
		r, err := find(w, "long", (*workspace.Workspace).Run)
		if err != nil || len(r.Checkpoint.Metrics) != 10_000 {
			t.Fatalf("%d points, %v", len(r.Checkpoint.Metrics), err)
		}
		views = append(views, runView(r, 9_990, 0))
	}
	took := heap() - before
	runtime.KeepAlive(views)
	t.Logf("a run with 10,000 points takes %.1f MB", float64(took)/1e6)
	if took > 3e6 {
		t.Errorf("%d bytes", took)
	}
}
