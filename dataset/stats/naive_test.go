package stats_test

import (
	"github.com/outflank/outflank/dataset"
)

// naive is a second implementation, on an array of characters, that shares nothing
// with the first: it tries every direction of every square.
type naive struct {
	games, draws  int
	winner, loser [64]int
	phases        [3][2][64]int
}

func (n *naive) add(g *dataset.Game) {
	n.games++
	if g.Score == 0 {
		n.draws++
		return
	}
	var board [8][8]byte
	board[3][3], board[4][4], board[3][4], board[4][3] = 'O', 'O', 'X', 'X'
	side := byte('X')
	for ply, s := range g.Moves {
		if !anyMove(&board, side) {
			side ^= 'X' ^ 'O'
		}
		flip(&board, int(s)%8, int(s)/8, side, true)
		i := 0
		if (side == 'X') != (g.Score > 0) {
			i = 1
		}
		n.phases[min(ply/20, 2)][i][s]++
		if i == 0 {
			n.winner[s]++
		} else {
			n.loser[s]++
		}
		side ^= 'X' ^ 'O'
	}
}

func anyMove(board *[8][8]byte, side byte) bool {
	for i := range 64 {
		if flip(board, i%8, i/8, side, false) > 0 {
			return true
		}
	}
	return false
}

// flip returns how many discs a move turns, and makes it if play is set.
func flip(board *[8][8]byte, x, y int, side byte, play bool) (total int) {
	if board[y][x] != 0 {
		return 0
	}
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			n, cx, cy := 0, x+dx, y+dy
			for cx >= 0 && cx < 8 && cy >= 0 && cy < 8 && board[cy][cx] == side^'X'^'O' {
				n, cx, cy = n+1, cx+dx, cy+dy
			}
			if n == 0 || cx < 0 || cx > 7 || cy < 0 || cy > 7 || board[cy][cx] != side {
				continue
			}
			total += n
			for ; play && n > 0; n-- {
				board[y+n*dy][x+n*dx] = side
			}
		}
	}
	if play {
		board[y][x] = side
	}
	return total
}

func (n *naive) weights() [64]float64 {
	return averaged(func(s int) float64 { return float64(n.winner[s] - n.loser[s]) })
}

// relative compares shares: each side's moves divided by all that it made.
func (n *naive) relative() [64]float64 {
	winners, losers := 0.0, 0.0
	for s := range 64 {
		winners += float64(n.winner[s])
		losers += float64(n.loser[s])
	}
	return averaged(func(s int) float64 { return float64(n.winner[s])/winners - float64(n.loser[s])/losers })
}

// averaged averages over the images that turning and mirroring coordinates gives, and
// makes the largest 1.
func averaged(difference func(square int) float64) (w [64]float64) {
	largest := 0.0
	for s := range w {
		for image := range 8 {
			x, y := s%8, s/8
			if image&1 != 0 {
				x = 7 - x
			}
			if image&2 != 0 {
				y = 7 - y
			}
			if image&4 != 0 {
				x, y = y, x
			}
			w[s] += difference(8*y+x) / 8
		}
		largest = max(largest, w[s], -w[s])
	}
	for s := range w {
		w[s] /= largest
	}
	return w
}
