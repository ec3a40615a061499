package pattern

import (
	"fmt"
	"math"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// Rest returns the names of the terms without tables, or "" if there are none. Such terms are tuples outside
// all patterns with tables, and all terms other than patterns, mobility, parity and constant. An [Evaluator]
// recomputes them for each board: with tuples of eight to ten squares, a search takes two and a half times as
// long per node.
func (t *Tables) Rest() string {
	if t.rest == nil {
		return ""
	}
	return t.rest.Features.ID()
}

// keepRest creates a model of the terms without tables.
func (c *compiler) keepRest(of eval.Features) error {
	if len(c.others) == 0 {
		return nil
	}
	var names []string
	for _, term := range c.others {
		names = append(names, fmt.Sprintf("%s@%d", term.Name, term.Stages))
	}
	f, err := eval.New(strings.Join(names, "+"), of.Params())
	if err != nil {
		return err
	}
	if _, byMover := eval.ByMover(of); byMover {
		f, _ = eval.ByMover(f)
	}
	c.rest = eval.NewModel(f)
	for i, term := range eval.Terms(f) {
		from := c.others[i].Offset
		for k := range term.Len * term.Stages {
			c.rest.Weights[term.Offset+k] = c.weights[from+k] * Unit
		}
	}
	return nil
}

// mostRest exceeds the sum of all table values, in 1/Unit discs, and keeps the total within 32 bits.
const mostRest = 1 << 24

// valueOfRest returns the value of the terms without tables, in 1/Unit discs.
func (e *Evaluator) valueOfRest(mine, theirs uint64) int32 {
	x := e.rest.Eval(engine.Board{Mine: engine.Set(mine), Theirs: engine.Set(theirs), Shape: engine.Full})
	return int32(math.Round(min(max(x, -mostRest), mostRest)))
}
