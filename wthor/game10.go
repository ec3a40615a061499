package wthor

import (
	"encoding/binary"
	"io"
	"iter"
)

const game10Size = movesAt + 96

var game10Layout = layout{headerSize, game10Size}

// Game10 is one 104-byte record of a file of games on the 10x10 board, every byte
// kept. (FFO specification, 10x10 game record.)
//
// Squares are 10*row+column, both from 0, as the game is read: a1 is 0, j1 is 9, a2
// is 10, j10 is 99. At the start black has f5 and e6 (45, 54), white e5 and f6 (44,
// 55), and the specification has every game begin with g6 (56).
type Game10 struct {
	// Tournament, Black and White are ids, as in Game.
	Tournament, Black, White uint16

	// Score is black's discs at the end, 0 to 100, as in Game; 50 is a draw.
	Score uint8

	// Theory is black's discs, 0 to 100, after perfect play by both sides from the
	// position with Header.Depth empty squares, which is after move 96-Depth.
	Theory uint8

	// Moves holds column+12*row for each disc placed, rows and columns from 1 to 10,
	// in the order of play without passes: a1 is 13, j1 is 22, a10 is 121, j10 is
	// 130. A 0 ends it and zeros follow.
	Moves [96]byte
}

// AppendSquares appends the squares of the game, 0 to 99, to dst and returns the
// longer slice. The first byte that is no square ends them, be it the 0 of the format
// or an invalid byte, which the Reader10 has reported.
func (g Game10) AppendSquares(dst []uint8) []uint8 {
	return board10.appendSquares(dst, g.Moves[:])
}

// SetSquares sets the moves to the given squares, 0 to 99, and fills up with zeros.
// It is the inverse of AppendSquares. More than 96 squares, or one over 99, give an
// error that wraps ErrMove and leave the game unchanged.
func (g *Game10) SetSquares(squares []uint8) error {
	return board10.setSquares(g.Moves[:], squares)
}

// decodeGame10 reads a record.
func decodeGame10(b *[game10Size]byte) Game10 {
	return Game10{
		Tournament: binary.LittleEndian.Uint16(b[0:]),
		Black:      binary.LittleEndian.Uint16(b[2:]),
		White:      binary.LittleEndian.Uint16(b[4:]),
		Score:      b[6],
		Theory:     b[7],
		Moves:      [96]byte(b[movesAt:]),
	}
}

// appendTo appends the game's 104 bytes to dst.
func (g *Game10) appendTo(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint16(dst, g.Tournament)
	dst = binary.LittleEndian.AppendUint16(dst, g.Black)
	dst = binary.LittleEndian.AppendUint16(dst, g.White)
	dst = append(dst, g.Score, g.Theory)
	return append(dst, g.Moves[:]...)
}

// Reader10 reads a file of 10x10 games (.wtd) as a [Reader] reads one of 8x8 games:
// errors, their order and what comes with them are the same.
type Reader10 struct {
	// Players and Tournaments are the numbers of names, as in Reader.
	Players, Tournaments int

	header  Header
	records *records
}

// NewReader10 reads and checks the header of a file of 10x10 games. The error is a
// *FormatError: ErrHeader when P1 is not 10 or P2 is not 0, ErrSize when there are
// fewer than 16 bytes, or what r returned. The Reader10 has its own buffer and may
// take more from r than it needs.
func NewReader10(r io.Reader) (*Reader10, error) {
	rs, h, err := openGames(r, game10Layout, Header.checkGames10)
	if err != nil {
		return nil, err
	}
	return &Reader10{header: h, records: rs}, nil
}

// Header returns the file's header.
func (r *Reader10) Header() Header { return r.header }

// All yields the games in the order of the file, as [Reader.All] does.
func (r *Reader10) All() iter.Seq2[Game10, error] { return all(r.records, r.decode) }

func (r *Reader10) decode(b []byte) (Game10, *FormatError) {
	return decodeGame10((*[game10Size]byte)(b)), board10.fault(b, r.Players, r.Tournaments)
}

// Writer10 writes a file of 10x10 games (.wtd) as a [Writer] writes one of 8x8 games.
type Writer10 struct{ out *output }

// NewWriter10 starts a file of 10x10 games with the header h, whose N1 must be the
// number of games that will follow. P1 must be 10 and P2 must be 0, else the error is
// a *FormatError with ErrHeader. The bytes are buffered until Close.
func NewWriter10(w io.Writer, h Header) (*Writer10, error) {
	if err := h.checkGames10(); err != nil {
		return nil, err
	}
	out, err := newOutput(w, game10Layout, h, nil)
	if err != nil {
		return nil, err
	}
	return &Writer10{out}, nil
}

// Write appends one game or refuses it, as [Writer.Write] does; scores go to 100.
func (w *Writer10) Write(g Game10) error {
	if err := w.out.next(); err != nil {
		return err
	}
	record := g.appendTo(w.out.bw.AvailableBuffer())
	return w.out.put(record, board10.fault(record, 0, 0))
}

// Close writes what is still buffered and checks the count, as [Writer.Close] does.
func (w *Writer10) Close() error { return w.out.close("games") }
