package guard

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// asked returns the answer of a guarded handler, which is fine, to a request for a path with headers.
func asked(opt Options, method, path, body string, header ...string) *http.Response {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "localhost:8080"
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		} else {
			r.Header.Add(header[i], header[i+1])
		}
	}
	w := httptest.NewRecorder()
	Wrap(opt, fine).ServeHTTP(w, r)
	return w.Result()
}

func TestHosts(t *testing.T) {
	opt := Options{Hosts: []string{"Club.Example.org", "board.example:8080"}}
	for _, tt := range []struct {
		host string
		want int
	}{
		{"localhost", 200}, {"localhost:8080", 200}, {"LOCALHOST.:8080", 200},
		{"127.0.0.1", 200}, {"127.0.0.1:8080", 200}, {"[::1]:8080", 200}, {"[::1]", 200}, {"192.168.1.7:80", 200}, {"[fe80::1%eth0]:80", 200},
		{"club.example.org", 200}, {"CLUB.example.org.:443", 200}, {"board.example", 200},
		{"evil.example", 421}, {"evil.example:8080", 421}, {"127.0.0.1.evil.example", 421}, {"localhost.evil.example", 421},
		{"evil.example@127.0.0.1", 421}, {"127.0.0.1@evil.example", 421}, {"2130706433", 421}, {"0x7f.1", 421}, {"127.1", 421},
		{"x.club.example.org", 421}, {"club.example.org..", 421}, {"", 421}, {":8080", 421}, {"[", 421}, {"[localhost", 200}, {"localhost localhost", 421},
	} {
		answer := asked(opt, "GET", "/", "", "Host", tt.host)
		if answer.StatusCode != tt.want {
			t.Errorf("host %q: %d, want %d", tt.host, answer.StatusCode, tt.want)
		}
	}
}

func TestCrossOrigin(t *testing.T) {
	const own = "http://localhost:8080"
	for _, tt := range []struct {
		name, method string
		header       []string
		want         int
	}{
		{"a program reads", "GET", nil, 200},
		{"a program changes", "POST", nil, 200},
		{"the page reads", "GET", []string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty"}, 200},
		{"the page changes", "POST", []string{"Sec-Fetch-Site", "same-origin", "Origin", own}, 200},
		{"typed", "GET", []string{"Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200},
		{"a link elsewhere", "GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200},
		{"a form elsewhere", "POST", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document", "Origin", "http://evil.example"}, 403},
		{"a form on another port", "POST", []string{"Sec-Fetch-Site", "same-site", "Origin", "http://localhost:9999"}, 403},
		{"a script elsewhere", "POST", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors", "Origin", "http://evil.example"}, 403},
		{"delete elsewhere", "DELETE", []string{"Origin", "http://evil.example"}, 403},
		{"an old browser, its page", "POST", []string{"Origin", own}, 200},
		{"an old browser, elsewhere", "POST", []string{"Origin", "http://evil.example"}, 403},
		{"a sandboxed page", "POST", []string{"Origin", "null"}, 403},
		{"an image elsewhere", "GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"}, 403},
		{"a frame elsewhere", "GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
		{"a stream on another port", "GET", []string{"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty"}, 403},
		{"a script reads elsewhere", "GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty"}, 403},
	} {
		if answer := asked(Options{}, tt.method, "/", "", tt.header...); answer.StatusCode != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, answer.StatusCode, tt.want)
		}
	}
}

func TestToken(t *testing.T) {
	const token = `so "secret"; ü`
	guarded, public, shown := Options{Token: token}, Options{Token: token, ReadOnly: true},
		Options{ReadOnly: true}
	bearer := []string{"Authorization", "Bearer " + token}
	kept := []string{"Cookie", cookie + "=" + guarded.kept()}
	for _, tt := range []struct {
		name      string
		opt       Options
		header    []string
		get, post int
	}{
		{"no token is asked for", Options{}, nil, 200, 200},
		{"nothing", guarded, nil, 401, 401},
		{"bearer", guarded, bearer, 200, 200},
		{"cookie", guarded, kept, 200, 200},
		{"wrong bearer", guarded, []string{"Authorization", "Bearer x"}, 401, 401},
		{"a beginning", guarded, []string{"Authorization", "Bearer " + token[:5]}, 401, 401},
		{"another scheme", guarded, []string{"Authorization", "Basic " + token}, 401, 401},
		{"the token as cookie", guarded, []string{"Cookie", cookie + "=" + token}, 401, 401},
		{"the cookie as token", guarded, []string{"Authorization", "Bearer " + guarded.kept()}, 401, 401},
		{"public", public, nil, 200, 401},
		{"public, bearer", public, bearer, 200, 200},
		{"public, cookie", public, kept, 200, 200},
		{"only shown", shown, nil, 200, 403},
		{"only shown, empty bearer", shown, []string{"Authorization", "Bearer "}, 200, 403},
		{"only shown, cookie of no token", shown, []string{"Cookie", cookie + "=" + shown.kept()}, 200, 403},
	} {
		for method, want := range map[string]int{"GET": tt.get, "HEAD": tt.get, "POST": tt.post, "DELETE": tt.post,
			"PUT": tt.post, "TRACE": tt.post, "GETX": tt.post} {
			if answer := asked(tt.opt, method, "/", "", tt.header...); answer.StatusCode != want {
				t.Errorf("%s: %s is answered with %d, want %d", tt.name, method, answer.StatusCode, want)
			}
		}
	}
}

// TestLogin: a browser shows the token once, is sent to the same place of the same server, and keeps
// a cookie that no script and no other site sees.
func TestLogin(t *testing.T) {
	opt := Options{Token: "kokosovka"}
	for path, want := range map[string]string{
		"/?token=kokosovka":                        "/",
		"/analysis?ply=3&token=kokosovka&moves=f5": "/analysis?moves=f5&ply=3",
		"//evil.example/?token=kokosovka":          "/evil.example/",
		`/\evil.example/?token=kokosovka`:          "/evil.example/",
		"/%5cevil.example/?token=kokosovka":        "/evil.example/",
		"/%2fevil.example/?token=kokosovka":        "/evil.example/",
	} {
		answer := asked(opt, "GET", path, "")
		if answer.StatusCode != 303 || answer.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want %q", path, answer.StatusCode, answer.Header.Get("Location"), want)
		}
		if answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: the answer may be stored", path)
		}
		for _, c := range answer.Cookies() {
			if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || strings.Contains(c.Value, "kokosovka") {
				t.Errorf("%s: cookie %v", path, c)
			}
			if again := asked(opt, "GET", "/", "", "Cookie", c.Name+"="+c.Value); again.StatusCode != 200 {
				t.Errorf("%s: with the cookie %d", path, again.StatusCode)
			}
		}
		if len(answer.Cookies()) != 1 {
			t.Errorf("%s: %d cookies", path, len(answer.Cookies()))
		}
	}
	for _, path := range []string{"/?token=", "/?token=kokosovk", "/?token=kokosovka1"} {
		if answer := asked(opt, "GET", path, ""); answer.StatusCode != 401 || len(answer.Cookies()) != 0 {
			t.Errorf("%s: %d, %v", path, answer.StatusCode, answer.Cookies())
		}
	}
	if answer := asked(opt, "POST", "/?token=kokosovka", ""); answer.StatusCode != 401 {
		t.Errorf("a form with the token in its address: %d", answer.StatusCode)
	}
}

// endless is a body of unknown length.
type endless struct{ read *int }

func (e endless) Read(p []byte) (int, error) { *e.read += len(p); return len(p), nil }

func TestBodies(t *testing.T) {
	const most = 1 << 20
	for _, tt := range []struct {
		name   string
		length int64
		want   int
		reads  int // at most
	}{
		{"100 MB that are told", 100 << 20, 413, 0},
		{"a byte too much", most + 1, 413, 0},
		{"what fits", most, 200, most},
		{"without end", -1, 400, most + 64<<10},
	} {
		read := 0
		var body io.Reader = endless{&read}
		if tt.length >= 0 {
			body = io.LimitReader(body, tt.length)
		}
		r := httptest.NewRequest("POST", "/", body)
		r.Host, r.ContentLength = "localhost", tt.length
		w := httptest.NewRecorder()
		Wrap(Options{BodyBytes: most}, fine).ServeHTTP(w, r)
		if w.Code != tt.want || read > tt.reads {
			t.Errorf("%s: %d after %d bytes, want %d after at most %d", tt.name, w.Code, read, tt.want, tt.reads)
		}
	}
}

// TestLargeBodies: only some large bodies are in memory at once, small ones are read besides.
func TestLargeBodies(t *testing.T) {
	inside, leave := make(chan bool), make(chan bool)
	h := Wrap(Options{}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { inside <- true; <-leave }))
	send := func(from string, length int) int {
		r := httptest.NewRequest("POST", "/", bytes.NewReader(make([]byte, length)))
		r.Host, r.RemoteAddr = "localhost", from
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	done := make(chan int)
	for range largePerClient {
		go func() { done <- send("192.0.2.1:1", smallBody+1) }()
		<-inside
	}
	if got := send("192.0.2.1:2", smallBody+1); got != 429 {
		t.Errorf("one more large body: %d, want 429", got)
	}
	go func() { done <- send("192.0.2.1:3", smallBody) }()
	<-inside
	go func() { done <- send("192.0.2.2:1", smallBody+1) }()
	<-inside
	for range largePerClient + 2 {
		leave <- true
		if got := <-done; got != 200 {
			t.Errorf("answered with %d", got)
		}
	}
}

func TestHeaders(t *testing.T) {
	for _, answer := range []*http.Response{asked(Options{}, "GET", "/", ""),
		asked(Options{}, "GET", "/", "", "Host", "evil.example"), asked(Options{Token: "x"}, "POST", "/", "")} {
		head := answer.Header
		csp := head.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self';", "frame-ancestors 'none'",
			"base-uri 'none'", "form-action 'self'", "require-trusted-types-for 'script'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%d: the policy lacks %s: %s", answer.StatusCode, want, csp)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.Contains(csp, "http") || strings.Contains(csp, "*") {
			t.Errorf("the policy is loose: %s", csp)
		}
		if head.Get("X-Content-Type-Options") != "nosniff" || head.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%d: %v", answer.StatusCode, head)
		}
	}
}

// TestFrames: pages of other hosts may frame the pages that are for it, and no other one.
func TestFrames(t *testing.T) {
	for path, want := range map[string]int{"/embed/abc": 200, "/study/abc": 403, "/embed": 403, "/": 403} {
		answer := asked(Options{}, "GET", path, "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate",
			"Sec-Fetch-Dest", "iframe")
		csp := answer.Header.Get("Content-Security-Policy")
		if framed := strings.HasSuffix(csp, "frame-ancestors *"); answer.StatusCode != want || framed != (want == 200) ||
			strings.Count(csp, "frame-ancestors") != 1 {
			t.Errorf("%s: %d, %s", path, answer.StatusCode, csp)
		}
	}
	if answer := asked(Options{}, "POST", "/embed/abc", "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate",
		"Sec-Fetch-Dest", "iframe", "Origin", "https://evil.example"); answer.StatusCode != 403 {
		t.Errorf("a form of another host is answered with %d", answer.StatusCode)
	}
}

func TestRecover(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(http.ResponseWriter)
		want string // of the answer; "" = it is cut
	}{
		{"at once", func(http.ResponseWriter) { panic("/home/secret") }, `{"title":"Internal Server Error","status":500,"detail":"see the server's log for the cause"}` + "\n"},
		{"runtime", func(http.ResponseWriter) { var list []int; _ = list[len(list)] }, `{"title":"Internal Server Error","status":500,"detail":"see the server's log for the cause"}` + "\n"},
		{"later", func(w http.ResponseWriter) { _, _ = io.WriteString(w, "half"); panic("oh") }, ""},
	} {
		s := httptest.NewServer(Recover(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/panic" {
				tt.do(w)
			}
		})))
		body := func(path string) string {
			answer, err := s.Client().Get(s.URL + path)
			if err != nil {
				return ""
			}
			defer answer.Body.Close()
			text, err := io.ReadAll(answer.Body)
			if err != nil {
				return ""
			}
			return string(text)
		}
		if got := body("/panic"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if answer, err := s.Client().Get(s.URL + "/"); err != nil || answer.StatusCode != 200 {
			t.Errorf("%s: the server does not go on: %v", tt.name, err)
		}
		s.Close()
	}
}

func TestClients(t *testing.T) {
	for _, tt := range []struct{ remote, forwarded, want string }{
		{"192.0.2.7:80", "", "192.0.2.7"},
		{"192.0.2.7:80", "10.0.0.1", "192.0.2.7"}, // everybody can write that
		{"127.0.0.1:80", "", thisMachine},
		{"[::1]:80", "", thisMachine},
		{"[::ffff:127.0.0.1]:80", "", thisMachine},
		{"[::ffff:192.0.2.7]:80", "", "192.0.2.7"},
		{"127.0.0.1:80", "192.0.2.7", "192.0.2.7"},
		{"127.0.0.1:80", "10.9.8.7, 192.0.2.7", "192.0.2.7"}, // the proxy adds at the end
		{"127.0.0.1:80", "192.0.2.7,", thisMachine},
		{"127.0.0.1:80", "<b>", thisMachine},
		{"[2001:db8:0:1:2:3:4:5]:80", "", "2001:db8:0:1::/64"},
		{"[fe80::1%eth0]:80", "", "fe80::/64"},
		{"127.0.0.1:80", "2001:db8:0:1::9", "2001:db8:0:1::/64"},
		{"@", "", "@"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tt.remote
		if tt.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		if got := clientOf(r); got != tt.want {
			t.Errorf("%s for %s: %q, want %q", tt.remote, tt.forwarded, got, tt.want)
		}
	}
}

// TestRefusalsAreProblems: what is refused is told as the API tells it, and HTML in it is harmless.
func TestRefusalsAreProblems(t *testing.T) {
	answer := asked(Options{}, "GET", "/", "", "Host", "<script>alert(1)</script>")
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Header.Get("Content-Type") != "application/problem+json" || bytes.Contains(text, []byte("<")) {
		t.Errorf("%s", text)
	}
}
