package download

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// A Config says where files come from and how much patience there is.
type Config struct {
	Base    string        // URL of the folder that holds the files, http or https
	Retries int           // how often a file is tried again after a failure that may pass; 0 = never
	Pause   time.Duration // wait before the first retry; it doubles for each one after, up to a minute
	Stall   time.Duration // how long the server may be silent before a try is given up; 0 = for ever
	Limit   int64         // bytes of the largest file that is taken; 0 = any size

	// Client makes the requests. When nil it is one that honours the proxy of the
	// environment and does not follow a redirection from https to http.
	Client *http.Client
}

// Default fetches from the federation. Its largest files have some hundred
// kilobytes; the limit is for servers that send something else.
var Default = Config{
	Base:    "https://www.ffothello.org/wthor/base/",
	Retries: 4,
	Pause:   time.Second,
	Stall:   30 * time.Second,
	Limit:   64 << 20,
}

// FirstYear is the first year of which the federation has games.
const FirstYear = 1977

// Names returns the names of the files of these years, both included. The names of
// players and tournaments come first: games of a newer issue may need names that
// the older one lacks, but never the other way round.
func Names(first, last int) []string {
	names := []string{"WTHOR.JOU", "WTHOR.TRN"}
	for year := first; year <= last; year++ {
		names = append(names, fmt.Sprintf("WTH_%04d.wtb", year))
	}
	return names
}

// base parses Base, so that names can be joined to it.
func (c *Config) base() (*url.URL, error) {
	u, err := url.Parse(c.Base)
	if err != nil {
		return nil, fmt.Errorf("download: %w: %w", errBase, err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("download: %w: %q, want one like %s", errBase, u.Redacted(), Default.Base)
	}
	return u, nil
}

// client returns the client and what to do when it is no longer needed.
func (c *Config) client() (*http.Client, func()) {
	if c.Client != nil {
		return c.Client, func() {}
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	return &http.Client{Transport: transport, CheckRedirect: checkRedirect}, transport.CloseIdleConnections
}

var errRedirect = errors.New("redirection not followed")

func checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) == 10 {
		return fmt.Errorf("%w: it is the 10th", errRedirect)
	}
	if via[0].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return fmt.Errorf("%w: it leads from https to %s", errRedirect, req.URL.Redacted())
	}
	return nil
}

// checkName keeps names inside the folder and among the kinds that can be checked.
func checkName(name string) error {
	kind := strings.ToLower(filepath.Ext(name))
	if strings.ContainsAny(name, `/\:`) || kind != ".wtb" && kind != ".jou" && kind != ".trn" {
		return fmt.Errorf("download: %q is not the name of a .wtb, .jou or .trn file", name)
	}
	return nil
}
