package eval

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

// A Feature is one non-zero entry of a sparse feature vector φ(b).
type Feature struct {
	Index int32   // 0 to Len()-1
	Value float64 // about 1 in size
}

// Features turns a board into a sparse feature vector from the view of the side to move. It is stateless and
// safe for concurrent use.
type Features interface {
	// ID names the features. New(ID(), Params()) builds the same features.
	ID() string
	// Params returns the parameters that the ID does not contain: the 64 square weights W, or nil if there are
	// none. The caller must not change them.
	Params() []float64
	// Len returns the length of the vector.
	Len() int
	// Name returns the meaning of entry i, such as "mobility" or "mobility, stage 2".
	Name(i int) string
	// Append appends the non-zero entries of φ(b) to dst. If an index occurs more than once, its values add up.
	Append(dst []Feature, b engine.Board) []Feature
}

// ReportID names the features of the CS181 report's Q-learner: position, mobility, stability, parity and
// discs, with one stage for the whole game.
const ReportID = "report"

// Limits that keep malicious model files from requesting huge vectors.
const (
	maxStages = 60  // a game has 60 plies
	maxTerms  = 256 // all1 to all4 together have 87, balanced or not
	maxLen    = 1 << 24
	maxSquare = 1e9 // maximum square weight, far above the counts that make up W
)

// New builds features from a text of terms joined by "+". A term is one of
//
//	position   discs weighted by the square weights W: params, 64 numbers for the
//	           8×8 board; on other shapes by the weights of corners, squares beside
//	           corners, edges and the inside, which follow from the shape
//	mobility   moves of the side to move minus moves of the opponent
//	stability  stable discs, mine minus theirs
//	own-mobility own-stability
//	           moves and stable discs of the side to move alone, see below
//	cs181-stability own-cs181-stability
//	           stability and own-stability by the CS181 report's rule alone, without the
//	           rule about full lines, see [Stable]
//	parity     +1 when the side to move would also make the last move, else -1
//	discs      discs, mine minus theirs
//	frontier   discs beside an empty square, mine minus theirs
//	squares    discs in each of the ten classes of symmetric squares
//	grid       the disc on each of the 64 squares
//	cassio-stability potential late-discs
//	           stable discs of three kinds and X-squares while unstable, potential
//	           mobility, and discs near the end, as Fennell's Cassio counts them
//	cassio-one-way
//	           cassio-stability with edges searched in one direction only
//	edge-stability line-stability enemy-stability
//	           discs that no move beside them can flip next, after Ranvier: no neighbour is empty
//	           while the cell opposite is the opponent's or (edge, line) empty. That cell is the
//	           adjacent one (edge), or the first that is not the player's own (line, enemy)
//	sequences  discs within runs that end at an empty square, after BILL
//	edge corner block row2 row3 row4 diag4 … diag8
//	           contents of these lines and regions as a whole, 3^n entries each
//	a1b1c1     contents of an n-tuple: the 1 to 10 squares that make up the name
//	constant   1
//
// or a group, which stands for several:
//
//	report     position+mobility+stability+parity+discs
//	logistello block+edge+corner+row2+row3+row4+diag4+…+diag8
//	all1 … all8
//	           all straight tuples of that many squares, one for each set of
//	           symmetric tuples (Jaśkowski 2014): all2 has 32
//	snakes-8x4-1
//	           8 tuples of up to 4 squares, random walks (Lucas 2007) drawn by seed 1
//
// "@n" after a term or a group gives it separate weights in each of n stages of the game, by the number of
// discs. With "balanced-" before a pattern, a tuple or a group of these, contents and the same contents with
// the sides exchanged share a weight with opposite signs, so φ changes its sign when the sides are exchanged.
// New copies params. If no term needs them, they may be nil and are dropped.
//
// own-mobility and own-stability are the CS181 report's H_m(s), "the number of available positions" in a
// state that includes "who the current player is", and H_sd(s), "the count of stable discs". They count the
// side to move on the evaluated board. Negamax negates values between plies, so at leaves where the opponent
// is to move, the opponent's moves count against the searching side. At the report's depths, 2 and 4, the
// searching side is to move at all leaves except those after passes. Unlike most terms, these do not change
// their sign when the sides are exchanged. The report allows two other readings. One is mine minus theirs
// (mobility and stability). The other is the count of the searching side, whichever side is to move; no
// function of the board and the side to move can compute it. In Q, own-mobility and own-stability count the
// player who moves, see [ByMover].
//
// squares, grid, patterns and tuples refer to squares of the 8×8 lattice, whatever the shape of the board.
// They also work on smaller boards, but symmetric images then have different values.
func New(id string, params []float64) (Features, error) {
	f, err := parse(id, params)
	if err != nil {
		return nil, fmt.Errorf("eval: features %.80q: %w", id, err)
	}
	return f, nil
}

func parse(id string, params []float64) (*termList, error) {
	if err := checkSquares(params); err != nil {
		return nil, err
	}
	f := &termList{id: id}
	for text := range strings.SplitSeq(id, "+") {
		name, stages, err := parseTerm(text)
		if err != nil {
			return nil, err
		}
		names, err := expand(name)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if err := f.parse(name, stages, params); err != nil {
				return nil, err
			}
		}
	}
	return f, nil
}

// parse adds the term called name.
func (f *termList) parse(name string, stages int, params []float64) error {
	if len(f.terms) == maxTerms {
		return fmt.Errorf("more than %d terms", maxTerms)
	}
	t, err := newTerm(name, params)
	if err != nil {
		return err
	}
	f.add(t, name, stages)
	if name == "position" {
		f.params = slices.Clone(params)
	}
	if f.len > maxLen {
		return fmt.Errorf("more than %d entries", maxLen)
	}
	return nil
}

// checkSquares returns an error unless w is empty or contains square weights.
func checkSquares(w []float64) error {
	if n := len(w); n != 0 && n != 64 {
		return fmt.Errorf("%d parameters, want none or the 64 square weights", n)
	}
	for s, x := range w {
		if !(math.Abs(x) <= maxSquare) {
			return fmt.Errorf("the weight of square %v is %v, want -1e9 to 1e9", engine.Square(s), x)
		}
	}
	return nil
}

// parseTerm splits a text such as "mobility@6" into the name and the number of stages.
func parseTerm(text string) (name string, stages int, err error) {
	name, after, staged := strings.Cut(text, "@")
	if !staged {
		return name, 1, nil
	}
	stages, err = strconv.Atoi(after)
	if err != nil || stages < 1 || stages > maxStages {
		return "", 0, fmt.Errorf("term %.40q: want 1 to %d stages after the @", text, maxStages)
	}
	return name, stages, nil
}

// termList implements the Features that New builds: consecutive terms in the vector, each with a block of
// entries per stage.
type termList struct {
	id     string
	params []float64
	terms  []placedTerm
	len    int
	mover  bool // one-sided terms count the player who has just moved
}

type placedTerm struct {
	term
	label  string // name in the text for New
	stages int
	offset int // index of the first entry
}

func (f *termList) add(t term, label string, stages int) {
	f.terms = append(f.terms, placedTerm{t, label, stages, f.len})
	f.len += stages * t.len
}

func (f *termList) ID() string        { return f.id }
func (f *termList) Params() []float64 { return f.params }
func (f *termList) Len() int          { return f.len }

func (f *termList) Name(i int) string {
	for _, t := range f.terms {
		if k := i - t.offset; k >= 0 && k < t.stages*t.len {
			name := t.name(k % t.len)
			if t.stages > 1 {
				name += fmt.Sprintf(", stage %d", k/t.len)
			}
			return name
		}
	}
	return ""
}

func (f *termList) Append(dst []Feature, b engine.Board) []Feature {
	for i := range f.terms {
		t := &f.terms[i]
		base := t.offset
		if t.stages > 1 {
			base += Stage(b, t.stages) * t.len
		}
		if t.oneSided && f.mover {
			dst = appendMover(t.append, dst, int32(base), b)
		} else {
			dst = t.append(dst, int32(base), b)
		}
	}
	return dst
}

// Stage returns the stage of the game, 0 to n-1, to which a board belongs. Stages divide the share of
// occupied squares into n equal parts.
func Stage(b engine.Board, n int) int {
	return (b.Mine | b.Theirs).Len() * n / (b.Shape.Field.Len() + 1)
}

// StageDiscs returns the range of numbers of discs, at least four, in stage k of n on the full board. See
// [Stage].
func StageDiscs(k, n int) (from, to int) {
	return max(4, (65*k+n-1)/n), (65*(k+1)+n-1)/n - 1
}
