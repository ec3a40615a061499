package web

import (
	"encoding/json"
	"fmt"
	"net"
	"net/netip"
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/cmd/outflank/web/guard"
	"github.com/outflank/outflank/cmd/outflank/web/site"
	"github.com/outflank/outflank/engine/fault"
)

// settings are the flags of web.
type settings struct {
	addr   string
	guard  guard.Options
	open   bool
	asJSON bool
}

func webCommand(a *cli.App) *cobra.Command {
	var set settings
	c := &cobra.Command{
		Use:   "web [GAMES...]",
		Short: "Play, analyse, explore and watch in a browser",
		Long: `Web serves a board in the browser until it is interrupted: games against every agent,
analysis, the explorer of a database (GAMES, as made by import, or files of games), and
trainings and matches as they run. Everything is also a JSON API, which
/api/v1/openapi.json describes. Nothing is loaded from other hosts.

It listens on this machine only. To serve others, --addr names an address that they reach, and
--token what they must show: the address with ?token=… once in a browser, or the header
Authorization: Bearer …. With --public-read-only everybody may read, and only who shows the token
may play and change things. Names by which the server is reached are given by --allow-host;
addresses need not be.`,
		Example: `  outflank web                                   the board, at http://127.0.0.1:8080
  outflank web games --open                      with a database, in the browser at once
  outflank web --addr 127.0.0.1:0 --json         prints {"url": …} for programs
  outflank web games --addr :8080 --token SECRET --allow-host club.example.org`,
		RunE: func(c *cobra.Command, args []string) error {
			return serve(c, a, set, args)
		},
	}
	f := c.Flags()
	f.StringVar(&set.addr, "addr", "127.0.0.1:8080", "the address to listen on; port 0 is any that is free")
	f.StringVar(&set.guard.Token, "token", "", "what clients must show; needed beyond this machine")
	f.BoolVar(&set.guard.ReadOnly, "public-read-only", false, "everybody may read")
	f.StringSliceVar(&set.guard.Hosts, "allow-host", nil, "names by which the server is reached, besides localhost")
	f.BoolVar(&set.open, "open", false, "open the browser")
	f.BoolVar(&set.asJSON, "json", false, `print {"url": …} as the first line`)
	return c
}

// check refuses to serve others without a token.
func (set settings) check() error {
	host, _, err := net.SplitHostPort(set.addr)
	if err != nil {
		return cli.BadValue("addr", set.addr, "an address and a port such as 127.0.0.1:8080", err)
	}
	ip, err := netip.ParseAddr(host)
	loopback := host == "localhost" || err == nil && ip.IsLoopback()
	if !loopback && set.guard.Token == "" {
		return fault.Misuse(fmt.Errorf("--addr %s: others than this machine reach it, so give a --token (with --public-read-only everybody may read)", set.addr))
	}
	return nil
}

func serve(c *cobra.Command, a *cli.App, set settings, args []string) error {
	if err := set.check(); err != nil {
		return err
	}
	parts := []part{
		{pages: []site.Page{{Path: "/analysis", Template: "analysis", Title: "Analysis", Section: "/analysis"}}},
	}
	h, err := newHandler(set.guard, parts)
	if err != nil {
		return err
	}
	l, err := new(net.ListenConfig).Listen(c.Context(), "tcp", set.addr)
	if err != nil {
		return err
	}
	url := "http://" + l.Addr().String() + "/"
	if set.asJSON {
		err = json.NewEncoder(a.Out).Encode(map[string]string{"url": url})
	} else {
		a.Printf("serving %s (Ctrl-C ends it)\n", url)
	}
	if err != nil {
		return err
	}
	if set.open {
		openBrowser(url)
	}
	return guard.Serve(c.Context(), l, h)
}

// openBrowser opens the page as the system does; where that fails the address is on the screen.
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
