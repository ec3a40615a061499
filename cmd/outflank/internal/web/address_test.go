package web

import (
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/web/guard"
)

// TestWhoMayCome: beyond this machine the command asks for a token, unless everybody may read.
func TestWhoMayCome(t *testing.T) {
	const token = "kokosovka-37"
	for _, tt := range []struct {
		addr, token string
		readOnly    bool
		want        string // a part of the error; "" = none
	}{
		{addr: "127.0.0.1:0"},
		{addr: "localhost:8080"},
		{addr: "[::1]:8080"},
		{addr: "127.8.9.1:8080"},
		{addr: ":8080", want: "other machines can reach"},
		{addr: "0.0.0.0:8080", want: "other machines can reach"},
		{addr: "[::]:8080", want: "other machines can reach"},
		{addr: "192.168.1.7:8080", want: "other machines can reach"},
		{addr: "localhost.example.org:8080", want: "other machines can reach"},
		{addr: ":8080", token: token},
		{addr: ":8080", readOnly: true},
		{addr: ":8080", token: "1234567", want: "at least 8 characters"},
		{addr: "127.0.0.1:0", token: "1234567", want: "at least 8 characters"},
		{addr: "8080", want: "missing port"},
	} {
		err := settings{addr: tt.addr, guard: guard.Options{Token: tt.token, ReadOnly: tt.readOnly}}.check()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	if _, complaint := room.Want(t, 2, "web", "--addr", "0.0.0.0:0"); !strings.Contains(complaint, "--token") {
		t.Errorf("%q", complaint)
	}
}

func TestReached(t *testing.T) {
	for at, want := range map[string]string{
		"127.0.0.1:80": "127.0.0.1:80", "0.0.0.0:80": "localhost:80", "[::]:8080": "localhost:8080",
		"[::1]:80": "[::1]:80", "192.0.2.1:80": "192.0.2.1:80",
	} {
		a, err := net.ResolveTCPAddr("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		if got := reached(a); got != want {
			t.Errorf("%s is reached by %s, want %s", at, got, want)
		}
	}
	for addr, want := range map[string][]string{":8080": {"a"}, "127.0.0.1:80": {"a", "127.0.0.1"},
		"club.example.org:80": {"a", "club.example.org"}} {
		set := settings{addr: addr, guard: guard.Options{Hosts: []string{"a"}}}
		if got := set.known().Hosts; !slices.Equal(got, want) {
			t.Errorf("%s is known as %q, want %q", addr, got, want)
		}
	}
}

// TestLogin: a browser is let in by the address that --open opens, reads and changes; others may only read
// where everybody may.
func TestLogin(t *testing.T) {
	const token, game = "koko+sovka/37&?", `{"black":"human","white":"human"}`
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	base := serving(t, "--token-file", file, "--public-read-only")
	status := func(c *http.Client, method, path, body string) int {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	stranger, known := &http.Client{}, &http.Client{Jar: jar}
	if got := status(known, "GET", "/"+settings{guard: guard.Options{Token: token}}.login(), ""); got != 200 {
		t.Errorf("the first page: %d", got)
	}
	for _, tt := range []struct {
		who          *http.Client
		method, path string
		body         string
		want         int
	}{
		{stranger, "GET", "/", "", 200},
		{stranger, "GET", "/api/v1/board?moves=f5", "", 200},
		{stranger, "POST", "/api/v1/games", game, 401},
		{known, "GET", "/", "", 200},
		{known, "POST", "/api/v1/games", game, 200},
	} {
		if got := status(tt.who, tt.method, tt.path, tt.body); got != tt.want {
			t.Errorf("%s %s: %d, want %d", tt.method, tt.path, got, tt.want)
		}
	}
}
