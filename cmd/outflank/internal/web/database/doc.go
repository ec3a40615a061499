// Package database is the part of the web board that answers questions about games: the moves played in a
// position, the players, and statistics. The games are in memory, see package dataset/explore; without games,
// its pages explain how to add them, and its routes answer 404.
package database
