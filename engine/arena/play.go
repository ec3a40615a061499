package arena

import (
	"context"
	"fmt"
)

// Options are the settings of [Play].
type Options struct {
	Games int // of the match, rounded up to even; 0 = 100
	// Random moves at the start of each pair of games, at most 50, to vary the games; 0 = 8, negative = none.
	Random  int
	Perturb float64 // probability that a random move replaces a player's move; 0 = none
	Seed    uint64  // source of all randomness; 0 is an ordinary seed
	Workers int     // concurrent games; the result does not depend on it; 0 = GOMAXPROCS
}

// maxRandom leaves at least ten moves of an ordinary game to the players.
const maxRandom = 50

// A Score is the result of the first player of [Play]: wins, draws, losses and points with Wilson's 95 %
// interval, see [Pair.Interval].
type Score struct {
	A, B string // names
	Pair
}

// String returns the names and the score with its interval, such as
// "q – random: +150 =4 -46, 76.0 % (69.6–81.4)".
func (s Score) String() string { return fmt.Sprintf("%s – %s: %v", s.A, s.B, s.Pair) }

// Play plays a match of two players, each opening with both colours, and returns the first player's score. It
// returns an error if a player fails or plays an illegal move. A [Match] has more settings and counts such a
// game as lost.
func Play(ctx context.Context, a, b Player, opt Options) (Score, error) {
	if opt.Random > maxRandom {
		return Score{}, fmt.Errorf("arena: %d random moves, want at most %d", opt.Random, maxRandom)
	}
	m := Match{
		Players: []Player{a, b}, Games: opt.Games, Random: opt.Random,
		Perturb: opt.Perturb, Seed: opt.Seed, Workers: opt.Workers,
	}
	if m.Games == 0 {
		m.Games = 100
	}
	if m.Random = max(m.Random, 0); opt.Random == 0 {
		m.Random = 8
	}
	cross := NewTally(2)
	for r, err := range m.Run(ctx) {
		if err == nil && r.Forfeit != nil {
			err = fmt.Errorf("arena: %s – %s, game %d: %w", a.Name, b.Name, r.Pairing.Game+1, r.Forfeit)
		}
		if err != nil {
			return Score{}, err
		}
		cross.Add(r)
	}
	return Score{a.Name, b.Name, cross.Of(0, 1)}, nil
}
