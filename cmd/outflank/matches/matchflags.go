package matches

import (
	"errors"

	"github.com/spf13/pflag"

	"github.com/outflank/outflank/engine/tournament"
)

// addFlags binds the settings to flags. perturb is the preset of --perturb.
func addFlags(cfg *tournament.Config, f *pflag.FlagSet, perturb float64) {
	f.StringVar(&cfg.Protocol, "protocol", "", "measure as others did, by the protocol of this `name`: "+tournament.ProtocolNames()+"; explained by outflank bench --help")
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

// errStopped ends a match that has shown what it was to show.
var errStopped = errors.New("the test is decided")
