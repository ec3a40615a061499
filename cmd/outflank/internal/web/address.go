package web

import (
	"net"
	"net/netip"
	"net/url"
	"os/exec"
	"runtime"
	"slices"
	"strconv"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/web/guard"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// readToken takes the token from its file, if there is one.
func (set *settings) readToken() (err error) {
	if set.tokenFile != "" {
		set.guard.Token, err = cli.ReadToken(set.tokenFile)
	}
	return err
}

// check refuses to let others in who show nothing.
func (set settings) check() error {
	host, _, err := net.SplitHostPort(set.addr)
	if err != nil {
		return cli.BadValue("addr", set.addr, "an address and a port such as 127.0.0.1:8080", err)
	}
	ip, err := netip.ParseAddr(host)
	loopback := host == "localhost" || err == nil && ip.IsLoopback()
	if !loopback && set.guard.Token == "" && !set.guard.ReadOnly {
		return fault.Misusef("--addr %s: others than this machine reach it, so give a --token-file, "+
			"or let everybody read with --public-read-only", set.addr)
	}
	if set.guard.Token != "" && len(set.guard.Token) < cli.LeastToken {
		return fault.Misusef("--token: want at least %d characters", cli.LeastToken)
	}
	return nil
}

// known returns who may ask; the name that the address to listen on has is one of the server's.
func (set settings) known() guard.Options {
	opt := set.guard
	if host, _, err := net.SplitHostPort(set.addr); err == nil && host != "" {
		opt.Hosts = append(slices.Clone(opt.Hosts), host)
	}
	return opt
}

// reached returns the address by which this machine reaches a listener; those of all networks are
// reached by the loopback's.
func reached(a net.Addr) string {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil || !at.Addr().IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("localhost", strconv.Itoa(int(at.Port())))
}

// login is the query by which a browser shows the token.
func (set settings) login() string {
	if set.guard.Token == "" {
		return ""
	}
	return "?" + url.Values{"token": {set.guard.Token}}.Encode()
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
