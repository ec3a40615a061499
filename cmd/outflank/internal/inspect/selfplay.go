package inspect

import (
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

const (
	maxModelGames = 100_000
	randomShare   = 0.1 // of moves at random, as in the Othello League
)

// A sampleBoard is a board of a game, as the side to move sees it, and how the game ended
// for that side in discs.
type sampleBoard struct {
	board engine.Board
	score int
}

func sampled(sample []sampleBoard) []engine.Board {
	boards := make([]engine.Board, len(sample))
	for i, s := range sample {
		boards[i] = s.board
	}
	return boards
}

// playItself lets a model play against itself, one ply deep with some random moves, and
// returns the boards before all moves.
func playItself(m *eval.Model, games int, seed uint64) (sample []sampleBoard) {
	l := m.Linear()
	for g := range games {
		sample = append(sample, playOnce(l, rand.New(rand.NewPCG(seed, uint64(g))))...)
	}
	return sample
}

func playOnce(l *eval.Linear, rng *rand.Rand) (boards []sampleBoard) {
	p := engine.StandardStart()
	var colors []engine.Color
	for moves := p.Board.Moves(); moves != 0; moves = p.Board.Moves() {
		boards, colors = append(boards, sampleBoard{board: p.Board}), append(colors, p.Color)
		move := bestQ(l, p.Board)
		if rng.Float64() < randomShare {
			move = moves.Nth(rng.IntN(moves.Len()))
		}
		p, _ = p.Play(move)
	}
	for i := range boards {
		boards[i].score = p.Board.Score()
		if colors[i] != p.Color {
			boards[i].score = -boards[i].score
		}
	}
	return boards
}

// bestQ returns the move with the highest Q, the first of equals.
func bestQ(l *eval.Linear, b engine.Board) (best engine.Square) {
	most := 0.0
	best = engine.None
	for s := range b.Moves().All() {
		if q := l.Q(b, s); best == engine.None || q > most {
			best, most = s, q
		}
	}
	return best
}
