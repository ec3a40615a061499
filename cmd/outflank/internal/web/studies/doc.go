// Package studies keeps games that people look at: with variations, comments, the data of the game and
// finished reviews. Each study has an address that shows it, and a secret link to change it.
//
// A [Shelf] holds the studies of a server, one file for each. A change is on the disk before its request is
// answered. Each change states the revision that it is based on, so that no change overwrites another unseen:
// changes since then are merged with it, and clients that watch the study get them.
package studies
