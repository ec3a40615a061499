package kernel

import "math/bits"

// Flips returns the discs of theirs that a disc of mine on the empty square turns,
// 0 if it may not be played. square is 0 to 63.
func Flips(mine, theirs uint64, square uint) uint64 { return flipsGo(mine, theirs, square) }

// flipsGo finds the first square of each ray that is not theirs. When that is mine,
// the ray up to it is turned.
func flipsGo(mine, theirs uint64, square uint) uint64 {
	r := &rays[square&63]
	return up(mine, theirs, r[0]) | up(mine, theirs, r[1]) | up(mine, theirs, r[2]) | up(mine, theirs, r[3]) |
		down(mine, theirs, r[4]) | down(mine, theirs, r[5]) | down(mine, theirs, r[6]) | down(mine, theirs, r[7])
}

// up is for rays on which square numbers grow.
func up(mine, theirs, ray uint64) uint64 {
	stop := ray &^ theirs
	below := stop&-stop&mine - 1 // all ones if the ray ends without mine
	return ray & below &^ uint64(int64(below)>>63)
}

// down is for rays on which square numbers shrink.
func down(mine, theirs, ray uint64) uint64 {
	first := uint64(1<<63) >> bits.LeadingZeros64(ray&^theirs) & mine
	return ray & -(first << 1)
}

// rays holds for each square the squares beyond it in eight directions: first the
// four in which square numbers grow.
var rays = func() (t [64][8]uint64) {
	for s := range 64 {
		for i, d := range [8][2]int{{1, 0}, {0, 1}, {-1, 1}, {1, 1}, {-1, 0}, {0, -1}, {1, -1}, {-1, -1}} {
			for f, r := s%8+d[0], s/8+d[1]; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+d[0], r+d[1] {
				t[s][i] |= 1 << (8*r + f)
			}
		}
	}
	return t
}()
