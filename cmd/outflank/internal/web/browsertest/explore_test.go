package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// withGames serves the board with the built-in games.
func withGames(t testing.TB, args ...string) (base string) {
	t.Helper()
	dir := t.TempDir()
	if err := cli.UnpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	return serving(t, append([]string{dir}, args...)...)
}

// explored is true when the panel of the database shows what was played after some moves.
func explored(moves string) string {
	return fmt.Sprintf(`%s.moves === %q && document.querySelector("#sum").textContent && !document.querySelector("#played[aria-busy]")`, shown, moves)
}

// TestExplore: moves of the table are played by mouse and by keys, and pointed at on the board; a filter
// counts fewer games; a game opens in the analysis where it reaches the position; a reload restores all.
func TestExplore(t *testing.T) {
	p := open(t, withGames(t), "/explore")
	p.wait(explored(""))
	if got := p.text("#sum"); !strings.HasPrefix(got,
		"1,980 games: black wins 1,013, draws 19, white wins 948") {
		t.Errorf("at the start %q", got)
	}
	p.click(`#moves [data-move="f5"] button`)
	p.wait(explored("f5"))
	p.click(`othello-board [data-square="43"]`) // d6
	p.wait(explored("f5d6"))
	if got := p.text("#opening") + ", " + p.text("#sum"); !strings.HasPrefix(got, "Perpendicular, 550 games:") {
		t.Errorf("after f5d6 %q", got)
	}
	if got := eval[string](p,
		`[...document.querySelectorAll("#moves [data-move]")].map((e) => e.dataset.move).join(" ")`); got != "c6 c3 c4 c5" {
		t.Errorf("the moves after f5d6 are %s", got)
	}
	if got := eval[string](p,
		`document.querySelector("#moves .bar").getAttribute("aria-label")`); got != "black 55.0 %, draw 0.9 %, white 44.1 %" {
		t.Errorf("the bar of c6 is %q", got)
	}
	p.wait(`document.querySelector('#moves [data-move="c3"] td:nth-child(5)').textContent.endsWith("book")`)

	p.tabTo(`#moves [data-move="c3"] button`)
	p.wait(`document.querySelector("othello-board .preview")`)
	p.press(kb.Enter)
	p.wait(explored("f5d6c3"))
	p.press(kb.ArrowLeft)
	p.wait(explored("f5d6"))
	p.click(`#moves [data-move="c6"] button`)
	p.wait(explored("f5d6c6"))
	p.do(chromedp.Reload())
	p.wait(explored("f5d6c6"))
	if got := eval[string](p, `location.search`); got != "?moves=f5d6c3%28c6%29&at=f5d6c6" {
		t.Errorf("the address of the explored moves is %s", got)
	}
	if got := eval[string](p, `new URL(document.querySelector("#play").href).search`); got !=
		"?start=8x8&moves=f5d6c6" {
		t.Errorf("the place is played from %s", got)
	}
	p.press(kb.ArrowLeft)
	p.wait(explored("f5d6"))

	p.click("#choose > summary")
	p.expected = []string{"status of 400"}
	p.paste(`#filter [name="years"]`, "2015-2001")
	p.wait(`document.querySelector("#problem").textContent.includes("want the earlier year first")`)
	p.do(evaluate(`document.querySelector('#filter [name="years"]').value = ""`))
	p.paste(`#filter [name="black"]`, "greedy")
	p.wait(`document.querySelector("#problem").hidden`)
	p.wait(`location.search.includes("games.black=greedy") && document.querySelector("#sum").textContent.startsWith("50 games")`)
	p.do(chromedp.Reload())
	p.wait(explored("f5d6") + ` && document.querySelector("#sum").textContent.startsWith("50 games")`)
	p.click("#older")
	p.wait(`document.querySelector("#range").textContent.startsWith("21–40 of 50")`)

	first := p.text("#hits a .who")
	p.click("#hits a")
	p.wait(`location.search.includes("ply=2") && ` + plies + ` === 2`)
	p.wait(`!document.querySelector("#names").hidden`)
	if got := p.text("#names"); !strings.HasPrefix(got, "greedy – ") || !strings.HasPrefix(first, "greedy – ") ||
		!strings.Contains(got, strings.TrimPrefix(first, "greedy – ")) {
		t.Errorf("the game of %q is that of %q", first, got)
	}
}

// TestOneView: where white is to move, the values of the database, of the lines and of the board are the same,
// whole, and those of the book for white; the board says how often moves were played; the graph says that it is
// for black.
func TestOneView(t *testing.T) {
	base := withGames(t)
	p := open(t, base, "/explore?moves=f5")
	p.wait(explored("f5") + ` && document.querySelector("#moves .best")`)
	if got := p.text("#moves thead") + p.text("#sum"); strings.Count(got, "for white") != 3 {
		t.Errorf("the database is %q", got)
	}
	values := eval[map[string]string](p,
		`Object.fromEntries([...document.querySelectorAll("#moves [data-move]")].map((row) => [row.dataset.move, row.cells[4].firstChild.textContent]))`)
	book := eval[map[string]int](p, `fetch("/api/v1/explore?moves=f5").then((a) => a.json()).then((a) => a.book)`)
	for move, text := range values {
		want := strings.Replace(fmt.Sprintf("%+d", -book[move]), "-", "−", 1)
		if _, known := book[move]; !known || text != want && text != "0" {
			t.Errorf("%s is worth %q, by the book %s for white", move, text, want)
		}
	}
	if got := eval[string](p, `((d6) => d6.querySelector(".detail").textContent + d6.ariaLabel)(document.querySelector('[data-square="43"]'))`); !strings.HasPrefix(got, "550d6, empty, legal, flips 1, ") ||
		!strings.Contains(got, ", 550 games, Perpendicular") {
		t.Errorf("d6 is labelled %q", got)
	}
	p.wait(`document.querySelector("#reach").textContent.startsWith("for white: ") && document.querySelectorAll("#lines li").length === 3`)
	lines := eval[map[string]string](p,
		`Object.fromEntries([...document.querySelectorAll("#lines li")].map((li) => [li.querySelector("button").textContent, li.querySelector(".worth").textContent]))`)
	squares := eval[map[string]string](p,
		`Object.fromEntries([...document.querySelectorAll("[role=gridcell]")].filter((e) => e.querySelector(".value")).map((e) => [e.ariaLabel.slice(0, 2), e.querySelector(".value").textContent]))`)
	if len(values) == 0 || len(lines) != 3 {
		t.Errorf("%v, %v", values, lines)
	}
	for move, text := range values {
		if lines[move] != text || squares[move] != text {
			t.Errorf("%s is worth %s, in a line %s, on the board %s", move, text, lines[move], squares[move])
		}
	}
	p.click("#forward")
	p.click("#back")
	p.wait(`document.querySelector("game-graph text.label:last-of-type, game-graph").textContent.includes("for black")`)
}

// TestExplanation: the panel divides the values of the moves, stays open after a reload, and follows the board.
func TestExplanation(t *testing.T) {
	p := open(t, serving(t), "/analysis?moves=f5d6c3d3c4")
	p.wait(shown)
	p.click("#explanation summary")
	p.wait(`document.querySelector("#why").textContent.includes(" leads ") && document.querySelectorAll("#contributions tbody tr").length > 4`)
	p.wait(`document.querySelector("#advantage").ariaLabel.endsWith(" for black")`)
	first := p.text("#contributions")
	for _, by := range []string{"engine", "q"} {
		p.do(evaluate(fmt.Sprintf(`{ const e = document.querySelector("#by"); e.value = %q; e.dispatchEvent(new Event("change")); }`, by)))
		p.wait(fmt.Sprintf(`document.querySelector("#contributions").innerText !== %q && document.querySelectorAll("#contributions tbody tr").length > 4`, first))
	}
	for _, barrier := range p.barriers() {
		t.Error(barrier)
	}
	p.atWidths(func(width int64) { p.fits(width) })
	p.pictures("explanation-%d-light")
	p.do(chromedp.Reload())
	p.wait(`document.querySelectorAll("#contributions tbody tr").length > 4`)
}

// TestExploreOpening: an opening is chosen by its name, and explored on the whole.
func TestExploreOpening(t *testing.T) {
	p := open(t, withGames(t), "/explore?moves=f5f6")
	p.wait(explored("f5f6"))
	p.click("#choose > summary")
	p.wait(`document.querySelector("#go").options.length > 10`)
	p.do(evaluate(`{ const e = document.querySelector("#go"); e.value = "f5f4"; e.dispatchEvent(new Event("change", { bubbles: true })); }`))
	p.wait(explored("f5f4"))
	if got := p.text("#opening"); got != "Parallel" {
		t.Errorf("f5f4 is called %q", got)
	}
	p.visit("/explore?start=hex")
	p.wait(explored(""))
	if !eval[bool](p, `document.querySelector("#moves").hidden`) {
		t.Error("the table without moves has a head")
	}
	if got := p.text("#sum"); got != "No game reaches this position." {
		t.Errorf("on a board that no game has %q", got)
	}
}

// TestPlayers: a player is found by a part of the name that is suggested, and an opponent leads to the games
// of both, one of which opens in the analysis.
func TestPlayers(t *testing.T) {
	p := open(t, withGames(t), "/statistics")
	p.click(`a[href="/players"]`)
	p.wait(`location.pathname === "/players"`)
	p.paste(`form[role="search"] input`, "greedi")
	p.wait(`[...document.querySelectorAll("#known option")].some((o) => o.value === "greedy")`)
	p.press(kb.Enter)
	p.wait(`location.search === "?name=greedi"`)
	p.click(`td a[href="/players/greedy"]`)
	p.wait(`location.pathname === "/players/greedy"`)
	p.click(`a[href="/versus?opponent=random&player=greedy"]`)
	p.wait(`location.pathname === "/versus" && document.querySelector("h1").textContent === "greedy – random"`)
	p.click(`td a[href^="/analysis"]`)
	p.wait(`location.pathname === "/analysis" && !document.querySelector("#names").hidden`)
}

// TestStatistic: the page of a statistic shows its picture, and counts the games of a filter.
func TestStatistic(t *testing.T) {
	p := open(t, withGames(t), "/statistics/openings")
	p.wait(`document.querySelector("figure img").naturalWidth > 100`)
	p.click("main summary")
	p.paste(`[name="black"]`, "greedy")
	p.click(`form button[type="submit"]`)
	p.wait(`location.search.includes("black=greedy") && document.querySelector("figure img").naturalWidth > 100`)
	if got := p.text("main p"); !strings.HasPrefix(got, "180 games.") {
		t.Errorf("%q", got)
	}
}
