package browsertest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/engine/arena"
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
			p.wait(`/^games\s+[\d.]+ a minute now, [\d.]+ a minute on average\s+time left\s+about \d+ min.*until .*last change\s+\d+ s ago$/s.test(document.querySelector("#pace").innerText)`)
			files, _ := filepath.Glob(filepath.Join(dir, "small", "*"))
			for _, file := range files { // as if the process was stuck
				if err := os.Chtimes(file, time.Time{}, time.Now().Add(-10*time.Minute)); err != nil {
					t.Fatal(err)
				}
			}
			p.wait(`document.querySelector("#pace .bad")?.textContent.startsWith("10 min ago: ")`)
			p.wait(`/^Error of Q, root mean square by games. Error of Q: from 0\.\d+ to 0\.\d+, lowest/.test(document.querySelector("#error .plot").ariaLabel)`)
		}
	}
	p.wait(`document.querySelector("#state").innerText.includes("finished")`)
	p.wait(`/^games\s+[\d.]+ a minute on average$/.test(document.querySelector("#pace").innerText)`)
	p.wait(`document.querySelector("#live").textContent === "small: finished"`)
	p.wait(`document.querySelectorAll("#error tbody tr").length === 3`)
	p.wait(`document.querySelectorAll("#evaluations tbody tr").length === 4`)
	p.wait(`document.querySelector("#card").innerText.includes("60 of 60 games learned from")`)
	p.wait(`document.querySelectorAll(".squares tbody td").length === 64`)

	p.choose("#axis", "time")
	p.wait(`document.querySelector("#error .plot").ariaLabel.startsWith("Error of Q, root mean square by minutes of training.")`)
	first := `document.querySelector("#error tbody th").textContent`
	if games, minutes := "20", eval[string](p, first); minutes == games || minutes == "" {
		t.Errorf("the first point is at %q minutes", minutes)
	}
	p.visit(eval[string](p, `location.pathname + location.search`))
	p.wait(`document.querySelector("#scores .plot").ariaLabel?.includes(" by minutes of training.")`)

	p.do(evaluate(`document.querySelector("#smooth").value = 0.9; document.querySelector("#smooth").dispatchEvent(new Event("input"))`))
	p.click("#log")
	button := `#scores .legend button`
	p.click(button)
	p.wait(fmt.Sprintf(`document.querySelector(%q).ariaPressed === "false"`, button))
}

// choose chooses an option as a user does.
func (p *tab) choose(selector, value string) {
	p.t.Helper()
	p.do(evaluate(fmt.Sprintf(`{
		const e = document.querySelector(%q);
		e.value = %q;
		e.dispatchEvent(new Event("change", { bubbles: true }));
	}`, selector, value)))
}

// pooled is a run that keeps past models.
var pooled = strings.NewReplacer("[learn]", "[games]\nmix = \"self=0.5,pool=0.5\"\n[learn]\npool = {every = 20, size = 2}").
	Replace(workspacetest.Config)

// TestModels: the page of a run shows the weights of each model that it keeps, and starts a game against one.
func TestModels(t *testing.T) {
	dir := t.TempDir()
	for range workspacetest.Train(t, filepath.Join(dir, "small"), pooled) {
	}
	p := open(t, serving(t, "--runs", dir), "/watch/run/small")
	p.wait(`document.querySelectorAll("#models a").length >= 3 && document.querySelector(".squares")`)
	pictures := map[string]bool{}
	for i := range eval[int](p, `document.querySelectorAll("#models a").length`) {
		p.do(evaluate(fmt.Sprintf(`{
			const e = document.querySelector("#weights input[type=range]");
			e.value = %d;
			e.dispatchEvent(new Event("input"));
		}`, i)))
		of := eval[string](p, fmt.Sprintf(`new URL(document.querySelectorAll("#models a")[%d].href).searchParams.get("agent").split("@")[1]`, i))
		p.wait(fmt.Sprintf(`performance.getEntriesByType("resource").some((e) => e.name.endsWith("/weights/runs/small?of=%s"))`, of))
		p.wait(`document.querySelectorAll(".squares tbody td").length === 64`)
		p.wait(fmt.Sprintf(`(async () => {
			const w = await (await fetch("/api/v1/weights/runs/small?of=%s")).json();
			const most = Math.max(...w.stages[0].values.map(Math.abs));
			const shown = document.querySelector(".squares tbody td").textContent.replace("−", "-");
			return Math.abs(Number(shown) - w.stages[0].values[0] / most) < 0.006 && document.querySelector(".squares caption").textContent;
		})()`, of))
		pictures[p.text(".squares")] = true
	}
	if len(pictures) < 2 {
		t.Error("all models have the same weights")
	}
	name := eval[string](p, `document.querySelector("#models li").firstChild.data.trim()`)
	p.click("#models a")
	p.wait(fmt.Sprintf(`document.querySelector("#about").textContent.includes("the run small %s")`, name))
	p.start()
	p.click(`othello-board .playable`)
	p.answered(0)
	if got := p.text("#top .name"); got != "small "+name {
		t.Errorf("the opponent is %q, want %q", got, "small "+name)
	}
}

// TestGamesOfMatch: the page of a tournament lists its games in pages while it is played, and its cross-table
// grows. A chosen game is in the address.
func TestGamesOfMatch(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	workspacetest.Play(t, whole, arena.Config{Agents: []string{"random", "greedy", "local"}, Games: 40, Random: 4,
		Seed: 2})
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	file := filepath.Join(t.TempDir(), "cup")
	write := func(games int) {
		if err := os.WriteFile(file, bytes.Join(lines[:1+games], nil), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const (
		numbers = `[...document.querySelectorAll("#games a")].map((a) => Number(a.textContent)).join()`
		counted = `[...document.querySelectorAll("#cross tbody tr")].map((r) => Number(r.cells[4].textContent)).reduce((a, b) => a + b, 0)`
	)
	page := func(from, to int) string {
		var list []string
		for n := from; n <= to; n++ {
			list = append(list, fmt.Sprint(n))
		}
		return fmt.Sprintf(`%s === %q`, numbers, strings.Join(list, ","))
	}
	write(48)
	p := open(t, serving(t, "--runs", filepath.Dir(file)), "/watch/match/cup")
	p.wait(page(1, 48) + ` && ` + counted + ` === 96`)
	write(101)
	p.wait(page(101, 101) + ` && ` + counted + ` === 202`) // the list follows its last page
	p.click("#earliest")
	p.wait(page(1, 50))
	write(120)
	p.wait(counted + ` === 240 && document.querySelector("#range").textContent === "1–50 of 120"`)
	p.click("#later")
	p.wait(page(51, 100))
	p.click(`#games a[href="?game=67"]`)
	chosen := `location.search === "?game=67" && document.querySelector("#game-head").textContent === "Game 67" && document.querySelector("#names").textContent.startsWith("Game 67: ") && document.querySelector('#games a[aria-current]').textContent === "67"`
	p.wait(chosen)
	names := p.text("#names")
	p.visit(eval[string](p, `location.pathname + location.search`))
	p.wait(chosen + ` && ` + page(51, 100) + ` && ` + shown + `.plies.length > 9`)
	if got := p.text("#names"); got != names {
		t.Errorf("%q, then %q", names, got)
	}
	p.wait(`new URL(document.querySelector("#analyse").href).searchParams.get("moves").startsWith(document.querySelector("#games a[aria-current]").closest("tr").cells[5].textContent)`)
	p.click("#newer button")
	p.wait(`location.search === "" && document.querySelector("#names").textContent.startsWith("Game 120: ")`)
	p.do(evaluate(`history.back()`))
	p.wait(chosen)
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
	p.wait(`document.querySelector("#settings tbody").innerText.replace(/\s+/g, " ").trim() === "phase.1.learn.lambda 0 0.5 0.5"`)
	p.wait(`document.querySelectorAll("#weights .squares").length === 3`)
	p.choose("#axis", "time")
	p.wait(`[...document.querySelectorAll("#charts .plot")].every((c) => c.ariaLabel.includes(" by minutes of training."))`)
	p.click(`#runs li:first-child button`)
	p.wait(`document.querySelectorAll("#weights .squares").length === 2 && location.search.endsWith("&axis=time")`)
	p.wait(`[...document.querySelectorAll("#charts .legend")].every((l) => l.children.length === 2)`)
}
