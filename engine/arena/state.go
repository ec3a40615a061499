package arena

import (
	"context"
	"errors"
	"iter"

	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A State is a match in progress: its settings, the games so far and the file that stores them, if any.
// [State.Run] plays the match. [State.Result] summarizes the games so far, even during Run. A State is not
// safe for concurrent use.
type State struct {
	Config Config
	// Match is the match of Config. You may set Workers and Now before Run, but not settings that the games
	// depend on.
	Match *Match
	// Farm plays the games remotely; nil = the games are played here.
	Farm parallel.Farm

	resolver    Resolver
	sprt        *SPRT // may end the match; nil = no test
	journal     *journal
	tally       *Tally
	played      int
	transcripts map[string]bool // of the games, up to MaxDifferent
	reasons     map[int]string  // reason for the first forfeit of each player
	unplayed    map[int]int     // forfeits of each player without play
	failures    failures
}

// New returns a new match without a file.
func New(cfg Config, r Resolver) (*State, error) {
	m, err := cfg.Match(r)
	if err != nil {
		return nil, err
	}
	s := &State{Config: cfg, Match: m, resolver: r}
	s.sprt, _ = cfg.test() // Match has checked it
	s.reset()
	return s, nil
}

// Create returns a new match. Run writes each finished game to a new file. The error is [durable.ErrExists]
// if the file is not empty. Close closes the file.
func Create(path string, cfg Config, r Resolver) (*State, error) {
	s, err := New(cfg, r)
	if err != nil {
		return nil, err
	}
	if s.journal, err = createJournal(path, s.Match, cfg); err != nil {
		return nil, err
	}
	return s, nil
}

// Resume returns the match in a file created by [Create]. Run uses the games in the file, plays the others,
// and adds them to the file. The error is a [*durable.FileError] if the file is damaged or of another kind.
func Resume(path string, r Resolver) (*State, error) {
	cfg, err := ReadConfig(path)
	if err != nil {
		return nil, err
	}
	s, err := New(cfg, r)
	if err != nil {
		return nil, err
	}
	if s.journal, err = openJournal(path, s.Match); err != nil {
		return nil, err
	}
	return s, nil
}

// ReadConfig returns the settings of the match in a file created by [Create].
func ReadConfig(path string) (cfg Config, err error) {
	err = readSettings(path, &cfg)
	return cfg, err
}

// Close flushes the games to disk and closes the file, if there is one.
func (s *State) Close() error {
	if s.journal == nil {
		return nil
	}
	return s.journal.close()
}

// reset discards the counted games.
func (s *State) reset() {
	s.tally, s.played = NewTally(len(s.Match.Players)), 0
	s.transcripts, s.reasons = map[string]bool{}, map[int]string{}
	s.unplayed = map[int]int{}
	s.failures = newFailures(s.Config.MaxForfeits, len(s.Match.Players))
}

// Run plays the match and yields its games in the order of the schedule, for any number of workers. Games
// from the file keep their places. Run ends after the last game, when the match's test, if any, accepts a
// hypothesis, or when the score has the precision of the settings.
//
// It stops at the first error: of ctx, of the file, of the farm, or of [Match.Run]. An agent that fails loses
// that game.
func (s *State) Run(ctx context.Context) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		s.reset()
		m, play, end, err := s.players(ctx)
		if err != nil {
			yield(Result{}, err)
			return
		}
		left := errNotWhole
		defer func() { _ = end(left) }() // the games are done; jobs left on a farm are removed later
		play = s.failures.play(m, play)
		if s.journal != nil {
			play = s.journal.play(play)
		}
		for game, err := range m.runBy(ctx, play) {
			if err == nil {
				game = s.add(game)
			}
			decided := s.decided()
			if decided || s.played == m.Total() {
				left = nil
			}
			if !yield(game, err) || err != nil || decided {
				return
			}
		}
	}
}

// players returns the match and a function that plays its games, here or on the farm. The caller calls end
// when it is done, with nil if no more games are needed.
func (s *State) players(ctx context.Context) (m *Match, play playFunc, end func(error) error, err error) {
	if s.Farm == nil {
		return s.Match, s.Match.Play, func(err error) error { return err }, nil
	}
	team, err := gameKind(s.resolver, nil).Team(ctx, s.Farm, s.Config, 0, nil, s.Match.checkAnswer)
	if err != nil {
		return nil, nil, nil, err
	}
	wide := *s.Match
	wide.Workers = team.Workers
	return &wide, wide.playBy(team.Do), team.End, nil
}

// errNotWhole is the error for a match that has not ended.
var errNotWhole = errors.New("the match has not ended")

// add counts a game and returns it, as a forfeit without play if the match has excluded a player.
func (s *State) add(game Result) Result {
	game = s.failures.judge(game)
	s.tally.Add(game)
	s.played++
	if len(s.transcripts) < MaxDifferent {
		s.transcripts[game.Game.String()] = true
	}
	switch loser := game.Loser(); {
	case loser < 0:
	case errors.Is(game.Forfeit, ErrExcluded):
		s.unplayed[loser]++
	case s.reasons[loser] == "":
		s.reasons[loser] = game.Forfeit.Err.Error()
	}
	return game
}

// leastPairs is the number of pairs of games before [Config.Precision] ends a match.
const leastPairs = 20

// decided reports whether the test, if any, has accepted a hypothesis, or the score is as precise as wanted.
// Both use only complete pairs, so the first game of a pair has no effect.
func (s *State) decided() bool {
	if precision := s.Config.Precision; precision > 0 {
		p := s.tally.Pentanomial(0, 1)
		if p.Pairs() >= leastPairs && Z*p.StdErr() <= precision {
			return true
		}
	}
	v, ok := s.Verdict()
	return ok && v.Accept != ""
}

// Verdict returns the verdict of the match's test on the games so far; ok is false if there is no test.
func (s *State) Verdict() (v Verdict, ok bool) {
	if s.sprt == nil {
		return v, false
	}
	return s.sprt.Test(s.tally.Pentanomial(0, 1)), true
}

// Played returns the number of games played, including those from the file.
func (s *State) Played() int { return s.played }

// Known returns the number of games in the file when it was opened.
func (s *State) Known() int {
	if s.journal == nil {
		return 0
	}
	return len(s.journal.known)
}

// Record returns the record of a player, an index of Match.Players, against all others.
func (s *State) Record(player int) Pair { return s.tally.Total(player) }
