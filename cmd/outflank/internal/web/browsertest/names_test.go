package browsertest

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// hostile are players whose names are HTML, and one who is harmless.
var hostile = []string{`<img src=x onerror=alert(1)>`, "Bo & Co", "Cid"}

// hostileGames writes games of a club into a file.
func hostileGames(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.pgn")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	start, err := engine.Full.Start()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 9 {
		g, err := engine.ParseGame(start, "f5d6c3")
		if err != nil {
			t.Fatal(err)
		}
		at, err := g.End()
		if err != nil {
			t.Fatal(err)
		}
		moves, _ := at.RandomMoves(60, rng)
		g.Moves = append(g.Moves, moves...)
		r := notation.Record{
			Game: g, Event: "Club <i>evening</i>", Date: fmt.Sprintf("%d.03.11", 2000+i%10),
			Black: hostile[i%3], White: hostile[(i+1)%3],
		}
		if err := notation.PGN.Write(f, r); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// TestNames: names of a database are text, whatever they say: no page has an element of theirs. What a page
// loaded by them would be an error of the page.
func TestNames(t *testing.T) {
	base := serving(t, hostileGames(t))
	p := open(t, base, "/explore?moves=f5d6c3")
	p.wait(explored("f5d6c3") + ` && document.querySelector("#hits li")`)
	for _, path := range []string{
		"", "/players?name=img", "/players/" + url.PathEscape(hostile[0]), "/versus?player=Cid&opponent=" +
			url.QueryEscape(hostile[0]),
		"/statistics/players?min_games=1", "/explore?player=" + url.QueryEscape(hostile[0]), "/explore?player=" +
			url.QueryEscape(`"><script>alert(1)</script>`),
	} {
		if path != "" {
			p.visit(path)
		}
		p.wait(`document.body.innerText.includes("<img src=x") || document.querySelector('[name="player"]')?.value.startsWith('"><script')`)
		if got := eval[int](p, `document.querySelectorAll("img[src=x], main script, main i").length`); got != 0 {
			t.Errorf("%s: %d elements are those of a name", path, got)
		}
	}
}
