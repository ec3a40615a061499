// Package web implements the command web: a board in the browser with play, analysis and databases, for one
// person or a club.
//
// A page is a template of package site with JavaScript modules from its assets. It gets its data from the
// JSON API below /api/v1. Each part of the API is a package that declares its routes and pages:
//
//	boards     positions, shapes, import and export of games, pictures of boards
//	games      games against agents, and their clocks
//	club       round robins for club evenings
//	studies    saved games with variations, comments and reviews
//	analysis   values of moves
//	database   recorded games, players and statistics
//	train      puzzles and opening drills
//	watch      training runs and matches in progress
//
// Package wire turns routes into handlers and an OpenAPI document. Package guard decides which requests the
// server accepts, and limits each client. Package fair divides processor time and memory among clients. The
// other parts import boards, but not each other, except that club arranges its games in games.
package web

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/cmd/outflank/internal/web/analysis"
	"github.com/outflank/outflank/cmd/outflank/internal/web/club"
	"github.com/outflank/outflank/cmd/outflank/internal/web/database"
	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/games"
	"github.com/outflank/outflank/cmd/outflank/internal/web/guard"
	"github.com/outflank/outflank/cmd/outflank/internal/web/qrcode"
	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/studies"
	"github.com/outflank/outflank/cmd/outflank/internal/web/train"
	"github.com/outflank/outflank/cmd/outflank/internal/web/watch"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/workspace"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{webCommand(a)}
}

// settings holds the flags of the command web.
type settings struct {
	addr      string
	guard     guard.Options
	tokenFile string
	cert, key string // files
	threads   int
	games     games.Options
	runs      string
	book      string
	puzzles   string
	lines     []string // files of repertoires
	open      bool
	asJSON    bool
}

func webCommand(a *cli.App) *cobra.Command {
	var set settings
	c := &cobra.Command{
		Use:   "web [GAMES...]",
		Short: "Play, analyse, explore and watch in a browser",
		Long: `Web serves a board in the browser until interrupted: games against all agents, analysis beside
the games of a database (GAMES, as made by import, or files of games), and training runs and
matches in progress. All functions are also available as a JSON API, which /api/v1/openapi.json
describes. Pages load nothing from other hosts.

By default, only this machine can connect. To serve other machines, set --addr to an address that
they can reach, and --token-file or --token to the token that clients must show. A browser opens
the address once with ?token=…; programs send the header Authorization: Bearer …. With
--public-read-only, all clients may read, but only clients with the token may play and change
things; without a token, none may. --allow-host names the server's hosts; IP addresses need no
entry. --tls-cert and --tls-key encrypt connections. Without them, use a TLS proxy that names its
clients in X-Forwarded-For on networks that you do not trust. With --addr :8080 the server prints
the addresses for phones and other devices, and on a terminal a QR code, which also logs them in
unless --public-read-only is set.

The server analyses a position while a page shows it, and reviews games as analyze --hash 8M does.
Analysis also shows the values of the opening book of --book. All agents and analyses
together use at most --threads threads. Clients get equal shares of the time, and short searches
of a client don't wait for long ones. An agent has --move-time for a move. At most 20 analyses,
with 8 MiB of tables each, and 32 agents are active; others wait in a queue, which the page shows.

Games against people are saved in the folder of --state, even if the server is killed, and each
can be resumed at its address. Two people play by the secret links of their seats, or meet in the
lobby, at /lobby, while others watch. They may offer a draw, to take back a move, and a rematch.
At /club, an organiser holds a club evening: a round robin whose players join by a link or QR code,
with pairings, a live cross-table, and all games as a PGN or GGF file. Disc differences order players
with equal points. If a player resigns or runs out of time, the opponent gets all empty squares and
wins by at least 2 discs. A player who is absent or withdraws loses by 2 discs. If the game already has
moves, it counts as resigned.
Studies are saved there as well: games with variations, comments, drawings and reviews, each with a
link to read and a secret link to change it. People with that link may change it at the same time.
SGF and PGN files of a study have its variations, comments and drawings.
In games without seats, every client that may play may move. Agents chosen in the browser cannot
start commands or read files, unless --allow-engines is set.

The page Train asks for the best moves of puzzles and for the moves of opening repertoires, with a
rating and progress that each browser keeps. --puzzles names a file as "outflank puzzles" makes it,
and --repertoire a file of lines as "outflank repertoire" makes it; by default, both ship.

--runs names a folder to watch: its training runs, sweeps and tunings with live curves, and the
matches and tournaments whose --state files are in it, with all their games. Other processes write
them; the server neither locks nor changes them. Clients may also play against the models of the
runs, even while they learn: the spec run:PATH@best, run:PATH@last or run:PATH@5000 names a run in
the folder and its best model, its newest one, or its past checkpoint after 5000 games.`,
		Example: `  outflank web                                   the board, at http://127.0.0.1:8080
  outflank web games --open                      with a database; opens the browser
  outflank web --addr 127.0.0.1:0 --json         prints {"url": …} for programs
  outflank web --threads 1                       leaves the other processors free
  outflank web --state club/played               keeps games separate from other servers
  outflank web --runs runs                       with training runs and matches in progress
  outflank web games --book my.book              with the values of your own opening book
  outflank web --puzzles mine.obf --repertoire black.txt --repertoire white.txt
  outflank web games --addr :8080 --token-file secret --allow-host club.example.org
  outflank web --addr :8443 --token-file secret --tls-cert cert.pem --tls-key key.pem`,
		RunE: func(c *cobra.Command, args []string) error {
			return serve(c, a, set, args)
		},
	}
	f := c.Flags()
	f.StringVar(&set.addr, "addr", "127.0.0.1:8080", "address to listen on; port 0 picks any free port")
	f.StringVar(&set.guard.Token, "token", "", "token that clients must show, at least 8 characters")
	f.StringVar(&set.tokenFile, "token-file", "",
		"file with the token; unlike --token, it hides the token from other users of this machine")
	c.MarkFlagsMutuallyExclusive("token", "token-file")
	f.BoolVar(&set.guard.ReadOnly, "public-read-only", false,
		"read-only without the token; playing and saving need it")
	f.StringSliceVar(&set.guard.Hosts, "allow-host", nil,
		"host names of the server, besides localhost")
	f.StringVar(&set.cert, "tls-cert", "", "PEM file with the server's certificate")
	f.StringVar(&set.key, "tls-key", "", "PEM file with the key of --tls-cert")
	f.Var((*cli.WorkersFlag)(&set.threads), "threads", "maximum number of threads for analyses and agents; "+
		"0 = one per processor")
	f.DurationVar(&set.games.MoveTime, "move-time", games.DefaultMoveTime, "maximum time of an agent for a move")
	f.StringVar(&set.games.Dir, "state", "", "folder for the games played (default: outflank/games in "+
		"your configuration folder)")
	f.StringVar(&set.book, "book", book.SmallName,
		"show the values of this opening book: a `file`, or small for the shipped book")
	f.StringVar(&set.puzzles, "puzzles", book.Endgames, "offer the puzzles of this `file`")
	f.StringArrayVar(&set.lines, "repertoire", []string{book.SmallName}, "train a `file` of lines; repeatable")
	f.StringVar(&set.runs, "runs", "", "watch the runs, sweeps, tunings and state files of matches in "+
		"this folder")
	f.BoolVar(&set.games.AllowEngines, "allow-engines", false,
		"let clients choose agents that start commands and read files on this machine")
	f.BoolVar(&set.open, "open", false, "open the browser")
	cli.AddJSON(c, &set.asJSON, `print {"url": …} as the first line`, cli.Served{}).Lines = true
	return c
}

func serve(c *cobra.Command, a *cli.App, set settings, args []string) error {
	if err := set.readToken(); err != nil {
		return err
	}
	if err := set.check(); err != nil {
		return err
	}
	encrypt, err := cli.ReadTLS(set.cert, set.key)
	if err != nil {
		return err
	}
	if set.threads == 0 {
		set.threads = runtime.NumCPU()
	}
	if set.games.Dir == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return fault.Misusef("--state is missing, and there is no configuration folder for games: %w", err)
		}
		set.games.Dir = filepath.Join(dir, "outflank", "games")
	}
	shares := fair.NewPool(set.threads)
	set.games.Shares = shares
	index, err := readGames(c.Context(), a, args, set.threads)
	if err != nil {
		return err
	}
	b, err := book.Open(set.book)
	if err != nil {
		return err
	}
	list, err := practice.ReadPuzzles(a, set.puzzles)
	if err != nil {
		return err
	}
	puzzles := train.NewPuzzles(list)
	drills, err := train.ReadDrills(set.lines)
	if err != nil {
		return err
	}
	if set.runs != "" {
		files, err := workspace.Open(set.runs)
		if err != nil {
			return fault.BadInputf("--runs: %w", err)
		}
		defer files.Close()
		set.games.Runs = files
	}
	hall := games.NewHall(set.games)
	defer hall.Close()
	evenings := club.NewShelf(filepath.Join(set.games.Dir, "evenings"), hall)
	defer evenings.Close()
	shelf := studies.NewShelf(filepath.Join(set.games.Dir, "studies"))
	defer shelf.Close()
	watcher := watch.New(set.games.Runs)
	base := database.New(index, b, set.threads)
	parts := []part{
		{name: "games", routes: games.Routes(hall), pages: games.Pages(hall),
			links: map[string]http.Handler{"GET /seat/{id}/{key}": games.TakeSeat(hall)}},
		{name: "club", routes: club.Routes(evenings), pages: club.Pages(evenings),
			links: map[string]http.Handler{"GET /club/{id}/{key}": club.Enter(evenings)}},
		{name: "studies", routes: studies.Routes(shelf), pages: studies.Pages(shelf),
			links: map[string]http.Handler{"GET /edit/{id}/{key}": studies.Edit(shelf)}},
		{name: "analysis", routes: analysis.Routes(analysis.NewPool(b, shares)), pages: []site.Page{
			{Path: "/analysis", Template: "analysis", Title: "Analysis", Section: "/analysis"},
		}},
		{name: "database", routes: database.Routes(base), pages: database.Pages(base),
			links: map[string]http.Handler{"GET /explore": http.HandlerFunc(database.Explore)}},
		{name: "train", routes: train.Routes(puzzles, drills), pages: train.Pages(puzzles, drills),
			links: map[string]http.Handler{"GET /train": http.RedirectHandler("/train/puzzles", http.StatusSeeOther)}},
		{name: "watch", routes: watch.Routes(watcher), pages: watch.Pages(watcher)},
	}
	h, err := newHandler(set.known(), parts)
	if err != nil {
		return err
	}
	l, err := new(net.ListenConfig).Listen(c.Context(), "tcp", set.addr)
	if err != nil {
		return err
	}
	scheme := "http"
	if encrypt != nil {
		scheme = "https"
	}
	at := scheme + "://" + reached(l.Addr()) + "/"
	others := set.others(scheme, l.Addr(), interfaces())
	if set.asJSON {
		err = a.JSON(cli.Served{URL: at, Others: others})
	} else {
		a.Printf("serving %s (Ctrl-C stops the server)\n", at)
		if len(others) > 0 {
			a.Printf("for other devices: %s%s\n", strings.Join(others, " "), set.hint())
			if a.OutTerminal && !a.ASCII {
				a.Printf("%s", set.code(others[0]))
			}
		}
	}
	if err != nil {
		return err
	}
	if set.open {
		openBrowser(at + set.login())
	}
	ctx, stop := context.WithCancel(c.Context())
	var drawing sync.WaitGroup
	drawing.Go(func() { base.DrawGallery(ctx, shares) })
	defer drawing.Wait()
	defer stop()
	return guard.Serve(c.Context(), l, encrypt, h)
}

// readGames reads the games of a database into memory. Without paths the index is nil.
func readGames(ctx context.Context, a *cli.App, paths []string, workers int) (*explore.Index, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	games, err := a.ReadGames(ctx, "loading", paths, store.Filter{})
	if err != nil {
		return nil, err
	}
	// The server runs for days, and the index needs much less memory than its construction.
	defer debug.FreeOSMemory()
	return explore.Build(ctx, games, workers)
}

// readToken takes the token from its file, if there is one.
func (set *settings) readToken() (err error) {
	if set.tokenFile != "" {
		set.guard.Token, err = cli.ReadToken(set.tokenFile)
	}
	return err
}

// check rejects an address that other machines can reach, unless a token or --public-read-only is set.
func (set settings) check() error {
	host, _, err := net.SplitHostPort(set.addr)
	if err != nil {
		return cli.BadValue("addr", set.addr, "an address and a port such as 127.0.0.1:8080", err)
	}
	ip, err := netip.ParseAddr(host)
	loopback := host == "localhost" || err == nil && ip.IsLoopback()
	if !loopback && set.guard.Token == "" && !set.guard.ReadOnly {
		return fault.Misusef("--addr %s: other machines can reach this address: set --token-file, or let "+
			"all clients read with --public-read-only", set.addr)
	}
	if set.guard.Token != "" && len(set.guard.Token) < cli.LeastToken {
		return fault.Misusef("--token: want at least %d characters", cli.LeastToken)
	}
	if t := set.games.MoveTime; t != 0 && (t < time.Second || t > time.Hour) {
		return fault.Misusef("--move-time %v: want 1s to 1h", t)
	}
	return nil
}

// known returns the options of the guard, with the host of --addr among the names of the server.
func (set settings) known() guard.Options {
	opt := set.guard
	if host, _, err := net.SplitHostPort(set.addr); err == nil && host != "" {
		opt.Hosts = append(slices.Clone(opt.Hosts), host)
	}
	return opt
}

// reached returns the address at which this machine reaches a listener. For a listener on all interfaces
// that is localhost.
func reached(a net.Addr) string {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil || !at.Addr().IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("localhost", strconv.Itoa(int(at.Port())))
}

// interfaces returns the addresses at which networks may reach this machine.
func interfaces() (list []netip.Addr) {
	all, _ := net.InterfaceAddrs() // without them no address is printed
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			list = append(list, p.Addr().Unmap())
		}
	}
	return list
}

// mostOthers is the maximum number of addresses that the server prints for other devices.
const mostOthers = 4

// others returns the addresses for other devices of a listener on all interfaces: those with the names of
// --allow-host, and those of the networks of this machine. For other listeners there are none.
func (set settings) others(scheme string, at net.Addr, networks []netip.Addr) (list []string) {
	on, err := netip.ParseAddrPort(at.String())
	if err != nil || !on.Addr().IsUnspecified() {
		return nil
	}
	hosts := slices.Clone(set.guard.Hosts)
	for _, ip := range networks {
		if ip.IsGlobalUnicast() && (ip.Is4() || on.Addr().Is6()) {
			hosts = append(hosts, ip.String())
		}
	}
	for _, host := range hosts[:min(mostOthers, len(hosts))] {
		list = append(list, scheme+"://"+net.JoinHostPort(host, strconv.Itoa(int(on.Port())))+"/")
	}
	return list
}

// code returns an address as a QR code for a terminal. With it a device logs in, unless visitors without the
// token may read.
func (set settings) code(address string) string {
	if !set.guard.ReadOnly {
		address += set.login()
	}
	text, _ := qrcode.Text(address) // a long address is only printed as a text
	return text
}

// hint tells how other devices log in.
func (set settings) hint() string {
	if set.guard.Token == "" {
		return ""
	}
	return " (the first time with ?token= and the token)"
}

// login returns the query with which a browser sends the token.
func (set settings) login() string {
	if set.guard.Token == "" {
		return ""
	}
	return "?" + url.Values{"token": {set.guard.Token}}.Encode()
}

// openBrowser opens the page in the default browser. If that fails, the user still sees the printed address.
func openBrowser(url string) {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	_ = exec.Command(name, args...).Start()
}
