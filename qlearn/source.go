package qlearn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
)

// An Episode describes how one game is played.
type Episode struct {
	Start    engine.Position // zero = the standard start
	Moves    []engine.Square // played first; not changed
	Recorded bool            // learn from Moves, which are a complete game
	Number   int             // index of a recorded game, from 0, for errors
	Seen     *Seen           // moves of recorded games, for [Config.Restricted]
	Random   int             // random plies after Moves, not learned from

	Opponent engine.Agent // closed after the game if it is an [io.Closer]; nil = the model plays both sides
	// Earlier makes the opponent a past checkpoint from the pool, or the model itself if the pool is empty.
	Earlier bool
	Color   engine.Color // the model's colour if it has an opponent
	Noise   float64      // probability of a random move of the opponent
	Epsilon float64      // probability of a random move of the model; below 0 = the configured value
	Skip    [2]bool      // colours whose moves are not learned from
}

// A Source provides episodes. The result of Episode(n, rng) may depend only on n and on numbers drawn from
// rng. It must be safe for concurrent use.
type Source interface {
	Episode(n int, rng *rand.Rand) (Episode, error)
}

// Self makes the model play against itself, after a number of random plies, and learn from both sides.
type Self struct {
	Openings []engine.Game // openings to draw from; none = the standard start
	Least    int           // fewest random plies before the game; their number is drawn at random
	Random   int           // most random plies; 0 = Least
}

// Episode draws an opening.
func (s Self) Episode(_ int, rng *rand.Rand) (Episode, error) {
	episode := Episode{Epsilon: -1}
	if len(s.Openings) > 0 {
		g := s.Openings[rng.IntN(len(s.Openings))]
		episode.Start, episode.Moves = g.Start, g.Moves
	}
	if episode.Random = s.Least; s.Random > s.Least {
		episode.Random += rng.IntN(s.Random - s.Least + 1)
	}
	return episode, nil
}

// Against makes the model play against another agent and learn only from its own moves. The model plays black
// in even-numbered games.
type Against struct {
	Self
	// Opponent returns the opponent for one game; nil = a past checkpoint, or the model itself if [Config.Pool]
	// has none.
	Opponent func(rng *rand.Rand) engine.Agent
	Noise    float64 // probability of a random move of the opponent
	Epsilon  float64 // probability of a random move of the model; below 0 = the configured value
}

// Episode draws an opening and creates the opponent.
func (a Against) Episode(n int, rng *rand.Rand) (Episode, error) {
	s, err := a.Self.Episode(n, rng)
	s.Color, s.Noise, s.Epsilon = engine.Color(n&1), a.Noise, a.Epsilon
	if s.Earlier = a.Opponent == nil; !s.Earlier {
		s.Opponent = a.Opponent(rng)
	}
	return s, err
}

// Transcripts learns from recorded games, shuffled anew for each epoch.
type Transcripts struct {
	Games   []engine.Game // finished games, at least one; not changed
	Winners bool          // learn only from the winners' moves
	Seed    uint64        // seed of the order
	Seen    *Seen         // of these games, for [Config.Restricted]; nil = unknown
	order   shuffle
}

// NewTranscripts returns a source of the games, or an error if there are none.
func NewTranscripts(games []engine.Game, winners bool, seed uint64) (*Transcripts, error) {
	t := &Transcripts{Games: games, Winners: winners, Seed: seed}
	return t, t.Check()
}

// Check returns an error if there are no games.
func (t *Transcripts) Check() error {
	if len(t.Games) == 0 {
		return errors.New("qlearn: no finished games to learn from")
	}
	return nil
}

// Episode returns game n in the shuffled order.
func (t *Transcripts) Episode(n int, _ *rand.Rand) (Episode, error) {
	number := t.order.at(n, len(t.Games), t.Seed)
	g := t.Games[number]
	s := Episode{Start: g.Start, Moves: g.Moves, Recorded: true, Number: number, Seen: t.Seen}
	if t.Winners {
		var err error
		if s.Skip, err = losers(g); err != nil {
			return s, err
		}
	}
	return s, nil
}

// losers reports by colour who lost the game.
func losers(g engine.Game) (lost [2]bool, err error) {
	end, err := g.End()
	if err != nil {
		return lost, err
	}
	for c := range lost {
		lost[c] = end.Score(engine.Color(c)) < 0
	}
	return lost, nil
}

// A Mixture draws the source of each game from several sources.
type Mixture []Share

// A Share is a source with its weight in a mixture.
type Share struct {
	Source Source
	Weight float64 // relative to the weights of the others; above 0
}

// Check returns an error if the mixture is empty or one of its sources is invalid.
func (m Mixture) Check() error {
	if len(m) == 0 {
		return errors.New("qlearn: a mixture of no sources")
	}
	for i, s := range m {
		if !(s.Weight > 0) || math.IsInf(s.Weight, 0) {
			return fmt.Errorf("qlearn: source %d of a mixture has weight %v, want above 0", i+1, s.Weight)
		}
		if err := checkSource(s.Source); err != nil {
			return err
		}
	}
	return nil
}

// checkSource returns an error if a source cannot provide games.
func checkSource(s Source) error {
	if s == nil {
		return errors.New("qlearn: no source of games")
	}
	if c, ok := s.(interface{ Check() error }); ok {
		return c.Check()
	}
	return nil
}

// Episode draws a source and returns its episode. The mixture must pass Check.
func (m Mixture) Episode(n int, rng *rand.Rand) (Episode, error) {
	sum := 0.0
	for _, s := range m {
		sum += s.Weight
	}
	x := rng.Float64() * sum
	for _, s := range m[:len(m)-1] {
		if x -= s.Weight; x < 0 {
			return s.Source.Episode(n, rng)
		}
	}
	return m[len(m)-1].Source.Episode(n, rng)
}
