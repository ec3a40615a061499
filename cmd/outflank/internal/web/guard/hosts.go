package guard

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// hosts refuses requests that name a host that is not expected.
func (opt Options) hosts(h http.Handler) http.Handler {
	names := map[string]bool{"localhost": true}
	for _, name := range opt.Hosts {
		names[hostName(name)] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Addresses are let through: only names can be rebound.
		name := hostName(r.Host)
		if _, err := netip.ParseAddr(name); err != nil && !names[name] {
			wire.WriteError(w, r, wire.Fail(http.StatusMisdirectedRequest,
				fmt.Errorf("host %q is not one of this server's; --allow-host adds a name", r.Host)))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// hostName returns a host in lower case, without port, brackets and the dot that ends full names.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	} else if inner, ok := strings.CutPrefix(host, "["); ok {
		host = strings.TrimSuffix(inner, "]")
	}
	return strings.TrimSuffix(strings.ToLower(host), ".")
}
