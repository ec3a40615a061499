package cli

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A FleetLink says how the server of a fleet is reached, by flags.
type FleetLink struct {
	URL       string
	tokenFile string
	creds     string
	authority string
}

// FleetToken is the environment variable with the token of a fleet, for all commands that reach one.
// A token is no flag, as everybody on a machine can read the flags of its processes.
const FleetToken = "OUTFLANK_FLEET_TOKEN"

// AddFlags adds the flags of the link, those beside the URL with a prefix.
func (l *FleetLink) AddFlags(f *pflag.FlagSet, name, prefix, what string) {
	f.StringVar(&l.URL, name, l.URL, what)
	f.StringVar(&l.tokenFile, prefix+"token-file", "", "file with the token of the fleet's server; "+
		"else $"+FleetToken+" is shown")
	f.StringVar(&l.creds, prefix+"creds", "", "file with the seed of your nkey, see outflank fleet nkey, or "+
		"with the credentials of a user of a NATS server")
	f.StringVar(&l.authority, prefix+"tls-ca", "",
		"file with the certificate, in PEM, that vouches for the server's")
}

// DialTime is how long commands wait for a server that may be starting.
const DialTime = 10 * time.Second

// Dial connects to the server. One that does not answer is waited for: it may be starting.
func (l *FleetLink) Dial(ctx context.Context, a *App, within time.Duration) (*fleet.Client, error) {
	opt, err := l.options()
	if err != nil {
		return nil, err
	}
	for begin, said := time.Now(), false; ; {
		client, err := fleet.Dial(ctx, opt)
		if !errors.Is(err, fleet.ErrAway) || time.Since(begin) > within {
			return client, err
		}
		if !said {
			fmt.Fprintf(a.Err, "waiting: %v\n", err)
			said = true
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// options checks the flags and reads the files that they name.
func (l *FleetLink) options() (fleet.Options, error) {
	opt := fleet.Options{URL: l.URL, Credentials: l.creds}
	for part := range strings.SplitSeq(l.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		switch {
		case err != nil || u.Host == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme):
			return opt, fault.Misusef("the fleet's server %q: want an address such as nats://host:4222 "+
				"or tls://host:4222", part)
		case u.User != nil:
			return opt, fault.Misusef("the fleet's server %s: a token in an address can be read by "+
				"everybody on this machine; give it in $%s or by a file", u.Host, FleetToken)
		}
	}
	var err error
	if opt.Token, err = l.token(); err != nil {
		return opt, err
	}
	opt.TLS, err = l.tls()
	return opt, err
}

// token returns what the link shows, "" for nothing.
func (l *FleetLink) token() (string, error) {
	if l.tokenFile == "" {
		return os.Getenv(FleetToken), nil
	}
	return ReadToken(l.tokenFile)
}

// LeastToken is the least length of a token, so that nobody finds it by trying.
const LeastToken = 8

// maxToken is how large a file with a token may be, in bytes.
const maxToken = 64 << 10

// ReadToken returns the token in a file, without the blanks around it.
func ReadToken(path string) (string, error) {
	text, err := text.ReadFile(path, maxToken)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(text)
	if len(token) < LeastToken || strings.ContainsAny(token, " \n\t") {
		return "", fault.BadInputf("%s: want a token of at least %d characters, without blanks", path, LeastToken)
	}
	return token, nil
}

// tls returns the settings of an encrypted connection, nil for those of the system.
func (l *FleetLink) tls() (*tls.Config, error) {
	if l.authority == "" {
		return nil, nil
	}
	text, err := os.ReadFile(l.authority)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fault.BadInputf("%s: %w", l.authority, errors.New("no certificate in PEM"))
	}
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, nil
}
