package boards

import (
	"bytes"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve returns the address of a server with the routes.
func serve(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	for _, r := range Routes() {
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
func ask(t *testing.T, method, url string, body io.Reader) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
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

// TestPictures: both formats have the size that was asked for, of all shapes.
func TestPictures(t *testing.T) {
	server := serve(t) + "/api/v1/board."
	var all sync.WaitGroup
	for _, query := range []string{"moves=f5d6&values=c3:%2B2,f4:-1&size=300", "start=hex&size=300",
		"start=6x6-a1&size=300", "size=300"} {
		all.Go(func() {
			_, text := ask(t, http.MethodGet, server+"png?"+query, nil)
			img, err := png.Decode(strings.NewReader(text))
			if err != nil {
				t.Errorf("%s: %v: %.100s", query, err, text)
				return
			}
			if n := img.Bounds().Dx(); n < 299 || n > 301 {
				t.Errorf("%s: %d pixels", query, n)
			}
			if _, text = ask(t, http.MethodGet, server+"svg?"+query, nil); !strings.Contains(text, `width="225pt"`) {
				t.Errorf("%s: %.300s", query, text)
			}
		})
	}
	all.Wait()
}

// TestPictureTexts: the last move has a ring, and texts are text.
func TestPictureTexts(t *testing.T) {
	_, text := ask(t, http.MethodGet, serve(t)+"/api/v1/board.svg?moves=f5d6&values=c3:%2B2,f4:%3Cb%3E", nil)
	if strings.Count(text, "stroke:#FFD54A") != 1 || !strings.Contains(text, ">+2<") ||
		strings.Contains(text, "<b>") || !strings.Contains(text, "&lt;b&gt;") {
		t.Errorf("%s", text)
	}
}

// TestSheet: a sheet has the names, and the number of each move where it was played.
func TestSheet(t *testing.T) {
	server := serve(t) + "/api/v1/sheet.svg?"
	_, text := ask(t, http.MethodGet, server+"moves=f5d6c3&white=%3Cb%3E&event=Club&result=40-24", nil)
	for _, want := range []string{">1<", ">2<", ">3<", ">? – &lt;b&gt;<", ">Club, 40-24<"} {
		if strings.Count(text, want) < 1 {
			t.Errorf("no %s in %s", want, text)
		}
	}
	for query, want := range map[string]string{"moves=a1": "illegal", "event=" + strings.Repeat("a", 201): "at most 200",
		"black=%FF": "UTF-8"} {
		if status, text := ask(t, http.MethodGet, server+query, nil); status != http.StatusBadRequest ||
			!strings.Contains(text, want) {
			t.Errorf("%s: %d %s, want %q", query, status, text, want)
		}
	}
}

func TestPictureRefused(t *testing.T) {
	server := serve(t) + "/api/v1/board."
	for query, want := range map[string]string{
		"png?size=1201": "size=1201: want 0 to 1200", "svg?size=-1": "size=-1", "png?moves=a1": "illegal",
		"svg?values=x":  "square",
		"svg?values=f5": "one to four", "svg?values=f5:12345": "one to four", "svg?values=f5:%00": "one to four",
		"svg?values=f5:%FF": "one to four",
	} {
		if status, text := ask(t, http.MethodGet, server+query, nil); status != http.StatusBadRequest ||
			!strings.Contains(text, want) {
			t.Errorf("%s: %d %s, want %q", query, status, text, want)
		}
	}
}

// TestViewPass: a start whose side to move has to pass is shown with the other one to move.
func TestViewPass(t *testing.T) {
	_, text := ask(t, http.MethodGet, serve(t)+
		"/api/v1/board?start=OX--------------------------------------------------------------+O&moves=", nil)
	if !strings.Contains(text, `"turn":"white"`) || !strings.Contains(text, `"move":"c1"`) {
		t.Errorf("%s", text)
	}
	_, text = ask(t, http.MethodGet, serve(t)+
		"/api/v1/board?start=OX--------------------------------------------------------------+X&moves=c1", nil)
	if !strings.Contains(text, `"over":true`) || !bytes.Contains([]byte(text), []byte(`"color":"white"`)) {
		t.Errorf("%s", text)
	}
}
