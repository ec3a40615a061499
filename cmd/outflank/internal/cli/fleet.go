package cli

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math"
	"net"
	"net/url"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Fleet runs the jobs of a command on the workers of a fleet, if the flag --fleet is given:
//
//	farm, end, err := f.Farm(ctx, a, "match.ndjson")
//	if err != nil {
//		return err
//	}
//	defer end()
//	state, err := arena.Resume("match.ndjson", agents.Resolver{})
//	state.Farm = farm // as other libraries that take a [parallel.Farm]
type Fleet struct {
	FleetLink
	Verify float64
	cancel bool
	flags  *pflag.FlagSet
}

// FleetFlags are the names of the flags of a [Fleet]. They do not change results.
var FleetFlags = []string{"fleet", "fleet-token-file", "fleet-creds", "fleet-tls-ca", "verify", "cancel"}

// DefaultVerify is the default share of jobs that the command also runs itself, to verify the answers.
const DefaultVerify = 0.02

// AddFlags adds the flags.
func (f *Fleet) AddFlags(c *cobra.Command) {
	f.flags = c.Flags()
	f.FleetLink.AddFlags(f.flags, "fleet", "fleet-", "run the jobs on the fleet at this address, such as "+
		"nats://host:4222; see outflank help machines")
	c.Flags().Float64Var(&f.Verify, "verify", DefaultVerify,
		"with --fleet: share of the jobs that this machine repeats to check the answers, 0 to 1; none are "+
			"repeated if time limits, external engines or threads make games differ")
	c.Flags().BoolVar(&f.cancel, "cancel", false, "with --fleet: remove the jobs from the queue when the "+
		"command is interrupted; otherwise they stay, and running the command again uses their answers")
}

// Farm returns a farm that runs jobs on the fleet (nil without --fleet), and a function that closes the
// connection. While no worker can run the jobs, a message on standard error says so. outputs are the files
// and folders that the command writes before it ends; "" is ignored. If the command uses wrong answers, its
// outputs are restored to their current state and the command restarts.
func (f *Fleet) Farm(ctx context.Context, a *App, outputs ...string) (farm parallel.Farm, end func(),
	err error) {
	if !(f.Verify >= 0 && f.Verify <= 1) {
		return nil, nil, fault.Misusef("--verify %v: want a share from 0 to 1", f.Verify)
	}
	if f.URL == "" {
		if words := f.words(); words != "" {
			return nil, nil, fault.Misusef("%s: needs --fleet URL, the address of a fleet", words[1:])
		}
		return nil, func() {}, nil
	}
	build, err := Build()
	if err != nil {
		return nil, nil, err
	}
	client, err := f.Dial(ctx, a, DialTime)
	if err != nil {
		return nil, nil, err
	}
	outputs = slices.DeleteFunc(outputs, func(path string) bool { return path == "" || path == StandardOutput })
	if a.before, err = durable.TakeSnapshot(outputs...); err != nil {
		client.Close()
		return nil, nil, err
	}
	return func(ctx context.Context, s parallel.Set) (parallel.Jobs, error) {
		if s.Varies && f.Verify > 0 && f.flags.Changed("verify") {
			return nil, fault.Misusef("--verify: with time limits, external engines or several threads, " +
				"answers differ and cannot be compared")
		}
		work, err := client.Open(ctx, fleet.Set{Set: s, Build: build, Verify: f.Verify})
		if err != nil {
			return nil, err
		}
		watch, stop := context.WithCancel(context.WithoutCancel(ctx))
		go a.watchFleet(watch, client, build, s.Programs)
		return &fleetJobs{work, a, f.cancel, stop}, nil
	}, client.Close, nil
}

// words returns the given fleet flags as text for a command line, each after a blank.
func (f *Fleet) words() string {
	var b strings.Builder
	for _, name := range FleetFlags {
		switch flag := f.flags.Lookup(name); {
		case !flag.Changed:
		case flag.Value.Type() == "bool":
			b.WriteString(" --" + name)
		default:
			b.WriteString(" --" + name + " " + text.Quote(flag.Value.String()))
		}
	}
	return b.String()
}

// Resume returns the command line that resumes the work in a folder with a command, on the same fleet.
func (f *Fleet) Resume(command, dir string) string {
	return "outflank " + command + " --resume " + text.Quote(dir) + f.words()
}

// NewFolder returns dir for the outputs of [Fleet.Farm] if it is missing or empty, otherwise "". Commands
// that create a folder refuse one that contains files.
func NewFolder(dir string) string {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return ""
	}
	return dir
}

// UsedWrong reports whether a command failed because it used wrong answers from a worker.
func UsedWrong(err error) bool {
	_, ok := errors.AsType[*fleet.WrongError](err)
	return ok
}

// mostAgain is the maximum number of restarts of a command.
const mostAgain = 10

// goBack reports whether a command must restart because it used wrong answers from a worker. If so, goBack
// has already restored the command's outputs.
func (a *App) goBack(ctx context.Context, err error) (bool, error) {
	before := a.before
	a.before = nil
	if before == nil {
		return false, err
	}
	defer before.Remove()
	if !UsedWrong(err) || ctx.Err() != nil || a.again == mostAgain {
		return false, err
	}
	if failed := before.Restore(); failed != nil {
		return false, errors.Join(err, failed)
	}
	a.again++
	fmt.Fprintf(a.Err, "outflank: %s\nUndid the output of this command; starting over without the "+
		"worker.\n", withoutLibrary(fault.Text(err), nil))
	return true, nil
}

// fleetJobs are the jobs of an open set. If the command is interrupted and --cancel is set, they are
// cancelled.
type fleetJobs struct {
	*fleet.Work
	app    *App
	cancel bool
	stop   func() // ends watchFleet
}

// Close closes a set whose answers have been used.
func (j *fleetJobs) Close() error {
	j.end()
	return j.Work.Close()
}

// Leave leaves the set of an interrupted command, and cancels it if --cancel is set.
func (j *fleetJobs) Leave() {
	j.end()
	if !j.cancel {
		j.Work.Leave()
		return
	}
	_ = j.Work.Close() // the command's own error matters more
}

// end ends watchFleet and reports the workers that gave wrong answers.
func (j *fleetJobs) end() {
	j.stop()
	for _, q := range j.Blamed() {
		fmt.Fprintf(j.app.Err, "worker %s gave a wrong answer and gets no more jobs: job %s: "+
			"%s\n", q.Worker, q.Job, q.Why)
	}
}

// The interval at which the command looks for workers, and the time in which they must answer.
const (
	watchEvery  = 2 * time.Second
	watchWithin = time.Second
)

// watchFleet watches the fleet until ctx ends. While the fleet cannot run the jobs, it stores the reason for
// the progress line; it prints the reason on standard error once.
func (a *App) watchFleet(ctx context.Context, client *fleet.Client, build string, programs bool) {
	waits := false
	defer a.waiting.Store(nil)
	for ctx.Err() == nil {
		workers, err := client.Workers(ctx, watchWithin)
		if ctx.Err() == nil {
			why := missing(workers, build, programs)
			if err != nil {
				why = "the fleet's server does not answer"
			} else if full, err := full(ctx, client); err != nil {
				why = noLeader
			} else if full {
				why = "the fleet's server or its disk is full; outflank fleet drain removes abandoned jobs, and " +
					"outflank fleet serve --max-bytes raises the limit"
			}
			if why == "" {
				a.waiting.Store(nil)
			} else {
				a.waiting.Store(&why)
			}
			if why != "" && !waits {
				fmt.Fprintf(a.Err, "waiting: %s\n", why)
			}
			waits = why != ""
		}
		select {
		case <-ctx.Done():
		case <-time.After(watchEvery):
		}
	}
}

// noLeader states the likely reason why a cluster does not answer.
const noLeader = "the fleet's streams do not answer; the servers of a cluster may be choosing a new leader"

// full reports whether the server is full. It returns an error if the server does not answer in time.
func full(ctx context.Context, client *fleet.Client) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*watchWithin)
	defer cancel()
	return client.Full(ctx)
}

// DialReady calls Dial and then waits until the server's streams answer.
func (l *FleetLink) DialReady(ctx context.Context, a *App) (*fleet.Client, error) {
	client, err := l.Dial(ctx, a, DialTime)
	if err != nil {
		return nil, err
	}
	for said := false; ; said = true {
		_, err := full(ctx, client)
		if err == nil {
			return client, nil
		}
		if ctx.Err() != nil || errors.Is(err, fleet.ErrRefused) {
			client.Close()
			return nil, cmp.Or(context.Cause(ctx), err)
		}
		if !said {
			fmt.Fprintf(a.Err, "waiting: %s (%v)\n", noLeader, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(watchWithin):
		}
	}
}

// missing returns the reason why no worker can run the jobs of a build, or "" if one can.
func missing(workers []fleet.WorkerStatus, build string, programs bool) string {
	other, refuse := "", ""
	for _, w := range workers {
		switch {
		case w.Build != build:
			other = cmp.Or(other, fmt.Sprintf("worker %s has build %s, but this command has build %s", w.Name,
				w.Build, build))
		case programs && !w.Programs:
			refuse = cmp.Or(refuse, fmt.Sprintf("worker %s starts no external engines; start it with outflank fleet "+
				"work --allow-engines", w.Name))
		default:
			return ""
		}
	}
	return cmp.Or(refuse, other, "no worker has joined the fleet")
}

// A FleetLink contains the flags for connecting to the server of a fleet.
type FleetLink struct {
	URL       string
	tokenFile string
	creds     string
	authority string
	prefix    string // of the names of all flags except the URL's
}

// FleetToken is the environment variable for the token of a fleet, in all commands that connect to one. There
// is no flag for the token, because all users of a machine can read the flags of its processes.
const FleetToken = "OUTFLANK_FLEET_TOKEN"

// AddFlags adds the flags of the link: the URL under the given name, and the others with the prefix.
func (l *FleetLink) AddFlags(f *pflag.FlagSet, name, prefix, what string) {
	l.prefix = prefix
	f.StringVar(&l.URL, name, l.URL, what)
	f.StringVar(&l.tokenFile, prefix+"token-file", "", "file with the fleet server's token; "+
		"default: $"+FleetToken)
	f.StringVar(&l.creds, prefix+"creds", "", "file with your nkey seed (see outflank fleet nkey) or your "+
		"NATS credentials")
	f.StringVar(&l.authority, prefix+"tls-ca", "",
		"PEM file with the CA certificate for the server")
}

// Times for which commands wait for a server, which may still be starting.
const (
	DialTime = 10 * time.Second
	Forever  = time.Duration(math.MaxInt64)
	slowDial = 3 * time.Second // after which a message says that the server has not answered
)

// Dial connects to the server. It retries until the time within has passed, because the server may still be
// starting.
func (l *FleetLink) Dial(ctx context.Context, a *App, within time.Duration) (*fleet.Client, error) {
	opt, err := l.options()
	if err != nil {
		return nil, err
	}
	for begin, said := time.Now(), false; ; {
		slow := time.AfterFunc(slowDial, func() {
			fmt.Fprintf(a.Err, "waiting: %s does not answer yet; the servers of a cluster may be choosing a new "+
				"leader\n", l.URL)
		})
		client, err := fleet.Dial(ctx, opt)
		slow.Stop()
		if errors.Is(err, fleet.ErrRefused) {
			return nil, fmt.Errorf("%w%w", err, text.Hint(fmt.Sprintf("; give the server's token in $%s or "+
				"--%[2]stoken-file FILE, or your key in --%[2]screds FILE", FleetToken, l.prefix)))
		}
		if _, unknown := errors.AsType[x509.UnknownAuthorityError](err); unknown {
			return nil, fmt.Errorf("%w%w", err, text.Hint(fmt.Sprintf("; name the server's CA certificate with "+
				"--%stls-ca FILE", l.prefix)))
		}
		if !errors.Is(err, fleet.ErrAway) {
			return client, err
		}
		why, hint := "does not answer", "; outflank fleet serve starts a server"
		if dns, ok := errors.AsType[*net.DNSError](err); ok && dns.IsNotFound {
			why, hint = "does not answer: unknown host "+dns.Name, ""
		}
		if time.Since(begin) > within {
			return nil, fmt.Errorf("%s %s%w", l.URL, why, text.Hint(hint))
		}
		if !said {
			until := "press Ctrl-C to stop"
			if within < Forever {
				until = "retrying for " + within.String()
			}
			fmt.Fprintf(a.Err, "waiting: %s %s; %s\n", l.URL, why, until)
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
	opt := fleet.Options{URL: l.URL, Credentials: l.creds, Owner: owner(l.creds)}
	for part := range strings.SplitSeq(l.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		switch {
		case err != nil || u.Host == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme):
			return opt, fault.Misusef("the fleet's server %q: want an address such as nats://host:4222 "+
				"or tls://host:4222", part)
		case u.User != nil:
			return opt, fault.Misusef("the fleet's server %s: all users of this machine can read a "+
				"token in an address; give it in $%s or a file", u.Host, FleetToken)
		}
	}
	var err error
	if opt.Token, err = l.token(); err != nil {
		return opt, err
	}
	opt.TLS, err = l.tls()
	return opt, err
}

// owner returns a text with the names of the user, the machine and the credentials file, as far as they are
// known.
func owner(creds string) string {
	host, _ := os.Hostname()
	name := "?"
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	name += "@" + cmp.Or(host, "?")
	if creds != "" {
		name += " (" + filepath.Base(creds) + ")"
	}
	return name
}

// token returns the token of the link; "" = none.
func (l *FleetLink) token() (string, error) {
	if l.tokenFile == "" {
		return os.Getenv(FleetToken), nil
	}
	return ReadToken(l.tokenFile)
}

// LeastToken is the minimum length of a token. Shorter ones could be guessed.
const LeastToken = 8

// maxToken is the maximum size of a token file in bytes.
const maxToken = 64 << 10

// MaxPEM is the maximum size of a file of certificates or keys in bytes.
const MaxPEM = 8 << 20

// ReadToken returns the token in a file, without surrounding blanks.
func ReadToken(path string) (string, error) {
	text, err := text.ReadFile(path, maxToken)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(text)
	if len(token) < LeastToken || strings.ContainsAny(token, " \n\t") {
		return "", fault.BadInputf("%s: want a token of at least %d characters without spaces", path, LeastToken)
	}
	return token, nil
}

// ReadTLS returns the settings of a server with a certificate and its key, both files in PEM; nil if both
// are "".
func ReadTLS(cert, key string) (*tls.Config, error) {
	if (cert == "") != (key == "") {
		return nil, fault.Misusef("--tls-cert and --tls-key: set both or neither")
	}
	if cert == "" {
		return nil, nil
	}
	certText, err1 := text.ReadFile(cert, MaxPEM)
	keyText, err2 := text.ReadFile(key, MaxPEM)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair([]byte(certText), []byte(keyText))
	if err != nil {
		return nil, fault.BadInputf("%s, %s: %w", cert, key, err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

// tls returns the settings of an encrypted connection; nil = the system's settings.
func (l *FleetLink) tls() (*tls.Config, error) {
	if l.authority == "" {
		return nil, nil
	}
	text, err := text.ReadFile(l.authority, MaxPEM)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM([]byte(text)) {
		return nil, fault.BadInputf("%s: %w", l.authority, errors.New("no certificate in PEM"))
	}
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, nil
}
