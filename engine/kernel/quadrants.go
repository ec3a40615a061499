package kernel

// OddQuadrants returns the quarters of the board with an odd number of the given empty squares. A move there
// leaves the opponent an even number, so the mover often makes the last move in that region. Connected
// regions would be slightly better but cost a flood fill.
//
// XOR folds the four ranks of a quarter into one, and then the four squares of that rank.
func OddQuadrants(empty uint64) uint64 {
	const first, quadrant = 0x0000001100000011, 0x0F0F0F0F // one square of each quarter; a quarter
	empty ^= empty >> 8
	empty ^= empty >> 16
	empty ^= empty >> 1
	empty ^= empty >> 2
	return empty & first * quadrant
}

// quadrants holds the quarter of the board that contains each square.
var quadrants = func() (t [64]uint64) {
	const west, north = 0x0F0F0F0F0F0F0F0F, 0x00000000FFFFFFFF
	for s := range t {
		t[s] = 1<<64 - 1
		for _, half := range [2]uint64{west, north} {
			if half>>s&1 == 0 {
				half = ^half
			}
			t[s] &= half
		}
	}
	return t
}()

// near holds the neighbours of each square.
var near = func() (t [64]uint64) {
	for s := range 64 {
		for file := -1; file <= 1; file++ {
			for rank := -1; rank <= 1; rank++ {
				if f, r := s%8+file, s/8+rank; f >= 0 && f < 8 && r >= 0 && r < 8 && (file != 0 || rank != 0) {
					t[s] |= 1 << (8*r + f)
				}
			}
		}
	}
	return t
}()
