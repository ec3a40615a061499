package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/cmd/outflank/internal/web"
)

var room clitest.Room = web.Commands

// patience bounds what the tests wait for, each time: a page that has failed says so at once, and a busy
// machine takes long for others.
const patience = 2 * time.Minute

// browser is the context of the one browser of all tests; nil without any. Each test has tabs of its own.
var browser context.Context

func TestMain(m *testing.M) {
	stop := start()
	code := m.Run()
	stop()
	os.Exit(code)
}

// start starts the browser, if there is one.
func start() (stop func()) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		dir, err := os.MkdirTemp("", "outflank-browser-")
		if err != nil {
			panic(err)
		}
		opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(dir),
			chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
			chromedp.Flag("disable-component-update", true))
		all, cancelAll := chromedp.NewExecAllocator(context.Background(), opts...)
		ctx, cancel := chromedp.NewContext(all)
		if err := chromedp.Do(ctx); err != nil {
			panic(fmt.Sprintf("%s does not start: %v", path, err))
		}
		browser = ctx
		return func() { cancel(); cancelAll(); _ = os.RemoveAll(dir) }
	}
	return func() {}
}

// serving serves the board with a folder of its own for its games.
func serving(t testing.TB, args ...string) (base string) {
	return room.Serve(t, append([]string{"web", "--state", t.TempDir()}, args...)...)
}

// A tab is a page of the server in a browser of its own, which remembers nothing of others.
type tab struct {
	t    testing.TB
	ctx  context.Context
	base string

	mu       sync.Mutex
	wrong    []string // what the page complained about
	expected []string // parts of what it may complain about
}

// open opens a path of a server; "" = no page yet. A page that logs an error, or breaks its own policy, fails
// the test. One game is always played; other pages are opened with OUTFLANK_LONG=1 only, as in .ci/run.
func open(t testing.TB, base, path string) *tab {
	t.Helper()
	if browser == nil {
		t.Skip("no browser: chromium is not installed")
	}
	if t.Name() != "TestPlayByClicks" && os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to open it")
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	p := &tab{t: t, ctx: ctx, base: base}
	complaints := chromedp.Console(ctx)
	p.do(chromedp.Navigate("about:blank"))
	listened := make(chan bool)
	go func() {
		defer close(listened)
		for m, err := range complaints {
			if err != nil {
				return
			}
			if m.IsException() || m.Type == "error" {
				p.mu.Lock()
				p.wrong = append(p.wrong, m.String())
				p.mu.Unlock()
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-listened
		for _, w := range p.wrong {
			if !slices.ContainsFunc(p.expected, func(part string) bool { return strings.Contains(w, part) }) {
				t.Errorf("the page says: %s", w)
			}
		}
	})
	p.size(1280, 900)
	if path != "" {
		p.visit(path)
	}
	return p
}

// do runs actions, each of which has to succeed.
func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.fail("%v", err)
	}
}

// fail ends the test, and says what the page shows.
func (p *tab) fail(format string, args ...any) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	shown, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText`))
	p.mu.Lock()
	defer p.mu.Unlock()
	p.t.Fatalf("%s\n%s\n%s", fmt.Sprintf(format, args...), strings.Join(p.wrong, "\n"), shown)
}

// visit opens another path of the server.
func (p *tab) visit(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.base + path))
}

// size sets the size of the window in CSS pixels.
func (p *tab) size(width, height int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, height))
}

// media sets what style sheets ask for, such as prefers-color-scheme: dark.
func (p *tab) media(name, value string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia,
			emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: name, Value: value}}})
		return err
	}))
}

// eval returns the value of an expression of JavaScript in the page, which may be a promise.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.fail("%s: %v", expression, err)
	}
	return v
}

// wait waits until an expression of JavaScript is true, or not null. What it asks for may not be there yet. A
// page that has thrown an exception is not waited for.
func (p *tab) wait(expression string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	until := fmt.Sprintf(`new Promise((done) => {
		let looks = 0;
		const look = () => {
			let is = false;
			try { is = Boolean(%s); } catch {}
			is || ++looks > 100 ? done(is) : setTimeout(look, 5);
		};
		look();
	})`, expression)
	for {
		is, err := chromedp.Run(ctx, chromedp.Evaluate[bool](until, chromedp.EvalAwaitPromise))
		switch {
		case is:
			return
		case ctx.Err() != nil, p.broken():
			p.fail("never: %s", expression)
		case err != nil:
			time.Sleep(time.Millisecond) // the page goes to another one, which will be asked
		}
	}
}

// broken tells whether the page has thrown an exception.
func (p *tab) broken() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.wrong, func(w string) bool { return strings.HasPrefix(w, "exception") })
}

// click clicks the middle of the element that a CSS selector finds, as soon as it is there, can be clicked,
// and the page has all its scripts. If the element moves away at that moment, so that the click misses it, click
// tries again.
func (p *tab) click(selector string) {
	p.t.Helper()
	quoted, _ := json.Marshal(selector)
	for {
		p.wait(fmt.Sprintf(`(() => {
			const e = document.querySelector(%s);
			if (!e || e.disabled || document.readyState !== "complete") return false;
			e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
			const r = e.getBoundingClientRect();
			const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
			return top && (e.contains(top) || top.contains(e));
		})()`, quoted))
		at := eval[[2]float64](p, fmt.Sprintf(`(() => {
			sessionStorage.removeItem("clicked");
			document.addEventListener("click", (click) => {
				const e = document.querySelector(%[1]s);
				if (e?.contains(click.target) || click.target.closest("label")?.contains(e)) sessionStorage.setItem("clicked", "yes");
			}, { capture: true, once: true });
			const r = document.querySelector(%[1]s).getBoundingClientRect();
			return [r.x + r.width / 2, r.y + r.height / 2];
		})()`, quoted))
		p.do(chromedp.MouseClickXY(at[0], at[1]))
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		clicked, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`sessionStorage.getItem("clicked") === "yes"`))
		cancel()
		if clicked || err != nil { // an error says that the click led to another page
			return
		}
	}
}

// press presses keys, one after the other: text, or what package kb has.
func (p *tab) press(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.do(chromedp.KeyEvent(k))
	}
}

// tabTo presses the key Tab until an element that a CSS selector finds has the focus, as somebody without a
// mouse does.
func (p *tab) tabTo(selector string) {
	p.t.Helper()
	quoted, _ := json.Marshal(selector)
	for range 200 {
		if eval[bool](p, fmt.Sprintf(`document.activeElement?.matches(%s) ?? false`, quoted)) {
			return
		}
		p.press(kb.Tab)
	}
	p.fail("the key Tab does not lead to %s", selector)
}

// text returns the text of an element, as it is shown.
func (p *tab) text(selector string) string {
	p.t.Helper()
	quoted, _ := json.Marshal(selector)
	return eval[string](p, fmt.Sprintf(`document.querySelector(%s)?.innerText ?? ""`, quoted))
}

// evaluate runs a script whose value does not matter.
func evaluate(script string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](script)
}

// paste puts a text into a field, as the clipboard does.
func (p *tab) paste(selector, text string) {
	p.t.Helper()
	p.click(selector)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
}
