package guard

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientOf returns the client that a request counts for, by its address. It trusts X-Forwarded-For, whose
// last entry is the client of a proxy, only in requests from this machine.
func clientOf(r *http.Request) string {
	peer := clientAt(r.RemoteAddr)
	if peer != thisMachine {
		return peer
	}
	said := r.Header.Values("X-Forwarded-For")
	if len(said) == 0 {
		return peer
	}
	last := said[len(said)-1]
	ip, err := netip.ParseAddr(strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:]))
	if err != nil {
		return peer
	}
	return network(ip)
}

// thisMachine is the client name of all programs on the server's machine.
const thisMachine = "this machine"

// clientAt returns the client at the other end of a connection.
func clientAt(remote string) string {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return remote
	}
	return network(at.Addr())
}

// network returns the client name for an address. For IPv6 that is the /64 network, because a client usually
// controls all its addresses.
func network(ip netip.Addr) string {
	ip = ip.Unmap().WithZone("")
	switch {
	case ip.IsLoopback():
		return thisMachine
	case ip.Is6():
		if p, err := ip.Prefix(64); err == nil {
			return p.String()
		}
	}
	return ip.String()
}
