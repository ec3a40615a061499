package pattern

import (
	"fmt"
	"slices"

	"github.com/outflank/outflank/eval"
)

// An embedding is a compiled [eval.Embedding]. The vectors of all contents of a pattern are consecutive, in
// the order of their indices, so that an index in a lane finds its vector.
type embedding struct {
	size   int
	phases [65]uint8 // by number of discs
	rows   [][]row   // by phase
	// biases and outputs by number of discs
	bias, out [65][]int16
}

// A row contains the vectors for the four indices of a word. Lanes without an index have index 0, whose vector
// is 0.
type row struct {
	vectors []int8 // by contents and k
	word    int
}

// embed compiles the embedding of the model, if it has one.
func (c *compiler) embed(e *eval.Embedding) error {
	if e == nil {
		return nil
	}
	out := &embedding{size: e.Size}
	for discs := range out.phases {
		out.phases[discs] = uint8(e.Phase(discs))
		out.bias[discs], out.out[discs] = e.Bias[discs*e.Size:][:e.Size], e.Out[discs*e.Size:][:e.Size]
	}
	for phase := range e.Phases {
		var rows []row
		for _, t := range eval.Terms(e.Features) {
			if !slices.Contains(names[:], t.Name) {
				return fmt.Errorf("the embedding has vectors for %s, want only patterns with tables", t.Name)
			}
			vectors := spread(&t, e.Size, e.Vectors[phase*e.Features.Len()*e.Size:])
			for w, name := range names {
				if name == t.Name {
					rows = append(rows, row{vectors, w})
				}
			}
		}
		out.rows = append(out.rows, rows)
	}
	c.embedding = out
	return nil
}

// spread returns the vectors of all contents of a term.
func spread(t *eval.Term, size int, vectors []int8) []int8 {
	all := make([]int8, len(t.Fold)*size)
	for contents, entry := range t.Fold[1:] {
		copy(all[(contents+1)*size:], vectors[(t.Offset+int(entry))*size:][:size])
	}
	return all
}

// of returns the value for indices of the side to move, in 1/Unit discs.
func (e *embedding) of(l *lanes, discs int) int32 {
	const shift = eval.EmbeddingShift - 6
	sum := hiddenSum(l, e.rows[e.phases[discs]], e.bias[discs], e.out[discs])
	return (sum + 1<<(shift-1)) >> shift
}

// hiddenPlain returns the output of the hidden layer, see [eval.Embedding].
func hiddenPlain(l *lanes, rows []row, bias, out []int16) (sum int32) {
	var buffer [eval.MaxEmbedding]int16
	hidden := buffer[:len(bias)]
	copy(hidden, bias)
	for i := range rows {
		r := &rows[i]
		for x := l[r.word]; x != 0; x >>= 16 {
			for k, v := range r.vectors[int(uint16(x))*len(hidden):][:len(hidden)] {
				hidden[k] += int16(v)
			}
		}
	}
	for k, x := range hidden {
		z := int32(min(max(x, 0), eval.EmbeddingLimit))
		sum += int32(out[k]) * z * z
	}
	return sum
}
