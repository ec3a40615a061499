package reports

import "github.com/outflank/outflank/engine"

// matrixSuccessors are the successors of a board by the rules on a matrix of squares,
// as programs without bitboards compute them.
func matrixSuccessors(b engine.Board) (list []successor) {
	m := matrixOf(b)
	for s := range engine.Square(64) {
		if next, ok := m.play(s.File(), s.Rank()); ok {
			list = append(list, successor{s, next.board(b.Shape)})
		}
	}
	return list
}

// A matrix is a board by rank and file: 1 mine, -1 theirs, 0 empty.
type matrix [8][8]int8

func matrixOf(b engine.Board) (m matrix) {
	for s := range engine.Square(64) {
		switch {
		case b.Mine.Has(s):
			m[s.Rank()][s.File()] = 1
		case b.Theirs.Has(s):
			m[s.Rank()][s.File()] = -1
		}
	}
	return m
}

// board returns the matrix as the opponent sees it.
func (m *matrix) board(shape engine.Shape) engine.Board {
	b := engine.Board{Shape: shape}
	for s := range engine.Square(64) {
		switch m[s.Rank()][s.File()] {
		case 1:
			b.Theirs |= s.Set()
		case -1:
			b.Mine |= s.Set()
		}
	}
	return b
}

// play returns the matrix after a move, if it is legal.
func (m *matrix) play(file, rank int) (next matrix, ok bool) {
	if m[rank][file] != 0 {
		return next, false
	}
	next = *m
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if n := m.turned(file, rank, dx, dy); n > 0 {
				ok = true
				for i := 0; i <= n; i++ {
					next[rank+i*dy][file+i*dx] = 1
				}
			}
		}
	}
	return next, ok
}

// turned returns how many discs a move turns in a direction.
func (m *matrix) turned(file, rank, dx, dy int) int {
	for n := 0; ; n++ {
		file, rank = file+dx, rank+dy
		if file < 0 || file > 7 || rank < 0 || rank > 7 || m[rank][file] == 0 || dx == 0 && dy == 0 {
			return 0
		}
		if m[rank][file] == 1 {
			return n
		}
	}
}
