package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/search"
)

// A matchConfig is all that the games of a match depend on. The JSON fields are
// stable: state files keep them.
type matchConfig struct {
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

// addFlags binds the settings to flags. perturb is the preset of --perturb.
func (cfg *matchConfig) addFlags(f *pflag.FlagSet, perturb float64) {
	f.StringVar(&cfg.Protocol, "protocol", "", "measure as others did, by the protocol of this `name`: "+protocolNames()+"; explained by outflank bench --help")
	f.IntVar(&cfg.Games, "games", 400, "games of each two agents, rounded up to pairs with both colours")
	f.Float64Var(&cfg.Perturb, "perturb", perturb, "probability of a random move, for both sides")
	f.IntVar(&cfg.Random, "random-plies", 0, "random plies at the end of each opening")
	f.Uint64Var(&cfg.Seed, "seed", 1, "seed of all chance")
	f.StringVar(&cfg.Shape, "shape", "8x8", "the board: 4x4, 6x6, 8x8, hex or rhombus, with holes as in 8x8-a1c3; openings bring their own")
	f.Float64Var(&cfg.Holes, "holes", 0, "share of the empty squares that are holes, at random, others for each opening: 0 to 0.5")
	f.StringVar(&cfg.Openings, "openings", "", "file of openings, used in turn: a transcript a line, games of any format, or boards")
	f.StringVar(&cfg.Time, "time", "", "time for each move, such as 100ms, of agents whose spec gives none")
	f.IntVar(&cfg.Depth, "depth", 0, "search depth in plies of agents that have one and whose spec gives none")
	f.IntVar(&cfg.Nodes, "nodes", 0, "nodes for each move, of agents that count them and whose spec gives none")
	f.IntVar(&cfg.Sims, "sims", 0, "simulations for each move of agents that make them and whose spec gives none")
	f.IntVar(&cfg.Adjudicate, "adjudicate", 0, "decide games by exact solving from so many empty squares on")
	f.StringVar(&cfg.SPRT, "sprt", "", "stop when it is clear whether the first agent is ELO0 or ELO1 points stronger: ELO0,ELO1[,ALPHA,BETA]")
}

// maxMatchGames bounds --games: at a thousand games a second it is a day.
const maxMatchGames = 100_000_000

// check finds settings that make no match.
func (cfg *matchConfig) check() error {
	switch {
	case len(cfg.Agents) < 2:
		return misuse(fmt.Errorf("a match needs two agents, %d given", len(cfg.Agents)))
	case cfg.Games < 1 || cfg.Games > maxMatchGames:
		return misuse(fmt.Errorf("--games %d: want 1 to %d", cfg.Games, maxMatchGames))
	case !(cfg.Perturb >= 0 && cfg.Perturb <= 1):
		return misuse(fmt.Errorf("--perturb %v: want 0 to 1", cfg.Perturb))
	case cfg.Random < 0 || cfg.Random > 60:
		return misuse(fmt.Errorf("--random-plies %d: want 0 to 60", cfg.Random))
	case cfg.Depth < 0 || cfg.Depth > 60:
		return misuse(fmt.Errorf("--depth %d: want 1 to 60", cfg.Depth))
	case cfg.Nodes < 0:
		return misuse(fmt.Errorf("--nodes %d: want 1 or more", cfg.Nodes))
	case cfg.Sims < 0:
		return misuse(fmt.Errorf("--sims %d: want 1 or more", cfg.Sims))
	case !(cfg.Holes >= 0 && cfg.Holes <= 0.5):
		return misuse(fmt.Errorf("--holes %v: want a share of 0 to 0.5", cfg.Holes))
	case cfg.Holes > 0 && cfg.Openings != "":
		return misuse(errors.New("--holes: --openings says what the boards are, so there can be no other holes"))
	case cfg.Adjudicate < 0 || cfg.Adjudicate > 30:
		return misuse(fmt.Errorf("--adjudicate %d: want 1 to 30 empty squares", cfg.Adjudicate))
	}
	if cfg.Time != "" {
		if d, err := time.ParseDuration(cfg.Time); err != nil || d <= 0 {
			return misuse(fmt.Errorf("--time %s: want a time such as 100ms or 2s", cfg.Time))
		}
	}
	_, err := cfg.test()
	return err
}

// test returns the test that may end the match, nil if there is none.
func (cfg *matchConfig) test() (*arena.SPRT, error) {
	if cfg.SPRT == "" {
		return nil, nil
	}
	t := arena.SPRT{Alpha: 0.05, Beta: 0.05}
	into := []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
	words := strings.Split(cfg.SPRT, ",")
	err := fmt.Errorf("--sprt %s: want ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,10", cfg.SPRT)
	if len(words) != 2 && len(words) != 4 {
		return nil, misuse(err)
	}
	for i, w := range words {
		x, bad := strconv.ParseFloat(w, 64)
		if bad != nil {
			return nil, misuse(err)
		}
		*into[i] = x
	}
	if err := t.Check(); err != nil {
		return nil, misuse(fmt.Errorf("--sprt %s: %w", cfg.SPRT, err))
	}
	if len(cfg.Agents) != 2 {
		return nil, misuse(fmt.Errorf("--sprt compares two agents, not %d", len(cfg.Agents)))
	}
	return &t, nil
}

// A resolver makes players of specs.
type resolver interface {
	// Players returns the players of specs, which are called by these and differ.
	Players(specs []string) ([]arena.Player, error)
	// CheckOn returns an error if the agent of a spec cannot play on boards of a shape.
	CheckOn(spec string, sh engine.Shape) error
	// Param tells whether agents of the spec's kind have a parameter, and whether the spec gives it.
	Param(spec, key string) (has, given bool, err error)
	// WithParam adds a parameter to a spec that does not give it.
	WithParam(spec, key, value string) string
}

// match returns the match of these settings between the agents that r makes of the specs.
func (cfg *matchConfig) match(r resolver) (*arena.Match, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	specs, err := cfg.limitedSpecs(r)
	if err != nil {
		return nil, err
	}
	m := &arena.Match{Games: cfg.Games + cfg.Games%2, Random: cfg.Random, Perturb: cfg.Perturb, Seed: cfg.Seed, Now: time.Now}
	if m.Openings, err = cfg.openings(); err != nil {
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

// openings returns the openings of the file, or the starts of the shape.
func (cfg *matchConfig) openings() ([]engine.Game, error) {
	if cfg.Openings != "" {
		return cfg.readOpenings()
	}
	if cfg.Shape == "" {
		return nil, nil
	}
	shape, err := engine.ParseShape(cfg.Shape)
	if err != nil {
		return nil, misuse(fmt.Errorf("--shape: %w", err))
	}
	starts, err := cfg.starts(shape)
	if err != nil {
		return nil, misuse(err)
	}
	return starts, nil
}

// readOpenings returns the openings of the file in the order of the match.
func (cfg *matchConfig) readOpenings() ([]engine.Game, error) {
	list, err := readOpenings(cfg.Openings)
	if cfg.Shuffle {
		rng := rand.New(rand.NewPCG(cfg.Seed, randomOrder))
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list, err
}

// maxHoledBoards bounds how many boards with random holes a match uses in turn.
const maxHoledBoards = 10_000

// starts returns the start of the shape, or with random holes one for each pair of games.
func (cfg *matchConfig) starts(shape engine.Shape) (list []engine.Game, err error) {
	boards := 1
	if cfg.Holes > 0 {
		boards = min((cfg.Games+1)/2, maxHoledBoards)
	}
	rng := rand.New(rand.NewPCG(cfg.Seed, randomHoles))
	for range boards {
		holed := shape
		if cfg.Holes > 0 {
			if holed, err = withHoles(shape, cfg.Holes, rng); err != nil {
				return nil, err
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

// players returns the agents of the specs, called by these, with what the protocol says
// about ties.
func (cfg *matchConfig) players(r resolver, specs []string, openings []engine.Game) ([]arena.Player, error) {
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
func playersOn(r resolver, specs []string, openings []engine.Game) ([]arena.Player, error) {
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
func (cfg *matchConfig) limitedSpecs(r resolver) ([]string, error) {
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
			return nil, misuse(fmt.Errorf("--%s: none of the agents has a parameter %s", limit.key, limit.key))
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

// hasParam tells whether agents of this kind have a parameter, and whether the spec
// gives it.
func hasParam(spec, key string) (has, given bool, err error) {
	kind, rest, err := findKind(spec)
	if err != nil {
		return false, false, err
	}
	p, err := parseParams(kind, rest)
	if err != nil {
		return false, false, misuse(fmt.Errorf("agent %q: %w", spec, err))
	}
	_, has = p.declared(key)
	return has, p.given(key), nil
}

// withParam adds a parameter to a spec that does not give it.
func withParam(spec, key, value string) string {
	if strings.Contains(spec, ":") {
		return spec + "," + key + "=" + value
	}
	return spec + ":" + key + "=" + value
}

// errStopped ends a match that has shown what it was to show.
var errStopped = errors.New("the test is decided")

// A specResolver makes players of specs as the command line has them. It is what matches and
// tournaments resolve their agents by.
type specResolver struct{}

// Players returns the players of specs, which are called by these and differ.
func (specResolver) Players(specs []string) ([]arena.Player, error) { return parseSpecs(specs) }

// CheckOn returns an error if the agent of a spec cannot play on boards of a shape.
func (specResolver) CheckOn(spec string, sh engine.Shape) error {
	_, err := parseSpecOn(spec, sh)
	return err
}

// Param tells whether agents of the spec's kind have a parameter, and whether the spec gives it.
func (specResolver) Param(spec, key string) (has, given bool, err error) { return hasParam(spec, key) }

// WithParam adds a parameter to a spec that does not give it.
func (specResolver) WithParam(spec, key, value string) string { return withParam(spec, key, value) }
