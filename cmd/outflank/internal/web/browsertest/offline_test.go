package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestOffline: the board of the site plays a whole game and analyses after its server is gone.
func TestOffline(t *testing.T) {
	if os.Getenv("OUTFLANK_LONG") == "" || browser == nil {
		t.Skip("set OUTFLANK_LONG, and install chromium, to open the site")
	}
	dir := filepath.Join(t.TempDir(), "site")
	build := exec.Command("go", "run", ".", "-only", "site", "-o", dir)
	build.Dir = filepath.Join("..", "..", "..", "..", "..", ".ci", "release")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	p := open(t, server.URL, "/board/board.html?play=white&depth=2")
	p.wait(shown)
	t.Logf("the board was there after %.0f ms", eval[float64](p, `performance.now()`))
	p.wait(`!document.querySelector("#network").hidden`)
	t.Logf("the evaluator was there after %.0f ms", eval[float64](p, `performance.now()`))
	server.CloseClientConnections()
	server.Close()
	for !eval[bool](p, shown+`.over`) { // the program is black
		p.wait(shown + `.over || document.querySelector("othello-board").playable`)
		if eval[bool](p, shown+`.over`) {
			break
		}
		n := eval[int](p, plies)
		p.click(`othello-board .playable`)
		p.wait(fmt.Sprintf(`%s > %d`, plies, n))
	}
	if n := eval[int](p, plies); n < 20 {
		t.Errorf("the game is over after %d moves", n)
	}
	if found := p.barriers(); len(found) > 0 {
		t.Error(found)
	}
	for range 8 {
		p.click("#back")
	}
	p.click("#on")
	p.wait(`document.querySelector("#reach").textContent.includes("exact")`)
	p.click("#first")
	p.wait(`/depth (8|9|1\d)/.test(document.querySelector("#reach").textContent)`)
	t.Log(p.text("#reach"))
	p.pictures("offline-%d")
	// A game on another board, with both sides.
	for id, value := range map[string]string{"human": "both", "shape": "hex"} {
		p.do(evaluate(fmt.Sprintf(`{ const e = document.querySelector("#%s"); e.value = %q; e.dispatchEvent(new Event("change")); }`, id, value)))
	}
	p.wait(shown + `.shape === "hex" && document.querySelector("#reach").textContent.includes("depth")`)
}
