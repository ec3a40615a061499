package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	shown  = `document.querySelector("othello-board").view`
	plies  = shown + `.plies.length`
	square = `[data-square="%d"]`
)

// A hexagonal board with holes, on which both sides have to pass now and then.
const hexagon = "hex-b6f2"

// TestFreeBoard: on the board of the analysis a whole game is played by clicks for both sides, and the
// address restores it.
func TestFreeBoard(t *testing.T) {
	base := serving(t)
	p := open(t, base, "/analysis?start="+hexagon)
	p.wait(shown)
	for n := 0; !eval[bool](p, shown+`.over`); n++ {
		p.click(`othello-board .playable`)
		p.wait(fmt.Sprintf(`%s === %d`, plies, n+1))
	}
	end := p.text("#stand")
	at := eval[string](p, `location.href`)
	p.do(chromedp.Navigate("about:blank"))
	p.visit(at[len(base):])
	p.wait(shown + `?.over`)
	if got := p.text("#stand"); got != end {
		t.Errorf("after the address is opened again: %q, want %q", got, end)
	}
}

// TestBoardByKeys: the board is reached, and played on, without a mouse: by arrows, and by the names of
// squares.
func TestBoardByKeys(t *testing.T) {
	p := open(t, serving(t), "/analysis")
	p.wait(shown)
	p.tabTo(`[role="gridcell"]`)
	p.press("f", "5")
	p.wait(plies + ` === 1`)
	p.press("d", "6")
	p.wait(plies + ` === 2`)
	if got := eval[string](p,
		`document.activeElement.getAttribute("aria-label")`); got != "d6, white, last move" {
		t.Errorf("the focus is on %q", got)
	}
	p.press(kb.ArrowUp, kb.ArrowUp, kb.ArrowUp, kb.ArrowLeft) // to c3
	p.press(kb.Enter)
	p.wait(shown + `.moves === "f5d6c3"`)
	p.wait(`document.querySelector("#live").textContent === "black 5, white 2; white to move"`)
	p.press("a", "1")
	p.wait(`document.querySelector("#live").textContent === "a1 is not a legal move"`)
}

// TestMotion: discs turn over visibly, to the end although the values of moves change meanwhile, but not for
// those who asked their system for less motion.
func TestMotion(t *testing.T) {
	base := serving(t)
	for preference, want := range map[string]int{"no-preference": 2, "reduce": 0} {
		p := open(t, base, "/analysis")
		p.media("prefers-reduced-motion", preference)
		p.wait(shown)
		// Asked where the board is drawn: motion lasts less than a test takes to ask.
		got := eval[int](p, `new Promise((done) => {
			const board = document.querySelector("othello-board");
			new MutationObserver(() => {
				if (board.view.plies.length !== 1) return;
				Promise.all(board.getAnimations({ subtree: true }).map((a) => a.finished)).then((all) => done(all.length), () => done(-1));
			}).observe(board, { childList: true });
			board.querySelector(".playable").dispatchEvent(new MouseEvent("click", { bubbles: true }));
		})`)
		if got != want {
			t.Errorf("%s: %d discs move to their end, want %d", preference, got, want)
		}
	}
}

// TestSystemTheme: a page that was told nothing is dark where the system is, and a choice outlasts a reload.
func TestSystemTheme(t *testing.T) {
	p := open(t, serving(t), "/analysis")
	const paper = `getComputedStyle(document.documentElement).backgroundColor`
	light := eval[string](p, paper)
	p.media("prefers-color-scheme", "dark")
	dark := eval[string](p, paper)
	p.theme("light")
	chosen := eval[string](p, paper)
	p.do(chromedp.Reload())
	if again := eval[string](p, paper); light == dark || chosen != light || again != light {
		t.Errorf("light %s, dark %s, light chosen %s, reloaded %s", light, dark, chosen, again)
	}
}
