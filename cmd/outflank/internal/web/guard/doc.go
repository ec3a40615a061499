// Package guard decides who may ask a web server, and how much of it.
//
// A page that somebody visits can make his browser ask any address, also one on his own
// machine. So a request must name a host that is expected (which DNS rebinding does not), one that a page
// makes must come from a page of the server itself, and what is served runs no script
// but the server's own. Beyond loopback the server asks for a token, unless all clients may read.
//
// Bodies, headers, connections and streams of each client are bounded; time is bounded by [Serve].
// Connections are not encrypted: a proxy in front of the server does that.
package guard
