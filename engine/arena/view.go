package arena

import (
	"fmt"
	"io"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// A View reads a match from a file created by [Create], even while another process plays it. It takes no
// lock, creates no agents and reads no other file. Like [State.Run], it counts games in the order of the
// schedule: a finished game counts once all games before it have ended. Players have the names from Config,
// without the common limits. A View is not safe for concurrent use.
type View struct {
	Config Config

	state State // holds the counts; it does not run
	tail  *durable.Tail
	early map[int]Result // ended games that do not count yet, by number
	at    []int64        // by number, offset of the game's record; 0 = it has not ended
	ended int
	last  Result
	llr   curve
}

// IsFile reports whether a file of this format contains a match, in any version.
func IsFile(f durable.Format) bool { return f.Name == journalFormat.Name }

// OpenView returns a view of the match in a file, with no games read yet. in reads the file, and errors refer
// to it as name. The error for a file that contains no match is a [*durable.FileError].
func OpenView(name string, in io.ReaderAt) (*View, error) {
	v := &View{tail: durable.NewTail(name, journalFormat), early: map[int]Result{}, llr: curve{every: 1}}
	text, err := v.tail.Begin(in)
	if err != nil {
		return nil, err
	}
	var s journalSettings
	if err = durable.Strict(text, &s); err == nil {
		err = durable.Strict(s.Settings, &v.Config)
	}
	cfg := v.Config
	if err == nil {
		err = cfg.Check()
	}
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
	v.state.sprt, _ = cfg.test() // Check has accepted it
	v.state.reset()
	return v, nil
}

// Read reads the games that ended since the last Read and reports whether there were any. If it returns an
// error, which is a [*durable.FileError], the games before the error still count.
func (v *View) Read(in io.ReaderAt) (more bool, err error) {
	at := v.tail.Offset()
	for record, err := range v.tail.Read(in) {
		if err != nil {
			return more, err
		}
		game, err := v.state.Match.follow(record.JSON)
		n := game.Pairing.Game
		if err == nil && v.has(n) {
			err = fmt.Errorf("game %d is there already; did two commands write this file?", n)
		}
		if err != nil {
			return more, v.tail.Bad(record.Line, err)
		}
		more, v.last = true, game
		v.ended++
		v.early[n] = game
		v.at = append(v.at, make([]int64, max(0, n+1-len(v.at)))...)
		v.at[n], at = at, v.tail.Offset()
		v.count()
	}
	return more, nil
}

// count counts the games that are next in the schedule.
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

// Ended returns the number of finished games, including those that do not count yet.
func (v *View) Ended() int { return v.ended }

// Highest returns the number of games in the schedule up to the last one that has ended.
func (v *View) Highest() int { return len(v.at) }

// has reports whether the game with a number in the schedule, from 0, has ended.
func (v *View) has(number int) bool { return number < len(v.at) && v.at[number] > 0 }

// Games reads ended games again, from the file that Read has read: those with the numbers from to to-1 in the
// schedule, counted from 0. It leaves out games that have not ended.
func (v *View) Games(in io.ReaderAt, from, to int) (list []Result, err error) {
	for n := max(0, from); n < min(to, len(v.at)); n++ {
		if !v.has(n) {
			continue
		}
		record, err := durable.RecordAt(in, v.at[n])
		if err != nil {
			return nil, err
		}
		game, err := v.state.Match.follow(record)
		if err != nil {
			return nil, err
		}
		list = append(list, game)
	}
	return list, nil
}

// Last returns the game that ended last; ok is false before the first one. Its Game is zero if the start is
// unknown, because files of earlier versions do not contain starts from a file of openings.
func (v *View) Last() (game Result, ok bool) { return v.last, v.ended > 0 }

// Done reports whether the match is over: all games are played, its test has accepted a hypothesis, or its
// score has the precision of the settings.
func (v *View) Done() bool { return v.state.played == v.state.Match.Total() || v.state.decided() }

// Result summarizes the games that count.
func (v *View) Result() *Summary { return v.state.Result() }

// LLR returns the log-likelihood ratio of the match's test over time, or nil if there is no test. For long
// matches it contains only every second point, every fourth and so on, and always the last one.
func (v *View) LLR() []LLR { return v.llr.all() }

// follow parses a record without checking its opening. m provides the number of players and games, and the
// openings if they are known; its players need no agents.
func (m *Match) follow(record []byte) (r Result, err error) {
	g, err := m.parseGame(record)
	if err != nil {
		return r, err
	}
	if g.Score < -Forfeited || g.Score > Forfeited {
		return r, fmt.Errorf("game %d: a score of %d discs", g.Game, g.Score)
	}
	r = Result{Pairing: m.Pairing(g.Game), Book: g.Book, Score: g.Score, Judged: g.Judged, Usage: g.Use}
	if r.Forfeit, err = g.forfeit(); err != nil {
		return r, err
	}
	start := engine.StandardStart()
	switch {
	case g.Start != "":
		if start, err = engine.ParsePosition(g.Start); err != nil {
			return r, fmt.Errorf("game %d: %w", g.Game, err)
		}
	case len(m.Openings) > 0:
		start = m.Openings[r.Opening%len(m.Openings)].Start
	}
	if r.Game, err = engine.ParseGame(start, g.Moves); err != nil || !r.scored() {
		r.Game = engine.Game{} // from an unknown start
	}
	return r, nil
}

// An LLR is the state of a sequential test after a number of pairs. The JSON fields are stable.
type LLR struct {
	Pairs int     `json:"pairs" meaning:"pairs of games that it knew"`
	LLR   float64 `json:"llr" meaning:"logarithm of how much likelier they are under H1 than under H0"`
}

// maxCurve is the maximum number of points of a curve, more than the columns of a screen.
const maxCurve = 2048

// A curve keeps evenly spaced points of a series of any length, plus the last one.
type curve struct {
	every  int // number of pairs between two points, a power of two
	points []LLR
	last   LLR
}

// add adds the point of the next pair.
func (c *curve) add(p LLR) {
	c.last = p
	if p.Pairs%c.every != 0 {
		return
	}
	if c.points = append(c.points, p); len(c.points) > maxCurve {
		c.every *= 2
		c.points = slices.DeleteFunc(c.points, func(p LLR) bool { return p.Pairs%c.every != 0 })
	}
}

// all returns the stored points. The caller may change the slice.
func (c *curve) all() []LLR {
	list := slices.Clone(c.points)
	if n := len(list); n == 0 || list[n-1].Pairs != c.last.Pairs {
		list = append(list, c.last)
	}
	if c.last.Pairs == 0 {
		return nil
	}
	return list
}
