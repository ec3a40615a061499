package data

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// mirror serves the built-in games on the loopback, except where odd answers.
func mirror(t *testing.T, odd func(w http.ResponseWriter, r *http.Request) bool) string {
	t.Helper()
	dir := t.TempDir()
	if err := cli.UnpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	files := http.FileServer(http.Dir(dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if odd == nil || !odd(w, r) {
			w.Header().Set("ETag", `"1"`)
			files.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestDownload: what is said the first time and the second, and that import takes it.
func TestDownload(t *testing.T) {
	t.Chdir(t.TempDir())
	url := mirror(t, nil)
	tilde := func(text string) string {
		return regexp.MustCompile(`http://[\d.:]+|[\d.]+ s\n`).ReplaceAllString(text, "~")
	}
	for _, want := range []string{`4 files from ~, 0.1 MB in ~
  new        3  WTHOR.JOU, WTHOR.TRN, WTH_2026.wtb
  updated    0
  unchanged  0
  missing    1  WTH_2025.wtb
  refused    0

Next: outflank import wthor -o games
`, `4 files from ~, 0.0 MB in ~
  new        0
  updated    0
  unchanged  3  WTHOR.JOU, WTHOR.TRN, WTH_2026.wtb
  missing    1  WTH_2025.wtb
  refused    0

Next: outflank import wthor -o games
`} {
		stdout, stderr, code := room.Run(t.Context(), strings.Fields("download --years 2025-2026 --mirror "+url)...)
		if diff := cmp.Diff(want, tilde(stdout)); diff != "" || code != cli.Done || stderr != "" {
			t.Errorf("exit code %d: %s%s", code, stderr, diff)
		}
	}
	stdout, stderr, code := room.Run(t.Context(), strings.Fields("import wthor -o games")...)
	if code != cli.Done || !strings.HasPrefix(stdout, "1,980 games from 1 file") {
		t.Errorf("import: exit code %d: %s%s", code, stderr, stdout)
	}
}

func TestDownloadJSON(t *testing.T) {
	dir := t.TempDir()
	url := mirror(t, nil)
	stdout, stderr, code := room.Run(t.Context(),
		strings.Fields("download --json --years 2026 -o "+dir+" --mirror "+url)...)
	var got downloadResult
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != cli.Done {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	want := downloadResult{
		Directory: dir, From: url, New: []string{"WTHOR.JOU", "WTHOR.TRN", "WTH_2026.wtb"},
		Updated: []string{}, Unchanged: []string{}, Missing: []string{}, Refused: []refusedFile{},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(want, "Bytes", "Seconds"),
		cmpopts.IgnoreUnexported(want)); diff != "" || got.Bytes == 0 {
		t.Errorf("%d bytes, %s", got.Bytes, diff)
	}
}

// TestDownloadExitCodes and what is said on stderr.
func TestDownloadExitCodes(t *testing.T) {
	only := func(name string, h http.HandlerFunc) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/"+name {
				return false
			}
			h(w, r)
			return true
		}
	}
	page := func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<html>no such thing here</html>"))
	}
	wrong := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }
	for what, test := range map[string]struct {
		odd    func(http.ResponseWriter, *http.Request) bool
		flags  string
		code   int
		stderr string // regexp
	}{
		"web page":      {only("WTH_2026.wtb", page), "", cli.BadInput, `^outflank: http://\S+/WTH_2026.wtb: header \(byte 12\): P1 is 104, expected 0 or 8 \(the server calls it text/html`},
		"no names":      {only("WTHOR.TRN", http.NotFound), "", cli.BadInput, `/WTHOR.TRN: not on the server`},
		"no games":      {nil, "--years 1950-1952", cli.BadInput, `no game file: WTH_1950.wtb and 2 more: not on the server`},
		"server broken": {only("WTHOR.JOU", wrong), "--retries 0", cli.Failed, `/WTHOR.JOU: unexpected answer: 500`},
		"no server":     {nil, "--retries 0 --mirror http://127.0.0.1:1/", cli.Failed, `/WTHOR.JOU: dial tcp 127.0.0.1:1`},
		"years":         {nil, "--years soon", cli.Misused, `--years soon: want years as in 2001-2015 or 2012, or all`},
		"years, order":  {nil, "--years 2002-2001", cli.Misused, `--years`},
		"years, many":   {nil, "--years 1-10000", cli.Misused, `--years`},
		"mirror":        {nil, "--mirror wthor", cli.Misused, `bad base URL: "wthor", want one like https://`},
		"retries":       {nil, "--retries -1", cli.Misused, `--retries`},
		"argument":      {nil, "2001", cli.Misused, `2001`},
	} {
		t.Run(what, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "wthor")
			line := "download -o " + dir + " --years 2026 --mirror " + mirror(t, test.odd) + " " + test.flags
			stdout, stderr, code := room.Run(t.Context(), strings.Fields(line)...)
			if code != test.code || !regexp.MustCompile(test.stderr).MatchString(stderr) ||
				strings.Contains(stdout, "Next:") {
				t.Errorf("exit code %d, want %d: %s%s", code, test.code, stderr, stdout)
			}
			if _, err := os.Stat(dir); test.code == cli.Misused && err == nil {
				t.Error("the folder was made")
			}
		})
	}
}

// TestDownloadRetries says why nothing moves. The pause is the real one.
func TestDownloadRetries(t *testing.T) {
	var tries atomic.Int32
	url := mirror(t, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/WTHOR.TRN" || tries.Add(1) > 1 {
			return false
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	})
	_, stderr, code := room.Run(t.Context(), strings.Fields("download --years 2026 -o "+t.TempDir()+
		" --mirror "+url)...)
	if want := "WTHOR.TRN: unexpected answer: 503 Service Unavailable; retrying in 1s\n"; stderr != want ||
		code != cli.Done {
		t.Errorf("exit code %d, stderr %q, want %q", code, stderr, want)
	}
}

// TestDownloadInterrupted: Ctrl-C in the middle of a file, and the same again.
func TestDownloadInterrupted(t *testing.T) {
	const half = 50_000
	dir := t.TempDir()
	part := filepath.Join(dir, "WTH_2026.wtb.part")
	ctx, interrupt := context.WithCancel(t.Context())
	var rest atomic.Value
	url := mirror(t, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/WTH_2026.wtb" {
			return false
		}
		if rest.Store(r.Header.Get("Range")); ctx.Err() != nil {
			return false
		}
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Content-Length", "134656")
		_, _ = w.Write(firstOfDemoGames(half))
		_ = http.NewResponseController(w).Flush()
		for lengthOf(part) < half && r.Context().Err() == nil {
			time.Sleep(time.Millisecond)
		}
		interrupt()
		<-r.Context().Done()
		return true
	})
	line := "download --years 2026 -o " + dir + " --mirror " + url
	_, stderr, code := room.Run(ctx, strings.Fields(line)...)
	if code != cli.Interrupted || !strings.Contains(stderr,
		"interrupted: run the same command again to continue") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	stdout, stderr, code := room.Run(t.Context(), strings.Fields(line)...)
	if code != cli.Done || !strings.Contains(stdout, "new        1  WTH_2026.wtb") {
		t.Errorf("again: exit code %d: %s%s", code, stderr, stdout)
	}
	if got := rest.Load(); got != "bytes=50000-" {
		t.Errorf("asked for %q", got)
	}
}

func lengthOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// firstOfDemoGames returns the first n bytes of the built-in game file.
func firstOfDemoGames(n int) []byte {
	data, err := cli.DemoGames.ReadFile("demo/WTH_2026.wtb")
	if err != nil {
		panic(err)
	}
	return data[:n]
}

// TestDownloadWithoutNetwork: who cannot reach a server is told what to do without one.
func TestDownloadWithoutNetwork(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close() // from now on nobody listens there
	_, stderr, code := room.Run(t.Context(), "download", "--mirror", server.URL, "--retries", "0", "-o",
		filepath.Join(t.TempDir(), "wthor"))
	if code != cli.Failed || !strings.Contains(stderr, "without a network, copy the files into ") ||
		!strings.Contains(stderr, "`outflank demo`") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}
