package study

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/parallel"
)

// GamesKind is the kind of job that plays an opening from both sides: a meeting and two pairings in,
// a [TwoGames] out, both as JSON.
const GamesKind = "experiment-games"

// gamesSettings are what the games of a run have in common.
type gamesSettings struct {
	Seed  uint64 `json:"seed"`
	Timed bool   `json:"timed"` // whether the time that moves take is measured
}

// A gamesJob is two games of a meeting, whose specs name the files of the set.
type gamesJob struct {
	Meeting Meeting          `json:"meeting"`
	Games   [2]arena.Pairing `json:"games"`
}

// gamesSet returns the set of the games of meetings, and these with the names that the files of their
// specs have in it.
func (r *Run) gamesSet(list []*Meeting) (s parallel.Set, sent map[*Meeting]Meeting, err error) {
	s, sent = parallel.Set{Kind: GamesKind, Same: sameGames}, map[*Meeting]Meeting{}
	if r.Farm == nil {
		return s, sent, nil
	}
	for _, m := range list {
		other := *m
		for _, spec := range []*string{&other.A, &other.B} {
			program, repeats, err := r.Host.Traits(r.path(*spec))
			if err != nil {
				return s, nil, err
			}
			s.Programs, s.Varies = s.Programs || program, s.Varies || !repeats
			*spec, err = r.Host.WithFiles(r.path(*spec), func(path string) (string, error) { return s.AddFile(path), nil })
			if err != nil {
				return s, nil, err
			}
		}
		sent[m] = other
	}
	s.Settings, err = json.Marshal(gamesSettings{r.Seed, r.Now != nil})
	return s, sent, err
}

// gamesTask plays an opening from both sides, here or as a job.
func gamesTask(sent map[*Meeting]Meeting) parallel.Task[twoGames, TwoGames] {
	return parallel.Task[twoGames, TwoGames]{
		Here:   func(ctx context.Context, t twoGames) (TwoGames, error) { return playTwo(ctx, t.match, t.games) },
		Encode: func(t twoGames) ([]byte, error) { return json.Marshal(gamesJob{sent[t.meeting], t.games}) },
		Decode: func(_ twoGames, answer []byte) (two TwoGames, err error) { return two, json.Unmarshal(answer, &two) },
	}
}

// sameGames tells whether two answers agree but for the time that moves took.
func sameGames(a, b []byte) bool {
	var games [2]TwoGames
	for i, answer := range [][]byte{a, b} {
		if json.Unmarshal(answer, &games[i]) != nil {
			return false
		}
		games[i].A.NS, games[i].B.NS = 0, 0
	}
	return games[0] == games[1]
}

// OpenGames returns what does the jobs of [GamesKind] with agents. Those that start programs are
// refused unless programs is set; now is the clock of those whose time is measured.
func OpenGames(agents Agents, programs bool, now func() time.Time) parallel.Opener {
	return func(text []byte, file func(string) (string, error)) (parallel.Do, func(), error) {
		p := gamesPlayer{agents: agents, programs: programs, file: file, matches: map[string]*arena.Match{}}
		if err := json.Unmarshal(text, &p.settings); err != nil {
			return nil, nil, fmt.Errorf("study: settings of games: %w", err)
		}
		if p.settings.Timed {
			p.now = now
		}
		return p.do, nil, nil
	}
}

// A gamesPlayer does jobs.
type gamesPlayer struct {
	settings gamesSettings
	agents   Agents
	programs bool
	file     func(name string) (string, error)
	now      func() time.Time

	mu      sync.Mutex
	matches map[string]*arena.Match // by the meeting as JSON
}

func (p *gamesPlayer) do(ctx context.Context, in []byte) ([]byte, error) {
	var j gamesJob
	if err := json.Unmarshal(in, &j); err != nil {
		return nil, err
	}
	for _, g := range j.Games {
		if g.Black|g.White != 1 || g.Black == g.White || g.Game < 0 || g.Opening < 0 || g.Opening >= j.Meeting.Pairs {
			return nil, fmt.Errorf("study: a job with game %+v of two players and %d openings", g, j.Meeting.Pairs)
		}
	}
	m, err := p.match(&j.Meeting)
	if err != nil {
		return nil, err
	}
	two, err := playTwo(ctx, m, j.Games)
	if err != nil {
		return nil, err
	}
	return json.Marshal(two)
}

// match returns the match of a meeting, which it keeps.
func (p *gamesPlayer) match(meeting *Meeting) (*arena.Match, error) {
	text, err := json.Marshal(meeting)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if m, ok := p.matches[string(text)]; ok {
		return m, nil
	}
	m, err := meeting.match(p.agents, p.player, p.settings.Seed)
	if err != nil {
		return nil, err
	}
	m.Now = p.now
	p.matches[string(text)] = m
	return m, nil
}

// player returns the player of a spec whose files are those of the set.
func (p *gamesPlayer) player(spec string) (player arena.Player, err error) {
	program, _, err := p.agents.Traits(spec)
	if err == nil && program && !p.programs {
		err = fmt.Errorf("agent %q: %w", spec, parallel.ErrPrograms)
	}
	if err != nil {
		return player, err
	}
	here, err := p.agents.WithFiles(spec, p.file)
	if err != nil {
		return player, err
	}
	return p.agents.Player(here)
}
