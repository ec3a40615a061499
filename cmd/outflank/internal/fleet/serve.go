package fleet

import (
	"cmp"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/text"
)

// serveFlags are the flags of fleet serve.
type serveFlags struct {
	addr, dir     string
	token, worker string // files
	nkeys         string // file
	workerNkeys   string // file
	cert, key     string
	maxBytes      int64
	asJSON        bool
}

func serveCommand(a *cli.App) *cobra.Command {
	var set serveFlags
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run the server of a fleet",
		Long: `Serve runs a NATS server with JetStream, which keeps the queue and the answers in a folder:
it may be killed and started again, and nothing is lost. It prints how to join.

To be reached by other machines --addr names an address of this one, and --token-file the file of the
token that all must show; one that does not exist is made. Workers on machines that you trust less
get the token of --worker-token-file: it lets them do jobs and nothing else. Instead of tokens, or
beside them, users may have keys of their own: --nkeys and --worker-nkeys name files of their public
keys, which outflank fleet nkey makes. Connections are encrypted where --tls-cert and --tls-key are given.

A NATS server of version 2.12 or later that you run already, with JetStream, serves as well.`,
		Example: `  outflank fleet serve --dir queue
  outflank fleet serve --dir queue --addr :4222 --token-file secret --worker-token-file workers
  outflank fleet serve --dir queue --addr :4222 --nkeys users --worker-nkeys workers
  outflank fleet serve --dir queue --addr :4222 --token-file secret --tls-cert c.pem --tls-key k.pem
  outflank fleet serve --dir queue --addr 127.0.0.1:0 --json   # prints {"url": …} for programs`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return serve(c, a, set) },
	}
	f := c.Flags()
	f.StringVar(&set.addr, "addr", "127.0.0.1:4222", "the address to listen on; port 0 is any that is free")
	f.StringVar(&set.dir, "dir", "", "folder that keeps the queue")
	f.StringVar(&set.token, "token-file", "", "file with the token that commands and workers show")
	f.StringVar(&set.worker, "worker-token-file", "", "file with another token, for those who may only work")
	f.StringVar(&set.nkeys, "nkeys", "", "file with the public nkeys of users of commands and "+
		"workers, one a line")
	f.StringVar(&set.workerNkeys, "worker-nkeys", "", "file with those of users who may only work")
	f.StringVar(&set.cert, "tls-cert", "", "file with the server's certificate, in PEM")
	f.StringVar(&set.key, "tls-key", "", "file with its key")
	f.Int64Var(&set.maxBytes, "max-bytes", fleet.DefaultMaxBytes,
		"what the server keeps on the disk at most; when it is reached the work waits")
	cli.AddJSON(c, &set.asJSON, `print {"url": …} as the first line`, cli.Served{}).Lines = true
	return c
}

func serve(c *cobra.Command, a *cli.App, set serveFlags) error {
	opt, err := set.options()
	if err != nil {
		return err
	}
	s, err := fleet.Serve(opt)
	if e, ok := errors.AsType[*net.OpError](err); ok && e.Op == "listen" {
		return fmt.Errorf("--addr %s: %w%w", set.addr, e.Err, text.Hint("; port 0 takes any free port"))
	}
	if errors.Is(err, durable.ErrBusy) {
		return fmt.Errorf("--dir %s: another server keeps its queue there: %w", set.dir, err)
	}
	if err != nil {
		return err
	}
	defer s.Close()
	if set.asJSON {
		err = a.JSON(cli.Served{URL: s.URL()})
	} else {
		set.printJoin(a, s.URL())
	}
	if err != nil {
		return err
	}
	<-c.Context().Done()
	return nil
}

// options checks the flags and reads the files that they name, before the server starts.
func (set serveFlags) options() (opt fleet.ServerOptions, err error) {
	opt = fleet.ServerOptions{Addr: set.addr, Dir: set.dir, MaxBytes: set.maxBytes}
	if set.dir == "" {
		return opt, fault.Misusef("--dir names the folder that keeps the queue")
	}
	if set.maxBytes < 1<<20 {
		return opt, fault.Misusef("--max-bytes %d: want at least %d", set.maxBytes, 1<<20)
	}
	loopback, err := isLoopback(set.addr)
	if err != nil {
		return opt, err
	}
	open := set.token == "" && set.nkeys == ""
	switch {
	case !loopback && open:
		return opt, fault.Misusef("--addr %s: others than this machine reach it, so give a "+
			"--token-file or --nkeys", set.addr)
	case open && set.worker+set.workerNkeys != "":
		return opt, fault.Misusef("--worker-token-file and --worker-nkeys: without a --token-file or " +
			"--nkeys all clients may do everything")
	case (set.cert == "") != (set.key == ""):
		return opt, fault.Misusef("--tls-cert and --tls-key: want both or none")
	}
	if err := os.MkdirAll(set.dir, 0o700); err != nil {
		return opt, err
	}
	if opt.Token, err = tokenOf(set.token); err != nil {
		return opt, err
	}
	if opt.WorkerToken, err = tokenOf(set.worker); err != nil {
		return opt, err
	}
	if opt.Token != "" && opt.Token == opt.WorkerToken {
		return opt, fault.Misusef("--worker-token-file: it holds the token of --token-file, which " +
			"lets workers do everything")
	}
	if opt.Keys, err = keysOf(set.nkeys); err != nil {
		return opt, err
	}
	if opt.WorkerKeys, err = keysOf(set.workerNkeys); err != nil {
		return opt, err
	}
	if set.cert != "" {
		pair, err := tls.LoadX509KeyPair(set.cert, set.key)
		if err != nil {
			return opt, fault.BadInputf("%s, %s: %w", set.cert, set.key, err)
		}
		opt.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	return opt, nil
}

// isLoopback reports whether only this machine can reach an address.
func isLoopback(addr string) (bool, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false, fault.Misusef("--addr %s: want an address and a port such as 127.0.0.1:4222", addr)
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback(), nil
}

// tokenOf returns the token in a file. If the file does not exist, it creates one with a new token. path "" =
// no token.
func tokenOf(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return cli.ReadToken(path)
	}
	if err != nil {
		return "", err
	}
	token := rand.Text()
	_, err = f.WriteString(token + "\n")
	return token, errors.Join(err, f.Close())
}

// keysOf returns the public keys in a file; path "" = no keys.
func keysOf(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	return fleet.ReadKeys(path)
}

// reachable returns an address that other machines can use. If the server listens on all addresses, the
// machine's name replaces the address.
func reachable(address, machine string) string {
	u, err := url.Parse(address)
	if err != nil || machine == "" {
		return address
	}
	if ip := net.ParseIP(u.Hostname()); ip == nil || !ip.IsUnspecified() {
		return address
	}
	u.Host = net.JoinHostPort(machine, u.Port())
	return u.String()
}

// printJoin prints the command lines that use the server.
func (set serveFlags) printJoin(a *cli.App, url string) {
	machine, _ := os.Hostname() // without a name, the address stays as it is
	url = reachable(url, machine)
	a.Printf("serving %s, queue in %s (Ctrl-C ends it; the queue stays)\n\n", url, set.dir)
	a.Printf("workers:    outflank fleet work --join %s%s\n", url,
		shown("", cmp.Or(set.worker, set.token), set.workerNkeys+set.nkeys))
	a.Printf("commands:   outflank match … --fleet %s%s\n", url, shown("fleet-", set.token, set.nkeys))
	a.Printf("status:     outflank fleet status --fleet %s%s\n", url, shown("", set.token, set.nkeys))
	if loopback, _ := isLoopback(set.addr); !loopback && set.cert == "" {
		a.Printf("\nConnections are not encrypted: over networks that others can listen to, give --tls-cert and " +
			"--tls-key.\n")
	}
}

// shown returns the flag that gives a token or, without a token, a key; "" = neither is needed.
func shown(prefix, token, nkeys string) string {
	switch {
	case token != "":
		return " --" + prefix + "token-file " + text.Quote(token)
	case nkeys != "":
		return " --" + prefix + "creds SEED"
	}
	return ""
}

func nkeyCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "nkey FILE",
		Short: "Make a key for a user of a fleet",
		Long: `Nkey makes a pair of keys: FILE gets the seed, which stays with its user, and the public key is
printed, to be put into the file of fleet serve --nkeys, or of --worker-nkeys for who may only work.
Such a file has a public key on each line, and behind it anything, such as whose it is. A user who
has no line there any more is out when the server starts again; the others notice nothing.`,
		Example: `  outflank fleet nkey me.seed >> users
  outflank fleet nkey red.seed >> workers
  outflank fleet serve --dir queue --addr :4222 --nkeys users --worker-nkeys workers
  outflank fleet work --join nats://server:4222 --creds red.seed
  outflank match ab:depth=6 ab:depth=8 --random-plies 8 --fleet nats://server:4222 --fleet-creds me.seed`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			seed, public, err := fleet.NewKey()
			if err != nil {
				return err
			}
			f, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
			if errors.Is(err, os.ErrExist) {
				return fault.Misuse(err) // the existing seed may still be needed
			}
			if err != nil {
				return err
			}
			_, err = f.Write(append(seed, '\n'))
			if err = errors.Join(err, f.Close()); err != nil {
				return err
			}
			a.Printf("%s\n", public)
			return nil
		},
	}
}
