// Package games lets people play in the browser, against agents and each other, and watch agents play each
// other.
//
// A [Hall] holds all games of a server. Each has a journal on disk, written before a step is answered, so
// that games survive a reload and the end of the server, also by kill -9. Agents think in a pool that all
// games share. Each move has a new agent, with random numbers from the seed of the game and the number of the
// move: the same moves have the same answers, also after a restart or an undo. The moves of agents with
// limited time, by a clock, by their spec or by the server, do not repeat.
//
// Clocks stand while the server is down, while a game is put away, and while an agent waits for
// its place in the pool.
package games
