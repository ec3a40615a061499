package arena

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/search"
)

// A Config holds all settings that the games of a match depend on. A zero field means that the setting is not
// used. The JSON fields are stable, because state files contain them.
type Config struct {
	Agents   []string `json:"agents"`             // specs, two or more
	Protocol string   `json:"protocol,omitempty"` // protocol applied to the other settings, see [Protocol.Apply]
	// Number of games of each pair of agents, 1 to MaxGames, rounded up to even.
	Games   int     `json:"games_per_pair"`
	Perturb float64 `json:"perturb"`         // probability of a random move, for both sides, 0 to 1
	Random  int     `json:"random_plies"`    // random plies at the end of each opening, 0 to 60
	Seed    uint64  `json:"seed"`            // of all randomness
	Shape   string  `json:"shape,omitempty"` // of the board, see [engine.ParseShape]; "" = 8x8
	// Holes among the empty squares, a share of 0 to 0.5, drawn for each opening.
	Holes    engine.Holes `json:"holes,omitzero"`
	Openings string       `json:"openings,omitempty"` // name of a published set, or a file, see [book.ReadOpenings]
	Shuffle  bool         `json:"shuffle,omitempty"`  // the seed orders the openings of the file
	// Choice among equal moves, "first" or "random", for agents with this parameter whose spec does not set it.
	Ties string `json:"ties,omitempty"`
	// Time of each side for a game, such as 5m, or 1m+1s with an extra second for each move. Running out of time
	// loses the game.
	Clock string `json:"clock,omitempty"`
	// Time per move, such as 100ms. Like Ties, this and the next four apply to agents whose spec does not set
	// them.
	Time    string `json:"time,omitempty"`
	Depth   int    `json:"depth,omitempty"`   // plies
	Nodes   int    `json:"nodes,omitempty"`   // per move
	Sims    int    `json:"sims,omitempty"`    // simulations per move
	Restart bool   `json:"restart,omitempty"` // restart external engines that exit on their own
	// Longest wait for a move of a program, such as 2s, if the spec sets none. With it, a policy gets the boards
	// one by one, so that it has this time for each move.
	Timeout string `json:"timeout,omitempty"`
	// Number of forfeits in a row after which an agent forfeits its other games without play; 0 = no limit.
	MaxForfeits int `json:"max_forfeits,omitempty"`
	Adjudicate  int `json:"adjudicate,omitempty"` // number of empty squares, 1 to 30, from which exact solving decides a game
	// Sequential test that ends the match: elo0,elo1 or elo0,elo1,alpha,beta.
	SPRT string `json:"sprt,omitempty"`
	// Half the width of the 95 % interval of the score, 0 to 0.5, that ends the match after 40 games or more.
	Precision float64 `json:"precision,omitempty"`
}

// MaxGames is the limit of Config.Games. At a thousand games a second, this many games take a day.
const MaxGames = 100_000_000

// Check returns an error if the settings are not valid for a match. A [*fault.SettingError] names settings by
// the command's flags; another error reports missing agents. Check opens no files and does not check specs.
func (cfg Config) Check() error {
	switch {
	case len(cfg.Agents) < 2:
		return fault.Misuse(fmt.Errorf("a match needs two agents, %d given", len(cfg.Agents)))
	case cfg.Games < 1 || cfg.Games > MaxGames:
		return fault.Setting("games", cfg.Games, "want 1 to %d", MaxGames)
	case !(cfg.Perturb >= 0 && cfg.Perturb <= 1):
		return fault.Setting("perturb", cfg.Perturb, "want 0 to 1")
	case cfg.Random < 0 || cfg.Random > 60:
		return fault.Setting("random-plies", cfg.Random, "want 0 to 60")
	case !(cfg.Holes.Share >= 0 && cfg.Holes.Share <= 0.5):
		return fault.Setting("holes", cfg.Holes, "want a share of 0 to 0.5")
	case cfg.Holes.Share > 0 && cfg.Openings != "":
		return &fault.SettingError{Setting: "holes",
			Err: errors.New("the openings say what the boards are, so there can be no other holes")}
	case cfg.Adjudicate < 0 || cfg.Adjudicate > 30:
		return fault.Setting("adjudicate", cfg.Adjudicate, "want 1 to 30 empty squares")
	}
	if err := cfg.checkLimits(); err != nil {
		return err
	}
	if !(cfg.Precision >= 0 && cfg.Precision <= 0.5) {
		return fault.Setting("precision", cfg.Precision, "want a share of 0 to 0.5")
	}
	if cfg.Precision > 0 && len(cfg.Agents) != 2 {
		return fault.Setting("precision", cfg.Precision, "the score is that of two agents, not %d", len(cfg.Agents))
	}
	_, err := cfg.test()
	return err
}

func (cfg Config) checkLimits() error {
	switch {
	case cfg.Depth < 0 || cfg.Depth > 60:
		return fault.Setting("depth", cfg.Depth, "want 1 to 60")
	case cfg.Nodes < 0:
		return fault.Setting("nodes", cfg.Nodes, "want 1 or more")
	case cfg.Sims < 0:
		return fault.Setting("sims", cfg.Sims, "want 1 or more")
	case cfg.MaxForfeits < 0:
		return fault.Setting("max-forfeits", cfg.MaxForfeits, "want 0 or more")
	}
	if _, err := cfg.limit(); err != nil {
		return &fault.SettingError{Setting: "clock", Value: cfg.Clock, Err: err}
	}
	for _, s := range [...]struct{ name, value string }{{"time", cfg.Time}, {"timeout", cfg.Timeout}} {
		if d, err := time.ParseDuration(s.value); s.value != "" && (err != nil || d <= 0) {
			return fault.Setting(s.name, s.value, "want a time such as 100ms or 2s")
		}
	}
	return nil
}

// limit returns the time of each side for a game, or zero if there is no limit.
func (cfg Config) limit() (live.Limit, error) {
	if cfg.Clock == "" {
		return live.Limit{}, nil
	}
	return live.ParseLimit(cfg.Clock)
}

// test returns the test that may end the match, or nil if there is none.
func (cfg Config) test() (*SPRT, error) {
	if cfg.SPRT == "" {
		return nil, nil
	}
	t := SPRT{Alpha: 0.05, Beta: 0.05}
	into := []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
	words := strings.Split(cfg.SPRT, ",")
	bad := fault.Setting("sprt", cfg.SPRT, "want ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,10")
	if len(words) != 2 && len(words) != 4 {
		return nil, bad
	}
	for i, w := range words {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil, bad
		}
		*into[i] = x
	}
	if err := t.Check(); err != nil {
		return nil, &fault.SettingError{Setting: "sprt", Value: cfg.SPRT, Err: err}
	}
	if len(cfg.Agents) != 2 {
		return nil, fault.Setting("sprt", cfg.SPRT, "the test compares two agents, not %d", len(cfg.Agents))
	}
	return &t, nil
}

// Match returns a match with these settings and with r's players for the specs. It reads the openings. It
// does not set the workers or the clock of the match.
func (cfg Config) Match(r Resolver) (*Match, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	specs, err := cfg.limitedSpecs(r)
	if err != nil {
		return nil, err
	}
	m := &Match{Games: cfg.Games + cfg.Games%2, Random: cfg.Random, Perturb: cfg.Perturb, Seed: cfg.Seed}
	m.Limit, _ = cfg.limit() // Check has accepted it
	if m.Openings, err = cfg.Starts(); err != nil {
		return nil, err
	}
	if m.Players, err = cfg.players(r, specs, m.Openings); err != nil {
		return nil, err
	}
	if cfg.Adjudicate > 0 {
		m.Judge, m.JudgeAt = solved, cfg.Adjudicate
	}
	return m, nil
}

// solved returns the result of perfect play from b.
func solved(ctx context.Context, b engine.Board) (int, error) {
	info, err := search.Solve(ctx, b, search.Options{})
	return int(info.Score), err
}
