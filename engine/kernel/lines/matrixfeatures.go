package lines

// features computes each feature by walking over the board.
func (m *Matrix) features(weights *[64]float64) (f Features) {
	mine, theirs := m.discs()
	f.Discs, f.Empty = mine-theirs, 64-mine-theirs
	stable := m.stable()
	for rank := range 8 {
		for file := range 8 {
			disc := m[rank][file]
			f.Position += float64(weights[8*rank+file] * float64(disc))
			if stable[rank][file] {
				f.Stable += int(disc)
			}
			if m.legal(rank, file, 1) {
				f.Mobility++
			}
			if m.legal(rank, file, -1) {
				f.Mobility--
			}
		}
	}
	return f
}

// stable finds discs that can never be flipped: discs held on each of the four axes (report, "Stable Disc
// Heuristic Function"). It repeats the search until it finds no more.
func (m *Matrix) stable() (stable [8][8]bool) {
	for found := true; found; {
		found = false
		for rank := range 8 {
			for file := range 8 {
				if m[rank][file] != 0 && !stable[rank][file] && m.held(&stable, rank, file) {
					stable[rank][file], found = true, true
				}
			}
		}
	}
	return stable
}

func (m *Matrix) held(stable *[8][8]bool, rank, file int) bool {
	for _, step := range directions[4:] {
		if !m.heldOn(stable, rank, file, step) {
			return false
		}
	}
	return true
}

// heldOn reports whether a disc is held on an axis: by the rim of the board, by a stable disc of its own
// colour beside it, by stable discs of the other colour on both sides, or by a line without empty squares, on
// which no move is possible.
func (m *Matrix) heldOn(stable *[8][8]bool, rank, file int, step [2]int) bool {
	r0, f0, r1, f1 := rank-step[0], file-step[1], rank+step[0], file+step[1]
	switch {
	case !onBoard(r0, f0) || !onBoard(r1, f1):
		return true
	case stable[r0][f0] && m[r0][f0] == m[rank][file], stable[r1][f1] && m[r1][f1] == m[rank][file]:
		return true
	case stable[r0][f0] && stable[r1][f1]:
		return true
	}
	return m.full(rank, file, step) && m.full(rank, file, [2]int{-step[0], -step[1]})
}

// full reports whether all squares from a square to the rim are occupied.
func (m *Matrix) full(rank, file int, step [2]int) bool {
	for ; onBoard(rank, file); rank, file = rank+step[0], file+step[1] {
		if m[rank][file] == 0 {
			return false
		}
	}
	return true
}
