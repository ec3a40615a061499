package kernel

const (
	// multiplied by a byte: the byte on each rank; by a diagonal: its files in the top byte
	fileA    = 0x0101010101010101
	gather   = 0x0102040810204080 // by a set on file a: its ranks in the top byte
	distance = 0x0002040810204081 // by a byte without its ends: bit r on rank r of file a
)

// flipsGo gathers each of the four lines through the square into a byte by a multiplication, and uses two
// tables. One holds the squares that end a run of theirs on the line; the other holds the squares between,
// for those ends that are mine (Edax, flip_kindergarten.c).
func flipsGo(mine, theirs uint64, square uint) uint64 {
	x, y := square&7, square>>3&7
	end, turned := &runEnds[x], &between[x]

	shift := square & 56
	f := uint64(turned[end[uint8(theirs>>shift)]&uint8(mine>>shift)]) << shift

	diagonal := diagonals[square&63][0]
	f |= uint64(turned[end[theirs&diagonal*fileA>>56]&uint8(mine&diagonal*fileA>>56)]) * fileA & diagonal
	diagonal = diagonals[square&63][1]
	f |= uint64(turned[end[theirs&diagonal*fileA>>56]&uint8(mine&diagonal*fileA>>56)]) * fileA & diagonal

	ends := runEnds[y][theirs>>x&fileA*gather>>56] & uint8(mine>>x&fileA*gather>>56)
	return f | uint64(between[y][ends])*distance&fileA<<x
}

func repliesGo(mine, theirs uint64, square uint) (uint64, uint64) {
	f := flipsGo(mine, theirs, square)
	return f, movesGo(theirs&^f, mine|f|1<<(square&63))
}

// diagonals holds, for each square, the two diagonals through it, including the square: first the one
// parallel to a1-h8, then the one parallel to a8-h1.
var diagonals = func() (t [64][2]uint64) {
	for a := range t {
		for b := range 64 {
			if a%8-a/8 == b%8-b/8 {
				t[a][0] |= 1 << b
			}
			if a%8+a/8 == b%8+b/8 {
				t[a][1] |= 1 << b
			}
		}
	}
	return t
}()

// runEnds holds, for each square of a line and each set of theirs on it, the square just beyond the adjacent
// run of theirs on each side, if there is one.
var runEnds = func() (t [8][256]uint8) {
	for x := range 8 {
		for theirs := range 256 {
			for _, step := range [2]int{-1, 1} {
				n := x + step
				for n >= 0 && n < 8 && theirs>>n&1 != 0 {
					n += step
				}
				if n >= 0 && n < 8 && n != x+step {
					t[x][theirs] |= 1 << n
				}
			}
		}
	}
	return t
}()

// between holds, for each square x of a line and each set of ends, the squares between x and the ends.
var between = func() (t [8][256]uint8) {
	for x := range 8 {
		for ends := range 256 {
			for n := range 8 {
				if ends>>n&1 != 0 {
					for m := min(n, x) + 1; m < max(n, x); m++ {
						t[x][ends] |= 1 << m
					}
				}
			}
		}
	}
	return t
}()
