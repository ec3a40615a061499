package tournament

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/notation"
)

// A Protocol is a way to measure players that has a name, so that scores of different
// places can be compared: how much chance there is, and from what and how often two
// players meet, always from both sides. It settles a [matchConfig].
type Protocol struct {
	Name     string
	about    string
	source   string
	perturb  float64 // probability of a random move, for both sides
	ties     string  // of agents that have this parameter and whose spec does not give it; "" = theirs
	games    int     // of each two players; 0 = all openings
	Openings string  // name of the file of openings; "" = the start of the ordinary game, where black begins
	shuffle  bool    // the seed orders the openings
	Opponent string  // of a player that comes alone; "" = there must be two
}

// Protocols are all that there are.
var Protocols = []Protocol{
	{
		Name: "league", perturb: 0.1, ties: "random", games: 4000, Opponent: "swh",
		about: `10 % of all moves are random and equal moves are drawn among, 4,000 games from the
ordinary start; an agent that is given alone meets swh`,
		source: "the Othello League of Lucas and Runarsson; Jaśkowski 2014",
	},
	{
		Name: "lucas1000", ties: "first", Openings: "lucas-1000-boards.txt",
		about: `no chance, and the first of equal moves; every one of 1,000 boards after seven
plies, where white begins`,
		source: "Lucas and Runarsson 2006; Jaśkowski and Szubert 2015",
	},
	{
		Name: "report", perturb: 0.05, games: 200,
		about: `the same small chance of a random move for both sides, 200 games from the ordinary
start; the report leaves the chance open, 5 % is ours`,
		source: "CS181 report (Bai, Lin, Shan 2015), Table 1",
	},
	{
		Name: "xot", Openings: "xot-large.txt", shuffle: true,
		about: `no chance; all openings of XOT, in an order that the seed draws, so that fewer games
are from a random sample of them`,
		source: "the eXtreme Othello Tournament",
	},
}

// ProtocolHelp tells of all protocols in a help text.
func ProtocolHelp() string {
	var text strings.Builder
	for _, p := range Protocols {
		about := strings.ReplaceAll(p.about, "\n", "\n"+strings.Repeat(" ", 12))
		fmt.Fprintf(&text, "  %-9s %s\n%12s(%s)\n", p.Name, about, "", p.source)
	}
	return text.String()
}

// ProtocolNames lists the names.
func ProtocolNames() string {
	var names []string
	for _, p := range Protocols {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// FindProtocol returns the protocol of that name; "" names one that settles nothing.
func FindProtocol(name string) (Protocol, error) {
	if name == "" {
		return Protocol{}, nil
	}
	i := slices.IndexFunc(Protocols, func(p Protocol) bool { return p.Name == name })
	if i < 0 {
		return Protocol{}, fault.Misuse(fmt.Errorf("--protocol %s: there is none of that name; there are\n%s", name, ProtocolHelp()))
	}
	return Protocols[i], nil
}

// Follow settles the configuration by its protocol, if it has one. What is no part of
// the protocol stays as it was given: a seed, limits, other openings where the protocol takes
// them from a file, and if gamesGiven how many games.
func (cfg *Config) Follow(gamesGiven bool) error {
	p, err := FindProtocol(cfg.Protocol)
	if err != nil || cfg.Protocol == "" {
		return err
	}
	if len(cfg.Agents) == 1 && p.Opponent != "" {
		cfg.Agents = append(cfg.Agents, p.Opponent)
	}
	cfg.Perturb, cfg.Ties, cfg.Shuffle = p.perturb, p.ties, p.shuffle
	games := p.games
	if p.Openings != "" {
		if games, err = p.findOpenings(cfg); err != nil {
			return err
		}
	}
	if !gamesGiven {
		cfg.Games = games
	}
	return nil
}

// findOpenings settles the file of openings and returns how many games they make.
func (p Protocol) findOpenings(cfg *Config) (games int, err error) {
	if cfg.Openings == "" {
		cfg.Openings = filepath.Join(DataFolder(), "openings", p.Openings)
	}
	list, err := notation.ReadOpenings(cfg.Openings)
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("--protocol %s: %w; give its openings with --openings FILE, or in OUTFLANK_DATA the folder that holds %s",
			p.Name, err, filepath.Join("openings", p.Openings))
	}
	return 2 * len(list), err
}

// DataFolder is where data that others published is looked for.
func DataFolder() string {
	if dir := os.Getenv("OUTFLANK_DATA"); dir != "" {
		return dir
	}
	return filepath.Join("..", "shared")
}

// withTies returns the specs with a way to break ties where one can be given and is not.
func withTies(r Resolver, specs []string, ties string) ([]string, error) {
	if ties == "" {
		return specs, nil
	}
	specs = slices.Clone(specs)
	for i, spec := range specs {
		has, given, err := r.Param(spec, "ties")
		if err != nil {
			return nil, err
		}
		if has && !given {
			specs[i] = r.WithParam(spec, "ties", ties)
		}
	}
	return specs, nil
}
