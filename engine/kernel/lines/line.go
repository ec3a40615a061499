package lines

import "sync"

// A line is a rank, a file or a diagonal of the board, of one to eight squares.
type line struct {
	squares []uint8 // ascending
	mask    uint64
	hash    uint64      // multiplied by a word within mask: a unique number in the top byte
	feature [256]uint8  // indexed by that number: the discs as a line of 8 bits, the lowest square first
	word    [256]uint64 // indexed by a line of 8 bits: the discs on the board
}

// A crossing is one of the four lines through a square.
type crossing struct {
	line *line
	at   uint8 // the place of the square on it
}

// A geometry holds the tables that depend only on the board.
type geometry struct {
	crossings  [64][4]crossing
	neighbours [64]uint64
}

// Hashes of lines: the first gathers the files of squares on different files, the second the ranks of
// squares on one file.
const (
	byFile = 0x0101010101010101
	byRank = 0x0102040810204080 // for file a; shifted right by n for the nth file after it
)

// board returns the geometry. Computing it takes a few microseconds.
var board = sync.OnceValue(func() *geometry {
	g := &geometry{}
	lines := map[[3]int]*line{}
	for s := range 64 {
		rank, file := s/8, s%8
		for i, step := range directions[4:] {
			// All squares of a line share this key.
			key := [3]int{step[0], step[1], rank*step[1] - file*step[0]}
			l := lines[key]
			if l == nil {
				l = newLine(rank, file, step)
				lines[key] = l
			}
			for at, square := range l.squares {
				if int(square) == s {
					g.crossings[s][i] = crossing{l, uint8(at)}
				}
			}
		}
		for _, step := range directions {
			if onBoard(rank+step[0], file+step[1]) {
				g.neighbours[s] |= 1 << (8*(rank+step[0]) + file + step[1])
			}
		}
	}
	return g
})

// newLine returns the line that begins at a square and runs in the given direction, with its tables.
func newLine(rank, file int, step [2]int) *line {
	l := &line{hash: byFile}
	if step[1] == 0 {
		l.hash = byRank >> file
	}
	for ; onBoard(rank, file); rank, file = rank+step[0], file+step[1] {
		l.squares = append(l.squares, uint8(8*rank+file))
		l.mask |= 1 << (8*rank + file)
	}
	for bits := range 1 << len(l.squares) {
		l.word[bits] = l.depositLoop(uint8(bits))
		l.feature[l.word[bits]*l.hash>>56] = uint8(bits)
	}
	return l
}

// extract extracts the line from a word, by the table or bit by bit.
func (l *line) extract(word uint64, table bool) (bits uint8) {
	word &= l.mask
	if table {
		return l.feature[word*l.hash>>56]
	}
	for at, square := range l.squares {
		bits |= uint8(word>>square&1) << at
	}
	return bits
}

// deposit is the reverse of extract.
func (l *line) deposit(bits uint8, table bool) uint64 {
	if table {
		return l.word[bits]
	}
	return l.depositLoop(bits)
}

func (l *line) depositLoop(bits uint8) (word uint64) {
	for at, square := range l.squares {
		word |= uint64(bits>>at&1) << square
	}
	return word
}
