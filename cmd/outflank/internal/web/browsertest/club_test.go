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

// look looks at a page at all widths, and for barriers.
func (p *tab) look(name string) {
	p.t.Helper()
	p.atWidths(func(width int64) { p.fits(width) })
	for _, barrier := range p.barriers() {
		p.t.Errorf("%s: %v", name, barrier)
	}
	p.pictures(name + "-%d-light")
	p.size(1280, 900)
}

// TestClub: an organiser opens an evening, two players join by its address and play, and the organiser decides the
// games of an absent player. All players see the cross-table.
func TestClub(t *testing.T) {
	base := serving(t)
	organiser := open(t, base, "/club")
	organiser.wait(`document.querySelector("#evenings li")`)
	organiser.do(chromedp.SetValue(`#open [name="start"]`, "4x4"))
	organiser.paste(`#open [name="title"]`, "Thursday <b>evening</b>"+strings.Repeat("W", 17))
	organiser.click(`#open button`)
	organiser.wait(`location.pathname.match(/^\/club\/\w+$/) && !document.querySelector("#organiser").hidden`)
	at := eval[string](organiser, `location.pathname`)
	for _, name := range []string{"Cleo", "Dan"} {
		organiser.paste(`#add [name="name"]`, name)
		organiser.click(`#add button`)
		organiser.wait(`document.querySelector("#table").textContent.includes("` + name + `") && document.querySelector("#add input").value === ""`)
	}
	organiser.click(`#change-Dan`)
	organiser.click(`#withdraw`)
	organiser.wait(`!document.querySelector("#table").textContent.includes("Dan")`)
	organiser.wait(`document.querySelector("#invite img").naturalWidth > 0`)

	lobby := open(t, base, "/lobby")
	lobby.wait(`document.querySelector("#evenings a")?.getAttribute("href") === "` + at + `"`)
	players := map[string]*tab{}
	for _, name := range []string{"Ann", "Bo"} {
		p := open(t, base, at)
		p.wait(`!document.querySelector("#join").hidden && document.querySelector("#free button")`)
		if name == "Ann" {
			p.look("club-join")
		}
		p.paste(`#join [name="name"]`, name)
		p.click(`#join button`)
		p.wait(`document.querySelector("#mine").textContent.includes("You take part")`)
		if eval[bool](p, `!document.querySelector("#organiser").hidden || Boolean(document.querySelector("#table button"))`) {
			t.Error("a player has the organiser's buttons")
		}
		players[name] = p
	}
	organiser.wait(`document.querySelector("#table").textContent.includes("Bo")`)
	if got := organiser.text("h1"); got != "Thursday <b>evening</b>"+strings.Repeat("W", 17) {
		t.Errorf("the title is %q", got)
	}
	organiser.look("club-open")
	organiser.click(`#begin`)
	organiser.wait(`document.querySelectorAll("#pairings li").length === 6 && document.querySelector("#pairings").textContent.includes("Cleo has a bye")`)

	for name, p := range players {
		p.wait(`document.querySelector("#seat")`)
		if got := p.text("#mine"); !strings.Contains(got, "against "+map[string]string{"Ann": "Bo", "Bo": "Ann"}[name]) {
			t.Errorf("%s reads %q", name, got)
		}
	}
	players["Ann"].look("club-next")
	for _, p := range players {
		p.click("#seat")
		p.wait(`location.pathname.startsWith("/play/") && ` + shown)
	}
	black, white := players["Ann"], players["Bo"]
	black.wait(`document.querySelector("#bottom").textContent.includes("Ann (you)")`)
	if eval[bool](white, `document.querySelector("#bottom .side.black") !== null`) {
		black, white = white, black
	}
	black.click(`othello-board .playable`)
	white.wait(plies + ` === 1`)
	organiser.wait(`document.querySelector("#pairings").textContent.includes("1 move")`)
	white.click("#resign")
	white.click(`#resigning [value="resign"]`)
	black.wait(over + ` && !document.querySelector("#evening").hidden`)
	if eval[bool](black, `Boolean(document.querySelector("[data-offer]"))`) {
		t.Error("a game of an evening has a rematch")
	}
	for _, p := range []*tab{black, white} {
		p.wait(`["event", "result", "black"].map((key) => new URL(document.querySelector("#analyse").href).searchParams.get(key)).join() ` +
			`.match(/^Thursday <b>evening<\/b>W+,1-0:r,(Ann|Bo)$/)`)
	}
	black.click("#evening a")
	black.wait(`location.pathname === "` + at + `" && document.querySelector("#about").textContent.startsWith("Round 2")`)
	black.wait(`document.querySelector("#table tbody tr").textContent.match(/^1(Ann|Bo)1\+14/)`)

	organiser.click(`#change-Ann`)
	organiser.click(`#release`)
	organiser.wait(`document.querySelector("#table").textContent.includes("Ann (not here yet)")`)
	organiser.says("#rule", "by at least 2 discs (33–31)")
	for round := 2; round <= 3; round++ {
		organiser.wait(fmt.Sprintf(`document.querySelector("#about").textContent.startsWith("Round %d")`, round))
		organiser.click(`#pairings button`)
		organiser.wait(`document.querySelector("#deciding").open`)
		if round == 2 {
			organiser.look("club-decide")
			organiser.paste(`#deciding [name="black"]`, "6")
			organiser.paste(`#deciding [name="white"]`, "60")
			organiser.click(`#deciding .primary`)
			organiser.wait(`document.querySelector("#deciding [name=white]:invalid")?.value === "60" && document.querySelector("#deciding").open`)
			organiser.do(evaluate(`document.querySelector("#deciding [name=white]").select()`))
			organiser.press(kb.Backspace)
			organiser.paste(`#deciding [name="white"]`, "10")
		} else {
			side := "white"
			if strings.Contains(organiser.text("#whose"), "Cleo is black") {
				side = "black"
			}
			organiser.do(evaluate(`{
				const e = document.querySelector("#deciding select");
				e.value = "` + side + `";
				e.dispatchEvent(new Event("input", { bubbles: true }));
			}`))
			organiser.wait(`document.querySelector("#discs").hidden`)
		}
		organiser.click(`#deciding .primary`)
	}
	for _, p := range []*tab{organiser, black} {
		p.wait(`document.querySelector("#about").textContent.startsWith("All games are over")`)
		p.wait(`document.querySelectorAll("#table tbody tr").length === 3 && !document.querySelector("#files").hidden`)
	}
	organiser.look("club-over")
	if got := eval[string](organiser, `fetch(document.querySelector("#pgn").href).then((r) => r.text())`); !strings.Contains(got, `[White "`) {
		t.Errorf("the games: %s", got)
	}
	lobby.visit("/lobby")
	lobby.wait(`document.querySelector("#evenings li").textContent === "None."`)
}

// TestWithdrawn: the page tells a withdrawn player so, and tells everyone that the later games are lost. A visitor
// cannot take the player's name. The organiser lets the player take part again.
func TestWithdrawn(t *testing.T) {
	base := serving(t)
	v := change(t, base, "", `{"title":"Thursday","clock":"","start":"4x4","games":1}`)
	at, by := "/"+v.ID, "?organiser="+v.Key
	change(t, base, at+"/join", `{"name":"Ann"}`)
	for _, name := range []string{"Bo", "Eve"} {
		change(t, base, at+"/players"+by, `{"name":"`+name+`"}`)
	}
	p := open(t, base, "/club/"+v.ID)
	p.paste(`#join [name="name"]`, "Dee")
	p.click(`#join button`)
	p.wait(`document.querySelector("#mine").textContent.includes("You take part")`)
	change(t, base, at+"/rounds"+by, "")
	change(t, base, at+"/withdrawn"+by, `{"name":"Eve"}`)
	visitor := open(t, base, "/club/"+v.ID)
	visitor.wait(`document.querySelector("#free").textContent === "I am Bo"`)
	p.click("#leave")
	p.click("#withdraw")
	p.wait(`document.querySelector("#mine").innerText.includes("You have withdrawn. From round 1 on, you lose") && !document.querySelector("#leave")`)
	visitor.wait(`document.querySelectorAll("#table tbody tr").length === 4 && document.querySelector("#table").textContent.includes("Dee (withdrawn)")`)
	if got := visitor.text("#pairings"); strings.Count(got, " has withdrawn and loses by 2 discs") < 2 ||
		strings.Count(got, "both have withdrawn and lose")+strings.Count(got, "both lose (both withdrawn)") != 1 {
		t.Errorf("the games: %s", got)
	}
	visitor.look("club-withdrawn")
	visitor.visit("/club/" + v.ID + "/" + v.Key)
	visitor.click("#change-Dee")
	visitor.look("club-again")
	visitor.click("#release")
	visitor.wait(`document.querySelector("#table").textContent.includes("Dee") && !document.querySelector("#table").textContent.includes("Dee (withdrawn)")`)
	p.wait(`document.querySelector("#leave") && document.querySelector("#mine").textContent.includes("Your game is over")`)
}

// change sends a change to an evening.
func change(t *testing.T, base, path, body string) (v struct{ ID, Key string }) {
	t.Helper()
	answer, err := http.Post(base+"/api/v1/evenings"+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&v); err != nil || v.ID == "" {
		t.Fatalf("%s: %s, %v", path, answer.Status, err)
	}
	return v
}

// evening opens an evening with two players.
func evening(t *testing.T, base string) (id string) {
	t.Helper()
	v := change(t, base, "", `{"title":"Thursday","clock":"5m","start":"8x8","games":2}`)
	change(t, base, "/"+v.ID+"/join", `{"name":"Ann"}`)
	change(t, base, "/"+v.ID+"/players?organiser="+v.Key, `{"name":"Bo"}`)
	change(t, base, "/"+v.ID+"/rounds?organiser="+v.Key, "")
	return v.ID
}
