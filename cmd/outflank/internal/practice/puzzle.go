package practice

import (
	"math"
	"strconv"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// StartRating is the rating of a player before the first puzzle, and of puzzles without one.
const StartRating = 1500

// ReadPuzzles returns the positions with the values of several moves, of a file or of a set that ships. It is
// bad input if there are none.
func ReadPuzzles(a *cli.App, name string) (list []notation.Problem, err error) {
	read, err := a.ReadProblems([]string{name}, 1)
	if err != nil {
		return nil, err
	}
	for _, p := range read {
		if len(p.Moves) > 1 && p.Board.Moves() != 0 {
			list = append(list, p.Problem)
		}
	}
	if len(list) == 0 {
		err = fault.BadInputf("%s: no puzzles: expected positions with the values of several moves", name)
	}
	return list, err
}

// RatingOf returns the rating in the remark of a puzzle.
func RatingOf(p notation.Problem) int {
	word, _, _ := strings.Cut(strings.TrimPrefix(p.Comment, "rating "), ";")
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return StartRating
}

// Source returns the game that a puzzle comes from, as its remark has it; "" = unknown.
func Source(p notation.Problem) string {
	_, from, _ := strings.Cut(p.Comment, "; ")
	return from
}

// Next returns the index of the puzzle whose rating is nearest to the player's, except those that skip names.
// Of equals it is the first; -1 means that none is left.
func Next(list []notation.Problem, rating int, skip func(i int) bool) int {
	best, least := -1, math.MaxInt
	for i, p := range list {
		if d := max(RatingOf(p)-rating, rating-RatingOf(p)); d < least && !skip(i) {
			best, least = i, d
		}
	}
	return best
}

// Judge returns the first of the best moves and the discs that a move loses against it. Moves without a value
// and [engine.None] lose an infinite number.
func Judge(p notation.Problem, move engine.Square) (best notation.Scored, loss float64) {
	best, score := p.Moves[0], math.Inf(-1)
	for _, m := range p.Moves {
		if m.Score > best.Score {
			best = m
		}
		if m.Move == move {
			score = m.Score
		}
	}
	return best, best.Score - score
}

// Rate returns the rating of a player after a puzzle. It changes as after a game against a player with the
// puzzle's rating, by Elo's formula with K = 32.
func Rate(rating, puzzle int, solved bool) int {
	score := 0.0
	if solved {
		score = 1
	}
	expected := 1 / (1 + math.Pow(10, float64(puzzle-rating)/400))
	return rating + int(math.Round(32*(score-expected)))
}
