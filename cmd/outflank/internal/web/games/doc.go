// Package games lets people play in the browser, against agents and each other, and watch agents play each
// other.
//
// A [Hall] holds all games of a server. Each game has a journal on disk. A step is written to it before the
// request is answered, so that games survive a page reload and a restart of the server, even after kill -9.
//
// Agents think in turn with all other searches of the server, see package fair. Each move uses a new agent,
// whose random numbers depend on the seed of the game and the number of the move. So an agent repeats its
// move after a restart or an undo. Moves that depend on a time limit (of the clock, the spec or the server)
// are not reproducible.
//
// Clocks stop while the server is down, while a game's journal is closed, and until an agent gets its first
// place.
package games
