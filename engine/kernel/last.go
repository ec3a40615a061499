package kernel

// LastFlips returns the number of discs that a disc of mine on the given square flips in the last move of a
// game, when all other squares that are not mine are theirs. It is 0 if the move is illegal. The bit of the
// square itself is ignored.
//
// It gathers each line through the square into one byte and looks up the number in a table (Edax,
// count_last_flip_kindergarten.c). Squares beyond the rim look like theirs but change nothing, because no
// disc of mine follows them.
func LastFlips(mine uint64, square uint) int {
	x, y, d := square&7, square>>3&7, &diagonals[square&63]
	t := &lastCount[x]
	return int(t[uint8(mine>>(square&56))]) + int(t[mine&d[0]*fileA>>56]) + int(t[mine&d[1]*fileA>>56]) +
		int(lastCount[y][mine>>x&fileA*gather>>56])
}

// lastCount holds, for each square of a line and each set of mine on it, the number of flipped discs if all
// other squares are theirs.
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
