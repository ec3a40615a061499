package eval

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"

	"github.com/outflank/outflank/engine"
)

// Table returns the model as a player of the Othello League that uses board inversion. Such a player sees the
// board after a move, with the mover's discs as black's. Its value is Q(s,a) = −w·φ(board after a). Digits
// and signs differ from the model's, because φ takes the opponent's view of that board.
//
// The model may contain only patterns and tuples with one stage, balanced or not, and no action weights. The
// error names the part that the format cannot represent.
func (m *Model) Table() (*Table, error) {
	t, err := m.table()
	if err != nil {
		return nil, fmt.Errorf("eval: player: %w", err)
	}
	return t, nil
}

func (m *Model) table() (*Table, error) {
	if err := cmp.Or(m.check(), m.OnlySum()); err != nil {
		return nil, err
	}
	for i, w := range m.Actions {
		if w != 0 {
			return nil, fmt.Errorf("the weight of actions like %v is %v, and a player has none", m.ActionLike(i), w)
		}
	}
	t := &Table{}
	for _, x := range Terms(m.Features) {
		switch {
		case x.Images == nil:
			return nil, fmt.Errorf("term %s is no tuple of squares", x.Name)
		case x.Stages > 1:
			return nil, fmt.Errorf("term %s has %d stages, want one", x.Name, x.Stages)
		}
		t.tuples = append(t.tuples, tuple{copies: x.Images, weights: x.leagueWeights(m.Weights)})
	}
	if len(t.tuples) == 0 {
		return nil, fmt.Errorf("features %.80q: none are tuples of squares", m.Features.ID())
	}
	return t, nil
}

// leagueWeights returns the weights of all contents in the order of a player's file.
func (t Term) leagueWeights(weights []float64) []float64 {
	list := make([]float64, len(t.Fold))
	values := make([]float64, len(t.Fold))
	t.Values(values, 0, weights)
	for c, w := range values {
		if w != 0 { // avoid −0
			list[leagueIndex(c, len(t.Images[0]))] = -w
		}
	}
	return list
}

// Values fills values, which must be as long as Fold, with the contributions of contents to w·φ in a stage.
func (t Term) Values(values []float64, stage int, weights []float64) {
	block := t.block(weights)[stage*t.Len:][:t.Len]
	if t.Sign == nil {
		for c, entry := range t.Fold {
			values[c] = block[entry]
		}
		values[0] = 0
		return
	}
	for c, entry := range t.Fold {
		values[c] = block[entry] * float64(t.Sign[c])
	}
}

// leagueIndex returns the index in a file of contents of n squares. My discs become white's, with digit 0;
// theirs become black's, with digit 2; empty is 1. The first square is most significant.
func leagueIndex(c, n int) (index int) {
	for range n {
		index = 3*index + [...]int{1, 0, 2}[c%3]
		c /= 3
	}
	return index
}

// WriteTable writes a table in the text format of [ReadTable], which restores exactly the same table.
func WriteTable(w io.Writer, t *Table) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "{ %d\n", len(t.tuples))
	for i := range t.tuples {
		t.tuples[i].write(out)
	}
	fmt.Fprintln(out, "}")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("eval: player: %w", err)
	}
	return nil
}

// write writes a tuple. Flushing w reports any errors.
func (t *tuple) write(w *bufio.Writer) {
	fmt.Fprintf(w, "  { %d %d\n", len(t.copies[0]), len(t.copies))
	for _, squares := range t.copies {
		writeSquares(w, squares)
	}
	fmt.Fprint(w, "    {")
	for _, x := range t.weights {
		fmt.Fprint(w, " ", strconv.FormatFloat(x, 'g', -1, 64))
	}
	fmt.Fprint(w, " }\n  }\n")
}

func writeSquares(w *bufio.Writer, squares []engine.Square) {
	fmt.Fprint(w, "    {")
	for _, s := range squares {
		fmt.Fprintf(w, " %d", s)
	}
	fmt.Fprintln(w, " }")
}
