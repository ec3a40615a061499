package study

import (
	"context"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Host provides the parts of a run that are outside this package. Its methods must be safe for concurrent
// use.
type Host interface {
	Agents
	// Trainers returns a team that trains models, each on one core, and returns their files. It has the given
	// number of workers, or those of a farm.
	Trainers(ctx context.Context, farm parallel.Farm, workers int) (*parallel.Team[TrainJob, []byte], error)
	// Tune searches for weights.
	Tune(ctx context.Context, job TuneJob) (Tuned, error)
	// Games returns the games that learning and statistics use.
	Games(ctx context.Context) (Games, error)
	// EachGame calls do for each finished and legal one of these games, in order, until do returns an error.
	EachGame(ctx context.Context, do func(engine.Game) error) error
}

// Games describes the games of a database.
type Games struct {
	Source string  // description for people: "52,441 games of …"
	Count  int     // finished ones
	Winner [64]int // moves by square of the sides that won
	Loser  [64]int // of those that lost
}

// A TrainJob describes a Q-learning agent to be trained.
type TrainJob struct {
	Mode  string `json:"mode"` // "data": the host's games; "self"; or the spec of an opponent
	Rule  Rule   `json:"rule"`
	Games int    `json:"games"` // to learn from
	Seed  uint64 `json:"seed"`
}

// A Rule is a way to learn. The zero value stands for our defaults. Any other is the Q-learning of the CS181
// report (section "Approximate Q-learning"): its target is the value of the best move, and each game changes
// the weights, by a constant α.
type Rule struct {
	Features string `json:"features,omitempty"` // as package eval names them
	// weights of the action: one for each of the "classes" of squares or of the 64 "squares"; "" = none
	Actions    string  `json:"actions,omitempty"`
	Alpha      float64 `json:"alpha,omitempty"`       // step size
	Gamma      float64 `json:"gamma,omitempty"`       // discount, 0 = 1
	Epsilon    float64 `json:"epsilon,omitempty"`     // probability of a random move in played games, at first
	EpsilonEnd float64 `json:"epsilon_end,omitempty"` // and at last, to which it falls exponentially
}

// A TuneJob describes weights to be tuned.
type TuneJob struct {
	// "ga002", "ga000" (the genetic algorithms of these reports), "sa004" (annealing) or "cmaes"
	Method      string
	Features    string  // features by their names in package eval, or the networks "mmnet" and "net"
	Population  int     // of a genetic algorithm
	Generations int     // or steps of annealing
	Keep        []int   // generations whose best individual is kept, ascending from 1
	Depth       int     // of the searches in the games
	Play        int     // depth of the agents that play with the result, 0 = the same
	First       float64 // temperature of the first step of an annealing, a hundred times the last; 0 = 10 discs
	Step        float64 // of a genetic algorithm: largest small change of a weight, of the range; 0 = 0.2
	Range       float64 // of a genetic algorithm: largest absolute value of the first weights; 0 = 1
	Openings    int     // openings of each pair of individuals, played from both sides
	Random      int     // random plies at the start of these
	Seed        uint64
	Workers     int
	// a null model: instead of games, annealing gets noise with the spread of games between equals
	Noise bool
	Farm  parallel.Farm        // plays the games elsewhere; nil = here
	Dir   string               // for models, and for the state from which a killed tuning resumes
	Name  string               // of its files in Dir
	Tell  func(done int) error // gets the number of finished generations; its error ends the tuning
}

// Tuned is the result of a tuning.
type Tuned struct {
	Names []string  `json:"names"` // of the weights
	Kept  []Kept    `json:"kept"`  // as asked for
	Trace []TraceAt `json:"trace"` // of some hundred generations or steps
	Games int       `json:"games"` // played
}

// Kept is an individual.
type Kept struct {
	Generation int       `json:"generation"`
	Weights    []float64 `json:"weights,omitempty"` // left out of networks
	Spec       string    `json:"spec"`              // of an agent that plays with them; its file is $DIR/FILE
}

// TraceAt is the state after a generation or step.
type TraceAt struct {
	Step    int       `json:"step"`
	Weights []float64 `json:"weights,omitempty"` // the best or current ones; left out of networks
	Fitness float64   `json:"fitness"`           // the highest of the generation
	// of the generation: the standard deviation of a weight, averaged over the weights
	Diversity float64 `json:"diversity"`
}
