package mcts

import "github.com/outflank/outflank/engine"

// A Selection is a rule that chooses the path of a simulation down the tree. With all rules, every move is
// tried once, in random order, before any is tried again.
type Selection uint8

const (
	// UCT selects the move with the highest Q(s,a) + C·√(ln N(s) / N(s,a)). Q is the move's mean result; N
	// are the visits of the board and the move (Kocsis and Szepesvári 2006; Zhang and Chen, equation 1).
	UCT Selection = iota
	// UCB selects the move with the highest X + C·√(2 ln n / n_j), in the same terms (Auer, Cesa-Bianchi
	// and Fischer 2002; Fennell, equation 1). It is UCT with C scaled differently.
	UCB
	// LeastVisited selects the move with the fewest visits (Fennell, III.C.1).
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
	// Epsilon is the probability of a random move in a playout with Rewards; all other moves have the
	// highest reward.
	Epsilon float64
	// Simulations is the number of simulations of one search, at most Unlimited; 0 = until the memory is full.
	// The memory never fills in flat search, nor near the end of a game without proofs.
	Simulations int
	// Memory is the size of all nodes in bytes; 0 = 64 MiB. While nodes are copied, the size exceeds it by up to
	// half. When it is full, the tree stops growing and simulations continue.
	Memory int
	// Threads is the number of trees searched concurrently, each with an equal share of simulations and memory;
	// 0 = 1. The results of all trees are added up.
	Threads int
	Forget  bool // start every search with an empty tree
	// NoProof turns off proofs: only results and visits count, and a search does not end because a result is
	// proven.
	NoProof bool
}

// defaultMemory is room for two million nodes.
const defaultMemory = 64 << 20

// Unlimited is a number of simulations that lets a search run until its context ends.
const Unlimited = maxVisits

// Default is UCT with a thousand simulations. In matches between C = 0.3, 0.6, 1 and 1.4 with 400
// simulations, 1.4 lost to all others (36 % of 300 games after six random moves) and the other three hardly
// differed.
var Default = Options{Selection: UCT, C: 0.5, Simulations: 1000}

// An Info is the result of a search. In the embedded Info, Score is the mean result, scaled from the range 0
// to 1 to discs from -64 to 64. PV contains only the best move, and Nodes is the number of simulations of
// this search.
type Info struct {
	engine.Info
	Moves     []MoveInfo // the legal moves, the best first
	Reused    int        // number of simulations kept from earlier searches
	TreeNodes int        // number of nodes in all trees at the end of the search
}

// Simulations returns the number of simulations of this search.
func (i Info) Simulations() int { return int(i.Nodes) }

// MoveInfo is the result of a search for one move.
type MoveInfo struct {
	Move   engine.Square
	Visits int     // number of simulations that began with the move
	Value  float64 // mean result for the side to move: 1 = win, 1/2 = draw, 0 = loss or no visit
	Proven bool    // Value is the result of perfect play
}
