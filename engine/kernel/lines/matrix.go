package lines

// A Matrix is the simplest form of a board: ranks of squares with 1 for a disc of the side to move, -1 for
// one of its opponent, and 0 for an empty square.
type Matrix [8][8]int8

// PlainRules returns the rules without any of the report's optimisations: they look at every square and walk
// from it in all eight directions.
func PlainRules() Rules[Matrix] {
	return Rules[Matrix]{
		Of:         matrixOf,
		Successors: func(m Matrix) []Successor[Matrix] { return m.successors() },
		Pass:       func(m Matrix) Matrix { return m.pass() },
		Discs:      func(m Matrix) (int, int) { return m.discs() },
		Features:   func(m Matrix, weights *[64]float64) Features { return m.features(weights) },
	}
}

func matrixOf(mine, theirs uint64) (m Matrix) {
	for s := range 64 {
		m[s/8][s%8] = int8(mine>>s&1) - int8(theirs>>s&1)
	}
	return m
}

var directions = [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

func onBoard(rank, file int) bool { return rank >= 0 && rank < 8 && file >= 0 && file < 8 }

// run returns the number of the opponent's discs that a disc on the square outflanks in a direction.
func (m *Matrix) run(rank, file int, step [2]int, mine int8) (n int) {
	for {
		rank, file = rank+step[0], file+step[1]
		switch {
		case !onBoard(rank, file) || m[rank][file] == 0:
			return 0
		case m[rank][file] == mine:
			return n
		}
		n++
	}
}

// legal reports whether the side may put a disc on the square.
func (m *Matrix) legal(rank, file int, mine int8) bool {
	if m[rank][file] != 0 {
		return false
	}
	for _, step := range directions {
		if m.run(rank, file, step, mine) > 0 {
			return true
		}
	}
	return false
}

func (m *Matrix) successors() (list []Successor[Matrix]) {
	for rank := range 8 {
		for file := range 8 {
			if m.legal(rank, file, 1) {
				list = append(list, Successor[Matrix]{uint8(8*rank + file), m.play(rank, file)})
			}
		}
	}
	return list
}

// play returns the board after a move, from the opponent's view.
func (m *Matrix) play(rank, file int) Matrix {
	next := *m
	next[rank][file] = 1
	for _, step := range directions {
		for i := range m.run(rank, file, step, 1) {
			next[rank+(i+1)*step[0]][file+(i+1)*step[1]] = 1
		}
	}
	return next.pass()
}

func (m *Matrix) pass() (p Matrix) {
	for rank := range 8 {
		for file := range 8 {
			p[rank][file] = -m[rank][file]
		}
	}
	return p
}

func (m *Matrix) discs() (mine, theirs int) {
	for _, rank := range m {
		for _, disc := range rank {
			switch disc {
			case 1:
				mine++
			case -1:
				theirs++
			}
		}
	}
	return mine, theirs
}
