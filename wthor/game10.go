package wthor

import "encoding/binary"

const game10Size = movesAt + 96

var game10Files = format[Game10]{
	layout{headerSize, game10Size}, "games", Header.checkGames10, decodeGame10, appendGame10, board10.fault,
}

// Game10 is one 104-byte record of a file of games on the 10x10 board. It preserves every byte.
// (FFO specification, 10x10 game record.)
//
// Squares are numbered 10*row+column, both from 0: a1 is 0, j1 is 9, a2 is 10, j10 is 99. At the start black
// has f5 and e6 (45, 54), and white has e5 and f6 (44, 55). According to the specification, every game begins
// with g6 (56).
type Game10 struct {
	// Tournament, Black and White are ids, as in Game.
	Tournament, Black, White uint16

	// Score is the number of black's discs at the end, 0 to 100, as in Game; 50 is a draw.
	Score uint8

	// Theory is the number of black's discs, 0 to 100, after perfect play by both sides from the position with
	// Header.Depth empty squares, which is after move 96-Depth.
	Theory uint8

	// Moves contains column+12*row for each disc placed, with rows and columns from 1 to 10, in order of play
	// without passes: a1 is 13, j1 is 22, a10 is 121, j10 is 130. The byte 0 ends the moves; only zeros follow.
	Moves [96]byte
}

// AppendSquares appends the squares of the game, 0 to 99, to dst and returns the longer slice. It stops at
// the first byte that is not a square: the final 0, or an invalid byte that the Reader has reported.
func (g Game10) AppendSquares(dst []uint8) []uint8 {
	return board10.appendSquares(dst, g.Moves[:])
}

// SetSquares sets the moves to the given squares, 0 to 99, and fills the rest with zeros. It is the inverse
// of AppendSquares. For more than 96 squares, or a square over 99, it returns an error that wraps ErrMove and
// leaves the game unchanged.
func (g *Game10) SetSquares(squares []uint8) error {
	return board10.setSquares(g.Moves[:], squares)
}

// decodeGame10 reads a record.
func decodeGame10(b []byte) Game10 {
	return Game10{
		Tournament: binary.LittleEndian.Uint16(b[0:]),
		Black:      binary.LittleEndian.Uint16(b[2:]),
		White:      binary.LittleEndian.Uint16(b[4:]),
		Score:      b[6],
		Theory:     b[7],
		Moves:      [96]byte(b[movesAt:]),
	}
}

// appendGame10 appends the game's 104 bytes to dst.
func appendGame10(dst []byte, g Game10) []byte {
	dst = binary.LittleEndian.AppendUint16(dst, g.Tournament)
	dst = binary.LittleEndian.AppendUint16(dst, g.Black)
	dst = binary.LittleEndian.AppendUint16(dst, g.White)
	dst = append(dst, g.Score, g.Theory)
	return append(dst, g.Moves[:]...)
}
