package wthor

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"
)

const (
	puzzleSize = 36
	positionAt = 12 // offset of the position in a puzzle's record
	maxEmpties = 64 // maximum number of empty squares in the second header of a puzzle file
)

// Puzzle is one 36-byte record of a puzzle file: a position from a game, and the best move. It preserves
// every byte. (FFO specification, puzzle record.)
type Puzzle struct {
	Year uint16 // of the game

	// Tournament, Black and White are the game's ids: indices into the names files that come with the puzzles.
	Tournament   uint16
	Black, White uint32

	// Position is the board, see Discs and SetDiscs. It contains two bytes per row, row 1 first, and two bits
	// per square, column a in the highest bits. 00 is empty, 11 black and 10 white. A Reader reports 01 as an
	// error; Cassio reads it as empty.
	Position [16]byte

	Empties uint8 // empty squares of Position; equal to Header.N2 for all puzzles of a file
	Side    Side  // side to move

	// Score is the result of the solution, -64 to 64: the discs of the side to move minus the discs of the other
	// side.
	Score int8

	// Solution is the best move, 10*row+column from 1 to 8 as in Game.Moves. The package does not check whether
	// it is legal.
	Solution byte

	// Actual is the number of black's discs at the end of the game, 0 to 64; 0 also means unknown.
	Actual uint8

	Move25   byte    // the game's 25th move, as in Game.Moves; 0 if unknown
	Reserved [2]byte // 0
}

// Side is the side to move in a puzzle, as stored in its byte.
type Side uint8

// The two sides.
const (
	BlackToMove Side = 1
	WhiteToMove Side = 2
)

// String returns "black", "white" or the number.
func (s Side) String() string {
	switch s {
	case BlackToMove:
		return "black"
	case WhiteToMove:
		return "white"
	}
	return "side " + strconv.Itoa(int(s))
}

// Discs returns the squares of the black and the white discs. Bit 0 is a1, bit 1 is b1, bit 8 is a2 and bit
// 63 is h8. The two sets are disjoint.
func (p Puzzle) Discs() (black, white uint64) {
	occupied, color := unpack(&p.Position)
	return occupied & color, occupied &^ color
}

// SetDiscs sets Position and Empties. It is the inverse of Discs. If the sets share a square, it returns an
// error that wraps ErrPosition and leaves the puzzle unchanged.
func (p *Puzzle) SetDiscs(black, white uint64) error {
	if both := black & white; both != 0 {
		square := uint8(bits.TrailingZeros64(both))
		return fmt.Errorf("wthor: %w: black and white on %s, expected one disc a square", ErrPosition,
			squareName(square))
	}
	p.Position = pack(black|white, black)
	p.Empties = uint8(64 - bits.OnesCount64(black|white))
	return nil
}

// unpack returns the high bits of all squares, which mark discs, and the low bits, which mark black discs.
func unpack(position *[16]byte) (high, low uint64) {
	for half := range 2 { // 32 squares: a1 to h4, a5 to h8
		pairs := bits.Reverse64(binary.BigEndian.Uint64(position[8*half:]))
		high |= evenBits(pairs) << (32 * half)
		low |= evenBits(pairs>>1) << (32 * half)
	}
	return high, low
}

// pack is the inverse of unpack.
func pack(high, low uint64) (position [16]byte) {
	for half := range 2 {
		pairs := spread(high>>(32*half)) | spread(low>>(32*half))<<1
		binary.BigEndian.PutUint64(position[8*half:], bits.Reverse64(pairs))
	}
	return position
}

// halves holds the bits that are in place at each step of evenBits and spread.
var halves = [...]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
	0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF,
}

// evenBits moves bit 2n of x to bit n and drops the odd bits.
func evenBits(x uint64) uint64 {
	x &= halves[0]
	for i, mask := range halves[1:] {
		x = (x | x>>(1<<i)) & mask
	}
	return x
}

// spread moves bit n of x to bit 2n, for n below 32, and drops the others.
func spread(x uint64) uint64 {
	x &= halves[5]
	for i := 4; i >= 0; i-- {
		x = (x | x<<(1<<i)) & halves[i]
	}
	return x
}

func squareName(square uint8) string {
	return string([]byte{'a' + square%8, '1' + square/8})
}

// decodePuzzle reads a record.
func decodePuzzle(b []byte) Puzzle {
	return Puzzle{
		Year:       binary.LittleEndian.Uint16(b[0:]),
		Tournament: binary.LittleEndian.Uint16(b[2:]),
		Black:      binary.LittleEndian.Uint32(b[4:]),
		White:      binary.LittleEndian.Uint32(b[8:]),
		Position:   [16]byte(b[positionAt:]),
		Empties:    b[28],
		Side:       Side(b[29]),
		Score:      int8(b[30]),
		Solution:   b[31],
		Actual:     b[32],
		Move25:     b[33],
		Reserved:   [2]byte(b[34:]),
	}
}

// appendPuzzle appends the puzzle's 36 bytes to dst.
func appendPuzzle(dst []byte, p Puzzle) []byte {
	dst = binary.LittleEndian.AppendUint16(dst, p.Year)
	dst = binary.LittleEndian.AppendUint16(dst, p.Tournament)
	dst = binary.LittleEndian.AppendUint32(dst, p.Black)
	dst = binary.LittleEndian.AppendUint32(dst, p.White)
	dst = append(dst, p.Position[:]...)
	dst = append(dst, p.Empties, byte(p.Side), byte(p.Score), p.Solution, p.Actual, p.Move25)
	return append(dst, p.Reserved[:]...)
}

// puzzleFault is the fault function of the format, for puzzles with N2 empty squares.
func puzzleFault(record []byte, h Header, players, tournaments int) *FormatError {
	p := decodePuzzle(record)
	switch {
	case tournaments > 0 && int(p.Tournament) >= tournaments:
		return idFault(2, "tournament", uint32(p.Tournament), tournaments)
	case players > 0 && int64(p.Black) >= int64(players):
		return idFault(4, "black player", p.Black, players)
	case players > 0 && int64(p.White) >= int64(players):
		return idFault(8, "white player", p.White, players)
	}
	if f := p.positionFault(h.N2); f != nil {
		return f
	}
	return p.solutionFault()
}

// positionFault checks the squares, the number of empty ones and the side to move.
func (p *Puzzle) positionFault(empties uint16) *FormatError {
	occupied, color := unpack(&p.Position)
	if wrong := color &^ occupied; wrong != 0 {
		square := uint8(bits.TrailingZeros64(wrong))
		return &FormatError{
			Offset: positionAt + int64(square/4), Field: "position", Value: "01 on " + squareName(square),
			Want: "00, 10 or 11", Err: ErrPosition,
		}
	}
	empty := 64 - bits.OnesCount64(occupied)
	switch {
	case int(p.Empties) != empty:
		return byteFault(28, "empty squares", p.Empties, strconv.Itoa(empty)+" as in the position", ErrPosition)
	case uint16(p.Empties) != empties:
		return byteFault(28, "empty squares", p.Empties, strconv.Itoa(int(empties))+" as N2 says", ErrPosition)
	case p.Side != BlackToMove && p.Side != WhiteToMove:
		return byteFault(29, "side to move", byte(p.Side), "1 (black) or 2 (white)", ErrPosition)
	}
	return nil
}

// solutionFault checks the fields after the position.
func (p *Puzzle) solutionFault() *FormatError {
	switch {
	case p.Score < -64 || p.Score > 64:
		return &FormatError{
			Offset: 30, Field: "score", Value: strconv.Itoa(int(p.Score)), Want: "-64 to 64", Err: ErrScore,
		}
	case board8.squares[p.Solution] >= endMark:
		return byteFault(31, "solution", p.Solution, "10*row+column, each 1 to 8", ErrMove)
	case int(p.Actual) > board8.discs():
		return byteFault(32, "actual score", p.Actual, board8.wantScore, ErrScore)
	case board8.squares[p.Move25] == noMove:
		return byteFault(33, "move 25", p.Move25, board8.wantMove, ErrMove)
	}
	return nil
}
