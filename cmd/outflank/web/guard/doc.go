// Package guard decides who may ask a web server, and how much of it.
//
// A page that somebody visits can make his browser ask any address, also one on his own
// machine. So a request must name a host that is expected (which DNS rebinding does not), one that
// changes something must come from a page of the server itself, and what is served runs no script
// but the server's own. Beyond loopback a token is asked for, unless everybody may read.
//
// Bodies, headers and streams of each client are bounded; time is bounded by the server that
// stands around it, see [Server].
package guard
