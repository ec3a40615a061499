package guard

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// ask sends a request and returns the answer's status, 0 where there is none.
func ask(c net.Conn, request string) int {
	go func() { _, _ = io.WriteString(c, request) }()
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	return answer.StatusCode
}

var fine = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		w.WriteHeader(http.StatusBadRequest)
	}
})

// TestSlowClients: who sends little by little, or nothing, does not hold a connection. The time is not
// that of the machine.
func TestSlowClients(t *testing.T) {
	for _, tt := range []struct {
		name, first, next string
		most              time.Duration
	}{
		{"nothing", "", "", headerTime},
		{"header", "GET / HTTP/1.1\r\nHost: localhost\r\n", "X-A: b\r\n", headerTime},
		{"body", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n", "x", requestTime},
		{"chunks", "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", requestTime},
		{"no second request", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "", idleTime},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, end := serving(t, fine)
				defer end()
				c := l.dial("192.0.2.7:1")
				defer c.Close()
				begin := time.Now()
				var sending sync.WaitGroup
				sending.Go(func() {
					_, err := io.WriteString(c, tt.first)
					for err == nil && tt.next != "" {
						time.Sleep(time.Second)
						_, err = io.WriteString(c, tt.next)
					}
				})
				defer sending.Wait()
				if _, err := io.Copy(io.Discard, c); err != nil {
					t.Fatal(err)
				}
				// The server lets half a second pass before it closes a connection of which it has not read all.
				if took := time.Since(begin); took < tt.most || took > tt.most+time.Second {
					t.Errorf("closed after %v, want %v", took, tt.most)
				}
			})
		})
	}
}

// TestSlowReader: who takes no answer does not keep the handler.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failed := make(chan time.Duration, 1)
		l, end := serving(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			begin := time.Now()
			for {
				if _, err := io.WriteString(w, strings.Repeat("x", 1<<16)); err != nil {
					failed <- time.Since(begin)
					return
				}
			}
		}))
		defer end()
		c := l.dial("192.0.2.7:1")
		defer c.Close()
		_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
		if took := <-failed; took != requestTime {
			t.Errorf("the handler ended after %v, want %v", took, requestTime)
		}
	})
}

// TestHeaderBombs: a header, an address or a number of headers without end is refused.
func TestHeaderBombs(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, tt := range []struct{ name, request string }{
		{"one header", "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: " + long},
		{"many headers", "GET / HTTP/1.1\r\nHost: localhost\r\n" + strings.Repeat("X-A: b\r\n", 100_000)},
		{"address", "GET /?" + long},
		{"cookies", "GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + strings.Repeat("a=b; ", 100_000)},
		{"method", long},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, end := serving(t, fine)
				defer end()
				c := l.dial("192.0.2.7:1")
				defer c.Close()
				if status := ask(c, tt.request); status != http.StatusRequestHeaderFieldsTooLarge {
					t.Errorf("status %d, want 431", status)
				}
			})
		})
	}
}

// waiting is a stream: it ends with its client.
var waiting = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
})

// TestManyStreams: 10,000 streams are asked for, many also by one client; those within the bound
// live on, the others are refused, and when all have gone nothing is left.
func TestManyStreams(t *testing.T) {
	const all, perClient = 256, 32
	for _, tt := range []struct {
		name  string
		from  func(i int) string
		asked int
		want  int
	}{
		{"one client", func(i int) string { return fmt.Sprintf("192.0.2.7:%d", i) }, 1000, perClient},
		{"one network", func(i int) string { return fmt.Sprintf("[2001:db8::%x]:80", i+1) }, 1000, perClient},
		{"a proxy", func(i int) string { return fmt.Sprintf("127.0.0.1:%d", i) }, 1000, perClient},
		{"many", func(i int) string { return fmt.Sprintf("10.0.%d.%d:80", i>>8, i&255) }, 10_000, all},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				streams := &Limit{What: "streams", All: all, PerClient: perClient}
				l, end := serving(t, streams.Wrap(waiting))
				var open []net.Conn
				for i := range tt.asked {
					c := l.dial(tt.from(i))
					switch status := ask(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); status {
					case http.StatusOK:
						open = append(open, c)
					case http.StatusTooManyRequests:
						_ = c.Close()
					default:
						t.Fatalf("stream %d: status %d", i, status)
					}
				}
				if len(open) != tt.want {
					t.Errorf("%d streams are open, want %d", len(open), tt.want)
				}
				for _, c := range open {
					_ = c.Close()
				}
				synctest.Wait()
				if streams.open != 0 || len(streams.by) != 0 {
					t.Errorf("%d streams are left, of %v", streams.open, streams.by)
				}
				end()
			})
		})
	}
}

// TestManyConnections: who holds connections does not keep others out.
func TestManyConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, end := serving(t, fine)
		defer end()
		var held []net.Conn
		for i := range 10_000 {
			held = append(held, l.dial(fmt.Sprintf("192.0.2.7:%d", i)))
		}
		synctest.Wait()
		open := 0
		for _, c := range held {
			if err := c.SetReadDeadline(time.Now().Add(time.Nanosecond)); err == nil {
				if _, err = c.Read(make([]byte, 1)); err != io.EOF {
					open++
				}
			}
		}
		if open != connsPerPeer {
			t.Errorf("%d connections are open, want %d", open, connsPerPeer)
		}
		other := l.dial("192.0.2.8:1")
		defer other.Close()
		if status := ask(other, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); status != http.StatusOK {
			t.Errorf("another client is answered with %d", status)
		}
		for _, c := range held {
			_ = c.Close()
		}
		synctest.Wait()
		again := l.dial("192.0.2.7:1")
		defer again.Close()
		if status := ask(again, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); status != http.StatusOK {
			t.Errorf("the client that let go is answered with %d", status)
		}
	})
}

// TestStreamsOutliveRequests: an event stream may last longer than a request may take to be read.
func TestStreamsOutliveRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan time.Duration, 1)
		l, end := serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			begin := time.Now()
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
			ended <- time.Since(begin)
		}))
		defer end()
		c := l.dial("192.0.2.7:1")
		if status := ask(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); status != http.StatusOK {
			t.Fatal(status)
		}
		time.Sleep(time.Hour)
		_ = c.Close()
		if took := <-ended; took != time.Hour {
			t.Errorf("ended after %v", took)
		}
	})
}
