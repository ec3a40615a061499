package tournament

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/search"
)

// A Config is all that the games of a match depend on. The JSON fields are
// stable: state files keep them.
type Config struct {
	Agents     []string `json:"agents"`             // specs
	Protocol   string   `json:"protocol,omitempty"` // that settled the rest
	Games      int      `json:"games_per_pair"`
	Perturb    float64  `json:"perturb"`
	Random     int      `json:"random_plies"`
	Seed       uint64   `json:"seed"`
	Shape      string   `json:"shape,omitempty"`      // of the board, "" = 8x8
	Holes      float64  `json:"holes,omitempty"`      // share of the empty squares, drawn for each opening
	Openings   string   `json:"openings,omitempty"`   // a file
	Shuffle    bool     `json:"shuffle,omitempty"`    // the seed orders the openings of the file
	Ties       string   `json:"ties,omitempty"`       // first or random, of agents that have it and whose spec does not give it
	Time       string   `json:"time,omitempty"`       // for a move, such as 100ms
	Depth      int      `json:"depth,omitempty"`      // plies
	Nodes      int      `json:"nodes,omitempty"`      // for a move
	Sims       int      `json:"sims,omitempty"`       // simulations for a move
	Adjudicate int      `json:"adjudicate,omitempty"` // empty squares
	SPRT       string   `json:"sprt,omitempty"`       // elo0,elo1 or elo0,elo1,alpha,beta
}

// MaxGames bounds --games: at a thousand games a second it is a day.
const MaxGames = 100_000_000

// Check finds settings that make no match.
func (cfg *Config) Check() error {
	switch {
	case len(cfg.Agents) < 2:
		return fault.Misuse(fmt.Errorf("a match needs two agents, %d given", len(cfg.Agents)))
	case cfg.Games < 1 || cfg.Games > MaxGames:
		return fault.Misuse(fmt.Errorf("--games %d: want 1 to %d", cfg.Games, MaxGames))
	case !(cfg.Perturb >= 0 && cfg.Perturb <= 1):
		return fault.Misuse(fmt.Errorf("--perturb %v: want 0 to 1", cfg.Perturb))
	case cfg.Random < 0 || cfg.Random > 60:
		return fault.Misuse(fmt.Errorf("--random-plies %d: want 0 to 60", cfg.Random))
	case cfg.Depth < 0 || cfg.Depth > 60:
		return fault.Misuse(fmt.Errorf("--depth %d: want 1 to 60", cfg.Depth))
	case cfg.Nodes < 0:
		return fault.Misuse(fmt.Errorf("--nodes %d: want 1 or more", cfg.Nodes))
	case cfg.Sims < 0:
		return fault.Misuse(fmt.Errorf("--sims %d: want 1 or more", cfg.Sims))
	case !(cfg.Holes >= 0 && cfg.Holes <= 0.5):
		return fault.Misuse(fmt.Errorf("--holes %v: want a share of 0 to 0.5", cfg.Holes))
	case cfg.Holes > 0 && cfg.Openings != "":
		return fault.Misuse(errors.New("--holes: --openings says what the boards are, so there can be no other holes"))
	case cfg.Adjudicate < 0 || cfg.Adjudicate > 30:
		return fault.Misuse(fmt.Errorf("--adjudicate %d: want 1 to 30 empty squares", cfg.Adjudicate))
	}
	if cfg.Time != "" {
		if d, err := time.ParseDuration(cfg.Time); err != nil || d <= 0 {
			return fault.Misuse(fmt.Errorf("--time %s: want a time such as 100ms or 2s", cfg.Time))
		}
	}
	_, err := cfg.test()
	return err
}

// test returns the test that may end the match, nil if there is none.
func (cfg *Config) test() (*arena.SPRT, error) {
	if cfg.SPRT == "" {
		return nil, nil
	}
	t := arena.SPRT{Alpha: 0.05, Beta: 0.05}
	into := []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
	words := strings.Split(cfg.SPRT, ",")
	err := fmt.Errorf("--sprt %s: want ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,10", cfg.SPRT)
	if len(words) != 2 && len(words) != 4 {
		return nil, fault.Misuse(err)
	}
	for i, w := range words {
		x, bad := strconv.ParseFloat(w, 64)
		if bad != nil {
			return nil, fault.Misuse(err)
		}
		*into[i] = x
	}
	if err := t.Check(); err != nil {
		return nil, fault.Misuse(fmt.Errorf("--sprt %s: %w", cfg.SPRT, err))
	}
	if len(cfg.Agents) != 2 {
		return nil, fault.Misuse(fmt.Errorf("--sprt compares two agents, not %d", len(cfg.Agents)))
	}
	return &t, nil
}

// Match returns the match of these settings between the agents that r makes of the specs.
func (cfg *Config) Match(r Resolver) (*arena.Match, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	specs, err := cfg.limitedSpecs(r)
	if err != nil {
		return nil, err
	}
	m := &arena.Match{Games: cfg.Games + cfg.Games%2, Random: cfg.Random, Perturb: cfg.Perturb, Seed: cfg.Seed, Now: time.Now}
	if m.Openings, err = cfg.ReadStarts(); err != nil {
		return nil, err
	}
	if m.Players, err = cfg.Players(r, specs, m.Openings); err != nil {
		return nil, err
	}
	if cfg.Adjudicate > 0 {
		m.Judge, m.JudgeAt = solved, cfg.Adjudicate
	}
	return m, nil
}

// ReadStarts returns the openings of the file, or the starts of the shape.
func (cfg *Config) ReadStarts() ([]engine.Game, error) {
	if cfg.Openings != "" {
		return cfg.readOpenings()
	}
	if cfg.Shape == "" {
		return nil, nil
	}
	shape, err := engine.ParseShape(cfg.Shape)
	if err != nil {
		return nil, fault.Misuse(fmt.Errorf("--shape: %w", err))
	}
	starts, err := cfg.starts(shape)
	if err != nil {
		return nil, fault.Misuse(err)
	}
	return starts, nil
}

// readOpenings returns the openings of the file in the order of the match.
func (cfg *Config) readOpenings() ([]engine.Game, error) {
	list, err := notation.ReadOpenings(cfg.Openings)
	if cfg.Shuffle {
		rng := rand.New(rand.NewPCG(cfg.Seed, engine.StreamOrder))
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list, err
}

// maxHoledBoards bounds how many boards with random holes a match uses in turn.
const maxHoledBoards = 10_000

// starts returns the start of the shape, or with random holes one for each pair of games.
func (cfg *Config) starts(shape engine.Shape) (list []engine.Game, err error) {
	boards := 1
	if cfg.Holes > 0 {
		boards = min((cfg.Games+1)/2, maxHoledBoards)
	}
	rng := rand.New(rand.NewPCG(cfg.Seed, engine.StreamHoles))
	for range boards {
		holed := shape
		if cfg.Holes > 0 {
			if holed, err = shape.WithRandomHoles(cfg.Holes, rng); err != nil {
				return nil, fmt.Errorf("--holes %g: %w", cfg.Holes, err)
			}
		}
		start, err := holed.Start()
		if err != nil {
			return nil, fmt.Errorf("--shape: %w", err)
		}
		list = append(list, engine.Game{Start: start})
	}
	return list, nil
}

// Players returns the agents of the specs, called by these, with what the protocol says
// about ties.
func (cfg *Config) Players(r Resolver, specs []string, openings []engine.Game) ([]arena.Player, error) {
	full, err := withTies(r, specs, cfg.Ties)
	if err != nil {
		return nil, err
	}
	list, err := playersOn(r, full, openings)
	for i := range list {
		list[i].Name = specs[i]
	}
	return list, err
}

// playersOn returns the agents of the specs, which must play on all boards of the
// openings.
func playersOn(r Resolver, specs []string, openings []engine.Game) ([]arena.Player, error) {
	for _, g := range openings {
		if sh := g.Start.Board.Shape; sh != engine.Full {
			for _, spec := range specs {
				if err := r.CheckOn(spec, sh); err != nil {
					return nil, err
				}
			}
		}
	}
	return r.Players(specs)
}

// solved returns the result of perfect play.
func solved(ctx context.Context, b engine.Board) (int, error) {
	info, err := search.Solve(ctx, b, search.Options{})
	return int(info.Score), err
}

// limitedSpecs returns the specs with the limits that hold for all agents.
func (cfg *Config) limitedSpecs(r Resolver) ([]string, error) {
	specs := append([]string(nil), cfg.Agents...)
	for _, limit := range []struct{ key, value string }{
		{"time", cfg.Time}, {"depth", positive(cfg.Depth)}, {"nodes", positive(cfg.Nodes)}, {"sims", positive(cfg.Sims)},
	} {
		if limit.value == "" {
			continue
		}
		used := false
		for i := range specs {
			has, given, err := r.Param(specs[i], limit.key)
			if err != nil {
				return nil, err
			}
			used = used || has
			if has && !given {
				specs[i] = r.WithParam(specs[i], limit.key, limit.value)
			}
		}
		if !used {
			return nil, fault.Misuse(fmt.Errorf("--%s: none of the agents has a parameter %s", limit.key, limit.key))
		}
	}
	return specs, nil
}

func positive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}
