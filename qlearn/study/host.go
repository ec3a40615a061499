package study

import (
	"context"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Host provides what a run needs from outside this package. Its methods must be safe for concurrent use.
type Host interface {
	Agents
	// Trainers returns a team that trains models, each on one core, and returns their files. The team consists
	// of the given number of local workers, or of the workers of a farm.
	Trainers(ctx context.Context, farm parallel.Farm, workers int) (*parallel.Team[TrainJob, []byte], error)
	// Tune tunes weights.
	Tune(ctx context.Context, job TuneJob) (Tuned, error)
	// Games describes the games for learning and statistics.
	Games(ctx context.Context) (Games, error)
	// EachGame calls do for each of these games that is complete and legal, in order. It stops if do returns an
	// error.
	EachGame(ctx context.Context, do func(engine.Game) error) error
}

// Games describes the games of a database.
type Games struct {
	Source string  // description for display: "52,441 games of …"
	Count  int     // number of finished games
	Winner [64]int // number of the winners' moves by square
	Loser  [64]int // number of the losers' moves by square
}

// A TrainJob describes a Q-learning agent to train.
type TrainJob struct {
	Mode  string `json:"mode"` // "data" (the host's games), "self", or the spec of an opponent
	Rule  Rule   `json:"rule"`
	Games int    `json:"games"` // number of games to learn from
	Seed  uint64 `json:"seed"`
}

// A Rule describes a way to learn. The zero value selects our defaults. Any other value selects the
// Q-learning of the CS181 report (section "Approximate Q-learning"): its target is the value of the best
// move, and each game changes the weights by a constant α.
type Rule struct {
	Features string `json:"features,omitempty"` // in the notation of package eval
	// Actions selects weights for actions: one for each of the "classes" of squares, or for each of the 64
	// "squares"; "" = none.
	Actions    string  `json:"actions,omitempty"`
	Alpha      float64 `json:"alpha,omitempty"`       // step size
	Gamma      float64 `json:"gamma,omitempty"`       // discount; 0 = 1
	Epsilon    float64 `json:"epsilon,omitempty"`     // initial probability of a random move in played games
	EpsilonEnd float64 `json:"epsilon_end,omitempty"` // final probability, approached exponentially
}

// A TuneJob is a request to tune weights.
type TuneJob struct {
	// Method is "ga002" or "ga000" (the genetic algorithms of reports 002 and 000), "sa004" (annealing) or
	// "cmaes".
	Method      string
	Features    string  // features in the notation of package eval, or the networks "mmnet" and "net"
	Population  int     // size of a genetic algorithm's population
	Generations int     // number of generations, or of annealing steps
	Keep        []int   // generations whose best individual is kept, ascending from 1
	Depth       int     // depth of the searches in the games
	Play        int     // depth of the agents that use the result; 0 = Depth
	First       float64 // annealing: temperature of the first step, a hundred times the last; 0 = 10 discs
	Step        float64 // genetic algorithm: maximum small change of a weight, relative to the range; 0 = 0.2
	Range       float64 // genetic algorithm: maximum absolute value of the initial weights; 0 = 1
	Openings    int     // number of openings per pair of individuals, played from both sides
	Random      int     // random plies at the start of each opening
	Seed        uint64
	Workers     int
	// Noise selects a null model: instead of games, annealing uses noise with the spread of games between
	// equals.
	Noise bool
	Farm  parallel.Farm        // plays the games on other machines; nil = here
	Dir   string               // folder for models, and for the state from which a killed tuning resumes
	Name  string               // name of its files in Dir
	Tell  func(done int) error // called with the number of finished generations; its error stops the tuning
}

// Tuned is the result of a tuning.
type Tuned struct {
	Names []string  `json:"names"` // of the weights
	Kept  []Kept    `json:"kept"`  // the requested generations
	Trace []TraceAt `json:"trace"` // a few hundred generations or steps at most
	Games int       `json:"games"` // number of games played
}

// Kept is a kept individual.
type Kept struct {
	Generation int       `json:"generation"`
	Weights    []float64 `json:"weights,omitempty"` // omitted for networks
	Spec       string    `json:"spec"`              // spec of an agent with the weights; its file is $DIR/FILE
}

// TraceAt is the state after a generation or step.
type TraceAt struct {
	Step    int       `json:"step"`
	Weights []float64 `json:"weights,omitempty"` // the best or current weights; omitted for networks
	Fitness float64   `json:"fitness"`           // the highest fitness of the generation
	// Diversity is the standard deviation of a weight in the generation, averaged over the weights.
	Diversity float64 `json:"diversity"`
}
