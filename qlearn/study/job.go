package study

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Kind is the kind of job that plays an opening from both sides: a meeting and two pairings in,
// a [TwoGames] out, both as JSON.
const Kind = "experiment-games"

// settings are what the games of a run have in common.
type settings struct {
	Seed  uint64 `json:"seed"`
	Timed bool   `json:"timed"` // whether the time that moves take is measured
}

// A job is two games of a meeting, whose specs name the files of the set.
type job struct {
	Meeting Meeting          `json:"meeting"`
	Games   [2]arena.Pairing `json:"games"`
}

// Play is the games of meetings.
type Play struct {
	Agents Agents
	Player func(spec string) (arena.Player, error) // returns the player of a spec of a meeting
	Path   func(text string) string                // puts paths of this machine into a spec
	Seed   uint64
	Now    func() time.Time // the clock by which the time of moves is measured; nil = it is not
}

// Steps returns the steps of meetings in their order.
func (p *Play) Steps(list []*Meeting) (all []Two, err error) {
	for _, m := range list {
		some, err := p.twos(m)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// Jobs returns the set of the steps of meetings, and the task that does them, here or as its jobs.
func (p *Play) Jobs(list []*Meeting) (set parallel.Set, task parallel.Task[Two, TwoGames], err error) {
	set = parallel.Set{Kind: Kind, Same: sameGames}
	sent := map[*Meeting]Meeting{}
	for _, m := range list {
		if sent[m], err = p.sent(*m, &set); err != nil {
			return set, task, err
		}
	}
	set.Settings, err = json.Marshal(settings{p.Seed, p.Now != nil})
	return set, parallel.Task[Two, TwoGames]{
		Here:   func(ctx context.Context, t Two) (TwoGames, error) { return playTwo(ctx, t.match, t.games) },
		Encode: func(t Two) ([]byte, error) { return json.Marshal(job{sent[t.meeting], t.games}) },
		Decode: func(_ Two, answer []byte) (two TwoGames, err error) { return two, json.Unmarshal(answer, &two) },
	}, err
}

// sent returns a meeting with the names that the files of its specs have in the set.
func (p *Play) sent(m Meeting, set *parallel.Set) (_ Meeting, err error) {
	for _, spec := range []*string{&m.A, &m.B} {
		here := p.Path(*spec)
		program, repeats, err := p.Agents.Traits(here)
		if err != nil {
			return m, err
		}
		set.Programs, set.Varies = set.Programs || program, set.Varies || !repeats
		if *spec, err = p.Agents.WithFiles(here, func(path string) (string, error) {
			return set.AddFile(path), nil
		}); err != nil {
			return m, err
		}
	}
	return m, nil
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

// Opener returns what does the jobs of [Kind] with agents. Those that start programs are
// refused unless programs is set; now is the clock of those whose time is measured.
func Opener(agents Agents, programs bool, now func() time.Time) parallel.Opener {
	return func(text []byte, file func(string) (string, error)) (parallel.Do, func(), error) {
		p := worker{agents: agents, programs: programs, file: file, matches: map[string]*arena.Match{}}
		if err := json.Unmarshal(text, &p.settings); err != nil {
			return nil, nil, fmt.Errorf("study: settings of games: %w", err)
		}
		if p.settings.Timed {
			p.now = now
		}
		return p.do, nil, nil
	}
}

// A worker does jobs.
type worker struct {
	settings settings
	agents   Agents
	programs bool
	file     func(name string) (string, error)
	now      func() time.Time

	mu      sync.Mutex
	matches map[string]*arena.Match // by the meeting as JSON
}

func (p *worker) do(ctx context.Context, in []byte) ([]byte, error) {
	var j job
	if err := json.Unmarshal(in, &j); err != nil {
		return nil, err
	}
	for _, g := range j.Games {
		if g.Black|g.White != 1 || g.Black == g.White || g.Game < 0 || g.Opening < 0 ||
			g.Opening >= j.Meeting.Pairs {
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
func (p *worker) match(meeting *Meeting) (*arena.Match, error) {
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
func (p *worker) player(spec string) (player arena.Player, err error) {
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
