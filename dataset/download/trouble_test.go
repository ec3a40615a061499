package download_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/dataset/download"
)

const file = "WTH_2001.wtb" // what these tests ask for

// status answers with a status code.
func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// raw sends bytes as they are and closes the connection.
func raw(answer string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, answer)
	}
}

// answer makes an answer with a length that may be a lie, -1 for none at all.
func answer(length int, header string, body []byte) string {
	h := "HTTP/1.1 200 OK\r\nConnection: close\r\n" + header
	if length >= 0 {
		h += fmt.Sprintf("Content-Length: %d\r\n", length)
	}
	return h + "\r\n" + string(body)
}

// firstBytes sends the beginning of the file, with all that belongs to the whole.
func (s *site) firstBytes(n int) http.HandlerFunc {
	f := s.files[file]
	header := "Last-Modified: " + f.modified.Format(http.TimeFormat) + "\r\nDate: " +
		f.modified.Add(time.Hour).Format(http.TimeFormat) + "\r\n"
	if f.etag != "" {
		header += "ETag: " + f.etag + "\r\n"
	}
	return raw(answer(len(f.data), header, f.data[:n]))
}

// withoutETags makes the site one that knows dates only.
func (s *site) withoutETags() {
	for name, f := range s.files {
		f.etag = ""
		s.files[name] = f
	}
}

// then serves the file when before has run, as it is then.
func (s *site) then(before func()) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		before()
		s.serve(w, r)
	}
}

// without serves the file as if a header of the request had not come.
func (s *site) without(key string, before func()) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		before()
		r.Header.Del(key)
		s.serve(w, r)
	}
}

func nothing() {}

// TestTroubleThatPasses: in the end the file is here, whole, in this version, and
// the requests were these.
func TestTroubleThatPasses(t *testing.T) {
	const data = 16 + 10*68
	reissue := func(s *site) func() {
		return func() { s.put(file, gameFile(t, 2001, 12, 7)) }
	}
	sameLength := func(s *site) func() {
		return func() { s.put(file, gameFile(t, 2001, 10, 7)) }
	}
	resumed := fmt.Sprintf(`, Range bytes=300-, If-Range "%x"`, data)
	dated := ", Range bytes=300-, If-Range " + modified.Format(http.TimeFormat)
	for what, test := range map[string]struct {
		trouble func(s *site) []http.HandlerFunc
		asked   []string // after "GET WTH_2001.wtb"
		said    string   // regexp of the reasons for retries
	}{
		"cut off": {
			func(s *site) []http.HandlerFunc { return []http.HandlerFunc{s.firstBytes(300)} },
			[]string{"", resumed}, `^retrying: unexpected EOF$`,
		},
		"cut off, dates only": {
			func(s *site) []http.HandlerFunc { s.withoutETags(); return []http.HandlerFunc{s.firstBytes(300)} },
			[]string{"", dated}, `unexpected EOF`,
		},
		"cut off, weak ETag": {
			func(s *site) []http.HandlerFunc {
				return []http.HandlerFunc{raw(answer(data, "ETag: W/\"1\"\r\n", s.data(file)[:300]))}
			},
			[]string{"", ""}, `unexpected EOF`,
		},
		"cut off, made in the same second": {
			func(s *site) []http.HandlerFunc {
				now := "Last-Modified: " + modified.Format(http.TimeFormat) + "\r\nDate: " +
					modified.Format(http.TimeFormat) + "\r\n"
				return []http.HandlerFunc{raw(answer(data, now, s.data(file)[:300]))}
			},
			[]string{"", ""}, `unexpected EOF`,
		},
		"cut off three times": {
			func(s *site) []http.HandlerFunc {
				return []http.HandlerFunc{s.firstBytes(300), raw(""), status(500)}
			},
			[]string{"", resumed, resumed, resumed},
			`^retrying: unexpected EOF; retrying: EOF; retrying: unexpected answer: 500 Internal Server Error$`,
		},
		"no length, ends early": {
			func(s *site) []http.HandlerFunc {
				return []http.HandlerFunc{raw(answer(-1, "", s.data(file)[:300]))}
			},
			[]string{"", ""}, `wthor: file \(byte 300\): size is 300 bytes, expected 696 bytes`,
		},
		"no length": {
			func(s *site) []http.HandlerFunc { return []http.HandlerFunc{raw(answer(-1, "", s.data(file)))} },
			[]string{""}, `^$`,
		},
		"500 then 200": {
			func(*site) []http.HandlerFunc { return []http.HandlerFunc{status(500), status(503), status(429)} },
			[]string{"", "", "", ""}, `500 .* 503 .* 429 Too Many Requests`,
		},
		"changed between the parts": {
			func(s *site) []http.HandlerFunc { return []http.HandlerFunc{s.firstBytes(300), s.then(reissue(s))} },
			[]string{"", resumed}, `unexpected EOF`,
		},
		"changed between the parts, dates only": {
			func(s *site) []http.HandlerFunc {
				s.withoutETags()
				return []http.HandlerFunc{s.firstBytes(300), s.then(func() { sameLength(s)(); s.withoutETags() })}
			},
			[]string{"", dated}, `unexpected EOF`,
		},
		"changed, If-Range ignored": {
			func(s *site) []http.HandlerFunc {
				return []http.HandlerFunc{s.firstBytes(300), s.without("If-Range", sameLength(s))}
			},
			[]string{"", resumed, ""}, `unexpected EOF`,
		},
		"changed, If-Range ignored, other length": {
			func(s *site) []http.HandlerFunc {
				return []http.HandlerFunc{s.firstBytes(300), s.without("If-Range", func() {
					reissue(s)()
					s.withoutETags()
				})}
			},
			[]string{"", resumed, ""}, `unexpected EOF`,
		},
		"Range ignored": {
			func(s *site) []http.HandlerFunc {
				return []http.HandlerFunc{s.firstBytes(300), s.without("Range", nothing)}
			},
			[]string{"", resumed}, `unexpected EOF`,
		},
		"another range": {
			func(s *site) []http.HandlerFunc {
				return []http.HandlerFunc{s.firstBytes(300), func(w http.ResponseWriter, r *http.Request) {
					r.Header.Set("Range", "bytes=200-")
					s.serve(w, r)
				}}
			},
			[]string{"", resumed, ""}, `unexpected EOF`,
		},
		"part of the range": {
			func(s *site) []http.HandlerFunc {
				return []http.HandlerFunc{s.firstBytes(300), func(w http.ResponseWriter, r *http.Request) {
					r.Header.Set("Range", "bytes=300-399")
					s.serve(w, r)
				}}
			},
			[]string{"", resumed, strings.Replace(resumed, "300", "400", 1)},
			`unexpected EOF; retrying: unexpected EOF after 400 of 696 bytes`,
		},
		"rest that does not fit": {
			func(s *site) []http.HandlerFunc {
				return []http.HandlerFunc{s.firstBytes(300), func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Range", "bytes 300-695/696")
					w.WriteHeader(http.StatusPartialContent)
					_, _ = w.Write(bytes.Repeat([]byte{99}, 396))
				}}
			},
			[]string{"", resumed, ""}, `unexpected EOF`,
		},
		"no such range": {
			func(s *site) []http.HandlerFunc { return []http.HandlerFunc{s.firstBytes(300), status(416)} },
			[]string{"", resumed, ""}, `unexpected EOF`,
		},
		"length too long, then right": {
			func(s *site) []http.HandlerFunc {
				return []http.HandlerFunc{raw(answer(data+10, "ETag: \"long\"\r\n", s.data(file)))}
			},
			[]string{"", fmt.Sprintf(`, Range bytes=%d-, If-Range "long"`, data)}, `unexpected EOF`,
		},
		"redirection": {
			func(s *site) []http.HandlerFunc {
				s.files["elsewhere.wtb"] = s.files[file]
				return []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) {
					http.Redirect(w, r, "/elsewhere.wtb", http.StatusFound)
				}}
			},
			[]string{"", "GET elsewhere.wtb"}, `^$`,
		},
	} {
		t.Run(what, func(t *testing.T) {
			s, dir := newSite(t), t.TempDir()
			s.misbehave(file, test.trouble(s)...)
			o := fetch(t, s.config(t), dir, file)
			if o.err != nil || o.final[file] != download.New {
				t.Errorf("the file is %s: %v", o.final[file], o.err)
			}
			checkFolder(t, dir, s.whole(file))
			want := slices.Clone(test.asked)
			for i, line := range want {
				if !strings.HasPrefix(line, "GET") {
					want[i] = "GET " + file + line
				}
			}
			if got := s.requests(); !slices.Equal(got, want) {
				t.Errorf("requests are\n%q, want\n%q", got, want)
			}
			if said := strings.Join(o.said, "; "); !regexp.MustCompile(test.said).MatchString(said) {
				t.Errorf("said %q, want %s", said, test.said)
			}
			s.requests()
			fetch(t, s.config(t), dir, file)
			if n := len(s.requests()); n != 1 {
				t.Errorf("%d requests when all is well", n)
			}
		})
	}
}
