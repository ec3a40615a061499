package browsertest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

// Games that some of the pages show.
var games = map[string]string{
	"$running": `{"black":"human","white":"greedy","start":"hex-b6f2","random":12,"seed":3,"clock":"5m"}`,
	"$ended":   `{"black":"human","white":"greedy","start":"hex","moves":"e5c6b5e6f3a5a6e2a4g2f5g4f1c3b7e1d1c7d7c2b3"}`,
}

// A page is one that the tests of all pages look at.
type page struct {
	name, path string // with the names of games
	ready      string // an expression of JavaScript that is true when the page has all it shows
	says       string // what the page has to complain about; "" = nothing
}

// pages are all pages of a server.
var pages = []page{
	{"play", "/", `document.querySelector("othello-board").view`, ""},
	{"analysis", "/analysis?moves=f5d6c3d3c4f4c5b3c2e6a3a2f3e3d2g5e7b5g4f2c6e2h5b1b4f7d1c7d7f8g7g6a5g8b2c1a1a4b7a6h7f6a7g3e8b6g2h1e1h2", `document.querySelector("#reach").textContent.includes("exact")`, ""},
	{"game", "/play/$running", myTurn, ""},
	{"ended", "/play/$ended", over, ""},
	{"lobby", "/lobby", `document.querySelector("#waiting li")`, ""},
	{"club", "/club", `document.querySelector("#evenings a")`, ""},
	{"evening", "/club/$evening", `document.querySelectorAll("#pairings li").length === 2`, ""},
	{"studies", "/studies", `document.querySelector("#range").textContent !== ""`, ""},
	{"database", "/explore?moves=f5d6&black=greedy", explored("f5d6") + ` && document.querySelector("#reach").textContent.includes("depth")`, ""},
	{"puzzles", "/train/puzzles", shown + ` && document.querySelector("#question").textContent !== ""`, ""},
	{"drill", "/train/openings?repertoire=small&side=white", shown + ` && document.querySelector("#question").textContent !== ""`, ""},
	{"statistics", "/statistics", `document.querySelectorAll("#gallery img").length > 10 && [...document.querySelectorAll("#gallery img")].slice(0, 2).every((e) => e.naturalWidth)`, ""},
	{"statistic", "/statistics/openings?years=2026", `document.querySelector("figure img").complete`, ""},
	{"players", "/players", `document.querySelector("td a")`, ""},
	{"player", "/players/greedy", `document.querySelector("td a")`, ""},
	{"events", "/events?name=demo", `document.querySelector("td a")`, ""},
	{"event", "/events/Outflank%20demo", `document.querySelector("td a")`, ""},
	{"openings", "/openings", `document.querySelector("td a")`, ""},
	{"opening", "/openings/Diagonal", `document.querySelector(".opening img").naturalWidth`, ""},
	{"versus", "/versus?player=greedy&opponent=random", `document.querySelector("td a")`, ""},
	{"watch", "/watch", `document.querySelectorAll(".entry").length === 7`, ""},
	{"run", "/watch/run/small", `document.querySelector("#error canvas") && document.querySelector(".squares")`, ""},
	{"compare", "/watch/compare?run=sweeps/lambda/001&run=sweeps/lambda/002", `document.querySelectorAll("#charts canvas").length === 6`, ""},
	{"sweep", "/watch/sweep/sweeps/lambda", `document.querySelectorAll("#rows a").length === 2`, ""},
	{"tuning", "/watch/tuning/tuned", `document.querySelector("#ratings canvas") && document.querySelector(".squares")`, ""},
	{"match", "/watch/match/match.ndjson", shown + ` && document.querySelector("#llr canvas")`, ""},
	{"tournament", "/watch/match/tournament.ndjson", shown + ` && document.querySelectorAll("#cross tbody tr").length === 3`, ""},
	{"missing", "/nothing", `document.querySelector("h1")`, "status of 404"},
}

// alike are pages that are made as others are, which the tests look at with OUTFLANK_LONG=1 only.
var alike = []string{"game", "players", "events", "versus", "watch", "compare", "sweep", "tuning", "tournament"}

// TestPages: no page has serious barriers in the dark theme, by OUTFLANK_LONG=1 in any, none has to be
// scrolled sideways on phones, tablets and screens, and each names itself.
func TestPages(t *testing.T) {
	runs := t.TempDir()
	workspacetest.Fill(t, runs)
	base := withGames(t, "--runs", runs)
	var ids []string
	for name, setup := range games {
		ids = append(ids, name, begin(t, base, setup))
	}
	ids = append(ids, "$evening", evening(t, base))
	named := strings.NewReplacer(ids...)
	themes := []string{"dark"}
	if os.Getenv("OUTFLANK_LONG") != "" {
		themes = []string{"light", "dark", "contrast"}
	}
	for _, page := range pages {
		t.Run(page.name, func(t *testing.T) {
			if len(themes) == 1 && slices.Contains(alike, page.name) {
				t.Skip("set OUTFLANK_LONG to look at it")
			}
			p := open(t, base, named.Replace(page.path))
			if page.says != "" {
				p.expected = []string{page.says}
			}
			p.wait(page.ready)
			complain := func(where string, found []barrier) {
				for _, b := range found {
					t.Errorf("%s: %v", where, b)
				}
			}
			p.media("prefers-reduced-motion", "reduce")
			rules := []string(nil) // all, once
			for _, theme := range themes {
				p.theme(theme)
				complain(theme, p.barriers(rules...))
				rules = []string{"color-contrast"}
				p.pictures(fmt.Sprintf("%s-%%d-%s", page.name, theme))
			}
			p.atWidths(func(width int64) { p.fits(width) })
			complain("phone", p.barriers("target-size", "scrollable-region-focusable"))
			if got := eval[int](p, `document.querySelectorAll("h1").length`); got != 1 {
				t.Errorf("%d headings of the first level", got)
			}
			if got := eval[string](p, `document.title`); len(got) <= len("Outflank") {
				t.Errorf("the title is %q", got)
			}
		})
	}
}

// theme chooses a theme as a user does; the page tells when it is there.
func (p *tab) theme(name string) {
	p.t.Helper()
	p.do(evaluate(fmt.Sprintf(`{
		const e = document.querySelector("#theme");
		e.value = %q;
		e.dispatchEvent(new Event("change", { bubbles: true }));
	}`, name)))
	p.wait(fmt.Sprintf(`(document.documentElement.dataset.theme ?? "") === %q`, name))
}

// fits fails the test if the page is wider than the window, or a table than its place, and says what sticks out.
func (p *tab) fits(width int64) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`innerWidth <= %d`, width))
	if wide := eval[[]string](p, `[...document.querySelectorAll(".scroll table")]
		.filter((e) => !e.closest("line-chart, .card, #contributions")) // columns for each value, and the table of a text
		.filter((e) => e.offsetWidth > e.closest(".scroll").clientWidth)
		.map((e) => e.innerText.slice(0, 120) + ": " + e.offsetWidth)`); len(wide) > 0 {
		p.t.Errorf("tables are too wide for %d pixels: %q", width, wide)
	}
	if got := eval[int64](p, `document.documentElement.scrollWidth`); got <= width {
		return
	}
	p.t.Errorf("the page is too wide for %d pixels: %q", width,
		eval[[]string](p, fmt.Sprintf(`[...document.body.querySelectorAll("*")]
		.filter((e) => e.getBoundingClientRect().right > %d && !e.closest(".scroll, .hidden"))
		.slice(0, 5).map((e) => e.outerHTML.slice(0, 120))`, width)))
}
