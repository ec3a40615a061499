package browsertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The page of play waits for a person, or the game is over.
const (
	over   = `!document.querySelector("#result").hidden`
	myTurn = `(document.querySelector("othello-board .playable") || ` + over + `)`
	live   = `document.querySelector("#live").textContent`
)

// start begins a game as the form says.
func (p *tab) start() {
	p.t.Helper()
	p.click(`#new button[type="submit"]`)
	p.wait(`location.pathname.startsWith("/play/") && ` + myTurn)
}

// answered waits until a move has been played and answered, and returns the moves that there are.
func (p *tab) answered(before int) int {
	p.t.Helper()
	p.wait(fmt.Sprintf(`%s > %d && %s`, plies, before, myTurn))
	return eval[int](p, plies)
}

// TestPlayByClicks: a whole game against greedy, with a mouse; moves are taken back and played again, and a
// reload shows the game where it was.
func TestPlayByClicks(t *testing.T) {
	p := open(t, serving(t), "/")
	p.click(`input[name="opponent"][value="greedy"]`)
	p.start()
	n := 0
	for range 3 {
		p.click(`othello-board .playable`)
		n = p.answered(n)
	}
	moves := eval[string](p, shown+`.moves`)

	p.click("#undo")
	p.wait(fmt.Sprintf(`%s < %d && %s`, plies, n, myTurn))
	if got := eval[string](p, shown+`.moves`); !strings.HasPrefix(moves, got) {
		t.Errorf("%s, undone %s", moves, got)
	}
	p.click("#redo")
	p.wait(fmt.Sprintf(`%s.moves === %q`, shown, moves))

	p.do(chromedp.Reload())
	p.wait(fmt.Sprintf(`%s.moves === %q && %s`, shown, moves, myTurn))
	for !eval[bool](p, over) {
		p.click(`othello-board .playable`)
		n = p.answered(n)
	}
	if got := p.text("#outcome"); !strings.Contains(got, "wins by") && !strings.Contains(got, "draw") {
		t.Errorf("the game ended with %q", got)
	}
	p.click("#analyse")
	p.wait(fmt.Sprintf(`location.pathname === "/analysis" && %s === %d`, plies, n))
	if got := p.text("#names"); !strings.Contains(got, "You – greedy, ") && !strings.Contains(got, "greedy – You, ") {
		t.Errorf("the players and the result are %q", got)
	}
}

// TestPlayByKeys: a game against greedy on a hexagonal board with holes is set up and played to its end
// without a mouse, and told in words.
func TestPlayByKeys(t *testing.T) {
	p := open(t, serving(t), "/")
	p.wait(shown)
	p.tabTo(`input[name="opponent"]:checked`)
	for !eval[bool](p, `document.activeElement.value === "greedy"`) {
		p.press(kb.ArrowUp)
	}
	p.tabTo(`#new summary`)
	p.press(kb.Enter)
	p.tabTo(`select[name="shape"]`)
	p.press("H") // as far as Hexagon
	p.wait(shown + `.shape === "hex"`)
	p.tabTo(`input[name="holes"]`)
	p.press("1", "0")
	p.tabTo(`input[name="seed"]`)
	p.press("7", kb.Tab)
	p.wait(shown + `.shape.startsWith("hex-")`)
	p.tabTo(`input[name="moves"]`)
	p.press(kb.Enter)
	p.wait(`location.pathname.startsWith("/play/") && ` + myTurn)

	p.tabTo(`[role="gridcell"]`)
	told := map[string]bool{}
	for n := 0; !eval[bool](p, over); {
		move := eval[string](p, shown+`.legal.at(-1).move`)
		if n%4 == 0 {
			p.press(move[:1], move[1:])
		} else {
			p.goTo(move)
			p.press(kb.Enter)
		}
		n = p.answered(n)
		told[eval[string](p, live)] = true
	}
	p.wait(fmt.Sprintf(`%s === document.querySelector("#stand").textContent`, live))
	if end := eval[string](p, live); !strings.Contains(end, "wins by") && !strings.Contains(end, "draw") {
		t.Errorf("the end is told as %q", end)
	}
	if len(told) < 5 {
		t.Errorf("all that is told is %v", told)
	}
}

// goTo leads from the square that has the focus to another one by arrow keys.
func (p *tab) goTo(square string) {
	p.t.Helper()
	arrows := map[string]string{"ArrowRight": kb.ArrowRight, "ArrowLeft": kb.ArrowLeft,
		"ArrowDown": kb.ArrowDown, "ArrowUp": kb.ArrowUp}
	for _, key := range eval[[]string](p, fmt.Sprintf(`(async () => {
		const { neighbour, squareOf } = await import("/assets/geometry.js");
		const places = document.querySelector("othello-board").places;
		const ways = new Map([[Number(document.activeElement.dataset.square), []]]);
		for (const [at, way] of ways) { // in the order in which they are found: the shortest first
			for (const key of %s) {
				const next = neighbour(places, at, key);
				if (!ways.has(next)) ways.set(next, [...way, key]);
			}
		}
		return ways.get(squareOf(%q)) ?? [];
	})()`, `["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]`, square)) {
		p.press(arrows[key])
	}
	if got := eval[string](p, `document.activeElement.getAttribute("aria-label")`); !strings.HasPrefix(got,
		square+",") {
		p.fail("arrows lead to %q, not to %s", got, square)
	}
}

// TestTwoPeople: two people play by the game's link. A page that is not shown holds no connection, and shows
// what happened meanwhile when it is shown again.
func TestTwoPeople(t *testing.T) {
	base := serving(t)
	path := "/play/" + begin(t, base, `{"black":"human","white":"human"}`)
	a, b := open(t, base, path), open(t, base, path)
	a.wait(myTurn)
	b.wait(myTurn)
	hide := func(hidden bool) {
		a.do(evaluate(fmt.Sprintf(`Object.defineProperty(document, "hidden", { value: %t, configurable: true });
			document.dispatchEvent(new Event("visibilitychange"));`, hidden)))
	}
	hide(true)
	b.click(`othello-board .playable`)
	b.wait(plies + ` === 1`)
	if got := eval[int](a, plies); got != 0 {
		t.Errorf("a hidden page shows %d moves", got)
	}
	hide(false)
	a.wait(plies + ` === 1`)
	a.click(`othello-board .playable`)
	b.wait(plies + ` === 2`)
}

// TestFriends: a player starts a timed game and sends the link of the other seat. Each player moves only for one
// side. Other visitors can only watch. No page offers hints. A reload keeps the seats.
func TestFriends(t *testing.T) {
	base := serving(t)
	a := open(t, base, "/")
	a.click(`input[name="opponent"][value="friend"]`)
	a.do(evaluate(`document.querySelector('select[name="clock"]').value = "5m"`))
	a.click(`#new button[type="submit"]`)
	a.wait(`location.pathname.startsWith("/play/") && !document.querySelector("#invite").hidden && ` + myTurn)
	link := eval[string](a, `document.querySelector("#invite textarea").value`)
	game := eval[string](a, `location.pathname`)
	a.atWidths(func(width int64) { a.fits(width) })
	a.pictures("friend-%d-light")
	a.size(1280, 900)

	watcher := open(t, base, game)
	watcher.wait(shown)
	b := open(t, base, strings.TrimPrefix(link, base))
	b.wait(fmt.Sprintf("location.pathname === %q && %s", game, shown))
	a.wait(`document.querySelector("#invite").hidden`)
	a.wait(`document.querySelector("#bottom .clock").textContent.startsWith("4:5")`)
	for ply := range 6 {
		mover, waiter := a, b
		if ply%2 == 1 {
			mover, waiter = b, a
		}
		mover.wait(`document.querySelector("othello-board .playable")`)
		for _, p := range []*tab{waiter, watcher} {
			p.wait(fmt.Sprintf(`%s === %d`, plies, ply))
			if eval[bool](p, `Boolean(document.querySelector("othello-board .playable"))`) {
				t.Fatalf("after %d moves another than the player may move", ply)
			}
		}
		mover.click(`othello-board .playable`)
		mover.wait(fmt.Sprintf(`%s === %d`, plies, ply+1))
	}
	for _, p := range []*tab{a, b, watcher} {
		if !eval[bool](p, `document.querySelector("#hint").hidden`) {
			t.Error("a hint is offered")
		}
	}
	b.do(chromedp.Reload())
	b.wait(plies + ` === 6`)
	b.click("#resign")
	b.click(`#resigning [value="resign"]`)
	for _, p := range []*tab{a, b, watcher} {
		p.wait(`document.querySelector("#outcome").textContent === "White resigns, black wins"`)
		if got := eval[string](p, `new URL(document.querySelector("#analyse").href).searchParams.get("result")`); got != "1-0:r" {
			t.Errorf("the result to analyse is %q", got)
		}
	}
	b.click("#analyse")
	b.wait(`document.querySelector("#names").textContent.endsWith(", 1–0 by resignation")`)
	for _, p := range []*tab{watcher, a} {
		p.visit("/")
		p.click("#others summary")
		p.wait(`document.querySelector("#games a")`)
		if offered := eval[bool](p, `Boolean(document.querySelector("#games button"))`); offered != (p == a) {
			t.Errorf("the page offers to remove the game: %v", offered)
		}
	}
	a.click("#games button")
	a.wait(`document.querySelector("#removing").open`)
	for _, barrier := range a.barriers() {
		t.Error(barrier)
	}
	a.look("removing")
	a.click(`#removing [value=""]`)
	a.wait(`document.activeElement.textContent === "Remove"`)
	a.click("#games button")
	a.click(`#removing [value="remove"]`)
	a.wait(`document.querySelector("#games").textContent === "There are none yet." && document.activeElement.tagName === "SUMMARY"`)
}

// TestStartFromPlace: a link from a position gives the person the side to move, and a click goes back to the usual
// start, as a new game after it does. The form fits the first screen. No values remain after the end.
func TestStartFromPlace(t *testing.T) {
	base := serving(t)
	p := open(t, base, "/?moves=f5")
	const white = `document.querySelector('#new [name="color"][value="white"]').checked && ` + plies + ` === 1 && document.querySelector("othello-board").turned`
	const usual = `document.querySelector('#new [name="color"][value="black"]').checked && ` + plies + ` === 0 &&
		document.querySelector("#usual").hidden && !document.querySelector("othello-board").turned`
	p.wait(white)
	for _, size := range [][2]int64{{1400, 900}, {900, 900}, {360, 740}} {
		p.size(size[0], size[1])
		p.wait(fmt.Sprintf(`innerWidth === %d`, size[0]))
		if got := eval[float64](p, `document.querySelector("#usual").getBoundingClientRect().bottom + scrollY`); got > float64(size[1]) {
			t.Errorf("at %v the form ends at %v", size, got)
		}
		p.fits(size[0])
	}
	p.click(`input[name="color"][value="none"]`)
	p.click(`input[name="opponent"][value="friend"]`)
	p.wait(`document.querySelector('#new [name="color"][value="black"]').checked && document.querySelector("#neither").hidden`)
	if got := eval[float64](p, `document.querySelector("#usual").getBoundingClientRect().bottom + scrollY`); got > 740 {
		t.Errorf("with a friend the form ends at %v", got)
	}
	p.pictures("place-%d-light")
	p.tabTo("#usual")
	p.press(kb.Enter)
	p.wait(usual + ` && location.search === "" && document.activeElement.type === "submit"`)

	p.visit("/?moves=f5")
	p.wait(white)
	p.click(`input[name="opponent"][value="greedy"]`)
	p.start()
	if got := eval[string](p, `document.querySelector("#bottom .name").textContent`); got != "You" {
		t.Errorf("white is %q", got)
	}
	p.click("#hint")
	p.wait(`document.querySelectorAll("othello-board .value").length === 3`)
	p.wait(`document.querySelector("#stand").textContent.includes("values for white, depth ")`)
	if !eval[bool](p, `fetch("/api/v1/hint?moves=f5").then((r) => r.json()).then(({ side, moves }) => side === "white" && moves.every((m) => {
		const cell = [...document.querySelectorAll("[data-square]")].find((e) => e.ariaLabel.startsWith(m.move + ","));
		return Number(cell.querySelector(".value").textContent.replace("−", "-")) === Number(m.value.toFixed(0));
	}))`) {
		t.Error("the values are not those for white")
	}
	p.click("#resign")
	p.click(`#resigning [value="resign"]`)
	p.wait(over + ` && document.querySelectorAll("othello-board .value").length === 0`)
	p.click("#again")
	p.wait(myTurn + ` && !(` + over + `) && ` + shown + `.moves === "f5"`)
	p.click("#leave")
	p.wait(usual)
}

// begin begins a game by the API.
func begin(t *testing.T, base, setup string) (id string) {
	t.Helper()
	answer, err := http.Post(base+"/api/v1/games", "application/json", strings.NewReader(setup))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var said struct{ ID, Detail string }
	if err := json.NewDecoder(answer.Body).Decode(&said); err != nil || said.ID == "" {
		t.Fatalf("%s: %s %v", setup, said.Detail, err)
	}
	return said.ID
}

// TestFocus: Hint keeps the keyboard focus, and Undo, which the first move disables, gives it to the board.
func TestFocus(t *testing.T) {
	p := open(t, serving(t), "/")
	p.click(`input[name="opponent"][value="greedy"]`)
	p.start()
	p.click(`othello-board .playable`)
	p.answered(0)
	p.tabTo("#hint")
	p.press(kb.Enter)
	p.wait(`document.querySelector("#stand").textContent.includes("; values for black, depth ")`)
	if got := eval[string](p, `document.activeElement.id`); got != "hint" {
		t.Errorf("after the hint the focus is on %q", got)
	}
	p.tabTo("#undo")
	p.press(kb.Enter)
	p.wait(plies + ` === 0`)
	p.wait(`document.activeElement.closest("othello-board")`)
}

// TestResign: Resign asks first, and Escape and Enter play on; the focus is not lost at the end.
func TestResign(t *testing.T) {
	p := open(t, serving(t), "/")
	p.click(`input[name="opponent"][value="greedy"]`)
	p.start()
	for _, key := range []string{kb.Escape, kb.Enter} {
		p.tabTo("#resign")
		p.press(kb.Enter)
		p.wait(`document.querySelector("#resigning").open`)
		for _, barrier := range p.barriers() {
			t.Error(barrier)
		}
		p.press(key)
		p.wait(`!document.querySelector("#resigning").open && document.activeElement.id === "resign"`)
	}
	p.click(`othello-board .playable`)
	p.answered(0)
	if eval[bool](p, over) {
		t.Error("the game was resigned without a choice")
	}
	p.click("#resign")
	p.click(`#resigning [value="resign"]`)
	p.wait(over + ` && document.activeElement.closest("othello-board")`)
	if got := p.text("#outcome"); !strings.Contains(got, "resign") {
		t.Errorf("the game ended with %q", got)
	}
	p.click("#analyse")
	p.wait(`document.querySelector("#names").textContent === "You – greedy, 0–1 by resignation"`)
}
