package arena

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Protocol is a named way to measure players: the randomness, the openings and the number of games. Scores
// under the same protocol are comparable. Every opening is played from both sides.
type Protocol struct {
	Name     string
	About    string  // description of the rules, in lines of 80 characters
	Source   string  // authors who used the protocol
	Perturb  float64 // probability of a random move, for both sides
	Ties     string  // first or random, for agents whose spec does not set it; "" = their default
	Games    int     // of each pair of players; 0 = all openings
	Openings string  // name of the published openings; "" = the start of the ordinary game
	Shuffle  bool    // the seed orders the openings
	Opponent string  // spec of the opponent of a single player; "" = two players are required
}

// Protocols lists all protocols. It must not be modified.
var Protocols = []Protocol{
	{
		Name: "league", Perturb: 0.1, Ties: "random", Games: 4000, Opponent: "swh",
		About: `4,000 games from the ordinary start; 10 % of all moves are random, and ties between moves
are broken at random; if only one agent is given, it plays swh`,
		Source: "the Othello League of Lucas and Runarsson; Jaśkowski 2014",
	},
	{
		Name: "lucas1000", Ties: "first", Openings: book.Lucas1000,
		About: `no random moves; of equally good moves, the first is played; all 1,000 boards after seven
plies, with white to move`,
		Source: "Lucas and Runarsson 2006; Jaśkowski and Szubert 2015",
	},
	{
		Name: "cs181", Perturb: 0.05, Games: 200,
		About: `200 games from the ordinary start; each side plays a random move with the same small
probability: 5 %, our choice, as the report states none`,
		Source: "CS181 report (Bai, Lin, Shan 2024), Table 1",
	},
	{
		Name: "xot", Openings: book.XOT, Shuffle: true,
		About: `no random moves; all openings of XOT in a random order, so a match with fewer games uses a
random sample of them`,
		Source: "the eXtreme Othello Tournament",
	},
}

// ProtocolHelp describes all protocols as lines of a help text.
func ProtocolHelp() string {
	var text strings.Builder
	for _, p := range Protocols {
		about := strings.ReplaceAll(p.About, "\n", "\n"+strings.Repeat(" ", 12))
		fmt.Fprintf(&text, "  %-9s %s\n%12s(%s)\n", p.Name, about, "", p.Source)
	}
	return text.String()
}

// ProtocolNames returns the names of the protocols, separated by commas.
func ProtocolNames() string {
	var names []string
	for _, p := range Protocols {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// FindProtocol returns the protocol with the given name; "" is a protocol without rules. The error is a
// [*fault.SettingError] for the setting "protocol".
func FindProtocol(name string) (Protocol, error) {
	switch name {
	case "":
		return Protocol{}, nil
	case "report": // the name of cs181 in files of earlier versions
		name = "cs181"
	}
	i := slices.IndexFunc(Protocols, func(p Protocol) bool { return p.Name == name })
	if i < 0 {
		return Protocol{}, fault.Setting("protocol", name, "there is none of that name: want %s", ProtocolNames())
	}
	return Protocols[i], nil
}

// Apply sets the settings that the protocol prescribes. It keeps the seed, the limits, and a non-zero number
// of games. If the protocol prescribes openings, openings in cfg replace them. Apply returns an error if a
// file of openings is missing or damaged.
func (p Protocol) Apply(cfg *Config) error {
	if p.Name == "" {
		return nil
	}
	if len(cfg.Agents) == 1 && p.Opponent != "" {
		cfg.Agents = append(cfg.Agents, p.Opponent)
	}
	cfg.Protocol, cfg.Perturb, cfg.Ties, cfg.Shuffle = p.Name, p.Perturb, p.Ties, p.Shuffle
	games := p.Games
	if p.Openings != "" {
		cfg.Openings = cmp.Or(cfg.Openings, p.Openings)
		list, err := book.ReadOpenings(cfg.Openings)
		if err != nil {
			return err
		}
		games = 2 * len(list)
	}
	if cfg.Games == 0 {
		cfg.Games = games
	}
	return nil
}
