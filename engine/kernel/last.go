package kernel

// LastFlips returns how many discs a disc of mine on the given square turns when
// all other squares that are not mine are theirs: the last move of a game. It is 0
// if mine may not play there. The bit of the square itself is ignored.
//
// Each line through the square is brought into one byte by a multiplication, and a
// table knows the answer (Edax, count_last_flip_kindergarten.c). What lies beyond
// the rim looks like theirs and changes nothing, for no disc of mine follows it.
func LastFlips(mine uint64, square uint) int {
	l := &lastLines[square&63]
	const file, ones = 0x0101010101010101, 0x0101010101010101
	x, y := square&7, square>>3&7
	rank := mine >> (square & 56) & 0xFF
	up := mine >> x & file * 0x0102040810204080 >> 56
	rising, falling := mine&l[0]*ones>>56, mine&l[1]*ones>>56
	return int(lastCount[x][uint8(rank)]) + int(lastCount[y][uint8(up)]) +
		int(lastCount[x][uint8(rising)]) + int(lastCount[x][uint8(falling)])
}

// lastLines holds for each square the two diagonals through it.
var lastLines = func() (t [64][2]uint64) {
	for s := range t {
		r := &rays[s]
		t[s] = [2]uint64{r[3] | r[7], r[2] | r[6]}
	}
	return t
}()

// lastCount holds for each square of a line and each set of mine on it how many
// discs are turned when all others are theirs.
var lastCount = func() (t [8][256]uint8) {
	for x := range 8 {
		for mine := range 256 {
			for _, step := range [2]int{-1, 1} {
				n := x + step
				for n >= 0 && n < 8 && mine>>n&1 == 0 {
					n += step
				}
				if n >= 0 && n < 8 {
					t[x][mine] += uint8((n-x)*step - 1)
				}
			}
		}
	}
	return t
}()
