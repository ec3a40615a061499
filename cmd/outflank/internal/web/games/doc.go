// Package games lets people play in the browser: against agents and each other, and lets agents
// play each other while somebody watches.
//
// A [Hall] holds all games of a server. Each has a journal on disk, written before a step is
// answered, so that games survive a reload and the end of the server, also by kill -9. Agents
// think in a pool that all games share. For each move an agent is made anew with random numbers
// that follow from the seed of the game and the number of the move: the same moves have the same
// answers, also after a restart or an undo. Not repeated is what agents do whose time is limited,
// by a clock, by their spec or by the server.
//
// Clocks stand while the server is down, while a game is put away, and while an agent waits for
// its place in the pool.
package games
