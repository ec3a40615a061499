package guard

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientOf returns the client that a request counts for: the address that it comes from. A proxy on this
// machine names its client last in X-Forwarded-For; other machines could write anything there.
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

// thisMachine is the client of all programs on the machine of the server.
const thisMachine = "this machine"

// clientAt returns the client at the other end of a connection.
func clientAt(remote string) string {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return remote
	}
	return network(at.Addr())
}

// network returns the name of a client by its address. A client with one IPv6 address has the 2⁶⁴ of its
// network.
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
