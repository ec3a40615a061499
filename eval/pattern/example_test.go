package pattern_test

import (
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

// A model whose only weight says that an own disc on a corner is 8 discs, compiled: what X has
// gained by a1, before and after O passes.
func Example() {
	features, err := eval.New("a1", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := eval.NewModel(features)
	m.Meta["unit"] = "discs"
	m.Weights[1] = 8 // contents of a1: empty, of the side to move, of its opponent
	t, err := pattern.Compile(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := engine.ParsePosition("XOOO----" + "--------" + "--------" + "---OX---" + "---XO---" + "--------" +
		"--------" + "-------- X")
	if err != nil {
		fmt.Println(err)
		return
	}
	b := p.Board
	e := t.Evaluator()
	e.Reset(uint64(b.Mine), uint64(b.Theirs))
	fmt.Println(e.Eval(0, uint64(b.Mine), uint64(b.Theirs))/pattern.Unit, m.Linear().Eval(b))
	e.Pass(0)
	fmt.Println(e.Eval(1, uint64(b.Theirs), uint64(b.Mine))/pattern.Unit, m.Linear().Eval(b.Pass()))
	// Output:
	// 8 8
	// 0 0
}
