package analysis

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve returns the address of a server with the routes of a pool.
func serve(t *testing.T, p *Pool) string {
	t.Helper()
	mux := http.NewServeMux()
	for _, r := range Routes(p) {
		mux.Handle(r.Pattern(), r.Handler)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(func() {
		s.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return s.URL
}

// ask returns the status and the text of an answer.
func ask(t *testing.T, url string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// events returns the data of the events of a stream that ended, and of what kind the last was.
func events[A any](t *testing.T, stream string) (all []A, last string) {
	t.Helper()
	lines := bufio.NewScanner(strings.NewReader(stream))
	lines.Buffer(nil, 1<<20)
	last = "message"
	for lines.Scan() {
		if kind, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			last = kind
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && last == "message" {
			var a A
			if err := json.Unmarshal([]byte(data), &a); err != nil {
				t.Fatalf("%s: %v", data, err)
			}
			all = append(all, a)
		}
	}
	return all, last
}

func place(start, moves string) position.Place { return position.Place{Start: start, Moves: moves} }
