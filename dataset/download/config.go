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

// A Config contains the source of the files and the settings for retries.
type Config struct {
	Base    string        // URL of the folder that contains the files, http or https
	Retries int           // number of retries per file after temporary failures; 0 = none
	Pause   time.Duration // wait before the first retry; it doubles for each further retry, up to a minute
	Stall   time.Duration // maximum silence of the server before an attempt fails; 0 = no limit
	Limit   int64         // maximum size of a file in bytes; 0 = no limit

	// Client sends the requests. nil = a client that uses the environment's proxy and does not follow redirects
	// from https to http.
	Client *http.Client
}

// Default fetches from the federation's server. Its largest files take a few hundred kilobytes; the limit
// protects against servers that send something else.
var Default = Config{
	Base:    "https://www.ffothello.org/wthor/base/",
	Retries: 4,
	Pause:   time.Second,
	Stall:   30 * time.Second,
	Limit:   64 << 20,
}

// FirstYear is the first year of the federation's games.
const FirstYear = 1977

// Names returns the names of the files for these years, inclusive. Names files come first: games of a newer
// issue may need names that an older names file lacks, but not the other way round.
func Names(first, last int) []string {
	names := []string{"WTHOR.JOU", "WTHOR.TRN"}
	for year := first; year <= last; year++ {
		names = append(names, fmt.Sprintf("WTH_%04d.wtb", year))
	}
	return names
}

// base parses Base so that names can be appended to it.
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

// client returns the client and a function that releases it.
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

// checkName returns an error for names outside the folder and for kinds of files that cannot be checked.
func checkName(name string) error {
	kind := strings.ToLower(filepath.Ext(name))
	if strings.ContainsAny(name, `/\:`) || kind != ".wtb" && kind != ".jou" && kind != ".trn" {
		return fmt.Errorf("download: %q is not the name of a .wtb, .jou or .trn file", name)
	}
	return nil
}
