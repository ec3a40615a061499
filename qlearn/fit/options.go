package fit

import (
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/parallel"
	"github.com/outflank/outflank/engine/tournament"
)

// Default are the settings of the command; the features are those of the built-in evaluator.
var Default = Options{
	Features: staged("edge corner block row2 row3 row4 diag4 diag5 diag6 diag7 diag8 parity constant", 60),
	Ridge:    1, Smooth: 1000, Iterations: 30, Solve: 10,
	Play: Play{Games: 400000, Rounds: 3, Depth: 4, Exact: 12, Seed: 1}, Weight: 1,
}

// staged joins terms that all have n stages.
func staged(terms string, n int) string {
	suffix := "@" + strconv.Itoa(n)
	return strings.Join(strings.Fields(terms), suffix+"+") + suffix
}

// Options are the settings of a fit. The model's metadata keep those that have JSON fields, which
// are stable.
type Options struct {
	Features   string  `json:"features"`    // as in eval.New
	Ridge      float64 `json:"ridge"`       // penalty on the square of a weight, in positions, 0 to 1e9
	Smooth     float64 `json:"smooth"`      // penalty on the squared difference of a weight and the same one in the next stage, in positions, 0 to 1e9
	Iterations int     `json:"iterations"`  // passes of a regression at most, 1 to 10,000
	Solve      int     `json:"solve"`       // positions of games with at most that many empty squares are solved, 0 to 24
	Play       Play    `json:"play"`        // games that are played besides
	Weight     float64 `json:"play_weight"` // of a position of a played game, where one of a recorded game has 1

	Workers int           `json:"-"` // goroutines; 0 = one per processor. The model does not depend on it
	Farm    parallel.Farm `json:"-"` // judges and plays games elsewhere, by [JudgeKind] and [PlayKind]; nil = here
	Years   string        `json:"-"` // of the recorded games, for the metadata; "" = all
}

// Play says which games a fit plays.
type Play struct {
	Games  int    `json:"games"`  // 0 = none
	Rounds int    `json:"rounds"` // that the games are played in, each with an evaluator fitted to those before, 1 to 100
	Depth  int    `json:"depth"`  // plies that the engine looks ahead, 1 to 60
	Exact  int    `json:"exact"`  // empty squares from which it solves, 1 to 24
	Seed   uint64 `json:"seed"`
}

// Check returns an error, of misuse, for settings out of range.
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
	case o.Play.Games < 0 || o.Play.Games > tournament.MaxGames:
		return fault.Setting("play", o.Play.Games, "want 0 to %d", tournament.MaxGames)
	case o.Play.Rounds < 1 || o.Play.Rounds > 100:
		return fault.Setting("rounds", o.Play.Rounds, "want 1 to 100")
	case o.Play.Depth < 1 || o.Play.Depth > 60:
		return fault.Setting("depth", o.Play.Depth, "want 1 to 60")
	case !(o.Weight > 0 && o.Weight <= 1e6):
		return fault.Setting("play-weight", o.Weight, "want more than 0, up to 1e6")
	}
	return nil
}
