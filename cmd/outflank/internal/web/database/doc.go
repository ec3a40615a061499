// Package database is the part of the web board that answers questions about games: what was played
// in a position, by whom, and statistics. The games are in memory, see package dataset/explore; where
// none are given its pages say how to give them, and its routes answer 404.
package database
