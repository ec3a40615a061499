package guard

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// hosts rejects requests for unexpected hosts.
func (opt Options) hosts(h http.Handler) http.Handler {
	names := map[string]bool{"localhost": true}
	for _, name := range opt.Hosts {
		names[hostName(name)] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Addresses are accepted: DNS rebinding needs a name.
		name := hostName(r.Host)
		if _, err := netip.ParseAddr(name); err != nil && !names[name] {
			wire.WriteError(w, r, wire.Fail(http.StatusMisdirectedRequest,
				fmt.Errorf("host %q is not one of this server's; --allow-host adds a name", r.Host)))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// hostName returns a host in lower case, without port, brackets and trailing dot.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	} else if inner, ok := strings.CutPrefix(host, "["); ok {
		host = strings.TrimSuffix(inner, "]")
	}
	return strings.TrimSuffix(strings.ToLower(host), ".")
}
