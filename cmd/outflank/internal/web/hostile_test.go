package web

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

// TestHostile: what no browser and no honest program asks is refused, or does no harm, and the server
// goes on.
func TestHostile(t *testing.T) {
	runs := t.TempDir()
	workspacetest.Fill(t, runs)
	base := serving(t, demoGames(t), "--runs", runs)
	const head = " HTTP/1.1\r\nHost: localhost\r\n"
	for _, tt := range []struct {
		name, request string
		want          int
	}{
		{"a foreign host", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421},
		{"a host that is rebound", "GET /api/v1/board HTTP/1.1\r\nHost: evil.example:8080\r\nOrigin: http://evil.example:8080\r\nSec-Fetch-Site: same-origin\r\n\r\n", 421},
		{"no host", "GET / HTTP/1.0\r\n\r\n", 421},
		{"two hosts", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400},
		{"a host in the address", "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 421},
		{"a post of another page", "POST /api/v1/games" + head + "Origin: http://evil.example\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", 403},
		{"an image of another page", "GET /api/v1/hint" + head + "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n\r\n", 403},

		{"a path upwards", "GET /assets/../../../../etc/passwd" + head + "\r\n", 307},
		{"a path upwards, escaped", "GET /assets/%2e%2e/%2e%2e/pages/layout.html" + head + "\r\n", 404},
		{"a path upwards, slashes escaped", "GET /assets/..%2f..%2fpages%2flayout.html" + head + "\r\n", 404},
		{"a path upwards, twice escaped", "GET /assets/%252e%252e/pages/layout.html" + head + "\r\n", 404},
		{"a path upwards of Windows", "GET /assets/..\\..\\pages\\layout.html" + head + "\r\n", 404},
		{"a zero byte", "GET /assets/base.css%00.js" + head + "\r\n", 404},
		{"a folder", "GET /assets/" + head + "\r\n", 404},
		{"two slashes", "GET //evil.example/%2f.." + head + "\r\n", 307},

		{"a run upwards", "GET /api/v1/runs/../../../../etc/passwd" + head + "\r\n", 307},
		{"a run upwards, escaped", "GET /api/v1/runs/%2e%2e/%2e%2e/etc/passwd" + head + "\r\n", 404},
		{"a run upwards, slashes escaped", "GET /api/v1/runs/small%2f..%2f..%2f..%2fetc%2fpasswd" + head + "\r\n", 404},
		{"a match elsewhere", "GET /api/v1/matches/%2fetc%2fpasswd" + head + "\r\n", 404},
		{"the stream of a match elsewhere", "GET /api/v1/events/matches/..%2f..%2fetc%2fpasswd" + head + "\r\n", 404},
		{"the page of a run elsewhere", "GET /watch/run/..%2f..%2fetc" + head + "\r\n", 404},
		{"a game upwards", "GET /api/v1/games/..%2f..%2fpasswd" + head + "\r\n", 404},
		{"an evening upwards", "GET /api/v1/evenings/..%2f..%2fpasswd" + head + "\r\n", 404},
		{"the page of an evening upwards", "GET /club/..%2f..%2fpasswd" + head + "\r\n", 404},
		{"a key of no evening", "GET /club/x/..%2fy" + head + "\r\n", 404},
		{"a puzzle upwards", "GET /api/v1/puzzles/..%2f..%2fpasswd" + head + "\r\n", 404},
		{"HTML as a puzzle", "GET /train/puzzles?puzzle=%3Cscript%3Ealert(1)%3C/script%3E" + head + "\r\n", 200},
		{"a repertoire upwards", "POST /api/v1/repertoires/..%2f..%2fetc%2fpasswd/session?side=black&day=2026-07-31" + head + "Content-Length: 2\r\n\r\n{}", 404},
		{"HTML as a player", "GET /players/%3Cscript%3Ealert(1)%3C%2Fscript%3E" + head + "\r\n", 404},
		{"HTML as a filter", "GET /statistics/colors?player=%22%3E%3Cscript%3Ealert(1)%3C/script%3E" + head + "\r\n", 200},

		{"100 MB that are told", "POST /api/v1/games" + head + "Content-Length: 104857600\r\n\r\n{", 413},
		{"a negative length", "POST /api/v1/games" + head + "Content-Length: -1\r\n\r\n", 400},
		{"a length and chunks", "POST /api/v1/games" + head + "Content-Length: 4\r\nTransfer-Encoding: chunked, identity\r\n\r\n", 501},
		{"a long query", "GET /api/v1/board?moves=" + strings.Repeat("f5", 10_000) + head + "\r\n", 400},
		{"many parameters", "GET /api/v1/board?" + strings.Repeat("moves=f5&", 5_000) + head + "\r\n", 200},
		{"many unknown parameters", "GET /api/v1/board?" + strings.Repeat("a.b.c.0=1&", 5_000) + head + "\r\n", 400},
		{"an address beyond all bounds", "GET /" + strings.Repeat("x", 200_000) + head + "\r\n", 431},
		{"headers beyond all bounds", "GET /" + head + strings.Repeat("X-A: b\r\n", 20_000) + "\r\n", 431},
		{"HTML in a parameter", "GET /api/v1/board?start=%3Cscript%3Ealert(1)%3C/script%3E" + head + "\r\n", 400},
		{"HTML in a path", "GET /%3Cscript%3Ealert(1)%3C/script%3E" + head + "\r\n", 404},
		{"an unknown method", "BREW /api/v1/board" + head + "\r\n", 405},
		{"no HTTP", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, answer := raw(t, base, tt.request)
			if status != tt.want {
				t.Errorf("status %d, want %d: %s", status, tt.want, answer)
			}
			for _, secret := range []string{"<script>alert", "root:", "{{define"} {
				if strings.Contains(answer, secret) {
					t.Errorf("the answer has %s: %s", secret, answer)
				}
			}
		})
	}
	if status, _ := raw(t, base, "GET /api/v1/board"+head+"\r\n"); status != 200 {
		t.Errorf("then a board is answered with %d", status)
	}
}

// raw sends bytes and returns the answer, which may come before all of them are sent.
func raw(t *testing.T, base, request string) (status int, body string) {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go func() { _, _ = io.WriteString(c, request) }()
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text)
}

// TestEndlessBody: of a body whose length nobody knows no more is read than a request may have.
func TestEndlessBody(t *testing.T) {
	base := serving(t)
	for _, path := range []string{"/api/v1/board", "/", "/nothing"} {
		sent := &counted{r: io.LimitReader(zeros{}, 100<<20)}
		req, err := http.NewRequest("POST", base+path, sent)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(req)
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode < 400 {
				t.Errorf("%s: %s", path, answer.Status)
			}
		}
		if n := sent.n.Load(); n > 16<<20 { // what both systems keep, and what the server reads
			t.Errorf("%s: %d bytes were taken", path, n)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// counted counts what is read; who sends a body may still do so when it is answered.
type counted struct {
	r io.Reader
	n atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// TestStreamBound: live analyses beyond the bound are refused at once, the others go on, the page is
// answered, and nothing runs when they are gone.
func TestStreamBound(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	t.Run("serving", func(t *testing.T) {
		base := serving(t)
		client := &http.Client{Transport: &http.Transport{}}
		var open []*http.Response
		refused := 0
		for i := range 200 {
			answer, err := client.Get(fmt.Sprintf("%s/api/v1/analysis?moves=f5&depth=%d", base, 40+i%20))
			if err != nil {
				t.Fatal(err)
			}
			switch answer.StatusCode {
			case http.StatusOK:
				open = append(open, answer)
			case http.StatusTooManyRequests:
				answer.Body.Close()
				refused++
			default:
				t.Fatal(answer.Status)
			}
		}
		if len(open) != streamsPerClient || refused != 200-streamsPerClient {
			t.Errorf("%d streams are open, %d were refused", len(open), refused)
		}
		answer, err := client.Get(base + "/analysis")
		if err != nil || answer.StatusCode != 200 {
			t.Fatal(answer, err)
		}
		answer.Body.Close()
		for _, s := range open {
			s.Body.Close()
		}
		client.CloseIdleConnections()
	})
}
