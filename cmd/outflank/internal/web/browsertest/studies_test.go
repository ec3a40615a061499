package browsertest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const saved = `document.querySelector("#saved").textContent === "Saved"`

// TestStudy: a game becomes a study. Its variations, comments, drawings, data and review are there after a reload
// and in another browser, which may read but not change it, unless it has the link for that.
func TestStudy(t *testing.T) {
	state := t.TempDir()
	base := room.Serve(t, "web", "--state", state)
	p := open(t, base, "/analysis?start=4x4&moves=c4d4a2a3a4b4d3b1c1a1d2d1&black=Ann")
	p.wait(plies + ` === 12`)
	p.click("#judge")
	p.wait(`document.querySelector("#sums button") && document.querySelector("#done").hidden`)
	totals := p.text("#sums")
	p.click("#save")
	p.wait(`location.pathname.startsWith("/study/") && ` + plies + ` === 12`)
	at := eval[string](p, `location.pathname`)
	if got := p.text("#names"); got != "Ann – ?" {
		t.Errorf("the players are %q", got)
	}
	p.click(`move-list li:first-child button`)
	p.wait(plies + ` === 1`)
	p.click(`othello-board [data-square="11"]`) // d2
	p.wait(plies + ` === 2`)
	p.paste("#comment", "the other <b>way</b>")
	p.click("#study summary")
	p.paste(`#about [name="white"]`, "Bo & Co")
	p.do(evaluate(`{
		const at = (s) => document.querySelector('othello-board [data-square="' + s + '"]');
		at(0).scrollIntoView();
		const event = (kind, s) => {
			const { x, y } = at(s).getBoundingClientRect();
			at(s).dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 2, clientX: x + 5, clientY: y + 5 }));
		};
		for (const [from, to] of [[0, 0], [0, 9], [1, 1], [1, 1]]) {
			event("pointerdown", from);
			event("pointerup", to);
		}
	}`))
	drawn := `document.querySelectorAll(".drawings circle").length + " " + document.querySelectorAll(".drawings path").length`
	p.wait(drawn + ` === "1 1"`)
	p.click("#draw")
	p.click(`othello-board [data-square="8"]`) // a2
	p.wait(drawn + ` === "2 1"`)
	p.click("#draw")
	p.wait(saved)
	for _, barrier := range p.barriers() {
		t.Error(barrier)
	}
	p.atWidths(func(width int64) { p.fits(width) })
	p.pictures("study-%d-light")
	p.size(1280, 900)

	has := func(p *tab, mine bool) {
		t.Helper()
		p.wait(plies + ` > 0 && document.querySelector("#names").textContent === "Ann – Bo & Co"`)
		p.click(`move-list .side button`)
		p.wait(shown + `.moves === "c4d2"`)
		comment := `document.querySelector("#note").textContent`
		if mine {
			comment = `document.querySelector("#comment").value`
		}
		p.wait(comment + ` === "the other <b>way</b>" && ` + drawn + ` === "2 1"`)
		if got := p.text("#sums"); got != totals {
			t.Errorf("the review says %q, then %q", totals, got)
		}
		for _, part := range []string{"#study", "#remove"} {
			if hidden := eval[bool](p, `document.querySelector("`+part+`").hidden`); hidden == mine {
				t.Errorf("%s is hidden: %v", part, hidden)
			}
		}
	}
	p.do(chromedp.Reload())
	has(p, true)
	reader := open(t, base, at)
	has(reader, false)
	reader.click(`othello-board .playable`) // a variation of the reader's own
	reader.wait(shown + `.moves.length === 6`)
	reader.do(chromedp.Reload())
	reader.wait(shown + `?.moves.length === 6`)
	reader.visit(at)
	has(reader, false)

	framed := open(t, base, strings.Replace(at, "/study/", "/embed/", 1))
	framed.wait(shown + `?.moves === ""`)
	framed.click(`move-list .side button`)
	framed.wait(shown + `.moves === "c4d2" && document.querySelector("#note").textContent === "the other <b>way</b>" && ` +
		drawn + ` === "2 1"`)
	for _, barrier := range framed.barriers() {
		t.Error(barrier)
	}
	framed.atWidths(func(width int64) { framed.fits(width) })
	framed.pictures("embed-%d-light")

	key := eval[string](p, fmt.Sprintf(`fetch("/api/v1/studies/%s").then((r) => r.json()).then((v) => v.key)`,
		strings.TrimPrefix(at, "/study/")))
	writer := open(t, base, "/edit/"+strings.TrimPrefix(at, "/study/")+"/"+key)
	has(writer, true)
	writer.paste("#comment", "!")
	for _, page := range []*tab{p, reader} {
		page.wait(`(document.querySelector("#comment").value || document.querySelector("#note").textContent) === "the other <b>way</b>!"`)
	}
	for _, page := range []*tab{p, writer} {
		page.expected = []string{"status of 409"}
	}
	// meet makes both change the study at the same time: the request of p waits until writer has saved.
	meet := func(mine, theirs func()) {
		p.do(evaluate(`{
			const send = fetch;
			window.fetch = (...a) => a[1]?.method !== "POST" ? send(...a) : new Promise((done) => {
				window.release = () => {
					window.fetch = send;
					done(send(...a));
				};
			});
		}`))
		mine()
		p.wait(`window.release`)
		theirs()
		writer.wait(saved)
		p.do(evaluate(`release()`))
	}
	writer.click("#first")
	writer.wait(plies + ` === 0`)
	meet(func() { p.paste("#comment", "?") }, func() { writer.paste("#comment", "start") })
	p.wait(saved)
	writer.wait(`document.querySelector("#comment").value === "start"`)
	writer.click(`move-list .side button`)
	p.click("#first")
	for _, page := range []*tab{p, writer} {
		comment := map[*tab]string{p: "start", writer: "the other <b>way</b>!?"}[page]
		page.wait(`document.querySelector("#comment").value === "` + comment + `"`)
	}
	p.click(`move-list .side button`)
	p.wait(plies + ` === 2`)
	meet(func() { p.paste("#comment", "1") }, func() { writer.paste("#comment", "2") })
	const refused = `document.querySelector("#refused").textContent`
	for range 2 { // it is there after a reload, too
		p.wait(refused + `.includes("Another visitor changed the same comment on 2. d2. Yours was not saved: the other <b>way</b>!?1")`)
		p.click(`move-list .side button`)
		p.wait(`document.querySelector("#comment").value === "the other <b>way</b>!?2"`)
		p.atWidths(func(width int64) { p.fits(width) })
		p.pictures("refused-%d-light")
		p.size(1280, 900)
		p.do(chromedp.Reload())
		p.wait(plies + ` > 0`)
	}
	p.click("#refused button")
	for _, page := range []*tab{p, writer} {
		page.wait(`document.querySelector("#comment").value === "the other <b>way</b>!?2\nthe other <b>way</b>!?1"`)
	}
	p.wait(saved + ` && document.querySelector("#refused").hidden`)
	writer.click(`move-list .side button`)
	p.click(`move-list .side button`)
	meet(func() { p.click("#remove") }, func() { writer.paste("#comment", "3") })
	p.wait(refused + `.startsWith("The moves stay: another visitor changed them")`)
	p.wait(`document.querySelector("move-list .side button")`)
	p.click("#refused button")
	p.wait(`document.querySelector("#refused").hidden`)
	p.click(`move-list .side button`)
	p.click("#remove")
	writer.wait(`document.querySelector("#problem").textContent === "Another visitor has deleted the moves on the board"`)
	p.click("#deleted button")
	p.wait(saved)

	for _, format := range []string{"sgf", "pgn"} {
		reader.visit(at)
		reader.wait(plies + ` === 12`)
		reader.do(evaluate(`HTMLAnchorElement.prototype.click = function () { sessionStorage.setItem("file", this.href); }`))
		reader.click("details:has(> #files) > summary")
		if format == "sgf" {
			reader.atWidths(func(width int64) { reader.fits(width) })
			reader.pictures("export-%d-light")
			reader.size(1280, 900)
		}
		reader.click(`#files [data-format="` + format + `"]`)
		reader.wait(`sessionStorage.getItem("file")`)
		reader.visit("/analysis")
		reader.wait(shown)
		reader.do(evaluate(`document.querySelector("#text").value = decodeURIComponent(sessionStorage.getItem("file").split(",").slice(1).join(","));
			sessionStorage.removeItem("file")`))
		reader.click("#read")
		reader.click(`move-list .side button`)
		reader.wait(shown + `.moves === "c4d2" && document.querySelector("#comment").value.startsWith("the other <b>way</b>!?2") && ` +
			drawn + ` === "2 1" && document.querySelector("#names").textContent.startsWith("Ann – Bo & Co")`)
	}

	p.visit("/studies")
	p.wait(`document.querySelector("#studies a")?.textContent === "Ann – Bo & Co"`)
	p.paste("#search", "zoe")
	p.wait(`document.querySelector("#range").textContent === "No study matches."`)
	p.visit(at)
	p.wait(plies + ` > 0`)
	p.click("#study summary")
	p.click("#delete")
	p.click(`#deleting .primary`)
	p.wait(`location.pathname === "/studies" && document.querySelector("#range").textContent === "No study matches."`)
	if files, err := filepath.Glob(filepath.Join(state, "studies", "*.study")); err != nil || len(files) > 0 {
		t.Errorf("%v, %v", files, err)
	}
}

// TestStudyWithoutServer: comments written while the server is away reach it when it is back, from the same page
// or from one that is opened later.
func TestStudyWithoutServer(t *testing.T) {
	s := newSwitched(t, serving(t))
	p := open(t, s.URL, "/analysis?moves=f5d6c3")
	p.expected = []string{"Failed to load"}
	p.click("#save")
	p.wait(`location.pathname.startsWith("/study/") && ` + plies + ` === 3`)
	at := eval[string](p, `location.pathname`)
	eval[bool](p, `import("/assets/study.js").then(async ({ Study }) => {
		window.other = new Study(); // as in another tab of the browser
		await other.open(Study.named());
		return true;
	})`)
	for _, later := range []bool{false, true} {
		s.gone.Store(true)
		s.CloseClientConnections()
		comment := fmt.Sprintf("later: %v. ", later)
		p.paste("#comment", comment)
		p.wait(`document.querySelector("#saved").textContent === "Not saved"`)
		if later {
			if !eval[bool](p, `other.drop() ?? localStorage.getItem("drafts").includes("`+comment+`")`) {
				t.Error("another tab drops the draft")
			}
			p.do(chromedp.Navigate("about:blank"))
		}
		s.gone.Store(false)
		if later {
			p.visit(at)
			p.wait(plies + ` === 3`)
		}
		p.wait(saved + ` && document.querySelector("#comment").value.includes("` + comment + `")`)
		reader := open(t, s.URL, at)
		reader.expected = p.expected
		reader.wait(`document.querySelector("#note").textContent.includes("` + comment + `")`)
	}
}
