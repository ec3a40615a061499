package tuning

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn/agents"
)

// Jobs returns the two kinds of jobs of a tuning. One turns vectors and pairings into disc differences; the
// other turns a vector and a stretch of positions into losses.
func Jobs() []parallel.AnyKind { return []parallel.AnyKind{gamesKind, outcomeKind} }

// gamesSettings are the settings of all games of a tuning.
type gamesSettings struct {
	Subject Subject `json:"subject"`
	Games   Games   `json:"games"`
}

// gamesKind plays the games of a batch.
var gamesKind = parallel.Kind[gamesSettings, batch, []int]{
	Name: "tune-games",
	Files: func(s gamesSettings, name parallel.File) (gamesSettings, error) {
		return s, s.Games.withFiles(name)
	},
	Traits: func(s gamesSettings) (parallel.Traits, error) {
		if s.Games.Opponent == "" {
			return parallel.Traits{}, nil
		}
		return parallel.TraitsOf([]string{s.Games.Opponent}, agents.Resolver{}.Traits)
	},
	Open: func(s gamesSettings, _ parallel.File) (parallel.Func[batch, []int], error) {
		if err := s.Subject.open(); err != nil {
			return nil, err
		}
		return func(ctx context.Context, b batch) ([]int, error) {
			if err := s.check(&b); err != nil {
				return nil, err
			}
			return s.Games.play(ctx, &s.Subject, b)
		}, s.Games.open()
	},
}

// withFiles replaces the names of the files.
func (g *Games) withFiles(name parallel.File) (err error) {
	if book.File(g.Openings) != "" {
		if g.Openings, err = name(g.Openings); err != nil {
			return err
		}
	}
	if g.Opponent != "" {
		g.Opponent, err = agents.WithFiles(g.Opponent, name)
	}
	return err
}

// check returns an error for a batch that cannot belong to the tuning.
func (s *gamesSettings) check(b *batch) error {
	for _, x := range b.Vectors {
		if len(x) != s.Subject.Len() {
			return fmt.Errorf("tuning: a job with %d weights, want %d", len(x), s.Subject.Len())
		}
	}
	players := len(b.Vectors) + len(s.Games.opponents)
	for _, g := range b.Games {
		if g.Black < 0 || g.White < 0 || g.Black >= players || g.White >= players || g.Opening < 0 || g.Game < 0 {
			return fmt.Errorf("tuning: a job with game %+v of %d players", g, players)
		}
	}
	return nil
}
