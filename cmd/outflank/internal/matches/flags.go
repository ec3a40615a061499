package matches

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

func (j *matchJob) addFlags(c *cobra.Command, perturb float64) {
	f := c.Flags()
	addConfigFlags(&j.config, f, perturb)
	cli.AddWorkersFlag(c, &j.workers, "concurrent games")
	j.fleet.AddFlags(c)
	f.StringVar(&j.state, "state", "", "save every game to this new file, so that the match can be resumed")
	f.StringVar(&j.resume, "resume", "", "resume the match of this state file")
	f.StringVarP(&j.dir, "output", "o", "", "write the games as a table to this folder")
	f.StringVar(&j.pgn, "pgn", "", "write the games to this file as PGN")
	f.StringVar(&j.ggf, "ggf", "", "write the games to this file as GGF")
	f.StringVar(&j.log, "log", "", "write the dialogue with external engines to this file as it happens")
	f.StringArrayVar(&j.crossFiles, "cross", nil,
		"write the cross-table to this file (.txt, .csv, .json, .md, or .html with the games); may be repeated")
	cli.AddJSON(c, &j.asJSON, "print results as JSON", arena.Summary{})
}

// resultFlags are the flags that do not change the games.
var resultFlags = append([]string{"workers", "state", "resume", "output", "pgn", "ggf", "log", "cross",
	"json"}, cli.FleetFlags...)

// addConfigFlags binds the settings to flags. perturb is the default of --perturb.
func addConfigFlags(cfg *arena.Config, f *pflag.FlagSet, perturb float64) {
	f.StringVar(&cfg.Protocol, "protocol", "", "use the published protocol of this `name`: "+
		arena.ProtocolNames()+"; explained by outflank bench --help")
	f.IntVar(&cfg.Games, "games", 400,
		"games for each pair of agents, rounded up to play each opening with both colours")
	f.Float64Var(&cfg.Perturb, "perturb", perturb, "probability of a random move, for both sides")
	f.IntVar(&cfg.Random, "random-plies", 0, "random plies at the end of each opening")
	f.Uint64Var(&cfg.Seed, "seed", 1, "seed of all random choices")
	f.StringVar(&cfg.Shape, "shape", "8x8", "the board: 4x4, 6x6, 8x8, hex or rhombus, with holes as in "+
		"8x8-a1c3; openings determine their own board")
	f.TextVar(&cfg.Holes, "holes", engine.Holes{}, "random holes, drawn again for each opening: a `share` "+
		"of the empty squares (0.2 or 20%), or each of them with a probability (p=0.2); 0 to 0.5")
	f.StringVar(&cfg.Openings, "openings", "", "openings, used in turn: xot, lucas1000, or a file (a "+
		"transcript per line, games in any format, or boards)")
	f.StringVar(&cfg.Clock, "clock", "", "time of each side for a game, such as 5m, or 1m+1s with a second "+
		"per move; running out of time loses the game")
	f.StringVar(&cfg.Time, "time", "", "time for each move, such as 100ms, for agents whose spec sets none")
	f.IntVar(&cfg.Depth, "depth", 0, "search depth in plies, for agents with a depth whose spec sets none")
	f.IntVar(&cfg.Nodes, "nodes", 0, "nodes for each move, for agents that count nodes and whose spec sets none")
	f.IntVar(&cfg.Sims, "sims", 0, "simulations for each move, for agents that use them and whose "+
		"spec sets none")
	f.BoolVar(&cfg.Restart, "restart", false, "restart an external engine that exits, at most once per "+
		"move; otherwise it loses the game")
	f.StringVar(&cfg.Timeout, "timeout", "", "longest wait for a move of an external engine or a policy whose "+
		"spec sets none, such as 2s; then it loses the game (default 30s)")
	f.IntVar(&cfg.MaxForfeits, "max-forfeits", 0, "number of forfeits in a row after which an agent loses its "+
		"other games without play; 0 = no limit")
	f.IntVar(&cfg.Adjudicate, "adjudicate", 0, "adjudicate games by exact solving at this number of "+
		"empty squares")
	f.StringVar(&cfg.SPRT, "sprt", "", "stop when it is clear whether the first agent is ELO0 or ELO1 points "+
		"stronger: ELO0,ELO1[,ALPHA,BETA]")
	f.Float64Var(&cfg.Precision, "precision", 0, "stop when the 95 % interval of the first agent's score is "+
		"within this `share` of the score, such as 0.04; not before 40 games")
}

// presetClass changes the defaults for a tournament of Python files: some of them fail, and most repeat their
// moves.
func (j *matchJob) presetClass(flags *pflag.FlagSet) {
	cfg := &j.config
	if !j.tournament || !slices.ContainsFunc(cfg.Agents, agents.IsPython) {
		return
	}
	if !flags.Changed("timeout") {
		cfg.Timeout = "2s"
	}
	if !flags.Changed("max-forfeits") {
		cfg.MaxForfeits = 3
	}
	if !flags.Changed("games") {
		cfg.Games = 10
	}
	if !slices.ContainsFunc([]string{"openings", "protocol", "shape", "holes"}, flags.Changed) {
		cfg.Openings, cfg.Shuffle = book.XOT, true
	}
}

// protocolFlags are settings that a protocol prescribes.
var protocolFlags = []string{"perturb", "random-plies", "shape", "holes", "adjudicate"}

// applyProtocol applies the settings of the protocol, if there is one. It returns an error for flags that
// contradict it.
func (j *matchJob) applyProtocol(flags *pflag.FlagSet) error {
	cfg := &j.config
	p, err := arena.FindProtocol(cfg.Protocol)
	if err != nil || cfg.Protocol == "" {
		return err
	}
	if err := refuseChanges(p, flags); err != nil {
		return err
	}
	if !flags.Changed("games") {
		cfg.Games = 0 // as the protocol prescribes
	}
	return p.Apply(cfg)
}

// refuseChanges returns an error for flags that contradict the protocol.
func refuseChanges(p arena.Protocol, flags *pflag.FlagSet) error {
	for _, name := range protocolFlags {
		if flags.Changed(name) {
			return fault.Misuse(fmt.Errorf("--%s: --protocol %s prescribes this; give only one of them", name, p.Name))
		}
	}
	if p.Openings == "" && flags.Changed("openings") {
		return fault.Misuse(fmt.Errorf("--openings: games of --protocol %s begin at the ordinary start; "+
			"give only one of them", p.Name))
	}
	return nil
}
