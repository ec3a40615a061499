package fleet

import (
	"cmp"
	"crypto/rand"
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
		Short: "Run a fleet's server",
		Long: `Serve runs a NATS server with JetStream, which keeps the queue and the answers in a folder. You can
kill and restart it without losing anything. It prints how to join.

To let other machines connect, give --addr an address of this one, and --token-file the file with the
token that all must show. Missing token files are created. Give workers that you trust less the token
of --worker-token-file, which only lets them do jobs. Instead of tokens, or in addition, users can have
their own keys: --nkeys and --worker-nkeys name files of public keys, which outflank fleet nkey makes.
--tls-cert and --tls-key encrypt connections.

Your own NATS server with JetStream, version 2.12 or later, works too.`,
		Example: `  outflank fleet serve --dir queue
  outflank fleet serve --dir queue --addr :4222 --token-file secret --worker-token-file workers
  outflank fleet serve --dir queue --addr :4222 --nkeys users --worker-nkeys workers
  outflank fleet serve --dir queue --addr :4222 --token-file secret --tls-cert c.pem --tls-key k.pem
  outflank fleet serve --dir queue --addr 127.0.0.1:0 --json   # prints {"url": …} for programs`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return serve(c, a, set) },
	}
	f := c.Flags()
	f.StringVar(&set.addr, "addr", "127.0.0.1:4222", "address to listen on; port 0 picks any free port")
	f.StringVar(&set.dir, "dir", "", "folder for the queue")
	f.StringVar(&set.token, "token-file", "", "file with the token for commands and workers")
	f.StringVar(&set.worker, "worker-token-file", "", "file with a second token, for workers only")
	f.StringVar(&set.nkeys, "nkeys", "", "file of public nkeys for commands and workers, one per line")
	f.StringVar(&set.workerNkeys, "worker-nkeys", "", "file of public nkeys for workers only")
	f.StringVar(&set.cert, "tls-cert", "", "PEM file with the server's certificate")
	f.StringVar(&set.key, "tls-key", "", "PEM file with the key of --tls-cert")
	f.Int64Var(&set.maxBytes, "max-bytes", fleet.DefaultMaxBytes,
		"disk limit of the server; when it is reached, work waits")
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
		return fmt.Errorf("--addr %s: %w%w", set.addr, e.Err, text.Hint("; port 0 picks any free port"))
	}
	if errors.Is(err, durable.ErrBusy) {
		return fmt.Errorf("--dir %s: another server uses this folder: %w", set.dir, err)
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
		return opt, fault.Misusef("--dir is missing: want the folder for the queue")
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
		return opt, fault.Misusef("--addr %s: other machines can reach this address, so set "+
			"--token-file or --nkeys", set.addr)
	case open && set.worker+set.workerNkeys != "":
		return opt, fault.Misusef("--worker-token-file and --worker-nkeys need --token-file or --nkeys; " +
			"otherwise all clients may do everything")
	}
	if opt.TLS, err = cli.ReadTLS(set.cert, set.key); err != nil {
		return opt, err
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
		return opt, fault.Misusef("--worker-token-file: the file holds the token of --token-file, which " +
			"lets workers do everything")
	}
	if opt.Keys, err = keysOf(set.nkeys); err != nil {
		return opt, err
	}
	if opt.WorkerKeys, err = keysOf(set.workerNkeys); err != nil {
		return opt, err
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
	a.Printf("serving %s, queue in %s (Ctrl-C stops the server; the queue stays)\n\n", url, set.dir)
	a.Printf("workers:    outflank fleet work --join %s%s\n", url,
		shown("", cmp.Or(set.worker, set.token), set.workerNkeys+set.nkeys))
	a.Printf("commands:   outflank match … --fleet %s%s\n", url, shown("fleet-", set.token, set.nkeys))
	a.Printf("status:     outflank fleet status --fleet %s%s\n", url, shown("", set.token, set.nkeys))
	if loopback, _ := isLoopback(set.addr); !loopback && set.cert == "" {
		a.Printf("\nConnections are not encrypted. On networks that you do not trust, set --tls-cert and " +
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
		Short: "Create a key for a fleet user",
		Long: `Nkey creates a key pair. It writes the seed, which the user keeps, to FILE, and prints the public
key. Add the public key to the file of fleet serve --nkeys, or to the file of --worker-nkeys for
users that may only work. Each line of these files is a public key, optionally followed by a comment.
To revoke a key, remove its line and restart the server; other users are not affected.`,
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
