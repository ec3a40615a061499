// Package guard decides which requests a web server accepts, and limits each client.
//
// Any website can make a visitor's browser send requests, even to the visitor's own machine. Therefore a
// request must name an expected host (which prevents DNS rebinding), and a request by a page must come from a
// page of this server. Pages run only the server's own scripts. Beyond loopback the server requires a token,
// unless all clients may read.
//
// The package bounds bodies, headers, connections and streams of each client; [Serve] sets time limits.
// It encrypts connections if there is a certificate; otherwise use a proxy in front of the server for TLS.
package guard
