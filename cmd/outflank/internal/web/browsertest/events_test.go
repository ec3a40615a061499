package browsertest

import (
	"strings"
	"testing"
)

// TestEvents: the explorer's list of games leads to the event, the event to a player and back, and to a game.
func TestEvents(t *testing.T) {
	p := open(t, withGames(t), "/explore?moves=f5d6")
	p.wait(explored("f5d6"))
	p.click("#hits a.event")
	p.wait(`location.pathname === "/events/Outflank%20demo" && document.querySelector("h1").textContent === "Outflank demo 2026"`)
	p.click(`td a[href="/players/greedy"]`)
	p.wait(`location.pathname === "/players/greedy" && document.querySelector("figure img").naturalWidth > 100`)
	p.click(`td a[href="/events/Outflank%20demo?year=2026"]`)
	p.wait(`location.pathname.startsWith("/events/")`)
	p.click(`a[rel="next"]`)
	p.wait(`location.search.includes("first=100") && document.querySelector('a[rel="prev"]')`)
	p.click(`td a[href^="/analysis"]`)
	p.wait(`location.pathname === "/analysis" && !document.querySelector("#names").hidden`)
}

// TestOpenings: an opening of the list has a page with its board and its results, and leads to the explorer.
func TestOpenings(t *testing.T) {
	p := open(t, withGames(t), "/openings")
	p.click(`td a[href="/openings/Diagonal"]`)
	p.wait(`document.querySelector(".opening img").naturalWidth > 100 && document.querySelector("figure img").naturalWidth > 100`)
	reached := p.text(".opening p:nth-of-type(2)")
	p.click(`a[href="/explore?moves=f5f6"]`)
	p.wait(explored("f5f6"))
	_, games, _ := strings.Cut(reached, " in ")
	if games, _, _ = strings.Cut(games, ","); !strings.HasPrefix(p.text("#sum"), games+": ") {
		t.Errorf("the page says %q, the explorer %q", reached, p.text("#sum"))
	}
}

// TestGallery: the gallery shows a picture of each statistic as soon as it is drawn, without a reload.
func TestGallery(t *testing.T) {
	p := open(t, withGames(t), "/statistics")
	p.wait(`[...document.querySelectorAll("#gallery .thumb")].every((e) => e.querySelector("img") || e.textContent.startsWith("Nothing"))`)
	if got := eval[int](p, `document.querySelectorAll("#gallery img").length`); got < 12 {
		t.Errorf("%d pictures", got)
	}
	p.click(`#gallery a[href="/statistics/years"]`)
	p.wait(`location.pathname === "/statistics/years" && document.querySelector("figure img").naturalWidth > 100`)
}
