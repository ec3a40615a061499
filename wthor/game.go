package wthor

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

const (
	gameSize = 68 // bytes of a game record
	movesAt  = 8  // offset of the moves in a record
	maxScore = 64
)

// Game is one 68-byte record of a game file, every byte kept.
// (FFO specification, game record.)
type Game struct {
	// Tournament, Black and White are ids: indices into the names files of the same
	// issue. Ids stay the same from one issue to the next and labels need not.
	Tournament, Black, White uint16

	// Score is black's discs at the end, 0 to 64, the empty squares given to the
	// winner; 32 is a draw and white has 64-Score. When the moves stop early it is
	// the result of the real game and cannot be had from the moves.
	Score uint8

	// Theory is black's discs, 0 to 64, after perfect play by both sides from the
	// position with Header.Depth empty squares. Cassio takes larger values for
	// "unknown"; no known file has one, and a Reader reports them.
	Theory uint8

	// Moves holds 10*row+column for each disc placed, rows and columns from 1 to 8,
	// in the order of play without passes. A 0 ends it and zeros follow.
	Moves [60]byte
}

// Values of squareOf that are no squares. All squares are below endMark.
const (
	endMark = 64
	noMove  = 128
)

// squareOf gives for each move byte the square, 0 to 63, endMark for 0 and noMove
// for the bytes that mean nothing.
var squareOf = func() (table [256]uint8) {
	for b := range table {
		row, column := b/10-1, b%10-1
		switch {
		case b == 0:
			table[b] = endMark
		case row >= 0 && row < 8 && column >= 0 && column < 8:
			table[b] = uint8(8*row + column)
		default:
			table[b] = noMove
		}
	}
	return table
}()

// AppendSquares appends the squares of the game to dst and returns the longer slice:
// a1 is 0, b1 is 1, a2 is 8, h8 is 63. The first byte that is no square ends them,
// be it the 0 of the format or an invalid byte, which the Reader has reported.
func (g Game) AppendSquares(dst []uint8) []uint8 {
	for _, b := range &g.Moves {
		s := squareOf[b]
		if s >= endMark {
			break
		}
		dst = append(dst, s)
	}
	return dst
}

// SetSquares sets the moves to the given squares, 0 to 63, and fills up with zeros.
// It is the inverse of AppendSquares. More than 60 squares, or one over 63, give an
// error that wraps ErrMove and leave the game unchanged.
func (g *Game) SetSquares(squares []uint8) error {
	if len(squares) > len(g.Moves) {
		return fmt.Errorf("wthor: %w: %d squares, expected at most %d", ErrMove, len(squares), len(g.Moves))
	}
	var moves [60]byte
	for i, s := range squares {
		if s > 63 {
			return fmt.Errorf("wthor: %w %d: square %d, expected 0 to 63", ErrMove, i+1, s)
		}
		moves[i] = 10*(s/8+1) + s%8 + 1
	}
	g.Moves = moves
	return nil
}

// decodeGame reads a record.
func decodeGame(b *[gameSize]byte) Game {
	return Game{
		Tournament: binary.LittleEndian.Uint16(b[0:]),
		Black:      binary.LittleEndian.Uint16(b[2:]),
		White:      binary.LittleEndian.Uint16(b[4:]),
		Score:      b[6],
		Theory:     b[7],
		Moves:      [60]byte(b[movesAt:]),
	}
}

// appendTo appends the game's 68 bytes to dst.
func (g *Game) appendTo(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint16(dst, g.Tournament)
	dst = binary.LittleEndian.AppendUint16(dst, g.Black)
	dst = binary.LittleEndian.AppendUint16(dst, g.White)
	dst = append(dst, g.Score, g.Theory)
	return append(dst, g.Moves[:]...)
}

// fault returns the first field that the format does not allow, nil when there is
// none. Its offset counts from the start of the record. Numbers of names that are
// not positive are unknown.
func (g *Game) fault(players, tournaments int) *FormatError {
	switch {
	case tournaments > 0 && int(g.Tournament) >= tournaments:
		return idFault(0, "tournament", g.Tournament, tournaments)
	case players > 0 && int(g.Black) >= players:
		return idFault(2, "black player", g.Black, players)
	case players > 0 && int(g.White) >= players:
		return idFault(4, "white player", g.White, players)
	case g.Score > maxScore:
		return byteFault(6, "actual score", g.Score, "0 to 64", ErrScore)
	case g.Theory > maxScore:
		return byteFault(7, "theoretical score", g.Theory, "0 to 64", ErrScore)
	}
	return g.moveFault()
}

// moveFault returns the first move byte that does not belong. Most games have 60
// moves, so one pass without branches comes first.
func (g *Game) moveFault() *FormatError {
	var seen uint8
	for _, b := range &g.Moves {
		seen |= squareOf[b]
	}
	if seen < endMark {
		return nil
	}
	want, ended := "10*row+column, each 1 to 8, or 0", false
	for i, b := range &g.Moves {
		if squareOf[b] == noMove || ended && b != 0 {
			return byteFault(int64(movesAt+i), "move "+strconv.Itoa(i+1), b, want, ErrMove)
		}
		if b == 0 {
			want, ended = "0 after the end of the moves", true
		}
	}
	return nil
}

func idFault(offset int64, field string, id uint16, names int) *FormatError {
	return &FormatError{
		Offset: offset, Field: field, Value: strconv.Itoa(int(id)),
		Want: "an id below " + strconv.Itoa(names), Err: ErrID,
	}
}

func byteFault(offset int64, field string, b byte, want string, err error) *FormatError {
	return &FormatError{
		Offset: offset, Field: field, Value: strconv.Itoa(int(b)), Want: want, Err: err,
	}
}
