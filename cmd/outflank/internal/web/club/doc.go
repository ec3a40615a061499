// Package club holds round robins for club evenings.
//
// An evening has an organiser and up to 40 players. The organiser has a secret link, which opens the evening
// for changes. A player is added by the organiser, or joins at the open address of the evening. The first
// browser that joins under a name gets a secret key for it. The first round fixes the pairings. A round
// begins when all games of the rounds before are over, or when the organiser says so.
//
// The games are ordinary games of a [games.Hall]. A [Shelf] keeps the evenings of a server, one file for
// each. It takes results from the hall when a client looks at the evening, so that it does nothing in
// between, and loses nothing if the server is killed. The file of an evening has the moves of its finished
// games.
package club
