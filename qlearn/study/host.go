package study

import (
	"context"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Host gives a run what lies outside this package. Its methods may be called from
// several goroutines.
type Host interface {
	Agents
	// Trainers returns a team that trains models, each on one core, and answers with their files. It has
	// a number of workers, or those of a farm.
	Trainers(ctx context.Context, farm parallel.Farm, workers int) (*parallel.Team[TrainJob, []byte], error)
	// Tune searches for weights.
	Tune(ctx context.Context, job TuneJob) (Tuned, error)
	// Games returns the games that learning and statistics use.
	Games(ctx context.Context) (Games, error)
	// EachGame calls do for each of these that is finished and legal, in order, until it
	// returns an error.
	EachGame(ctx context.Context, do func(engine.Game) error) error
}

// Games are those of a database.
type Games struct {
	Source string  // what they are, for people: "52,441 games of …"
	Count  int     // finished ones
	Winner [64]int // moves by square of the sides that won
	Loser  [64]int // of those that lost
}

// A TrainJob is a Q-learning agent to be made.
type TrainJob struct {
	Mode  string `json:"mode"` // "data": the host's games; "self"; or the spec of an opponent
	Rule  Rule   `json:"rule"`
	Games int    `json:"games"` // to learn from
	Seed  uint64 `json:"seed"`
}

// A Rule is how an agent learns. The zero value is our defaults. Any other is the Q-learning of the CS181
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

// A TuneJob is weights to be found.
type TuneJob struct {
	// "ga002", "ga000" (the genetic algorithms of these reports), "sa004" (annealing) or "cmaes"
	Method      string
	Features    string  // whose weights: features as package eval names them, or the networks "mmnet" and "net"
	Population  int     // of a genetic algorithm
	Generations int     // or steps of annealing
	Keep        []int   // generations whose best individual is to be kept, ascending from 1
	Depth       int     // of the searches in the games
	Play        int     // depth of the agents that play with what was found, 0 = the same
	First       float64 // temperature of the first step of an annealing, a hundred times the last; 0 = 10 discs
	Step        float64 // of a genetic algorithm: the largest small change of a weight, of the range; 0 = 0.2
	Range       float64 // of a genetic algorithm: weights are drawn up to that from 0; 0 = 1
	Openings    int     // from which each two individuals play, both sides
	Random      int     // random plies at the start of these
	Seed        uint64
	Workers     int
	// in place of playing games, annealing sees noise with the spread of games between equals: a null model
	Noise bool
	Farm  parallel.Farm        // plays the games elsewhere; nil = here
	Dir   string               // for models, and for what lets a killed tuning resume
	Name  string               // of its files in Dir
	Tell  func(done int) error // hears how many generations are done; its error ends the tuning
}

// Tuned is what a tuning found.
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
	// of the generation: the standard deviation of a weight, mean over the weights
	Diversity float64 `json:"diversity"`
}
