package browsertest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A game whose last move gives a corner away, between players whose names are HTML.
const blundered = `[Event "Club <i>evening</i>"]
[Date "2024.03.11"]
[Black "<img src=x onerror=alert(1)>"]
[White "Bo & Co"]
[Result "*"]

1. f5 d6 2. c3 d3 3. c4 b3 4. b2 *
`

// TestReview: a game is pasted and reviewed; the worst move is named, marked and shown.
func TestReview(t *testing.T) {
	base := serving(t)
	p := open(t, base, "/analysis")
	p.wait(shown)
	p.paste("#text", blundered)
	p.click("#read")
	p.wait(`!document.querySelector("#names").hidden`)
	if got := p.text("#names"); !strings.Contains(got, "<img src=x onerror=alert(1)>") ||
		!strings.Contains(got, "Bo & Co") {
		t.Errorf("the players are %q", got)
	}
	p.wait(plies + ` === 0`)
	p.click("#judge")
	p.wait(`document.querySelector("#sums button")`)
	if got := p.text("#sums button"); !strings.HasPrefix(got, "Worst move: 7. b2 lost ") {
		t.Errorf("%q", got)
	}
	p.click("#sums button")
	p.wait(plies + ` === 7`)
	p.wait(`document.querySelector("#note").textContent.startsWith("Blunder: b2 is worth")`)
	p.wait(`document.querySelector("move-list [aria-current]").textContent.includes("??")`)
	for _, barrier := range p.barriers() {
		t.Error(barrier)
	}
	p.atWidths(func(width int64) { p.fits(width) })
	p.pictures("review-%d-light")

	at := eval[string](p, `location.href`)
	again := open(t, base, at[len(base):])
	again.wait(plies + ` === 7`)
}

// TestLearning: after a review the page asks for a better move than each mistake. It keeps the answer to itself,
// refuses bad moves, and counts what was found at the first try. Elsewhere moves are played as always. The games of
// the database show their moves after the answer.
func TestLearning(t *testing.T) {
	p := open(t, withGames(t), "/analysis?moves=f5d6c3d3c4b3b2")
	p.wait(shown)
	p.click("#judge")
	p.wait(`!document.querySelector("#learn").hidden && document.querySelector("#done").hidden`)
	if eval[bool](p, `document.querySelector('#learn [value="black"]').disabled`) {
		t.Fatal("the corner that black gives away is no mistake")
	}
	lastMistake := func() {
		p.click(`#learn [value="black"]`)
		p.wait(`document.querySelector("#lesson").textContent.includes("black played ")`)
		for eval[bool](p, `Boolean(document.querySelector("#lesson .primary"))`) {
			p.click("#lesson .primary")
		}
		p.wait(plies + ` === 6 && document.querySelector("#lesson").textContent.includes("black played b2 here and lost ")`)
	}
	const games = `document.querySelector("#played").innerText`
	secret := func() {
		t.Helper()
		p.wait(`document.querySelectorAll("#lines li").length === 0 && !document.querySelector("othello-board .value, othello-board .detail")`)
		p.wait(games + ` === "The moves and games of this position appear after your answer."`)
	}
	p.size(360, 740)
	lastMistake()
	secret()
	for _, part := range []string{"othello-board", "#lesson p"} {
		if !eval[bool](p, fmt.Sprintf(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector(%q).getBoundingClientRect())`, part)) {
			t.Errorf("%s is not in view", part)
		}
	}
	if got := p.text("move-list"); !strings.HasSuffix(strings.TrimSpace(got), "7. b2") {
		t.Errorf("the list tells the answer: %q", got)
	}
	for _, barrier := range p.barriers() {
		t.Error(barrier)
	}
	p.atWidths(func(width int64) { p.fits(width) })
	p.pictures("learning-%d-light")
	p.size(1280, 900)
	square := func(name string) string {
		return fmt.Sprintf(`othello-board [data-square="%d"]`, int(name[1]-'1')*8+int(name[0]-'a'))
	}
	p.press(" ", kb.ArrowRight)
	p.wait(explored("f5d6c3d3c4b3b2") + ` && ` + games + `.includes("after your answer") === false`)
	if !eval[bool](p, `document.querySelector("#note").hidden`) {
		t.Errorf("the note tells the answer: %q", p.text("#note"))
	}
	p.click("#lesson button") // back to the position
	p.wait(plies + ` === 6`)
	secret()
	p.click(square("b2"))
	p.wait(`document.querySelector("#lesson").textContent.includes("b2 is the move of the game")`)
	p.click("#back")
	p.wait(plies + ` === 5`)
	p.click("#lesson button") // back to the position
	p.wait(plies + ` === 6`)
	p.click("#lesson button:nth-of-type(2)")
	p.wait(`document.querySelector("#lesson").textContent.includes(" is best, ")`)
	if got := p.text("#lesson"); !strings.Contains(got, "At the first try you found 0 of ") {
		t.Errorf("%q", got)
	}
	p.wait(explored("f5d6c3d3c4b3") + ` && document.querySelectorAll("#lines li").length > 0 && ` + games + `.includes(" reaches ")`)
	said := regexp.MustCompile(`^(\w\d) is best, (\S+) for black \((.*)\)\. b2 is worth (\S+)\. `).FindStringSubmatch(p.text("#lesson"))
	if said == nil {
		t.Fatal(p.text("#lesson"))
	}
	p.click("#forward")
	p.wait(fmt.Sprintf(`document.querySelector("#note").textContent === "Blunder: b2 is worth %s for black; %s was best, %s (%s)."`,
		said[4], said[1], said[2], said[3]))
	best := said[1]
	lastMistake()
	secret()
	p.click(square(best))
	p.wait(fmt.Sprintf(`document.querySelector("#lesson").textContent.startsWith("%s is best, ") && %s === 6`, best, plies))
	if got := p.text("#lesson"); !strings.Contains(got, "At the first try you found 1 of ") {
		t.Errorf("%q", got)
	}
	p.click("#lesson button:last-of-type")
	p.wait(`document.querySelector("#lesson").hidden && document.querySelector("#moves").hidden`) // no game has the position
	p.click(square(best))
	p.wait(fmt.Sprintf(`%s.moves.endsWith("b3%s")`, shown, best))
}

// TestLiveAnalysis: values come to the squares, are told in words, and the lines are played by a click.
func TestLiveAnalysis(t *testing.T) {
	p := open(t, serving(t), "/analysis?moves=f5")
	p.wait(`document.querySelectorAll("#lines button").length > 1`)
	p.wait(live + `.includes(" is best, ")`)
	p.wait(`document.querySelector("#lines .book").textContent === "book"`)
	square := strings.Fields(eval[string](p, live))[0]
	if got := eval[string](p,
		fmt.Sprintf(`[...document.querySelectorAll('[role="gridcell"]')].map((e) => e.getAttribute("aria-label")).find((l) => l.startsWith(%q))`, square+",")); !strings.Contains(got, "legal, flips 1, ") {
		t.Errorf("the best square is read as %q", got)
	}
	p.click("#on") // so that the lines stay as they are
	line := eval[string](p,
		`[...document.querySelector("#lines li").querySelectorAll("button")].map((b) => b.textContent).slice(0, 2).join("")`)
	p.click("#lines li button:nth-of-type(2)")
	p.wait(fmt.Sprintf(`%s.moves === %q`, shown, "f5"+line))
}

// TestNothingIsLost: a variation, a finished review and the notes of an imported game are there after a reload,
// and after another game was opened and the browser went back; the address alone has all variations.
func TestNothingIsLost(t *testing.T) {
	base := serving(t)
	p := open(t, base, "/analysis?start=4x4&moves=c4d4a2a3a4b4d3b1c1a1d2d1")
	p.wait(plies + ` === 12`)
	p.click("#judge")
	p.wait(`document.querySelector("#sums button")`)
	totals, list := p.text("#sums"), p.text("move-list")
	p.click(`move-list li:first-child button`)
	p.wait(plies + ` === 1`)
	p.click(`othello-board [data-square="11"]`) // d2
	p.wait(plies + ` === 2`)
	kept := func(p *tab, reviewed bool) {
		t.Helper()
		p.wait(shown + `?.moves === "c4d2"`)
		p.click("#back")
		p.click("#last")
		p.wait(shown + `.moves === "c4d4a2a3a4b4d3b1c1a1d2d1"`)
		if !reviewed {
			return
		}
		if got := p.text("#sums"); got != totals {
			t.Errorf("the review says %q, then %q", totals, got)
		}
		if got := p.text("move-list"); got == list || strings.Count(got, "discs") != strings.Count(list, "discs") {
			t.Errorf("the moves are %q, then %q", list, got)
		}
	}
	at := eval[string](p, `location.href`)[len(base):]
	p.do(chromedp.Reload())
	kept(p, true)
	kept(open(t, base, at), false) // in another browser

	p.visit(at)
	p.wait(shown + `?.moves === "c4d2"`)
	p.click("#open summary")
	p.paste("#text", `[Black "Ann"]`+"\n\n1. f5 {strange\n\n  and good} d6 2. c3 *\n")
	p.click("#read")
	p.wait(`location.search.includes("f5d6c3") && ` + shown + `.moves === ""`)
	p.click("#forward")
	const noted = `document.querySelector("#comment").value === "strange\n\n  and good"`
	p.wait(noted)
	p.click(`othello-board .playable`)
	p.wait(plies + ` === 2`)
	p.click("#back")
	p.do(chromedp.Reload())
	p.wait(noted + ` && document.querySelector("#names").textContent.startsWith("Ann – ")`)
	p.do(evaluate(`history.back()`))
	kept(p, true)
	p.click("#first")
	p.click("#forward")
	p.click("#remove")
	p.wait(plies + ` === 0`)
	p.do(evaluate(`history.back()`))
	p.wait(plies + ` === 1`)
}

// TestUndoDeletion: deleted moves come back by the button that tells how many they were, with the keyboard as well,
// until the next change.
func TestUndoDeletion(t *testing.T) {
	p := open(t, serving(t), "/analysis?moves=f5d6(f4e3)c3&ply=1")
	const notice = `document.querySelector("#deleted").textContent`
	p.wait(plies + ` === 1`)
	before := p.text("move-list")
	p.click("#remove")
	p.wait(plies + ` === 0 && ` + notice + ` === "5 moves deleted. Undo" && !location.search.includes("moves")`)
	for _, barrier := range p.barriers() {
		t.Error(barrier)
	}
	p.atWidths(func(width int64) { p.fits(width) })
	p.pictures("deleted-%d-light")
	p.size(1280, 900)
	p.tabTo("#deleted button")
	p.press(kb.Enter)
	p.wait(plies + ` === 1 && ` + notice + ` === "" && document.activeElement.id === "remove"`)
	if got := p.text("move-list"); got != before {
		t.Errorf("the moves are %q, then %q", before, got)
	}
	p.click("#last")
	p.click("#remove")
	p.wait(notice + ` === "1 move deleted. Undo"`)
	p.click("#first")
	p.wait(plies + ` === 0 && ` + notice + ` !== ""`)
	p.click(`othello-board .playable`)
	p.wait(plies + ` === 1 && ` + notice + ` === ""`)
}

// TestDrawingsStay: drawings and comments on a game that is no study are there when its page is opened again, and are
// not those of another game. A study of the game has them.
func TestDrawingsStay(t *testing.T) {
	base := serving(t)
	p := open(t, base, "/analysis?moves=f5d6(f4)&at=f5f4")
	const drawn = `document.querySelectorAll(".drawings circle").length`
	p.wait(plies + ` === 2`)
	p.click("#draw")
	p.click(`othello-board [data-square="0"]`)
	p.paste("#comment", "why?")
	p.wait(drawn + ` === 1`)
	has := func(n int, at string) {
		p.visit("/analysis?" + at)
		p.wait(fmt.Sprintf(plies+` === 2 && %s === %d && document.querySelector("#comment").value === "why?".repeat(%[2]d)`, drawn, n))
	}
	has(0, "moves=f5d6(f4)")
	has(0, "moves=f5f4&black=Ann")
	has(1, "moves=f5d6(f4)&at=f5f4")
	p.click("#draw")
	p.click(`othello-board [data-square="0"]`)
	p.wait(drawn + ` === 0`)
	p.visit("/analysis?moves=f5d6(f4)&at=f5f4")
	const stays = drawn + ` === 0 && document.querySelector("#comment").value === "why?"`
	p.wait(plies + ` === 2 && ` + stays)
	for _, barrier := range p.barriers() {
		t.Error(barrier)
	}
	p.atWidths(func(width int64) { p.fits(width) })
	p.pictures("comment-%d-light")
	p.size(1280, 900)
	p.click("#save")
	p.wait(`location.pathname.startsWith("/study/") && ` + plies + ` === 2 && ` + stays)
}

// TestLinkCut: a link with an illegal move shows the game up to it, and says which move is illegal and which were
// not. The message stays until another game is opened. A stream that is refused says as much.
func TestLinkCut(t *testing.T) {
	p := open(t, serving(t), "/analysis?moves=f5d6c3a1f4")
	p.wait(shown + `.moves === "f5d6c3" && location.search === "?moves=f5d6c3"`)
	p.wait(`/move 4: a1 by white is illegal.*legal: d3 f3 f4 g5/.test(document.querySelector("#problem").innerText)`)
	p.expected = []string{"status of 400"}
	const refused = `import("/assets/api.js").then(({ events }) => new Promise((done) =>
		events("review", { moves: "f5a1" }, { problem: (p) => done(p.message) })))`
	if got := eval[string](p, refused); !strings.Contains(got, "move 2: a1 by white is illegal") {
		t.Errorf("the stream is refused: %q", got)
	}
	p.click("#back")
	p.wait(plies + ` === 2`)
	if got := p.text("move-list"); !strings.HasSuffix(got, "3. c3") {
		t.Errorf("the moves are %q", got)
	}
	if got := p.text("#problem"); !strings.Contains(got, "a1") || strings.Contains(got, "engine") {
		t.Errorf("the problem is %q", got)
	}
	p.do(evaluate(`document.querySelector("#text").value = "f5f6"; document.querySelector("#read").click()`))
	p.wait(`location.search.includes("f5f6") && document.querySelector("#problem").hidden`)
}

// TestPasteCut: a game with an illegal move opens up to that move. The page says why the rest is missing, also
// after a reload. Opening a game removes the message about an earlier text.
func TestPasteCut(t *testing.T) {
	p := open(t, serving(t), "/analysis")
	p.expected = []string{"status of 422"}
	p.wait(shown)
	p.size(360, 740)
	p.paste("#text", "a1")
	p.click("#read")
	p.wait(`document.querySelector("#problem").textContent.includes("move 1: a1 by black is illegal")`)
	p.wait(`document.querySelector("#problem").getBoundingClientRect().top > -1`) // on phones it is far above the button
	p.size(1280, 900)
	if got := p.text("#problem"); strings.Contains(got, "engine") || strings.Contains(got, "notation") {
		t.Errorf("the problem names packages: %s", got)
	}
	p.do(evaluate(`document.querySelector("#text").value = "f5 d6 c3 a1"`))
	p.click("#read")
	const cut = `document.querySelector("#problem").textContent.startsWith("only the first 3 moves of the game could be read: ")`
	p.wait(`location.search.includes("f5d6c3") && ` + cut)
	p.click("#last")
	p.wait(shown + `.moves === "f5d6c3" && ` + cut)
	p.do(chromedp.Reload())
	p.wait(shown + `.moves === "f5d6c3" && ` + cut)
	p.do(evaluate(`document.querySelector("#text").value = "f5f6"; document.querySelector("#read").click()`))
	p.wait(`location.search.includes("f5f6") && document.querySelector("#problem").hidden`)
}
