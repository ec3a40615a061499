// Package database is the part of the web board that answers questions about recorded games: the moves played
// in a position, the players, and statistics. It holds the games in memory, see package dataset/explore.
// Without games, its pages explain how to add them, and its routes answer 404.
package database
