package lines

import "math/bits"

// A Pair is the board as two words, the discs of the side to move and of its opponent: the report's state
// pair (S_B, S_W), from the view of the side to move.
type Pair struct{ Mine, Theirs uint64 }

// Options are the optimisations of "Calculating Successors". Without any of them, a pair is still updated
// line by line: every empty square is tried, and lines are extracted and scanned bit by bit.
type Options struct {
	Neighbours bool // pre-judge squares by the mask of their neighbours
	LineTable  bool // look up the updated line
	Features   bool // extract lines, and put them back, by a hash table
}

// All turns on all optimisations.
var All = Options{Neighbours: true, LineTable: true, Features: true}

// PairRules returns the rules on pairs with the given optimisations.
func PairRules(opt Options) Rules[Pair] {
	p := &pairRules{opt: opt, geometry: board()}
	if opt.LineTable {
		p.updates = updates()
	}
	return Rules[Pair]{
		Of:         func(mine, theirs uint64) Pair { return Pair{mine, theirs} },
		Successors: p.successors,
		Pass:       func(b Pair) Pair { return Pair{b.Theirs, b.Mine} },
		Discs:      func(b Pair) (int, int) { return bits.OnesCount64(b.Mine), bits.OnesCount64(b.Theirs) },
		Features:   p.features,
	}
}

type pairRules struct {
	*geometry
	opt     Options
	updates *lineTable
}

func (p *pairRules) successors(b Pair) (list []Successor[Pair]) {
	for squares := p.candidates(b); squares != 0; squares &= squares - 1 {
		s := uint8(bits.TrailingZeros64(squares))
		if after := p.after(b, s); after != b.Mine {
			list = append(list, Successor[Pair]{s, Pair{b.Theirs &^ after, after}})
		}
	}
	return list
}

// mobility returns the number of legal moves.
func (p *pairRules) mobility(b Pair) (n int) {
	for squares := p.candidates(b); squares != 0; squares &= squares - 1 {
		if p.after(b, uint8(bits.TrailingZeros64(squares))) != b.Mine {
			n++
		}
	}
	return n
}

// candidates returns the squares to try.
func (p *pairRules) candidates(b Pair) (squares uint64) {
	empty := ^(b.Mine | b.Theirs)
	if !p.opt.Neighbours {
		return empty
	}
	for rest := empty; rest != 0; rest &= rest - 1 {
		s := bits.TrailingZeros64(rest)
		if p.neighbours[s]&b.Theirs != 0 {
			squares |= 1 << s
		}
	}
	return squares
}

// after returns the discs of the side to move after a move. They are unchanged if the move is illegal.
func (p *pairRules) after(b Pair, s uint8) uint64 {
	after := b.Mine
	for i := range p.crossings[s] {
		c := &p.crossings[s][i]
		mine, theirs := c.line.extract(b.Mine, p.opt.Features), c.line.extract(b.Theirs, p.opt.Features)
		var updated uint8
		if p.opt.LineTable {
			updated = p.updates[c.at][mine][theirs]
		} else {
			updated = update(c.at, mine, theirs)
		}
		after |= c.line.deposit(updated, p.opt.Features)
	}
	if after&b.Theirs == 0 {
		return b.Mine
	}
	return after
}
