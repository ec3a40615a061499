package mcts

import "github.com/outflank/outflank/engine"

// A Selection is a rule for the path of a simulation down the tree. With all rules, every move is tried
// once, in random order, before any is tried again.
type Selection uint8

const (
	// UCT takes the move with the highest Q(s,a) + C·√(ln N(s) / N(s,a)): mean result
	// of the move, visits of the board and of the move (Kocsis and Szepesvári 2006;
	// Zhang and Chen, equation 1).
	UCT Selection = iota
	// UCB takes the move with the highest X + C·√(2 ln n / n_j), in the same terms
	// (Auer, Cesa-Bianchi and Fischer 2002; Fennell, equation 1). It is UCT with
	// another meaning of C.
	UCB
	// LeastVisited takes the move with the fewest visits (Fennell, III.C.1).
	LeastVisited
	// Flat uses no tree: it plays out each move equally often.
	Flat
)

// Options are the settings of a [Searcher].
type Options struct {
	Selection Selection
	C         float64   // weight of exploration against mean result, in UCT and UCB
	ByValue   bool      // play the move with the best mean result, not the most visited one
	Rewards   []float64 // nil, or 64 rewards of squares a1 to h8 for the default policy
	// Epsilon is, with Rewards, the probability of a random move in a playout; other moves have the highest
	// reward.
	Epsilon float64
	// Simulations is the number of simulations of one search, at most Unlimited; 0 = until the memory is full.
	// That never happens in flat search, nor without proofs near the end of a game.
	Simulations int
	// Memory is the size of all nodes in bytes; 0 = 64 MiB. It is exceeded by at most half while nodes are
	// copied. When it is full, the tree stops growing and simulations continue.
	Memory int
	// Threads is the number of concurrent trees, each with its share of simulations and memory; 0 = 1. Their
	// results are added up.
	Threads int
	Forget  bool // start every search with an empty tree
	// NoProof turns off proofs: only wins and visits count, and a search ends only after its simulations or
	// when its memory is full.
	NoProof bool
}

// defaultMemory is room for two million nodes.
const defaultMemory = 64 << 20

// Unlimited simulations run until the context ends.
const Unlimited = maxVisits

// Default is UCT with a thousand simulations. Of C = 0.3, 0.6, 1 and 1.4, each with 400
// simulations, the last lost to all others (36 % of 300 games after six random moves)
// and the first three hardly differed.
var Default = Options{Selection: UCT, C: 0.5, Simulations: 1000}

// An Info is the result of a search. In the embedded Info, Score is 64 discs for a mean result of 1 and -64
// for a mean result of 0, PV has only the best move, and Nodes is the number of simulations of this search.
type Info struct {
	engine.Info
	Moves     []MoveInfo // the legal moves, the best first
	Reused    int        // number of simulations of earlier searches that also count
	TreeNodes int        // number of nodes in all trees at the end of the search
}

// Simulations returns the number of simulations of this search.
func (i Info) Simulations() int { return int(i.Nodes) }

// MoveInfo is the result of a search for one move.
type MoveInfo struct {
	Move   engine.Square
	Visits int     // number of simulations that began with the move
	Value  float64 // their mean result for the side to move: 1 a win, 1/2 a draw, 0 a loss or no visit
	Proven bool    // Value is the result of perfect play
}
