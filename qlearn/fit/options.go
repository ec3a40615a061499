package fit

import (
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
)

// Default contains the settings of `outflank fit`, with the features of the built-in evaluator.
var Default = Options{
	Features: staged("edge corner block row2 row3 row4 diag4 diag5 diag6 diag7 diag8 a1b1c1d1a2b2c2a3b3a4 "+
		"c1d1e1f1c2d2e2f2 c2d2e2f2c3d3e3f3 parity constant", 60),
	Ridge: 1, Smooth: 1000, Iterations: 30, Solve: 10,
	Play: Play{Games: 400000, Rounds: 3, Depth: 4, Exact: 12, Seed: 1}, Lambda: 1, Results: 1, OpeningShare: 0.7,
}

// staged gives each term n stages and joins them.
func staged(terms string, n int) string {
	suffix := "@" + strconv.Itoa(n)
	return strings.Join(strings.Fields(terms), suffix+"+") + suffix
}

// Options are the settings of a fit. The model's metadata contains the settings that have JSON fields, which
// are stable.
type Options struct {
	Features string  `json:"features"` // as in eval.New
	Ridge    float64 `json:"ridge"`    // penalty on squared weights, in positions, 0 to 1e9
	// Smooth is the penalty on the squared difference between a weight and the same weight in the next stage,
	// in positions, 0 to 1e9.
	Smooth     float64 `json:"smooth"`
	Iterations int     `json:"iterations"` // maximum number of passes per regression, 1 to 10,000
	// Solve is the number of empty squares from which positions are solved, 0 to 24.
	Solve int  `json:"solve"`
	Play  Play `json:"play"` // games to play in addition
	// Lambda is λ in the values of played positions, 0 to 1: 0 uses the value of the search, 1 the later course
	// of the game.
	Lambda float64 `json:"lambda"`
	// Results is the weight of the unsolved positions of recorded games, 0 to 1e6. Other positions have weight
	// 1.
	Results float64 `json:"results"`
	From    string  `json:"from"`     // SHA-256 of Prior; "" = none; set by Run
	Held    int     `json:"held_out"` // size of HoldOut; set by Run

	OpeningModel string  `json:"opening,omitempty"`       // SHA-256 of Opening; "" = none; set by Run
	OpeningShare float64 `json:"opening_share,omitempty"` // share of Opening's weights at 45 or more empty squares, 0 to 1; it falls to 0 at 24

	Prior   *eval.Model    `json:"-"` // plays the first round and attracts the weights; nil = a model fitted to the recorded games plays, and 0 attracts the weights
	Opening *eval.Model    `json:"-"` // its weights are mixed into the model with OpeningShare; in discs, or in wins without a squash; nil = none
	HoldOut []engine.Board `json:"-"` // positions that the fit must not use, in any symmetric image, such as test positions
	Also    []string       `json:"-"` // folders with games that other fits played, for additional positions
	Keep    string         `json:"-"` // folder in which to store the played games, so that an interrupted fit can resume; "" = none

	Workers int           `json:"-"` // goroutines, which do not affect the model; 0 = one per processor
	Farm    parallel.Farm `json:"-"` // judges and plays games on other machines, with [Jobs]; nil = here
	Years   string        `json:"-"` // of the recorded games, for the metadata; "" = all
}

// Play contains the settings of the games that a fit plays.
type Play struct {
	Games  int     `json:"games"`  // 0 = none
	Rounds int     `json:"rounds"` // number of rounds, 1 to 100; each plays with an evaluator fitted to all earlier games
	Depth  int     `json:"depth"`  // search depth of the engine in plies, 1 to 60
	Exact  int     `json:"exact"`  // number of empty squares from which it solves, 1 to 24
	Beside float64 `json:"beside"` // share of games that start beside a recorded game, 0 to 1; the others start with a random opening
	Seed   uint64  `json:"seed"`
}

// Check returns a misuse error if a setting is out of range.
func (o *Options) Check() error {
	switch {
	case !(o.Ridge >= 0 && o.Ridge <= 1e9):
		return fault.Setting("ridge", o.Ridge, "want 0 to 1e9")
	case !(o.Smooth >= 0 && o.Smooth <= 1e9):
		return fault.Setting("smooth", o.Smooth, "want 0 to 1e9")
	case o.Iterations < 1 || o.Iterations > 10000:
		return fault.Setting("iterations", o.Iterations, "want 1 to 10000")
	case o.Solve < 0 || o.Solve > 24:
		return fault.Setting("solve", o.Solve, "want 0 to 24 empty squares")
	case o.Play.Exact < 1 || o.Play.Exact > 24:
		return fault.Setting("exact", o.Play.Exact, "want 1 to 24 empty squares")
	case o.Play.Games < 0 || o.Play.Games > arena.MaxGames:
		return fault.Setting("play", o.Play.Games, "want 0 to %d", arena.MaxGames)
	case o.Play.Rounds < 1 || o.Play.Rounds > 100:
		return fault.Setting("rounds", o.Play.Rounds, "want 1 to 100")
	case o.Play.Depth < 1 || o.Play.Depth > 60:
		return fault.Setting("depth", o.Play.Depth, "want 1 to 60")
	case !(o.Play.Beside >= 0 && o.Play.Beside <= 1):
		return fault.Setting("beside", o.Play.Beside, "want 0 to 1")
	case !(o.Lambda >= 0 && o.Lambda <= 1):
		return fault.Setting("lambda", o.Lambda, "want 0 to 1")
	case !(o.OpeningShare >= 0 && o.OpeningShare <= 1):
		return fault.Setting("opening_share", o.OpeningShare, "want 0 to 1")
	case !(o.Results >= 0 && o.Results <= 1e6):
		return fault.Setting("results", o.Results, "want 0 to 1e6")
	case o.Play.Games == 0 && o.Solve == 0 && o.Results == 0 && len(o.Also) == 0:
		return fault.Setting("play", o.Play.Games, "nothing to learn from: want played games, solved positions "+
			"or results")
	}
	return nil
}
