package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/notation"
)

const (
	puzzleHere = `new URLSearchParams(location.search).get("puzzle")`
	isAsked    = `document.querySelector("othello-board").playable`
)

// puzzleOf returns the puzzle that a page shows, as the program has it.
func puzzleOf(p *tab) notation.Problem {
	p.t.Helper()
	list, _, err := book.Problems(book.Endgames)
	if err != nil {
		p.t.Fatal(err)
	}
	at := eval[string](p, shown+`.board`)
	for _, q := range list {
		if q.Position.String() == at {
			return q
		}
	}
	p.t.Fatalf("%s is no puzzle", at)
	return notation.Problem{}
}

// says fails the test unless the text of an element has all parts.
func (p *tab) says(selector string, parts ...string) {
	p.t.Helper()
	text := p.text(selector)
	for _, part := range parts {
		if !strings.Contains(text, part) {
			p.t.Errorf("%s says %q, want %q", selector, text, part)
		}
	}
}

// TestPuzzles: a player misses a puzzle and solves the next one, by keyboard alone. The page has no values before an
// answer and all after it. Rating, attempts and the curve are there after a reload; what was tried before does not
// count again. A reset forgets all.
func TestPuzzles(t *testing.T) {
	p := open(t, serving(t), "/train")
	p.wait(isAsked + ` && ` + puzzleHere)
	p.says("#rating", "1500")
	p.says("#puzzles", "313 puzzles")
	first := eval[string](p, puzzleHere)
	q := puzzleOf(p)
	if values := eval[int](p, `document.querySelectorAll("othello-board .value").length`); values != 0 {
		t.Fatalf("%d values before the answer", values)
	}
	worst := q.Moves[len(q.Moves)-1]
	p.click(fmt.Sprintf(square, worst.Move))
	p.wait(`document.querySelectorAll("othello-board .value").length === ` + fmt.Sprint(len(q.Moves)))
	p.says("#verdict", fmt.Sprintf("Wrong: %v loses %g discs", worst.Move, q.Moves[0].Score-worst.Score),
		"Best: "+q.Moves[0].Move.String(), "(−")
	p.says("#rating", "0 of 1 solved")
	lower := eval[int](p, `Number(document.querySelector("#rating strong").textContent)`)
	if lower >= 1500 {
		t.Errorf("rating %d after a miss", lower)
	}
	for _, barrier := range p.barriers() {
		t.Error(barrier)
	}
	p.atWidths(func(width int64) { p.fits(width) })
	p.pictures("puzzle-answered-%d-light")
	p.size(1280, 900)

	p.click("#again")
	p.wait(isAsked)
	p.press(q.Moves[0].Move.String()) // typed on the board, which has the focus
	p.wait(`document.querySelector("#verdict").textContent.includes("Right")`)
	p.says("#verdict", "does not count")
	p.says("#rating", fmt.Sprint(lower), "0 of 1 solved")

	p.press(kb.Enter) // Next has the focus
	p.wait(isAsked + ` && ` + puzzleHere + ` !== "` + first + `"`)
	second := eval[string](p, puzzleHere)
	p.press(puzzleOf(p).Moves[0].Move.String())
	p.wait(`document.querySelector("#verdict").textContent.includes("Right")`)
	p.says("#verdict", "(+")
	p.says("#rating", "1 of 2 solved")
	higher := eval[int](p, `Number(document.querySelector("#rating strong").textContent)`)
	if higher <= lower {
		t.Errorf("rating %d, then %d", lower, higher)
	}

	p.do(chromedp.Reload())
	p.wait(isAsked + ` && ` + puzzleHere + ` === "` + second + `" && document.querySelector("line-chart canvas")`)
	p.says("#rating", fmt.Sprint(higher), "1 of 2 solved")
	p.says("#verdict", "does not count")
	p.do(evaluate(`history.back()`))
	p.wait(isAsked + ` && ` + puzzleHere + ` === "` + first + `"`)
	other := open(t, p.base, "/train/puzzles?puzzle="+first) // a friend
	other.wait(isAsked)
	other.says("#rating", "1500")
	if got := puzzleOf(other); got.Position != q.Position {
		t.Errorf("the address shows %v, not %v", got.Position, q.Position)
	}
	other.do(chromedp.SetValue("#most", "9"), evaluate(`{ // asks for two puzzles, of which the page shows the second one alone
		const [ask, change] = [fetch, () => document.querySelector("#most").dispatchEvent(new Event("change", { bubbles: true }))];
		window.fetch = (...request) => (window.fetch = ask)(...request).then((answer) => new Promise((done) => (window.late = () => done(answer))));
		change();
		change();
	}`))
	other.wait(isAsked + ` && ` + shown + `.empties < 10`)
	other.click("#show")
	other.wait(`document.querySelector("#verdict").textContent.includes("(−")`)
	if eval[bool](other, `new Promise((done) => { late(); setTimeout(() => done(document.querySelector("othello-board").playable), 300); })`) {
		t.Error("the page shows a puzzle that was asked for before the one that is answered")
	}

	p.click("#reset")
	p.click("#resetting .primary")
	p.wait(`document.querySelector("#rating").textContent.includes("1500") && document.querySelector("line-chart").hidden`)
	p.do(chromedp.Reload())
	p.wait(isAsked)
	p.says("#rating", "1500")
}

// TestDrill: a player answers two positions of a line right and one wrong, which is asked again. The opponent's moves
// are played, the session continues after a reload, and is summed up, and after another reload nothing is due.
func TestDrill(t *testing.T) {
	lines := filepath.Join(t.TempDir(), "mine.txt")
	if err := os.WriteFile(lines, []byte("f5d6c3d3c4\nf5f6e6\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p := open(t, serving(t, "--repertoire", lines), "/train/openings")
	asked := func(moves string) {
		t.Helper()
		p.wait(isAsked + ` && ` + shown + `.moves === "` + moves + `"`)
	}
	play := func(name string) {
		t.Helper()
		s, err := engine.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		p.click(fmt.Sprintf(square, s))
	}
	asked("")
	p.says("#choose", "mine.txt, black (4 positions)", "mine.txt, white (2 positions)")
	play("f5")
	p.wait(`document.querySelector("#verdict").textContent.includes("Right: f5. Again in 1 day.")`)
	asked("f5d6")
	p.says("#question", "White plays d6. What does black play?")
	play("c4")
	p.wait(`document.querySelector("#verdict").textContent.includes("Wrong: c4.")`)
	p.says("#verdict", "The repertoire plays c3", "asked again")
	for square, want := range map[string]string{"c3": "✓", "c4": "✗", "e6": ""} {
		if got := eval[string](p, fmt.Sprintf(`document.querySelector('othello-board [aria-label^="%s"] .value')?.textContent ?? ""`, square)); got != want {
			t.Errorf("after the wrong answer c4, %s shows %q", square, got)
		}
	}
	for _, barrier := range p.barriers() {
		t.Error(barrier)
	}
	p.atWidths(func(width int64) { p.fits(width) })
	p.pictures("drill-answered-%d-light")
	p.size(1280, 900)
	p.do(chromedp.Reload())
	p.wait(`document.querySelector("#verdict").textContent === "Wrong: c4. The repertoire plays c3. It is asked again." && ` +
		`document.querySelectorAll("othello-board .value").length === 2`)
	p.says("#question", "What does black play?")
	p.press(kb.Enter) // Next has the focus
	asked("f5d6c3d3")
	p.do(chromedp.Reload())
	asked("f5d6c3d3")
	p.says("#progress", "2 answers, 1 right, 3 left")
	play("c4")
	asked("f5f6")
	p.press("e6")
	asked("f5d6")
	p.press("c3")
	p.wait(`document.querySelector("#question").textContent === "The session is over."`)
	p.says("#verdict", "5 answers, 4 right.", "due in 1 day")
	p.says("#progress", "4 of 4 positions answered, 0 new.")
	p.pictures("drill-over-%d-light")
	p.size(1280, 900)

	p.do(chromedp.Reload())
	p.wait(`document.querySelector("#question").textContent === "The session is over."`)
	p.says("#verdict", "No position is due today.", "due in 1 day")
	p.do(chromedp.SetValue("#repertoire", "mine.txt"), evaluate(`{
		const e = document.querySelector("#repertoire");
		e.selectedIndex = 1;
		e.dispatchEvent(new Event("change", { bubbles: true }));
	}`))
	asked("f5")
	p.click("#show")
	p.wait(`document.querySelector("#verdict").textContent.includes("The repertoire plays d6 or f6")`)
	p.do(chromedp.Reload())
	p.wait(`document.querySelector("#verdict").textContent.includes("The repertoire plays d6 or f6")`)
	p.click("#next")
	asked("f5d6c3") // the address names the side, whose session continues
	p.click("#reset")
	p.click("#resetting .primary")
	p.wait(`document.querySelector("#progress").textContent.includes("0 answers")`)

	p.visit("/train/openings?repertoire=mine.txt&side=black")
	p.click("#reset")
	p.click("#resetting .primary")
	asked("")
	play("c4") // the board does not turn after an image of f5
	asked("c4e3")
	p.do(chromedp.Reload())
	asked("c4e3")
	play("f6")
	asked("c4e3f6e6")
	play("f5")
	asked("f5f6")
}
