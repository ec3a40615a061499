package wthor

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

// board describes the differences between games on 8x8 and 10x10 boards. Their records consist of 8 bytes,
// then one byte for each square except the four occupied at the start.
type board struct {
	side    int        // rows and columns
	factor  int        // a move is factor*row+column, both counted from 1
	squares [256]uint8 // indexed by move byte: the square, endMark or noMove

	wantScore, wantMove string // the valid scores and moves, for errors
}

var (
	board8  = newBoard(8, 10)
	board10 = newBoard(10, 12)
)

// Values of board.squares that are not squares. All squares are less than endMark.
const (
	endMark = 128 // the byte 0
	noMove  = 192 // bytes without a meaning
)

func newBoard(side, factor int) *board {
	bd := &board{
		side: side, factor: factor,
		wantScore: fmt.Sprintf("0 to %d", side*side),
		wantMove:  fmt.Sprintf("%d*row+column, each 1 to %d, or 0", factor, side),
	}
	for b := range bd.squares {
		row, column := b/factor-1, b%factor-1
		switch {
		case b == 0:
			bd.squares[b] = endMark
		case row >= 0 && row < side && column >= 0 && column < side:
			bd.squares[b] = uint8(side*row + column)
		default:
			bd.squares[b] = noMove
		}
	}
	return bd
}

// discs is the number of squares, the largest score.
func (bd *board) discs() int { return bd.side * bd.side }

// move returns the byte of a square, which must be on the board.
func (bd *board) move(square uint8) byte {
	row, column := int(square)/bd.side, int(square)%bd.side
	return byte(bd.factor*(row+1) + column + 1)
}

// appendSquares appends the squares of moves up to the first byte that is not a square.
func (bd *board) appendSquares(dst []uint8, moves []byte) []uint8 {
	for _, b := range moves {
		s := bd.squares[b]
		if s >= endMark {
			break
		}
		dst = append(dst, s)
	}
	return dst
}

// setSquares sets moves to the given squares and fills the rest with zeros. If it returns an error, moves is
// unchanged.
func (bd *board) setSquares(moves []byte, squares []uint8) error {
	if len(squares) > len(moves) {
		return fmt.Errorf("wthor: %w: %d squares, expected at most %d", ErrMove, len(squares), len(moves))
	}
	for i, s := range squares {
		if int(s) >= bd.discs() {
			return fmt.Errorf("wthor: %w %d: square %d, expected 0 to %d", ErrMove, i+1, s, bd.discs()-1)
		}
	}
	clear(moves)
	for i, s := range squares {
		moves[i] = bd.move(s)
	}
	return nil
}

// fault is the fault function of a [format] of games.
func (bd *board) fault(record []byte, _ Header, players, tournaments int) *FormatError {
	head := (*[movesAt]byte)(record)
	tournament := binary.LittleEndian.Uint16(head[0:])
	black := binary.LittleEndian.Uint16(head[2:])
	white := binary.LittleEndian.Uint16(head[4:])
	switch {
	case tournaments > 0 && int(tournament) >= tournaments:
		return idFault(0, "tournament", uint32(tournament), tournaments)
	case players > 0 && int(black) >= players:
		return idFault(2, "black player", uint32(black), players)
	case players > 0 && int(white) >= players:
		return idFault(4, "white player", uint32(white), players)
	case int(head[6]) > bd.discs():
		return byteFault(6, "actual score", head[6], bd.wantScore, ErrScore)
	case int(head[7]) > bd.discs():
		return byteFault(7, "theoretical score", head[7], bd.wantScore, ErrScore)
	}
	return bd.moveFault(record[movesAt:])
}

// moveFault returns an error for the first invalid move byte. Most games fill their record, so a fast pass
// without branches comes first.
func (bd *board) moveFault(moves []byte) *FormatError {
	var seen uint8
	for _, b := range moves {
		seen |= bd.squares[b]
	}
	if seen < endMark {
		return nil
	}
	want, ended := bd.wantMove, false
	for i, b := range moves {
		if bd.squares[b] == noMove || ended && b != 0 {
			return byteFault(int64(movesAt+i), "move "+strconv.Itoa(i+1), b, want, ErrMove)
		}
		if b == 0 {
			want, ended = "0 after the end of the moves", true
		}
	}
	return nil
}

func idFault(offset int64, field string, id uint32, names int) *FormatError {
	return &FormatError{
		Offset: offset, Field: field, Value: strconv.FormatUint(uint64(id), 10),
		Want: "an id below " + strconv.Itoa(names), Err: ErrID,
	}
}

func byteFault(offset int64, field string, b byte, want string, err error) *FormatError {
	return &FormatError{
		Offset: offset, Field: field, Value: strconv.Itoa(int(b)), Want: want, Err: err,
	}
}
