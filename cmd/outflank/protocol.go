package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// A matchProtocol is a way to measure players that has a name, so that scores of different
// places can be compared: how much chance there is, and from what and how often two
// players meet, always from both sides. It settles a [matchConfig].
type matchProtocol struct {
	name     string
	about    string
	source   string
	perturb  float64 // probability of a random move, for both sides
	ties     string  // of agents that have this parameter and whose spec does not give it; "" = theirs
	games    int     // of each two players; 0 = all openings
	openings string  // name of the file of openings; "" = the start of the ordinary game, where black begins
	shuffle  bool    // the seed orders the openings
	opponent string  // of a player that comes alone; "" = there must be two
}

// matchProtocols are all that there are.
var matchProtocols = []matchProtocol{
	{
		name: "league", perturb: 0.1, ties: "random", games: 4000, opponent: "swh",
		about: `10 % of all moves are random and equal moves are drawn among, 4,000 games from the
ordinary start; an agent that is given alone meets swh`,
		source: "the Othello League of Lucas and Runarsson; Jaśkowski 2014",
	},
	{
		name: "lucas1000", ties: "first", openings: "lucas-1000-boards.txt",
		about: `no chance, and the first of equal moves; every one of 1,000 boards after seven
plies, where white begins`,
		source: "Lucas and Runarsson 2006; Jaśkowski and Szubert 2015",
	},
	{
		name: "report", perturb: 0.05, games: 200,
		about: `the same small chance of a random move for both sides, 200 games from the ordinary
start; the report leaves the chance open, 5 % is ours`,
		source: "CS181 report (Bai, Lin, Shan 2015), Table 1",
	},
	{
		name: "xot", openings: "xot-large.txt", shuffle: true,
		about: `no chance; all openings of XOT, in an order that the seed draws, so that fewer games
are from a random sample of them`,
		source: "the eXtreme Othello Tournament",
	},
}

// protocolHelp tells of all protocols in a help text.
func protocolHelp() string {
	var text strings.Builder
	for _, p := range matchProtocols {
		about := strings.ReplaceAll(p.about, "\n", "\n"+strings.Repeat(" ", 12))
		fmt.Fprintf(&text, "  %-9s %s\n%12s(%s)\n", p.name, about, "", p.source)
	}
	return text.String()
}

// protocolNames lists the names.
func protocolNames() string {
	var names []string
	for _, p := range matchProtocols {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

// findProtocol returns the protocol of that name; "" names one that settles nothing.
func findProtocol(name string) (matchProtocol, error) {
	if name == "" {
		return matchProtocol{}, nil
	}
	i := slices.IndexFunc(matchProtocols, func(p matchProtocol) bool { return p.name == name })
	if i < 0 {
		return matchProtocol{}, misuse(fmt.Errorf("--protocol %s: there is none of that name; there are\n%s", name, protocolHelp()))
	}
	return matchProtocols[i], nil
}

// protocolFlags are settings that belong to a protocol, which is no longer itself with
// others.
var protocolFlags = []string{"perturb", "random-plies", "shape", "holes", "adjudicate"}

// follow settles the configuration by its protocol, and refuses flags that contradict it.
func (j *matchJob) follow(flags *pflag.FlagSet) error {
	cfg := &j.config
	p, err := findProtocol(cfg.Protocol)
	if err != nil || cfg.Protocol == "" {
		return err
	}
	if err := p.refuse(flags); err != nil {
		return err
	}
	return cfg.follow(flags.Changed("games"))
}

// follow settles the configuration by its protocol, if it has one. What is no part of
// the protocol stays as it was given: a seed, limits, other openings where the protocol takes
// them from a file, and if gamesGiven how many games.
func (cfg *matchConfig) follow(gamesGiven bool) error {
	p, err := findProtocol(cfg.Protocol)
	if err != nil || cfg.Protocol == "" {
		return err
	}
	if len(cfg.Agents) == 1 && p.opponent != "" {
		cfg.Agents = append(cfg.Agents, p.opponent)
	}
	cfg.Perturb, cfg.Ties, cfg.Shuffle = p.perturb, p.ties, p.shuffle
	games := p.games
	if p.openings != "" {
		if games, err = p.findOpenings(cfg); err != nil {
			return err
		}
	}
	if !gamesGiven {
		cfg.Games = games
	}
	return nil
}

// refuse finds flags that would make another protocol of it.
func (p matchProtocol) refuse(flags *pflag.FlagSet) error {
	for _, name := range protocolFlags {
		if flags.Changed(name) {
			return misuse(fmt.Errorf("--%s: --protocol %s settles this; give one of them", name, p.name))
		}
	}
	if p.openings == "" && flags.Changed("openings") {
		return misuse(fmt.Errorf("--openings: games of --protocol %s begin at the ordinary start; give one of them", p.name))
	}
	return nil
}

// findOpenings settles the file of openings and returns how many games they make.
func (p matchProtocol) findOpenings(cfg *matchConfig) (games int, err error) {
	if cfg.Openings == "" {
		cfg.Openings = filepath.Join(dataFolder(), "openings", p.openings)
	}
	list, err := readOpenings(cfg.Openings)
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("--protocol %s: %w; give its openings with --openings FILE, or in OUTFLANK_DATA the folder that holds %s",
			p.name, err, filepath.Join("openings", p.openings))
	}
	return 2 * len(list), err
}

// dataFolder is where data that others published is looked for.
func dataFolder() string {
	if dir := os.Getenv("OUTFLANK_DATA"); dir != "" {
		return dir
	}
	return filepath.Join("..", "shared")
}

// withTies returns the specs with a way to break ties where one can be given and is not.
func withTies(r resolver, specs []string, ties string) ([]string, error) {
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
