//lint:file-ignore U1000 The assembly uses what is here.

package kernel

// A square holds the vector kernels' data for one square: 128 bytes, two cache lines.
type square struct {
	up, down        [4]uint64   // the squares beyond it along its rank, file, falling and rising diagonal
	rising, falling uint64      // its diagonals, including itself
	bit             uint64      // itself
	quadrant        uint64      // its quarter of the board
	rank, file      uint64      // shifts that bring its rank to the lowest byte, and its file to file a
	alongRank       *[256]uint8 // part of lastCount for its place on the rank and on the diagonals
	alongFile       *[256]uint8 // part of lastCount for its place on the file
}

// squares has an extra element for "no square": in an empty set, a vector kernel finds 64 as the first
// square.
var squares = func() (t [65]square) {
	for s := range 64 {
		q := &t[s]
		for i, d := range [4][2]int{{1, 0}, {0, 1}, {-1, 1}, {1, 1}} {
			q.up[i], q.down[i] = ray(s, d[0], d[1]), ray(s, -d[0], -d[1])
		}
		q.rising, q.falling = diagonals[s][0], diagonals[s][1]
		q.bit, q.quadrant = 1<<s, quadrants[s]
		q.rank, q.file = uint64(s&56), uint64(s&7)
		q.alongRank, q.alongFile = &lastCount[s&7], &lastCount[s>>3]
	}
	t[64].alongRank, t[64].alongFile = &lastCount[0], &lastCount[0]
	return t
}()

// ray returns the squares beyond s in one direction, up to the rim.
func ray(s, file, rank int) (set uint64) {
	for f, r := s%8+file, s/8+rank; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+file, r+rank {
		set |= 1 << (8*r + f)
	}
	return set
}
