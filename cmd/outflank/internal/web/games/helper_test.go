package games

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newHall returns a hall of a folder that the test closes.
func newHall(t *testing.T, opt Options) *Hall {
	t.Helper()
	if opt.Dir == "" {
		opt.Dir = t.TempDir()
	}
	if opt.Shares == nil {
		opt.Shares = fair.NewPool(2)
	}
	h := NewHall(opt)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// serve returns the address of a server with the routes of a hall.
func serve(t *testing.T, h *Hall) string {
	t.Helper()
	mux := http.NewServeMux()
	for _, r := range Routes(h) {
		mux.Handle(r.Pattern(), r.Handler)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(func() {
		s.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return s.URL + "/api/v1/"
}

// ask returns the status and the text of an answer.
func ask(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
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

// want asks and wants a status; the answer is read into v unless that is nil.
func want(t *testing.T, status int, method, url, body string, v any) string {
	t.Helper()
	got, text := ask(t, method, url, body)
	if got != status {
		t.Fatalf("%s %s %s: %d %s, want %d", method, url, body, got, text, status)
	}
	if v != nil {
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(v); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return text
}

// listen yields the views of a stream of events until the test stops taking them. It is closed by stop.
func listen(t *testing.T, url string) (next func() (View, bool), stop func()) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", url, answer.StatusCode)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return func() (v View, ok bool) {
		for lines.Scan() {
			data, found := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
			if !found {
				continue
			}
			if err := json.Unmarshal(data, &v); err != nil {
				t.Fatalf("%s: %v", data, err)
			}
			return v, v.ID != ""
		}
		return v, false
	}, func() { answer.Body.Close() }
}

// until takes views until one fits.
func until(t *testing.T, next func() (View, bool), fits func(View) bool) View {
	t.Helper()
	var last View
	for {
		v, ok := next()
		if !ok {
			t.Fatalf("the stream ended; last: %+v", last)
		}
		if fits(v) {
			return v
		}
		last = v
	}
}

// status returns the HTTP status of an error, 200 of none.
func status(err error) int {
	if err == nil {
		return http.StatusOK
	}
	return wire.StatusOf(err)
}

func number(n int) *int { return &n }
