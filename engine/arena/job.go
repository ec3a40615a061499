package arena

import (
	"context"
	"fmt"
	"time"

	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Jobs returns the kind of job that plays a game of a match, see [State.Farm]. now is the clock that measures
// the times of moves.
func Jobs(r Resolver, now func() time.Time) []parallel.AnyKind {
	return []parallel.AnyKind{gameKind(r, now)}
}

type kind = parallel.Kind[Config, Pairing, journalGame]

func gameKind(r Resolver, now func() time.Time) kind {
	return kind{
		Name:  "games",
		Files: func(cfg Config, name parallel.File) (Config, error) { return cfg.withFiles(r, name) },
		Traits: func(cfg Config) (parallel.Traits, error) {
			t, err := parallel.TraitsOf(cfg.Agents, r.Traits)
			t.Varies = t.Varies || cfg.Time+cfg.Clock != ""
			return t, err
		},
		Open: func(cfg Config, _ parallel.File) (parallel.Func[Pairing, journalGame], error) {
			m, err := cfg.Match(r)
			if err != nil {
				return nil, err
			}
			m.Now = now
			return m.playJob, nil
		},
		Same: sameGame,
	}
}

// withFiles returns the settings with the file names replaced.
func (cfg Config) withFiles(r Resolver, name parallel.File) (sent Config, err error) {
	sent = cfg
	sent.Agents = make([]string, len(cfg.Agents))
	for i, spec := range cfg.Agents {
		if sent.Agents[i], err = r.WithFiles(spec, name); err != nil {
			return sent, err
		}
	}
	if book.File(cfg.Openings) != "" {
		sent.Openings, err = name(cfg.Openings)
	}
	return sent, err
}

// playJob plays the game of a job.
func (m *Match) playJob(ctx context.Context, p Pairing) (journalGame, error) {
	if n := len(m.Players); p.Black < 0 || p.White < 0 || p.Black >= n || p.White >= n || p.Game < 0 ||
		p.Opening < 0 {
		return journalGame{}, fmt.Errorf("arena: a job with game %+v of %d players", p, n)
	}
	r, err := m.Play(ctx, p)
	if err != nil {
		return journalGame{}, err
	}
	return newJournalGame(&r), nil
}

// sameGame reports whether two answers are equal apart from the times of moves.
func sameGame(a, b journalGame) bool {
	for c := range a.Use {
		a.Use[c].Time, b.Use[c].Time = 0, 0
	}
	return a == b
}

// playBy returns a playFunc that plays games as jobs.
func (m *Match) playBy(do parallel.Func[Pairing, journalGame]) playFunc {
	return func(ctx context.Context, p Pairing) (Result, error) {
		g, err := do(ctx, p)
		if err != nil {
			return Result{}, err
		}
		return m.restore(p, g)
	}
}

// checkAnswer returns an error unless a game begins with the opening of the pairing, follows the rules and
// has the score that results from its moves.
func (m *Match) checkAnswer(p Pairing, g journalGame) error {
	if g.Game != p.Game {
		return fmt.Errorf("it is of game %d", g.Game)
	}
	_, err := m.restore(p, g)
	return err
}
