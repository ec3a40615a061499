package browsertest

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestPolicy: were a text of somebody to come into a page as HTML, it could not run, load or send anything;
// and no other page can show this one or ask the server in its user's name.
func TestPolicy(t *testing.T) {
	asked := make(chan string, 10)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Type", "text/html")
	}))
	defer elsewhere.Close()
	base := serving(t)

	p := open(t, base, "/analysis")
	p.expected = []string{"olicy", "Trusted"} // each refusal is told
	p.wait(shown)
	for what, try := range map[string]string{
		"text as HTML":  `document.body.innerHTML = "<b>x</b>"`,
		"inline script": `document.body.append(Object.assign(document.createElement("script"), { text: "window.ran = true" })); if (!window.ran) throw new Error()`,
		"text as code": `document.body.append(Object.assign(document.createElement("script"), { src: "` +
			elsewhere.URL + `/script" }))`,
		"an inline event":  `document.body.setAttribute("onclick", "window.ran = true"); document.body.click(); if (!window.ran) throw new Error()`,
		"asking elsewhere": `await fetch("` + elsewhere.URL + `/fetch")`,
	} {
		if !eval[bool](p, `(async () => { try { `+try+` } catch { return true } return false })()`) {
			t.Errorf("the page allows %s", what)
		}
	}
	p.do(evaluate(`document.body.append(Object.assign(document.createElement("img"), { src: "` + elsewhere.URL +
		`/image" }))`))
	p.wait(`document.images[document.images.length - 1].complete`)

	select {
	case path := <-asked:
		t.Errorf("the page asked another host for %s", path)
	default:
	}

	other := open(t, elsewhere.URL, "/")
	other.expected = []string{"olicy", "Failed to load"}
	for what, try := range map[string]string{
		"begin a game": `await fetch("` + base +
			`/api/v1/games", { method: "POST", mode: "no-cors", body: '{"black":"human","white":"human"}' }).catch(() => {})`,
		"an image": `await new Promise((done) => Object.assign(new Image(), { onload: done, onerror: done, src: "` +
			base + `/assets/icon.svg" }))`,
		"a stream": `await new Promise((done) => new EventSource("` + base +
			`/api/v1/analysis?depth=1").addEventListener("error", done))`,
		"read": `await fetch("` + base + `/api/v1/board").then(() => { throw new Error("it can") }, () => {})`,
	} {
		if !eval[bool](other, `(async () => { try { `+try+` } catch { return false } return true })()`) {
			t.Errorf("another page: %s", what)
		}
	}
	p.visit("/analysis")
	if all := eval[int](p, `fetch("/api/v1/games").then((a) => a.json()).then((list) => list.all)`); all != 0 {
		t.Errorf("another page began %d games", all)
	}
}
