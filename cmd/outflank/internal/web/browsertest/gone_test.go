package browsertest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

// A switched server is one that a test can take away.
type switched struct {
	*httptest.Server
	gone atomic.Bool
}

// newSwitched returns a server in front of the one at a base address.
func newSwitched(t *testing.T, base string) *switched {
	t.Helper()
	at, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(at)
		r.Out.Header.Del("Origin")
	}}
	s := &switched{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.gone.Load() {
			panic(http.ErrAbortHandler)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		s.CloseClientConnections() // streams
		s.Close()
	})
	return s
}

// TestServerGone: a page says that the server is gone, though nothing is clicked, and until it is there again.
// Then it shows the place that was chosen meanwhile.
func TestServerGone(t *testing.T) {
	s := newSwitched(t, serving(t))
	p := open(t, s.URL, "/analysis?moves=f5d6c3")
	p.expected = []string{"Failed to load"}
	p.wait(`document.querySelector("#reach").textContent.includes("depth")`)
	s.gone.Store(true)
	s.CloseClientConnections()
	p.wait(`document.querySelector(".lost")`)
	for _, barrier := range p.barriers() {
		t.Error(barrier)
	}
	p.click("#back")
	p.wait(`document.querySelector("#problem").textContent === "the server did not answer"`)
	s.gone.Store(false)
	p.wait(`!document.querySelector(".lost") && document.querySelector("#problem").hidden && ` + plies + ` === 2`)
	p.wait(`document.querySelector("#reach").textContent.includes("depth")`)
}

// TestWithoutScripts: without JavaScript a page has no controls that do nothing, and says why.
func TestWithoutScripts(t *testing.T) {
	runs := t.TempDir()
	workspacetest.Fill(t, runs)
	base := withGames(t, "--runs", runs)
	p := open(t, base, "")
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled,
			emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	for _, path := range []string{"/", "/analysis", "/explore", "/watch", "/watch/compare", "/watch/run/small",
		"/statistics/years"} {
		p.visit(path)
		controls := eval[[]string](p, `[...document.querySelectorAll("button, input, select, textarea, summary, othello-board")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML)`)
		says := strings.Contains(p.text("main"), "This page needs JavaScript")
		if counted := path == "/statistics/years"; says == counted || counted != (len(controls) > 0) {
			t.Errorf("%s says so: %t, and has %q", path, says, controls)
		}
	}
}
