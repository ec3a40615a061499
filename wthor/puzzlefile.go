package wthor

import (
	"encoding/binary"
	"io"
	"iter"
	"strconv"
)

// countsSize is the length in bytes of the second header of a puzzle file: 64 counts
// of 4 bytes, the first of the puzzles with one empty square. The specification prints
// 512; the federation's files and Cassio have 256.
const countsSize = 4 * maxEmpties

var puzzleLayout = layout{headerSize + countsSize, puzzleSize}

// PuzzleReader reads a file of puzzles (.pzz), one record at a time. It is not for use
// by several goroutines at once.
type PuzzleReader struct {
	// Players and Tournaments are the numbers of names, as in Reader. Puzzles come with
	// names files of their own.
	Players, Tournaments int

	header  Header
	records *records
}

// NewPuzzleReader reads and checks both headers of a file of puzzles. The error is a
// *FormatError: ErrHeader when N2 is not from 1 to 64, P1 is neither 0 nor 8, P2 is
// neither 1 nor 0 (as in old files), or a count in the second header is not N1 for N2
// empty squares and 0 for all others; ErrSize when the headers are cut short; or what
// r returned. The PuzzleReader has its own buffer and may take more from r than it
// needs.
func NewPuzzleReader(r io.Reader) (*PuzzleReader, error) {
	rs, h, err := openGames(r, puzzleLayout, Header.checkPuzzles)
	if err != nil {
		return nil, err
	}
	counts, err := rs.extra()
	if err == nil {
		err = h.checkCounts((*[countsSize]byte)(counts))
	}
	if err != nil {
		return nil, err
	}
	return &PuzzleReader{header: h, records: rs}, nil
}

// Header returns the file's header; N2 is the number of empty squares. The second
// header has nothing that does not follow from it.
func (r *PuzzleReader) Header() Header { return r.header }

// All yields the puzzles in the order of the file. Errors, their order and what comes
// with them are as with [Reader.All]; those of a record are ErrID, ErrPosition,
// ErrScore and ErrMove.
func (r *PuzzleReader) All() iter.Seq2[Puzzle, error] { return all(r.records, r.decode) }

func (r *PuzzleReader) decode(b []byte) (Puzzle, *FormatError) {
	p := decodePuzzle((*[puzzleSize]byte)(b))
	return p, p.fault(r.header.N2, r.Players, r.Tournaments)
}

// PuzzleWriter writes a file of puzzles (.pzz) as a [Writer] writes one of games.
type PuzzleWriter struct{ out *output }

// NewPuzzleWriter starts a file of puzzles with the header h, of which N1 must be the
// number of puzzles that will follow and N2 that of their empty squares, 1 to 64. P1
// must be 0 or 8 and P2 should be 1, though 0 is let pass so that an old file can be
// written as it was. Else the error is a *FormatError with ErrHeader. The second header
// follows from h. The bytes are buffered until Close.
func NewPuzzleWriter(w io.Writer, h Header) (*PuzzleWriter, error) {
	if err := h.checkPuzzles(); err != nil {
		return nil, err
	}
	out, err := newOutput(w, puzzleLayout, h, h.appendCounts(nil))
	if err != nil {
		return nil, err
	}
	return &PuzzleWriter{out}, nil
}

// Write appends one puzzle. One that a PuzzleReader would report (ErrPosition,
// ErrScore, ErrMove), and one beyond the N1th (ErrSize), are refused with a
// *FormatError; nothing of them is written and the next call may give another. Any
// other error is that of the underlying writer.
func (w *PuzzleWriter) Write(p Puzzle) error {
	if err := w.out.next(); err != nil {
		return err
	}
	return w.out.put(p.appendTo(w.out.bw.AvailableBuffer()), p.fault(w.out.header.N2, 0, 0))
}

// Close writes what is still buffered and checks the count, as [Writer.Close] does.
func (w *PuzzleWriter) Close() error { return w.out.close("puzzles") }

// count returns what the second header says of puzzles with that number of empty squares.
func (h Header) count(empties int) uint32 {
	if empties == int(h.N2) {
		return h.N1
	}
	return 0
}

// checkCounts returns an error unless the second header follows from the first.
func (h Header) checkCounts(counts *[countsSize]byte) error {
	for i := range maxEmpties {
		got, want := binary.LittleEndian.Uint32(counts[4*i:]), h.count(i+1)
		if got != want {
			return headerFault(int64(headerSize+4*i), "number of puzzles with "+strconv.Itoa(i+1)+" empty",
				int64(got), strconv.FormatUint(uint64(want), 10))
		}
	}
	return nil
}

func (h Header) appendCounts(dst []byte) []byte {
	for i := range maxEmpties {
		dst = binary.LittleEndian.AppendUint32(dst, h.count(i+1))
	}
	return dst
}
