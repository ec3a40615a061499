package study

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// settings are the settings of all games of a call of [execution.Meet].
type settings struct {
	Seed     uint64    `json:"seed"`
	Timed    bool      `json:"timed"`    // whether moves are timed
	Meetings []meeting `json:"meetings"` // with paths in their specs
}

// A pair is two games of a meeting, which play an opening from both sides.
type pair struct {
	Meeting int              `json:"meeting"` // index in the settings
	Games   [2]arena.Pairing `json:"games"`
}

// Jobs returns the kind of job that plays an opening from both sides. Its input is a meeting and two
// pairings, and its output a [twoGames]. now is the clock for timed moves.
func Jobs(agents Agents, now func() time.Time) []parallel.AnyKind {
	return []parallel.AnyKind{pairKind(agents, now)}
}

type kind = parallel.Kind[settings, pair, twoGames]

func pairKind(agents Agents, now func() time.Time) kind {
	return kind{
		Name: "experiment-games",
		Files: func(s settings, name parallel.File) (_ settings, err error) {
			s.Meetings = slices.Clone(s.Meetings)
			for i := range s.Meetings {
				for _, spec := range []*string{&s.Meetings[i].A, &s.Meetings[i].B} {
					if *spec, err = agents.WithFiles(*spec, name); err != nil {
						return s, err
					}
				}
			}
			return s, nil
		},
		Traits: func(s settings) (parallel.Traits, error) {
			var specs []string
			for _, m := range s.Meetings {
				specs = append(specs, m.A, m.B)
			}
			return parallel.TraitsOf(specs, agents.Traits)
		},
		Open: func(s settings, _ parallel.File) (parallel.Func[pair, twoGames], error) {
			if !s.Timed {
				now = nil
			}
			return s.play(agents, now), nil
		},
		Same: func(a, b twoGames) bool {
			a.A.NS, a.B.NS, b.A.NS, b.B.NS = 0, 0, 0, 0
			return a == b
		},
	}
}

// play returns the function that runs jobs. It creates a meeting's match when the first job needs it.
func (s *settings) play(agents Agents, now func() time.Time) parallel.Func[pair, twoGames] {
	matches := make([]func() (*arena.Match, error), len(s.Meetings))
	for i := range matches {
		matches[i] = sync.OnceValues(func() (*arena.Match, error) {
			m, err := s.Meetings[i].match(agents, agents.Player, s.Seed)
			if err == nil {
				m.Now = now
			}
			return m, err
		})
	}
	return func(ctx context.Context, p pair) (twoGames, error) {
		if err := s.check(p); err != nil {
			return twoGames{}, err
		}
		m, err := matches[p.Meeting]()
		if err != nil {
			return twoGames{}, err
		}
		return playTwo(ctx, m, p.Games)
	}
}

// checkTwo returns an error if an answer cannot be two games.
func checkTwo(_ pair, g twoGames) error {
	for _, u := range []use{g.A, g.B} {
		if u.Moves < 0 || u.Moves > u.Turns || u.Turns > 2*64 || u.Mobility < 0 || u.NS < 0 {
			return fmt.Errorf("study: %d moves on %d turns with %d legal moves", u.Moves, u.Turns, u.Mobility)
		}
	}
	for _, score := range g.Score {
		if score < -64 || score > 64 {
			return fmt.Errorf("study: score %d", score)
		}
	}
	return nil
}

// check returns an error if the pair does not belong to a meeting.
func (s *settings) check(p pair) error {
	if p.Meeting < 0 || p.Meeting >= len(s.Meetings) {
		return fmt.Errorf("study: a job of meeting %d of %d", p.Meeting, len(s.Meetings))
	}
	pairs := s.Meetings[p.Meeting].Pairs
	for _, g := range p.Games {
		if g.Black|g.White != 1 || g.Black == g.White || g.Game < 0 || g.Opening < 0 || g.Opening >= pairs {
			return fmt.Errorf("study: a job with game %+v of two players and %d openings", g, pairs)
		}
	}
	return nil
}
