package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/engine/runtime/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type common struct {
	Color string `query:"color" enum:"black,white" doc:"a side" example:"black"`
}

type query struct {
	common
	Name  string   `query:"name" doc:"a name"`
	Years []int    `query:"year" doc:"of the game" example:"[1999]"`
	Share float64  `query:"share"`
	Deep  bool     `query:"deep"`
	N     uint     `query:"n"`
	Tags  []string `query:"tag"`
}

type bounded struct {
	Few  int    `query:"few" minimum:"1" maximum:"9"`
	Seed uint64 `query:"seed"`
	Most *int   `query:"most" minimum:"0"`
}

type pathQuery struct {
	ID   int    `query:"id" doc:"of the game"`
	Rest string `query:"rest"`
	Ply  int    `query:"ply"`
}

type body struct {
	Move   string `json:"move" doc:"a square"`
	Ply    int    `json:"ply,omitempty"`
	Before *said  `json:"before,omitempty"`
}

type said struct {
	Text string `json:"text" doc:"what was asked"`
}

func say(v any) (said, error) { return said{fmt.Sprintf("%+v", v)}, nil }

// call asks the routes, and wants a status; the answer is returned.
func call(t *testing.T, routes []Route, method, address, body string, want int) *httptest.ResponseRecorder {
	t.Helper()
	mux := http.NewServeMux()
	for _, r := range routes {
		mux.Handle(r.Pattern(), r.Handler)
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(method, address, strings.NewReader(body)))
	if w.Code != want {
		t.Fatalf("%s %s: %d, want %d: %s", method, address, w.Code, want, w.Body)
	}
	return w
}

func TestQueries(t *testing.T) {
	routes := []Route{
		Get("/q", "", func(_ context.Context, q query) (said, error) { return say(q) }),
		Get("/few", "", func(_ context.Context, q bounded) (said, error) { return say(q) }),
		Get("/p/{id}/x/{rest...}", "", func(_ context.Context, q pathQuery) (said, error) { return say(q) }),
		Get("/none", "", func(_ context.Context, q None) (said, error) { return say(q) }),
		Get("/turn", "", func(_ context.Context, q common) (a said, err error) {
			if q.Color == "white" {
				return a, fault.Misuse(errors.New("it is not white's turn"))
			}
			return say(q)
		}),
	}
	for _, tt := range []struct {
		address string
		status  int
		want    string
	}{
		{"/q", 200, "{common:{Color:} Name: Years:[] Share:0 Deep:false N:0 Tags:[]}"},
		{"/q?color=black&name=A%20%3CB%3E&year=1999&year=2001&share=0.5&deep=true&n=7&tag=a&tag=b", 200, "{common:{Color:black} Name:A <B> Years:[1999 2001] Share:0.5 Deep:true N:7 Tags:[a b]}"},
		{"/q?nmae=x", 400, `unknown parameter "nmae"`},
		{"/q?Name=x", 400, `unknown parameter "Name"`},
		{"/q?color=green", 400, "color=green: want one of black white"},
		{"/q?n=null", 400, "n=null: want a value of type uint"},
		{"/q?name=a&name=b", 200, "{common:{Color:} Name:b Years:[] Share:0 Deep:false N:0 Tags:[]}"}, // the last one counts
		{"/few?few=9&seed=18446744073709551615", 200, "{Few:9 Seed:18446744073709551615 Most:<nil>}"},
		{"/few?few=", 200, "{Few:0 Seed:0 Most:<nil>}"},
		{"/few?most=x", 400, "most=x: want a value of type int"},
		{"/few?most=-1", 400, "most=-1: want 0 or more"},
		{"/few?few=0", 400, "few=0: want 1 to 9"},
		{"/few?few=10", 400, "few=10: want 1 to 9"},
		{"/few?seed=18446744073709551616", 400, "seed=18446744073709551616: want a value of type uint64"},
		{"/q?year=x", 400, "year=x: want a value of type int"},
		{"/q?year=1&year=99999999999999999999", 400, "year=1,99999999999999999999: want a value of type int"},
		{"/q?n=-1", 400, "n=-1: want a value of type uint"},
		{"/q?share=", 200, "{common:{Color:} Name: Years:[] Share:0 Deep:false N:0 Tags:[]}"},
		{"/q?deep=perhaps", 400, "deep=perhaps: want a value of type bool"},
		{"/p/7/x/a/b?ply=3", 200, "{ID:7 Rest:a/b Ply:3}"},
		{"/p/7/x/a?id=8", 200, "{ID:7 Rest:a Ply:0}"}, // the path says it
		{"/p/seven/x/a", 400, "id=seven: want a value of type int"},
		{"/q?name=%zz", 400, `invalid URL escape "%zz"`},
		{"/q?name=a;b", 400, "invalid semicolon separator in query"},
		{"/none", 200, "{}"},
		{"/turn?color=black", 200, "{Color:black}"},
		{"/turn?color=white", 400, "it is not white's turn"},
		{"/turn?colour=red", 400, `unknown parameter "colour"`},
		{"/none?a=1", 400, `unknown parameter "a"`},
	} {
		w := call(t, routes, "GET", tt.address, "", tt.status)
		got := said{}
		if tt.status == 200 {
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
		} else {
			got.Text = problemIn(t, w).Detail
		}
		if got.Text != tt.want {
			t.Errorf("%s: %q, want %q", tt.address, got.Text, tt.want)
		}
	}
}

// problemIn returns what an answer says is wrong.
func problemIn(t *testing.T, w *httptest.ResponseRecorder) (p Problem) {
	t.Helper()
	if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
		t.Fatalf("%s: %s", got, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	if p.Status != w.Code || p.Title != http.StatusText(w.Code) {
		t.Errorf("status %d: %+v", w.Code, p)
	}
	return p
}

func TestBodies(t *testing.T) {
	routes := []Route{
		Post("/post/{id}", "", func(_ context.Context, q pathQuery, b body) (said, error) {
			return say([]any{q, b})
		}),
		Post("/nothing", "", func(context.Context, None, None) (None, error) { return None{}, nil }),
		Delete("/delete/{id}", "", func(_ context.Context, q pathQuery) (None, error) {
			return None{}, fmt.Errorf("game %d: %w", q.ID, fs.ErrNotExist)
		}),
	}
	for _, tt := range []struct {
		method, address, body string
		status                int
		want                  string
	}{
		{"POST", "/post/3", `{"move":"f5","ply":1}`, 200, "[{ID:3 Rest: Ply:0} {Move:f5 Ply:1 Before:<nil>}]"},
		{"POST", "/post/3", ` {} `, 200, "[{ID:3 Rest: Ply:0} {Move: Ply:0 Before:<nil>}]"},
		{"POST", "/post/3", ``, 400, "body: EOF"},
		{"POST", "/post/3", `{"move":"f5","mvoe":"f5"}`, 400, `body: json: unknown field "mvoe"`},
		{"POST", "/post/3", `{"move":"f5"} {}`, 400, "body: unexpected data after the JSON value"},
		{"POST", "/post/3", `{"move":5}`, 400, "body: json: cannot unmarshal number into Go struct field body.move of type string"},
		{"POST", "/post/3", `[]`, 400, "body: json: cannot unmarshal array into Go value of type wire.body"},
		{"POST", "/post/3", strings.Repeat("[", 100_000), 400, "body: invalid character '[' exceeded max depth"},
		{"POST", "/post/x", `{}`, 400, "id=x: want a value of type int"},
		{"POST", "/nothing", ``, 204, ""},
		{"DELETE", "/delete/3", ``, 404, "game 3: file does not exist"},
	} {
		w := call(t, routes, tt.method, tt.address, tt.body, tt.status)
		got := ""
		switch {
		case tt.status == 200:
			var s said
			if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil {
				t.Fatal(err)
			}
			got = s.Text
		case tt.status >= 400:
			got = problemIn(t, w).Detail
		}
		if got != tt.want {
			t.Errorf("%s %s %.40s: %q, want %q", tt.method, tt.address, tt.body, got, tt.want)
		}
	}
}

// TestLargeBody: a body beyond the bound of its reader is refused as such.
func TestLargeBody(t *testing.T) {
	r := Post("/", "", func(_ context.Context, _ None, b body) (said, error) { return say(b) })
	w := httptest.NewRecorder()
	req := httptest.NewRequest("POST", "/", strings.NewReader(`{"move":"`+strings.Repeat("f5", 1000)+`"}`))
	req.Body = http.MaxBytesReader(w, req.Body, 100)
	r.Handler.ServeHTTP(w, req)
	if w.Code != 413 || !strings.Contains(problemIn(t, w).Detail, "100 bytes") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}

func TestErrors(t *testing.T) {
	secret := errors.New("open /home/somebody/secret: permission denied")
	for _, tt := range []struct {
		err    error
		status int
		detail string
	}{
		{fault.Misuse(errors.New("moves: f5 is not legal")), 400, "moves: f5 is not legal"},
		{fault.Misuse(errors.New("moves: engine: notation: explore: f5 is taken")), 400, "moves: f5 is taken"},
		{fault.BadInput(errors.New("line 3: no game")), 422, "line 3: no game"},
		{fmt.Errorf("game x: %w", fs.ErrNotExist), 404, "game x: file does not exist"},
		{context.DeadlineExceeded, 503, "context deadline exceeded"},
		{Fail(409, errors.New("the game went on")), 409, "the game went on"},
		{fmt.Errorf("post: %w", Fail(409, fault.Misuse(errors.New("the game went on")))), 409, "post: the game went on"},
		{secret, 500, "see the server's log for the cause"},
	} {
		routes := []Route{
			Get("/get", "", func(context.Context, None) (said, error) { return said{}, tt.err }),
			Post("/post", "", func(context.Context, None, None) (said, error) { return said{}, tt.err }),
			Bytes("/bytes", "", "image/png", func(context.Context, None) (File, error) { return File{}, tt.err }),
		}
		for _, r := range routes {
			w := call(t, routes, r.Method, r.Path, "", tt.status)
			if p := problemIn(t, w); p.Detail != tt.detail {
				t.Errorf("%v: %q, want %q", tt.err, p.Detail, tt.detail)
			}
		}
	}
}

// TestUnsayable: what JSON cannot say is an error, not half an answer.
func TestUnsayable(t *testing.T) {
	routes := []Route{Get("/", "", func(context.Context, None) (float64, error) { return math.NaN(), nil })}
	problemIn(t, call(t, routes, "GET", "/", "", 500))
}

func TestFiles(t *testing.T) {
	routes := []Route{Bytes("/file", "", "image/svg+xml, image/png",
		func(_ context.Context, q query) (File, error) {
			return File{Media: "image/svg+xml", Name: q.Name, Data: []byte("<svg/>")}, nil
		})}
	for name, want := range map[string]string{
		"":                   "",
		"a.svg":              `attachment; filename=a.svg`,
		"a%20b.svg":          `attachment; filename="a b.svg"`,
		"a%22%3b%0d%0ab.svg": "attachment; filename*=utf-8''a%22%3B%0D%0Ab.svg",
		"%C3%9C.svg":         "attachment; filename*=utf-8''%C3%9C.svg",
	} {
		w := call(t, routes, "GET", "/file?name="+name, "", 200)
		if w.Body.String() != "<svg/>" || w.Header().Get("Content-Type") != "image/svg+xml" ||
			w.Header().Get("Content-Disposition") != want {
			t.Errorf("%q: %v", name, w.Header())
		}
	}
	w := call(t, routes, "GET", "/file?name=", "", 200)
	for tag, want := range map[string]int{w.Header().Get("ETag"): http.StatusNotModified, `"old"`: http.StatusOK, "": http.StatusOK} {
		req := httptest.NewRequestWithContext(t.Context(), "GET", "/file?name=", nil)
		req.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		routes[0].Handler.ServeHTTP(w, req)
		if w.Code != want || (w.Body.Len() == 0) != (want == http.StatusNotModified) {
			t.Errorf("a browser that has %s: %d %s", tag, w.Code, w.Body)
		}
	}
}

// TestNames: HTML that a client or a database says is written so that it is none in a page either.
func TestNames(t *testing.T) {
	routes := []Route{Get("/", "", func(_ context.Context, q query) (said, error) {
		return said{q.Name}, nil
	})}
	if w := call(t, routes, "GET", "/?name=%3C/script%3E%3Cimg%20src=x%3E", "",
		200); strings.ContainsAny(w.Body.String(), "<>") {
		t.Errorf("%s", w.Body)
	}
}

// TestGone: work that is given up is no answer, and no fault of the server. A client may have ended only his
// half of the connection.
func TestGone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	r := Get("/", "", func(ctx context.Context, _ None) (said, error) { return said{}, ctx.Err() })
	r.Handler.ServeHTTP(w, httptest.NewRequest("GET", "/", nil).WithContext(ctx))
	if p := problemIn(t, w); p.Status != 503 {
		t.Errorf("%+v", p)
	}
}

// TestCookies: a parameter may come from a cookie, unless the query has it.
func TestCookies(t *testing.T) {
	type seat struct {
		Seat string `query:"seat" cookie:"the-seat"`
		Name string `query:"name"`
	}
	r := Get("/", "", func(_ context.Context, q seat) (said, error) { return say(q) })
	for _, tt := range []struct{ query, cookie, want string }{
		{"", "", "{Seat: Name:}"}, {"", "the-seat=a; name=b", "{Seat:a Name:}"},
		{"?seat=c&name=d", "the-seat=a", "{Seat:c Name:d}"},
	} {
		req := httptest.NewRequest("GET", "/"+tt.query, nil)
		req.Header.Set("Cookie", tt.cookie)
		w := httptest.NewRecorder()
		r.Handler.ServeHTTP(w, req)
		var got said
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Text != tt.want {
			t.Errorf("%+v: %s", tt, w.Body)
		}
	}
}

// TestSlow: a slow route may take longer than the server allows others.
func TestSlow(t *testing.T) {
	wait := func(context.Context, None) (said, error) {
		time.Sleep(100 * time.Millisecond)
		return said{"done"}, nil
	}
	mux := http.NewServeMux()
	mux.Handle("/usual", Get("/usual", "", wait).Handler)
	mux.Handle("/slow", Get("/slow", "", wait).Slow(time.Minute).Handler)
	s := httptest.NewUnstartedServer(mux)
	s.Config.WriteTimeout = 10 * time.Millisecond
	s.Start()
	defer s.Close()
	defer s.Client().CloseIdleConnections()
	for path, want := range map[string]bool{"/usual": false, "/slow": true} {
		answer, err := s.Client().Get(s.URL + path)
		if err == nil {
			answer.Body.Close()
		}
		if (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestAskAgain: clients learn when to try again, if that is of use.
func TestAskAgain(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{Busy(7*time.Second, errors.New("full")), "7"}, {Fail(429, errors.New("too many")), "5"},
		{context.DeadlineExceeded, "5"}, {Fail(409, errors.New("changed")), ""}, {errors.New("broken"), ""},
	} {
		w := httptest.NewRecorder()
		WriteError(w, httptest.NewRequest("GET", "/", nil), tt.err)
		if got := w.Header().Get("Retry-After"); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
}

// TestIsKey: no other key is accepted. Without a wanted key, no key is accepted.
func TestIsKey(t *testing.T) {
	a, b := NewKey(), NewKey()
	for _, tt := range []struct {
		want, key string
		is        bool
	}{{a, a, true}, {a, b, false}, {a, "", false}, {a, a[1:], false}, {"", "", false}, {"", a, false}} {
		if IsKey(tt.want, tt.key) != tt.is {
			t.Errorf("%q and %q", tt.want, tt.key)
		}
	}
	if len(a) != 26 || len(NewID()) != 12 || a == b {
		t.Errorf("%s, %s, %s", a, b, NewID())
	}
}
