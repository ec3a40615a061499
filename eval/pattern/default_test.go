package pattern

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

// The evaluator that is built in can be read, and knows a won position from both sides.
func TestDefault(t *testing.T) {
	if n := len(weights); n > 5<<20 {
		t.Errorf("the shipped weights take %d bytes, want at most 5 MB", n)
	}
	if unit := defaultModel().Meta["unit"]; unit != "discs" {
		t.Errorf("unit %q", unit)
	}
	p, err := engine.ParsePosition("XXXXXXXX" + "XXXXXXX-" + "XXOXXXX-" + "XXXOXXOO" + "XXXXOOOO" + "XXXOOO--" +
		"XXOOOO--" + "XXX----- X")
	if err != nil {
		t.Fatal(err)
	}
	e := Default().Evaluator()
	for _, b := range []engine.Board{p.Board, p.Board.Pass()} {
		e.Reset(uint64(b.Mine), uint64(b.Theirs))
		value := e.Eval(0, uint64(b.Mine), uint64(b.Theirs))
		if won := b == p.Board; (value > 20*Unit) != won || (value < -20*Unit) == won {
			t.Errorf("%v: %d", b, value)
		}
	}
}
