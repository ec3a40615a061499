package wthor

import "encoding/binary"

const (
	movesAt  = 8 // offset of the moves in a game's record
	gameSize = movesAt + 60
)

var gameFiles = format[Game]{
	layout{headerSize, gameSize}, "games", Header.checkGames, decodeGame, appendGame, board8.fault,
}

// Game is one 68-byte record of a game file. It preserves every byte. (FFO specification, game record.)
type Game struct {
	// Tournament, Black and White are ids: indices into the names files of the same issue. Ids are stable across
	// issues, but labels may change.
	Tournament, Black, White uint16

	// Score is the number of black's discs at the end, 0 to 64, including the empty squares if black won. 32 is
	// a draw, and white has 64-Score. If the moves stop early, it is the result of the actual game and does not
	// follow from the moves.
	Score uint8

	// Theory is the number of black's discs, 0 to 64, after perfect play by both sides from the position with
	// Header.Depth empty squares. Cassio reads larger values as "unknown", but no known file contains one, and a
	// Reader reports them as errors.
	Theory uint8

	// Moves contains 10*row+column for each disc placed, with rows and columns from 1 to 8, in order of play
	// without passes. The byte 0 ends the moves; only zeros follow.
	Moves [60]byte
}

// Square returns the square of a move byte on the 8x8 board: 11 is a1, which is square 0, and 88 is h8,
// square 63. For 0, which means no move, and for invalid bytes, ok is false.
func Square(move byte) (square uint8, ok bool) {
	if s := board8.squares[move]; s < endMark {
		return s, true
	}
	return 0, false
}

// Move returns the move byte of a square on the 8x8 board, 0 to 63. It is the inverse of Square. For larger
// numbers it returns 0, which means no move.
func Move(square uint8) byte {
	if square > 63 {
		return 0
	}
	return board8.move(square)
}

// AppendSquares appends the squares of the game to dst and returns the longer slice. Squares are numbered row
// by row: a1 is 0, b1 is 1, a2 is 8, h8 is 63. It stops at the first byte that is not a square: the final 0,
// or an invalid byte that the Reader has reported.
func (g Game) AppendSquares(dst []uint8) []uint8 {
	return board8.appendSquares(dst, g.Moves[:])
}

// SetSquares sets the moves to the given squares, 0 to 63, and fills the rest with zeros. It is the inverse
// of AppendSquares. For more than 60 squares, or a square over 63, it returns an error that wraps ErrMove and
// leaves the game unchanged.
func (g *Game) SetSquares(squares []uint8) error {
	return board8.setSquares(g.Moves[:], squares)
}

// decodeGame reads a record.
func decodeGame(b []byte) Game {
	return Game{
		Tournament: binary.LittleEndian.Uint16(b[0:]),
		Black:      binary.LittleEndian.Uint16(b[2:]),
		White:      binary.LittleEndian.Uint16(b[4:]),
		Score:      b[6],
		Theory:     b[7],
		Moves:      [60]byte(b[movesAt:]),
	}
}

// appendGame appends the game's 68 bytes to dst.
func appendGame(dst []byte, g Game) []byte {
	dst = binary.LittleEndian.AppendUint16(dst, g.Tournament)
	dst = binary.LittleEndian.AppendUint16(dst, g.Black)
	dst = binary.LittleEndian.AppendUint16(dst, g.White)
	dst = append(dst, g.Score, g.Theory)
	return append(dst, g.Moves[:]...)
}
