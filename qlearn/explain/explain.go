// Package explain shows why an agent prefers a move: it divides the value of each move into the contributions
// of the agent's features.
//
//	e, err := explain.New("ab:eval=cs181", position)
//	fmt.Println(e.Why)
//
// The contributions of a move add up to its value for the side to move. See [agents.Explain] for the agents
// that can be explained.
package explain

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
)

// An Explanation divides the values that an agent gives the moves of a position. Its JSON fields are stable.
type Explanation struct {
	Agent    string   `json:"agent"`
	Position string   `json:"position"` // 64 squares and the side to move
	Unit     string   `json:"unit"`     // unit of values: discs, win or points
	Moves    []Move   `json:"moves"`    // the best first
	Why      string   `json:"why"`      // why the best move leads, in words
	Notes    []string `json:"notes"`    // limits of the values, and how they were divided

	At engine.Position `json:"-"`
}

// A Move is a legal move with its value.
type Move struct {
	Move     string         `json:"move"`
	Value    float64        `json:"value"`              // for the side to move
	Expected *float64       `json:"expected,omitempty"` // expected result, if the model squashes values
	Result   bool           `json:"result,omitempty"`   // it ends the game; the value is the result in discs
	Parts    []Contribution `json:"contributions"`      // largest first; their sum is the value

	Sums map[string]float64 `json:"-"` // of the contributions, by feature
}

// A Contribution is a part of the value of a move.
type Contribution struct {
	Feature  string  `json:"feature"`
	Squares  string  `json:"squares,omitempty"`  // such as a1b1c1
	Contents string  `json:"contents,omitempty"` // of a pattern: X own, O opponent's, - empty
	Value    float64 `json:"value"`

	Places []engine.Square `json:"-"` // the same squares
}

// New explains the values that an agent gives the moves of a position, whose side to move has one. For agents
// without an evaluation, such as random, it returns a misuse error.
func New(spec string, p engine.Position) (*Explanation, error) {
	parts, model, err := agents.Explain(spec, p.Board.Shape)
	if err != nil {
		return nil, err
	}
	e := &Explanation{Agent: spec, Position: p.String(), Unit: eval.UnitPoints, Notes: []string{}, At: p}
	squash := qlearn.None
	if model != nil {
		e.Unit, squash = model.Meta["unit"], qlearn.SquashOf(model)
	}
	for s := range p.Board.Moves().All() {
		m := Move{Move: s.String()}
		after := p.Board.Play(s)
		if m.Result = after.Over(); m.Result {
			m.add(after, eval.Part{Feature: "final result", Value: -float64(after.Score())})
		} else {
			m.add(after, parts(p, s)...)
		}
		if squash != qlearn.None && !m.Result {
			expected := squash.Of(m.Value)
			m.Expected = &expected
		}
		e.Moves = append(e.Moves, m)
	}
	slices.SortStableFunc(e.Moves, func(a, b Move) int { return cmp.Compare(b.rank(), a.rank()) })
	e.Why = e.why()
	if searches, _, _ := (agents.Resolver{}).Param(spec, "depth"); searches {
		e.Notes = append(e.Notes,
			"These are values of the evaluation after each move; the agent searches further ahead.")
	}
	if net, _, _ := (agents.Resolver{}).Param(spec, "dna"); net {
		e.Notes = append(e.Notes, "A network is not additive: contributions are those of DeepLIFT's rescale rule "+
			"against the empty board.")
	}
	return e, nil
}

// rank returns a key that orders moves as agents do: results count more than any value.
func (m *Move) rank() float64 {
	if m.Result {
		return 1e12 * m.Value
	}
	return m.Value
}

// add adds parts of the move's value, with the board after the move.
func (m *Move) add(after engine.Board, parts ...eval.Part) {
	m.Sums = map[string]float64{}
	for _, part := range parts {
		m.Value += part.Value
		m.Sums[part.Feature] += part.Value
		c := Contribution{Feature: part.Feature, Value: part.Value, Places: part.Squares}
		for _, s := range part.Squares {
			c.Squares += s.String()
			if len(part.Squares) > 1 {
				c.Contents += string("-OX"[(after.Mine>>s&1)+2*(after.Theirs>>s&1)])
			}
		}
		m.Parts = append(m.Parts, c)
	}
	slices.SortStableFunc(m.Parts, func(a, b Contribution) int {
		return cmp.Compare(math.Abs(b.Value), math.Abs(a.Value))
	})
}

// UnitName names the unit of the values.
func (e *Explanation) UnitName() string {
	return cmp.Or(map[string]string{eval.UnitWin: "wins", "": "the model's unit"}[e.Unit], e.Unit)
}

// Number formats a value. Values in wins are small, so they get more digits. A value that rounds to zero has
// no sign.
func (e *Explanation) Number(x float64) string {
	number := fmt.Sprintf("%+.2f", x)
	if e.Unit == eval.UnitWin {
		number = fmt.Sprintf("%+.3f", x)
	}
	if strings.Trim(number, "+-0.") == "" {
		return number[1:]
	}
	return number
}

// usualNames are names of patterns in the literature.
var usualNames = map[string]string{
	"edge": "edge+2X", "corner": "corner 3×3", "block": "corner 5×2",
	"row2": "row 2", "row3": "row 3", "row4": "row 4", "diag4": "diagonal of 4", "diag5": "diagonal of 5",
	"diag6": "diagonal of 6", "diag7": "diagonal of 7", "diag8": "diagonal of 8",
	"a1b1c1d1a2b2c2a3b3a4": "triangle",
}

// FeatureName returns the usual name of a feature. If the squares fill a rectangle, the name has its size and
// their first square.
func FeatureName(feature string) string {
	if name, ok := usualNames[feature]; ok {
		return name
	}
	var set engine.Set
	low, high := [2]int{8, 8}, [2]int{}
	for square := range slices.Chunk([]byte(feature), 2) {
		s, err := engine.ParseSquare(string(square))
		if err != nil {
			return feature
		}
		set |= s.Set()
		for i, at := range [2]int{s.File(), s.Rank()} {
			low[i], high[i] = min(low[i], at), max(high[i], at)
		}
	}
	width, height := high[0]-low[0]+1, high[1]-low[1]+1
	if set.Len() < width*height {
		return feature
	}
	return fmt.Sprintf("%d×%d from %s", width, height, feature[:2])
}

// Apart returns the features of the moves, sorted by how much they differ between the moves, the largest
// difference first.
func Apart(moves []Move) []string {
	spread := map[string]float64{}
	for _, m := range moves {
		for f := range m.Sums {
			low, high := math.Inf(1), math.Inf(-1)
			for _, other := range moves {
				low, high = min(low, other.Sums[f]), max(high, other.Sums[f])
			}
			spread[f] = high - low
		}
	}
	return slices.SortedFunc(maps.Keys(spread), func(a, b string) int {
		return cmp.Or(cmp.Compare(spread[b], spread[a]), cmp.Compare(a, b))
	})
}

// why explains in words why the best move leads.
func (e *Explanation) why() string {
	best := &e.Moves[0]
	switch {
	case best.Result:
		return fmt.Sprintf("%s ends the game: the result is %s.", best.Move, text.Signed(best.Value))
	case len(e.Moves) == 1:
		return fmt.Sprintf("%s is the only move.", best.Move)
	case e.Moves[1].Result:
		return fmt.Sprintf("%s leads because %s ends the game without a win.", best.Move, e.Moves[1].Move)
	}
	second := &e.Moves[1]
	lead := best.Value - second.Value
	if lead == 0 {
		return fmt.Sprintf("%s and %s have the same value.", best.Move, second.Move)
	}
	var pro, con []string
	for _, f := range Apart(e.Moves[:2]) {
		x := best.Sums[f] - second.Sums[f]
		list := &pro
		if x < 0 {
			list = &con
		}
		if share := math.Abs(x); len(*list) < 3 && share > 0.1*lead && share > 0 {
			*list = append(*list, fmt.Sprintf("%s (%s)", FeatureName(f), e.Number(x)))
		}
	}
	page := fmt.Sprintf("%s leads %s by %s.", best.Move, second.Move, strings.TrimPrefix(e.Number(lead), "+"))
	if len(pro) > 0 {
		page += fmt.Sprintf(" In its favour: %s.", strings.Join(pro, ", "))
	}
	if len(con) > 0 {
		page += fmt.Sprintf(" Against it: %s.", strings.Join(con, ", "))
	}
	return page
}
