package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestMeeting: two players meet in the lobby and see each other's names. A move is taken back because both agree,
// a draw is declined, and after the end they play a rematch with colours swapped, which a spectator finds too.
func TestMeeting(t *testing.T) {
	base := serving(t)
	a := open(t, base, "/lobby")
	a.wait(`document.querySelector("#waiting li")`)
	a.do(chromedp.SetValue(`#open [name="name"]`, "Ann"), chromedp.SetValue(`#open [name="color"]`, "black"))
	a.click(`#open button`)
	a.wait(`location.pathname.startsWith("/play/") && ` + shown + ` && !document.querySelector("#invite").hidden`)
	if !eval[bool](a, `!document.querySelector("#waiting").hidden`) {
		t.Error("the page does not tell that the game is in the lobby")
	}
	a.wait(`document.querySelector("#invite img").complete && document.querySelector("#invite img").naturalWidth > 0`)
	a.atWidths(func(width int64) { a.fits(width) })
	for _, barrier := range a.barriers() {
		t.Error(barrier)
	}
	a.pictures("waiting-%d-light")
	a.size(1280, 900)
	game := eval[string](a, `location.pathname`)

	watcher := open(t, base, game)
	watcher.wait(shown)
	b := open(t, base, "/lobby")
	b.wait(`document.querySelector("#waiting button")`)
	if got := b.text("#waiting li"); !strings.Contains(got, "Ann") || !strings.Contains(got, "you play white") {
		t.Errorf("the lobby shows %q", got)
	}
	b.atWidths(func(width int64) { b.fits(width) })
	b.pictures("lobby-%d-light")
	b.size(1280, 900)
	b.click(`#waiting button`)
	b.wait(`location.pathname === "` + game + `" && ` + shown)
	b.wait(`!document.querySelector("#naming").hidden`)
	b.do(chromedp.SetValue(`#naming [name="name"]`, "Bob"))
	b.click(`#naming button`)
	b.wait(`document.querySelector("#naming").hidden`)
	for _, p := range []*tab{a, b, watcher} {
		p.wait(`document.querySelector(".desk").textContent.includes("Ann") && document.querySelector(".desk").textContent.includes("Bob")`)
	}
	a.click(`othello-board .playable`)
	for _, p := range []*tab{a, b, watcher} {
		p.wait(plies + ` === 1`)
	}
	a.click(`[data-offer="takeback"]`)
	b.wait(`document.querySelector("#proposal").textContent.includes("asks to take back")`)
	a.wait(`document.querySelector("#proposal").textContent.includes("You asked")`)
	b.atWidths(func(width int64) { b.fits(width) })
	b.pictures("offer-%d-light")
	b.size(1280, 900)
	b.click(`#proposal .primary`)
	for _, p := range []*tab{a, b, watcher} {
		p.wait(plies + ` === 0 && document.querySelector("#proposal").hidden`)
	}
	b.click(`[data-offer="draw"]`)
	a.wait(`document.querySelector("#proposal").textContent.includes("offers a draw")`)
	if eval[bool](watcher, `!document.querySelector("#proposal").hidden || Boolean(document.querySelector("[data-offer]"))`) {
		t.Error("a spectator is asked")
	}
	a.click(`#proposal button:not(.primary)`)
	b.wait(`document.querySelector("#proposal").hidden && ` + plies + ` === 0`)
	a.click("#resign")
	a.click(`#resigning [value="resign"]`)
	b.wait(over)
	b.click(`[data-offer="rematch"]`)
	a.wait(`document.querySelector("#proposal").textContent.includes("rematch")`)
	a.pictures("rematch-%d-light")
	a.size(1280, 900)
	a.click(`#proposal .primary`)
	a.wait(fmt.Sprintf(`location.pathname.startsWith("/play/") && location.pathname !== %q && %s`, game, shown))
	next := eval[string](a, `location.pathname`)
	b.wait(fmt.Sprintf(`location.pathname === %q && %s`, next, shown))
	watcher.wait(`!document.querySelector("#next").hidden`)
	watcher.click("#next")
	watcher.wait(fmt.Sprintf(`location.pathname === %q && %s`, next, shown))
	b.wait(`document.querySelector("othello-board .playable") && document.querySelector("#bottom").textContent.includes("Bob (you)")`)
	b.click(`othello-board .playable`)
	a.wait(plies + ` === 1 && document.querySelector("othello-board .playable")`)
}
