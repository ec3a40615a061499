package mcts

import "github.com/outflank/outflank/engine"

// A Selection is a rule by which a simulation chooses its way down the tree. All of
// them try every move once before any a second time, in random order.
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
	// LeastVisited takes the move that was taken least (Fennell, III.C.1).
	LeastVisited
	// Flat has no tree: it plays out each move equally often.
	Flat
)

// Options say how a [Searcher] searches.
type Options struct {
	Selection Selection
	C         float64   // weight of exploration against mean result, in UCT and UCB
	ByValue   bool      // play the move with the best mean result, not the one most visited
	Rewards   []float64 // nil, or 64 rewards of squares a1 to h8 for the default policy
	// with Rewards, the probability of a random move in a playout; else the highest reward moves
	Epsilon float64
	// of one search, at most Unlimited; 0 = until the memory is full, which in flat search it never is and
	// without proofs not near the end of a game
	Simulations int
	// bytes of all nodes, never exceeded but by half while they grow; 0 = 64 MiB. When they are full the
	// tree stays as it is and simulations continue
	Memory int
	// trees that are grown at the same time, each with its share of simulations and memory, and added up; 0 = 1
	Threads int
	Forget  bool // begin every search with an empty tree
	// prove nothing: only wins and visits choose, and no search ends before its simulations are made or its
	// memory is full
	NoProof bool
}

// defaultMemory is room for two million nodes.
const defaultMemory = 64 << 20

// Unlimited simulations last until the context ends.
const Unlimited = maxVisits

// Default is UCT with a thousand simulations. Of C = 0.3, 0.6, 1 and 1.4, each with 400
// simulations, the last lost to all others (36 % of 300 games after six random moves)
// and the first three hardly differed.
var Default = Options{Selection: UCT, C: 0.5, Simulations: 1000}

// An Info is what a search has found. Of the embedded Info, Score is 64 discs for a mean
// result of 1 and -64 for one of 0, PV the best move alone, and Nodes counts the simulations
// of this search.
type Info struct {
	engine.Info
	Moves     []MoveInfo // the legal moves, the best first
	Reused    int        // simulations of earlier searches that count as well
	TreeNodes int        // of all trees at the end of the search
}

// Simulations returns how many simulations this search has made.
func (i Info) Simulations() int { return int(i.Nodes) }

// MoveInfo is what is known of a move.
type MoveInfo struct {
	Move   engine.Square
	Visits int     // simulations that began with it
	Value  float64 // their mean result for the side to move: 1 a win, 1/2 a draw, 0 a loss or no visit
	Proven bool    // Value is what perfect play brings
}
