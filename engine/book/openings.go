package book

import (
	_ "embed"
	"slices"

	"github.com/outflank/outflank/engine"
)

// An openingSet is a list of openings with the same number of plies.
type openingSet struct {
	name  string
	plies int
	codes string // three bytes for each opening, see openingOf
}

// Names of published sets of openings.
const (
	XOT       = "xot"       // 10,784 openings of eight plies, from the eXtreme Othello Tournament
	Lucas1000 = "lucas1000" // the 1,000 boards of Lucas and Runarsson (2006), as games of seven plies
)

var (
	//go:embed xot.bin
	xotCodes string
	//go:embed lucas1000.bin
	lucasCodes string
)

// openingSets lists all sets. The 1,000 boards were published as positions after seven random plies, white
// to move. Each game here is one of the games that lead to its board.
var openingSets = []openingSet{
	{XOT, 8, xotCodes},
	{Lucas1000, 7, lucasCodes},
}

// findSet returns the set of openings with this name; ok is false if there is none.
func findSet(name string) (s openingSet, ok bool) {
	i := slices.IndexFunc(openingSets, func(s openingSet) bool { return s.name == name })
	if i < 0 {
		return s, false
	}
	return openingSets[i], true
}

// games returns the openings in the published order.
func (s openingSet) games() (list []engine.Game) {
	for at := 0; at < len(s.codes); at += 3 {
		code := uint32(s.codes[at])<<16 | uint32(s.codes[at+1])<<8 | uint32(s.codes[at+2])
		list = append(list, openingOf(code, s.plies))
	}
	return list
}

// openingOf decodes a game. The digits of the code are the indices of the moves among the legal moves in
// square order; the last digit is the first move. The base of a digit is the number of legal moves, so eight
// plies fit into 21 bits.
func openingOf(code uint32, plies int) engine.Game {
	g := engine.Game{Start: engine.StandardStart()}
	b := g.Start.Board
	for range plies {
		legal := b.Moves()
		n := uint32(legal.Len())
		move := legal.Nth(int(code % n))
		code /= n
		g.Moves = append(g.Moves, move)
		b = b.Play(move)
	}
	return g
}
