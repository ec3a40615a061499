package web

import (
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

// mostBytes of a page come over the wire at its first visit, with all that it loads.
const mostBytes = 100_000

// TestSize: no page of the menu is large, all that it loads is there, and nothing of it is on another host.
func TestSize(t *testing.T) {
	runs := t.TempDir()
	workspacetest.Fill(t, runs)
	base := serving(t, demoGames(t), "--runs", runs)
	for _, entry := range append(slices.Clone(site.Menu), site.Entry{Path: "/watch/run/small", Name: "Run"},
		site.Entry{Path: "/watch/match/match.ndjson", Name: "Match"}) {
		t.Run(entry.Name, func(t *testing.T) {
			sizes := map[string]int{}
			load(t, base, entry.Path, sizes)
			all := 0
			for _, name := range slices.Sorted(maps.Keys(sizes)) {
				all += sizes[name]
			}
			t.Logf("%s: %d files, %d bytes: %v", entry.Path, len(sizes), all, sizes)
			if all > mostBytes {
				t.Errorf("%s has %d bytes, want at most %d", entry.Path, all, mostBytes)
			}
		})
	}
}

var (
	inPage    = regexp.MustCompile(`(?:src|href)="([^"]+\.(?:js|css|svg|webmanifest))"`)
	inModule  = regexp.MustCompile(`(?m)(?:\bfrom|^import|\bimport\()\s*"([^"]+\.js)"`)
	inStyle   = regexp.MustCompile(`(?:@import\s*|url\()["']?([^"')]+)`)
	elsewhere = regexp.MustCompile(`(?:src|href|from|import|fetch|url|EventSource)[\s=("'` + "`" +
		`]+(?:https?:)?//`)
)

// load notes what a file takes over the wire, and those that it loads.
func load(t *testing.T, base, name string, sizes map[string]int) {
	if _, done := sizes[name]; done {
		return
	}
	req, err := http.NewRequestWithContext(t.Context(), "GET", base+name, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "gzip")
	answer, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		t.Fatalf("%s: %s", name, answer.Status)
	}
	wire := &counted{r: answer.Body}
	var body io.Reader = wire
	if answer.Header.Get("Content-Encoding") == "gzip" {
		if body, err = gzip.NewReader(wire); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	head := 0
	for key, values := range answer.Header {
		head += len(fmt.Sprint(key, values))
	}
	sizes[name] = int(wire.n.Load()) + head
	if at := elsewhere.FindIndex(text); at != nil && !strings.Contains(name, "/vendor/") {
		t.Errorf("%s loads from elsewhere: %.80s", name, text[at[0]:])
	}
	links := inPage
	switch path.Ext(name) {
	case ".js":
		links = inModule
	case ".css":
		links = inStyle
	}
	for _, found := range links.FindAllStringSubmatch(string(text), -1) {
		to := found[1]
		if strings.HasPrefix(to, ".") {
			to = path.Join(path.Dir(name), to)
		}
		load(t, base, to, sizes)
	}
}
