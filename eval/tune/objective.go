package tune

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// An Objective rates the vectors of a group. Ratings may be noisy, and may be comparable only within the
// group. They depend only on the group and on round, the step number, which seeds the noise.
type Objective func(ctx context.Context, round int, group [][]float64) (Ratings, error)

// Ratings are the ratings of the vectors of a group.
type Ratings struct {
	Values []float64 `json:"values"`          // by vector; higher is better
	Black  []float64 `json:"black,omitempty"` // share of the points as black by vector, 0 to 1, if games were played
	White  []float64 `json:"white,omitempty"` // share of the points as white
	Games  int       `json:"games"`           // number of games played for all ratings together
}

// check returns an error unless there are n finite values.
func (r *Ratings) check(n int) error {
	if len(r.Values) != n {
		return fmt.Errorf("%d ratings for %d vectors", len(r.Values), n)
	}
	for i, v := range r.Values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("the rating of vector %d is %v", i+1, v)
		}
	}
	return nil
}

// best returns the index of the highest rating, or of the first among equals.
func (r *Ratings) best() int { return floats.MaxIdx(r.Values) }

// Mean returns the mean of the values.
func (r *Ratings) Mean() float64 { return portable.Sum(r.Values) / float64(len(r.Values)) }

// A Game is a game to play for an objective.
type Game struct {
	Black, White int // indices of the players in the group, or [Opponent]
	Opening      int // number of the opening, from 0; each round uses new openings
}

// Opponent stands for the player in a [Game] that is not in the group.
const Opponent = -1

// Play plays games between the vectors of a group concurrently. It returns each game's final disc difference
// for black, in order.
type Play func(ctx context.Context, group [][]float64, games []Game) ([]int, error)

// A Unit is the unit of a vector's value.
type Unit uint8

const (
	Points Unit = iota // share of the points, 0 to 1: a win is 1, a draw ½
	// Discs is the mean number of discs at the end, 0 to 64. The difference between two players' values is the
	// disc difference.
	Discs
)

var unitNames = names[Unit]{"points", "discs"}

// String returns "points" or "discs".
func (u Unit) String() string { return unitNames.of(u) }

// MarshalText writes the name.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText reads the name.
func (u *Unit) UnmarshalText(text []byte) error { return unitNames.read(u, text) }

// RoundRobin returns an objective in which vectors play each other: all pairs of a group play a given number
// of openings from both sides. All pairs of a round play the same openings (Hong and Kahn, "double round
// robin tournament"). With a group of two, it is Bai, Lin and Shan's comparison of old and new weights.
func RoundRobin(play Play, openings int, unit Unit) Objective {
	return games(play, unit, func(round, members int) (list []Game) {
		for o := round * openings; o < (round+1)*openings; o++ {
			for a := range members {
				for b := a + 1; b < members; b++ {
					list = append(list, Game{a, b, o}, Game{b, a, o})
				}
			}
		}
		return list
	})
}

// Against returns an objective in which all vectors play the same opponent from the same given number of
// openings, each from both sides.
func Against(play Play, openings int, unit Unit) Objective {
	return games(play, unit, func(round, members int) (list []Game) {
		for o := round * openings; o < (round+1)*openings; o++ {
			for a := range members {
				list = append(list, Game{a, Opponent, o}, Game{Opponent, a, o})
			}
		}
		return list
	})
}

// games returns an objective that rates vectors by the games of a schedule.
func games(play Play, unit Unit, schedule func(round, members int) []Game) Objective {
	return func(ctx context.Context, round int, group [][]float64) (Ratings, error) {
		list := schedule(round, len(group))
		scores, err := play(ctx, group, list)
		if err != nil {
			return Ratings{}, err
		}
		return tally(len(group), list, scores, unit)
	}
}

// tally rates the members by the disc differences of their games.
func tally(members int, list []Game, scores []int, unit Unit) (Ratings, error) {
	if len(scores) != len(list) {
		return Ratings{}, fmt.Errorf("%d scores of %d games", len(scores), len(list))
	}
	sides := [2][]side{make([]side, members), make([]side, members)}
	for i, g := range list {
		if g.Black != Opponent {
			sides[0][g.Black].add(scores[i])
		}
		if g.White != Opponent {
			sides[1][g.White].add(-scores[i])
		}
	}
	r := Ratings{Values: make([]float64, members), Black: make([]float64, members),
		White: make([]float64, members), Games: len(list)}
	for i := range members {
		black, white := sides[0][i], sides[1][i]
		r.Black[i], r.White[i] = black.share(), white.share()
		both := side{black.games + white.games, black.points + white.points, black.discs + white.discs}
		r.Values[i] = both.share()
		if unit == Discs {
			r.Values[i] = 32 + ratio(both.discs, 2*both.games)
		}
	}
	return r, nil
}

// A side sums the games of a vector with one colour.
type side struct{ games, points, discs int } // points are doubled, discs are differences

func (s *side) add(score int) {
	s.games++
	s.discs += score
	switch {
	case score > 0:
		s.points += 2
	case score == 0:
		s.points++
	}
}

func (s side) share() float64 { return ratio(s.points, 2*s.games) }

// ratio returns a/b, or 0 if b is 0.
func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
