package wthor

import (
	"encoding/binary"
	"strconv"
)

// headerSize is the length of every file's header in bytes.
const headerSize = 16

// Header is the 16-byte header that begins every WTHOR file. It preserves every byte. (FFO
// specification, header.)
//
// The date is not checked: it serves only to distinguish newer issues of a file from older ones, and programs
// write arbitrary values. N2 in game files, the year in puzzle files, and the year and P1 to Reserved in
// names files are unused and may have any value. P3 is not checked either.
type Header struct {
	Century, YearOfCentury, Month, Day uint8 // date of creation: 20, 15, 12, 7

	N1   uint32 // games (or puzzles), 0 in names files
	N2   uint16 // names; empty squares in puzzle files; 0 in game files
	Year uint16 // year of the games, 0 in names and puzzle files

	P1       uint8 // board size: 0 or 8 for 8x8, 10 for 10x10
	P2       uint8 // 1 in puzzle files, else 0
	P3       uint8 // depth of the theoretical score, see Depth
	Reserved uint8 // 0
}

// Depth returns the number of empty squares for which the theoretical score is given: P3 or, according to the
// specification, 22 if P3 is 0. It is 24 in all known files of the federation, which is after move 36 on the
// 8x8 board and after move 72 on the 10x10 board. P3 is a byte, so a file may contain meaningless values
// above 60 or 96.
func (h Header) Depth() int {
	if h.P3 == 0 {
		return 22
	}
	return int(h.P3)
}

// decodeHeader reads the first 16 bytes of b.
func decodeHeader(b []byte) Header {
	return Header{
		Century: b[0], YearOfCentury: b[1], Month: b[2], Day: b[3],
		N1:   binary.LittleEndian.Uint32(b[4:]),
		N2:   binary.LittleEndian.Uint16(b[8:]),
		Year: binary.LittleEndian.Uint16(b[10:]),
		P1:   b[12], P2: b[13], P3: b[14], Reserved: b[15],
	}
}

// appendTo appends the header's 16 bytes to dst.
func (h Header) appendTo(dst []byte) []byte {
	dst = append(dst, h.Century, h.YearOfCentury, h.Month, h.Day)
	dst = binary.LittleEndian.AppendUint32(dst, h.N1)
	dst = binary.LittleEndian.AppendUint16(dst, h.N2)
	dst = binary.LittleEndian.AppendUint16(dst, h.Year)
	return append(dst, h.P1, h.P2, h.P3, h.Reserved)
}

// checkGames returns an error unless h is a valid header of 8x8 games. It accepts a non-zero N2, because
// some programs repeat N1 there.
func (h Header) checkGames() error {
	switch {
	case h.P1 == 10:
		return headerFault(12, "P1", 10, "0 or 8 (10 is for NewReader10 and NewWriter10)")
	case h.P1 != 0 && h.P1 != 8:
		return headerFault(12, "P1", int64(h.P1), "0 or 8")
	case h.P2 != 0:
		return headerFault(13, "P2", int64(h.P2), "0 (1 is for NewPuzzleReader and NewPuzzleWriter)")
	}
	return nil
}

// checkGames10 returns an error unless h is a valid header of 10x10 games.
func (h Header) checkGames10() error {
	switch {
	case h.P1 == 0 || h.P1 == 8:
		return headerFault(12, "P1", int64(h.P1), "10 (0 and 8 are for NewReader and NewWriter)")
	case h.P1 != 10:
		return headerFault(12, "P1", int64(h.P1), "10")
	case h.P2 != 0:
		return headerFault(13, "P2", int64(h.P2), "0")
	}
	return nil
}

// checkPuzzles returns an error unless h is a valid header of a file of puzzles. P2 may be 0, because such
// files exist, and Cassio repairs them. N2 and the second header distinguish them from files of games.
func (h Header) checkPuzzles() error {
	switch {
	case h.N2 < 1 || h.N2 > maxEmpties:
		return headerFault(8, "N2", int64(h.N2), "1 to 64, the empty squares of the puzzles")
	case h.P1 != 0 && h.P1 != 8:
		return headerFault(12, "P1", int64(h.P1), "0 or 8")
	case h.P2 > 1:
		return headerFault(13, "P2", int64(h.P2), "1 (or 0 in old files)")
	}
	return nil
}

// checkNames returns an error unless h is a valid header of a names file. A file with a non-zero N1 is a game
// file. Any P1 is accepted, because a known converter writes 124.
func (h Header) checkNames() error {
	if h.N1 != 0 {
		return headerFault(4, "N1", int64(h.N1), "0 in a names file")
	}
	return nil
}

func headerFault(offset int64, field string, value int64, want string) error {
	return &FormatError{
		Record: -1, Offset: offset, Field: field,
		Value: strconv.FormatInt(value, 10), Want: want, Err: ErrHeader,
	}
}
