package tuning

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn/agents"
)

// GamesKind is the kind of job that plays games of a step: vectors and pairings in, disc differences
// out, both as JSON, whose numbers are exact.
const GamesKind = "tune-games"

// gamesSettings are what the jobs of a tuning have in common.
type gamesSettings struct {
	Subject Subject `json:"subject"`
	Games   Games   `json:"games"`
}

// set returns the set of the games of vectors for a subject.
func (g *Games) set(subject *Subject) (s parallel.Set, err error) {
	settings := gamesSettings{*subject, *g}
	settings.Subject.Start = nil
	if err := settings.Games.withFiles(func(path string) (string, error) {
		return s.AddFile(path), nil
	}); err != nil {
		return s, err
	}
	s.Kind = GamesKind
	if g.Opponent != "" {
		d, err := agents.DemandsOf(g.Opponent)
		if err != nil {
			return s, err
		}
		s.Programs, s.Varies = d.Command != "", d.Command != "" || d.Clock || d.Threads > 1
	}
	s.Settings, err = json.Marshal(settings)
	return s, err
}

// withFiles gives the files other names.
func (g *Games) withFiles(name func(path string) (string, error)) (err error) {
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

// task plays a batch, here or as a job.
func (g *Games) task(subject *Subject) parallel.Task[batch, []int] {
	return parallel.Task[batch, []int]{
		Here:   func(ctx context.Context, b batch) ([]int, error) { return g.play(ctx, subject, b) },
		Encode: func(b batch) ([]byte, error) { return json.Marshal(b) },
		Decode: func(b batch, answer []byte) (scores []int, err error) {
			err = json.Unmarshal(answer, &scores)
			if err == nil && len(scores) != len(b.Games) {
				err = fmt.Errorf("tuning: %d scores of %d games", len(scores), len(b.Games))
			}
			return scores, err
		},
	}
}

// OpenGamesJobs returns what does the jobs of [GamesKind]. Opponents that start programs are refused
// unless programs is set.
func OpenGamesJobs(programs bool) parallel.Opener {
	return func(text []byte, file func(string) (string, error)) (parallel.Do, func(), error) {
		var s gamesSettings
		if err := json.Unmarshal(text, &s); err != nil {
			return nil, nil, fmt.Errorf("tuning: settings of games: %w", err)
		}
		if err := allowed(s.Games.Opponent, programs); err != nil {
			return nil, nil, err
		}
		err := errors.Join(s.Subject.open(), s.Games.withFiles(file))
		if err == nil {
			err = s.Games.open()
		}
		if err != nil {
			return nil, nil, err
		}
		return func(ctx context.Context, in []byte) ([]byte, error) {
			var b batch
			if err := json.Unmarshal(in, &b); err != nil {
				return nil, err
			}
			if err := s.check(&b); err != nil {
				return nil, err
			}
			scores, err := s.Games.play(ctx, &s.Subject, b)
			if err != nil {
				return nil, err
			}
			return json.Marshal(scores)
		}, nil, nil
	}
}

// allowed refuses an opponent that starts a program unless that is allowed.
func allowed(opponent string, programs bool) error {
	if opponent == "" || programs {
		return nil
	}
	d, err := agents.DemandsOf(opponent)
	if err == nil && d.Command != "" {
		err = fmt.Errorf("agent %q: %w", opponent, parallel.ErrPrograms)
	}
	return err
}

// check finds batches that no tuning has.
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
