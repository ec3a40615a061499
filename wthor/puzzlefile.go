package wthor

import (
	"encoding/binary"
	"strconv"
)

// countsSize is the length in bytes of the second header of a puzzle file: 64 counts of 4 bytes. The first
// count is for puzzles with one empty square. The specification states 512 bytes; the federation's files
// and Cassio use 256.
const countsSize = 4 * maxEmpties

var puzzleFiles = format[Puzzle]{
	layout{headerSize + countsSize, puzzleSize}, "puzzles", Header.checkPuzzles, decodePuzzle, appendPuzzle,
	puzzleFault,
}

// count returns the count in the second header for puzzles with this number of empty squares.
func (h Header) count(empties int) uint32 {
	if empties == int(h.N2) {
		return h.N1
	}
	return 0
}

// checkCounts returns an error unless the second header agrees with the first.
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
