package arena

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
)

// A Player is a participant of a match.
type Player struct {
	Name string
	// New returns a new agent for one game. All randomness of the agent should come from rng, which no other
	// agent uses. New must be safe for concurrent use. An agent that is an io.Closer is closed after the game.
	New func(rng *rand.Rand) engine.Agent
}

// A Match is a round robin: each pair of players plays the same number of games.
type Match struct {
	Players []Player
	// Start positions with the moves played from them. They are used in turn; nil = the standard start.
	Openings []engine.Game
	Games    int // games of each pair of players, rounded up to even
	Random   int // random legal moves added to an opening, drawn anew for each use of it
	// Probability that a random legal move replaces a player's move, for both sides and every move after the
	// opening.
	Perturb float64
	Seed    uint64 // source of all randomness in the match
	Workers int    // concurrent games; 0 = GOMAXPROCS

	// Limit is each side's time for a game, measured by Now; zero = no limit. Running out of time loses the
	// game, with an error that wraps [ErrTime].
	Limit live.Limit

	// Judge ends games early; nil = games are played to the end. When at most JudgeAt squares are empty, it
	// returns the result of perfect play, a disc difference for the side to move. It must be safe for concurrent
	// use. Its error ends the match.
	Judge   func(ctx context.Context, b engine.Board) (int, error)
	JudgeAt int

	Now func() time.Time // clock for Usage.Time; nil = times are not measured
}

// A Pairing is one game of the schedule.
type Pairing struct {
	Game         int // number in the schedule, from 0
	Black, White int // indices into Match.Players
	Opening      int // argument for Match.Opening
}

// Total returns the number of games in the schedule.
func (m *Match) Total() int {
	n := len(m.Players)
	return m.rounds() * n * max(n-1, 0)
}

// rounds returns the number of openings to play.
func (m *Match) rounds() int { return (max(m.Games, 0) + 1) / 2 }

// Schedule yields the games in the order of [Match.Run], opening by opening. Each pair of players plays each
// opening twice, with colours swapped. All players therefore get the same openings, and an interrupted match
// is nearly fair.
func (m *Match) Schedule() iter.Seq[Pairing] {
	return func(yield func(Pairing) bool) {
		game := 0
		for o := range m.rounds() {
			for a := range m.Players {
				for b := a + 1; b < len(m.Players); b++ {
					if !yield(Pairing{Game: game, Black: a, White: b, Opening: o}) ||
						!yield(Pairing{Game: game + 1, Black: b, White: a, Opening: o}) {
						return
					}
					game += 2
				}
			}
		}
	}
}

// Pairing returns the game with this number in the schedule, 0 to Total-1.
func (m *Match) Pairing(game int) Pairing {
	n := len(m.Players)
	each := n * (n - 1) // games of an opening
	p := Pairing{Game: game, Opening: game / each}
	pair := game % each / 2
	for rest := n - 1; pair >= rest; rest-- { // rest is the number of pairs of player a with later players
		pair -= rest
		p.Black++
	}
	p.White = p.Black + 1 + pair
	if game%2 == 1 {
		p.Black, p.White = p.White, p.Black
	}
	return p
}

// Opening returns opening number i of the match, counting from 0. The openings are used in turn, each time
// with new Random moves. If the random moves end the game, Opening draws others, up to 100 times. After that,
// it returns the finished game.
func (m *Match) Opening(i int) (engine.Game, error) {
	g := engine.Game{Start: engine.StandardStart()}
	if len(m.Openings) != 0 {
		g = m.Openings[i%len(m.Openings)]
	}
	start, err := g.End()
	if err != nil {
		return g, fmt.Errorf("arena: opening %d: %w", i%len(m.Openings)+1, err)
	}
	if m.Random <= 0 {
		return g, nil
	}
	rng := m.stream(forOpening, i)
	book := g.Moves[:len(g.Moves):len(g.Moves)] // so that appending copies
	for range 100 {
		moves, end := start.RandomMoves(m.Random, rng)
		if g.Moves = append(book, moves...); end.Board.Moves() != 0 {
			break
		}
	}
	return g, nil
}

// A purpose is a use of random numbers. Each has a separate stream.
type purpose uint64

const (
	forOpening purpose = iota // number: Pairing.Opening
	forBlack                  // number: Pairing.Game, also for the following
	forWhite
	forPerturbation
	purposes = 8 // leaves room for more purposes without changing existing streams
)

// stream returns the random numbers for one purpose.
func (m *Match) stream(p purpose, number int) *rand.Rand {
	return rand.New(rand.NewPCG(m.Seed, uint64(number)*purposes+uint64(p)))
}

// check returns an error for settings that would make the match fail later.
func (m *Match) check() error {
	for i, p := range m.Players {
		if p.New == nil {
			return fmt.Errorf("arena: player %d (%s): no New function", i+1, p.Name)
		}
	}
	if !(m.Perturb >= 0 && m.Perturb <= 1) {
		return fmt.Errorf("arena: perturbation %v: want a probability", m.Perturb)
	}
	if m.Games < 0 || m.Random < 0 || m.Workers < 0 {
		return errors.New("arena: negative number of games, random moves or workers")
	}
	if m.Limit.All > 0 && m.Now == nil {
		return errors.New("arena: a limit of time without a clock")
	}
	for i := range m.Openings {
		if _, err := m.Openings[i].End(); err != nil {
			return fmt.Errorf("arena: opening %d: %w", i+1, err)
		}
	}
	return nil
}

func (m *Match) workers() int {
	if m.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return m.Workers
}

// fingerprint identifies the schedule. Matches with the same fingerprint have the same player names, settings
// and openings, so they have the same pairings.
func (m *Match) fingerprint() string {
	h := sha256.New()
	fmt.Fprintln(h, m.Games, m.Random, m.Perturb, m.Seed, m.Judge != nil, m.JudgeAt)
	for _, p := range m.Players {
		fmt.Fprintf(h, "player %q\n", p.Name)
	}
	for _, g := range m.Openings[:min(m.rounds(), len(m.Openings))] {
		fmt.Fprintln(h, g.Start, g)
	}
	fmt.Fprintln(h, len(m.Openings))
	return hex.EncodeToString(h.Sum(nil))
}
