package browsertest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

// TestLiveRun: the page of a run that is being trained shows its curve as it grows, as a picture, as a table
// and in words, and says when it is finished.
func TestLiveRun(t *testing.T) {
	dir := t.TempDir()
	var p *tab
	rounds := 0
	for progress := range workspacetest.Train(t, filepath.Join(dir, "small"), workspacetest.Config) {
		if p == nil {
			p = open(t, serving(t, "--runs", dir), "/watch")
			p.click(".entry a")
			p.wait(`location.pathname === "/watch/run/small"`)
		}
		// What this round taught is written after it.
		p.wait(fmt.Sprintf(`document.querySelector("#state").innerText.includes("%d of 60 games")`,
			progress.Games-20))
		if rounds++; rounds == 2 {
			p.click("#error summary")
		}
		if rounds >= 2 {
			p.wait(fmt.Sprintf(`document.querySelectorAll("#error tbody tr").length === %d`, rounds-1))
			p.wait(`document.querySelector("#error canvas").width > 0`)
			p.wait(`/^Error of Q, root mean square by games. Error of Q: from 0\.\d+ to 0\.\d+, lowest/.test(document.querySelector("#error .plot").ariaLabel)`)
		}
	}
	p.wait(`document.querySelector("#state").innerText.includes("finished")`)
	p.wait(`document.querySelector("#live").textContent === "small: finished"`)
	p.wait(`document.querySelectorAll("#error tbody tr").length === 3`)
	p.wait(`document.querySelectorAll("#evaluations tbody tr").length === 4`)
	p.wait(`document.querySelector("#card").innerText.includes("60 of 60 games learned from")`)
	p.wait(`document.querySelectorAll(".squares tbody td").length === 64`)

	p.do(evaluate(`document.querySelector("#smooth").value = 0.9; document.querySelector("#smooth").dispatchEvent(new Event("input"))`))
	p.click("#log")
	button := `#scores .legend button`
	p.click(button)
	p.wait(fmt.Sprintf(`document.querySelector(%q).ariaPressed === "false"`, button))
}

// TestLiveMatch: the page of a match shows its score, its test and the game that ended last, while it is
// played; who looks at an earlier move of a game keeps it.
func TestLiveMatch(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	workspacetest.Play(t, whole, workspacetest.Match)
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "match"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	write := func(lines ...[]byte) {
		for _, line := range lines {
			if _, err := file.Write(line); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(lines[:5]...)
	p := open(t, serving(t, "--runs", dir), "/watch/match/match")
	p.wait(shown + `.over`)
	p.wait(`document.querySelector("#state").innerText.includes("of 40 games")`)
	p.wait(`document.querySelector("#score").innerText.startsWith("random: ")`)
	p.wait(`/^SPRT of −50 against 50 Elo: LLR /.test(document.querySelector("#verdict").innerText)`)
	first := p.text("#names")
	write(lines[5:9]...)
	p.wait(fmt.Sprintf(`document.querySelector("#names").innerText !== %q`, first))
	second := p.text("#names")
	p.click("#back")
	p.wait(`!` + shown + `.over`)
	write(lines[9:15]...)
	p.wait(`!document.querySelector("#newer").hidden`)
	if got := p.text("#names"); got != second {
		t.Errorf("the game that was looked at is %q, then %q", second, got)
	}
	p.click("#newer button")
	p.wait(fmt.Sprintf(`document.querySelector("#names").innerText !== %q`, second))
}

// TestCompare: runs are chosen in the list and compared in charts; the address restores them.
func TestCompare(t *testing.T) {
	dir := t.TempDir()
	workspacetest.Fill(t, dir)
	p := open(t, serving(t, "--runs", dir), "/watch")
	p.wait(`document.querySelectorAll(".entry").length === 7`)
	p.do(evaluate(`document.querySelector("#filter").value = "lambda"; document.querySelector("#filter").dispatchEvent(new Event("input"))`))
	p.wait(`document.querySelectorAll(".entry").length === 3`)
	for _, at := range []string{"sweeps/lambda/001", "sweeps/lambda/002"} {
		p.click(fmt.Sprintf(`[data-path=%q] input`, at))
	}
	p.click("#compare")
	p.wait(`document.querySelectorAll("#charts canvas").length === 6`)
	p.wait(`[...document.querySelectorAll("#charts .legend")].every((l) => l.children.length === 2)`)
	p.do(evaluate(`document.querySelector("#add input").value = "small"; document.querySelector("#add").requestSubmit()`))
	p.wait(`[...document.querySelectorAll("#charts .legend")].every((l) => l.children.length === 3)`)
	p.visit(eval[string](p, `location.pathname + location.search`))
	p.wait(`document.querySelectorAll("#runs li").length === 3 && document.querySelectorAll("#charts canvas").length === 6`)
	p.click(`#runs li:first-child button`)
	p.wait(`[...document.querySelectorAll("#charts .legend")].every((l) => l.children.length === 2)`)
}
