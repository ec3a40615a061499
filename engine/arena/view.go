package arena

import (
	"fmt"
	"io"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A View is a match that another process may be playing, as its file tells, see [Create]. It takes no
// lock, makes no agents and reads no other file. Games count as [State.Run] counts them, in the
// order of the schedule: those that ended before one that began earlier count when that one has
// ended. Players have the names that Config gives them, without the limits that hold for all. A View
// is used by one goroutine.
type View struct {
	Config Config

	state    State // counts; nobody runs it
	follower *Follower
	early    map[int]Result // games that do not count yet, by number
	ended    int
	last     Result
	llr      curve
}

// IsFile tells whether a file of that format keeps a match, perhaps in another version.
func IsFile(f durable.Format) bool { return IsJournal(f) }

// OpenView returns the view of the match that in, its file, keeps, before any of its games. Errors name
// the file as name does; that of a file that keeps no match is a [*durable.FileError].
func OpenView(name string, in io.ReaderAt) (*View, error) {
	v := &View{follower: NewFollower(name), early: map[int]Result{}, llr: curve{every: 1}}
	if err := v.follower.Settings(in, &v.Config); err != nil {
		return nil, err
	}
	cfg := v.Config
	err := cfg.Check()
	m := &Match{Games: cfg.Games + cfg.Games%2, Random: cfg.Random, Perturb: cfg.Perturb, Seed: cfg.Seed}
	if err == nil && cfg.Openings == "" {
		m.Openings, err = cfg.Starts()
	}
	if err != nil {
		return nil, &durable.FileError{File: name, Line: 1, Err: err}
	}
	for _, spec := range cfg.Agents {
		m.Players = append(m.Players, Player{Name: spec})
	}
	v.state = State{Config: cfg, Match: m}
	v.state.sprt, _ = cfg.test() // was checked
	v.state.reset()
	return v, nil
}

// Read reads the games that ended since the last Read and tells whether there were any. Games before an
// error, a [*durable.FileError], count.
func (v *View) Read(in io.ReaderAt) (more bool, err error) {
	for game, err := range v.follower.Games(in, v.state.Match) {
		if err != nil {
			return more, err
		}
		if _, twice := v.early[game.Pairing.Game]; twice || game.Pairing.Game < v.state.played {
			return more, v.follower.Bad(fmt.Errorf("game %d is there already; did two commands write this file?",
				game.Pairing.Game))
		}
		more, v.last = true, game
		v.ended++
		v.early[game.Pairing.Game] = game
		v.count()
	}
	return more, nil
}

// count counts the games whose turn it is.
func (v *View) count() {
	for !v.state.decided() {
		game, ok := v.early[v.state.played]
		if !ok {
			return
		}
		delete(v.early, v.state.played)
		v.state.add(game)
		if verdict, ok := v.state.Verdict(); ok && v.state.played%2 == 0 {
			v.llr.add(LLR{v.state.played / 2, verdict.LLR})
		}
	}
}

// Ended returns how many games have ended, those that do not count yet among them.
func (v *View) Ended() int { return v.ended }

// Last returns the game that ended last; ok is false before the first one. Its Game is zero where its
// start is not known: files from before starts were kept leave that to the file of openings.
func (v *View) Last() (game Result, ok bool) { return v.last, v.ended > 0 }

// Done tells whether the match is over: all games are played, or its test has accepted a hypothesis.
func (v *View) Done() bool { return v.state.played == v.state.Match.Total() || v.state.decided() }

// Result computes what the games that count have shown.
func (v *View) Result() *Summary { return v.state.Result() }

// LLR returns how the log-likelihood ratio of the match's test moved, nil without a test. Of long
// matches it has every second point, every fourth and so on, and always the last one.
func (v *View) LLR() []LLR { return v.llr.all() }
