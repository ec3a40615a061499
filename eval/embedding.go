package eval

import (
	"errors"
	"fmt"
	"math"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// An Embedding is a small network over the contents of patterns, which a [Model] adds to its sum. Each entry
// of the features has a vector of Size numbers. The vectors of a board's entries add up; with the biases,
// they are the hidden layer. Its value, in discs for the side to move, is
//
//	2^-20 Σ_k Out[k] min(max(Bias[k] + Σ Vectors[entry][k], 0), 181)²
//
// All numbers are small integers, so every processor computes the same value. 181² is the largest square of
// 16 bits. Compared with a sum of weights, the square lets contents of different patterns reinforce each
// other (K. Okashita and K. Shudo, "Factorization machines for Othello", 2026, multiply pairs instead).
//
// An Embedding is immutable and safe for concurrent use.
type Embedding struct {
	Features Features // patterns and tuples, without stages
	Size     int      // numbers per vector, 16 or 32
	Phases   []int    // smallest number of discs of each phase, ascending from 0
	Vectors  []int8   // by phase, entry and k
	Bias     []int16  // by number of discs, 0 to 64, and k
	Out      []int16  // by number of discs and k
}

// Limits of an [Embedding].
const (
	EmbeddingLimit = 181 // of a hidden number before it is squared
	EmbeddingShift = 20  // binary digits of the value after the point
	MaxEmbedding   = 32  // numbers per vector
	maxPhases      = 16
	maxEntries     = 128 // of a board, so the hidden layer has at most 16 bits
	MaxBias        = 1 << 14
	MaxOut         = 1 << 10 // so the sum has at most 31 bits
)

var errEmbedding error = fault.Kind("damaged embedding")

// OnlySum returns an error if the model has an embedding, for code that uses only the weights.
func (m *Model) OnlySum() error {
	if m.Embedding != nil {
		return errors.New("the model has an embedding beside its weights, want a model with weights only")
	}
	return nil
}

// check returns an error unless all slices have the right lengths and all numbers are in range.
func (e *Embedding) check() error {
	if err := e.checkShape(); err != nil {
		return err
	}
	if n, want := len(e.Vectors), len(e.Phases)*e.Features.Len()*e.Size; n != want {
		return fmt.Errorf("%w: %d numbers of vectors, want %d", errEmbedding, n, want)
	}
	if n, m, want := len(e.Bias), len(e.Out), 65*e.Size; n != want || m != want {
		return fmt.Errorf("%w: %d biases and %d outputs, want %d", errEmbedding, n, m, want)
	}
	for i := range e.Bias {
		if b, o := int(e.Bias[i]), int(e.Out[i]); max(b, -b) > MaxBias || max(o, -o) > MaxOut {
			return fmt.Errorf("%w: bias %d and output %d, want at most %d and %d", errEmbedding, b, o, MaxBias, MaxOut)
		}
	}
	return nil
}

// checkShape returns an error unless the features, the size and the phases are valid.
func (e *Embedding) checkShape() error {
	terms := Terms(e.Features)
	if terms == nil {
		return fmt.Errorf("%w: features that New did not build", errEmbedding)
	}
	images := 0
	for _, t := range terms {
		if images += len(t.Images); len(t.Images) == 0 || t.Stages != 1 || t.Sign != nil {
			return fmt.Errorf("%w: the term %.40q is not a pattern without stages", errEmbedding, t.Name)
		}
	}
	if images > maxEntries {
		return fmt.Errorf("%w: %d places of patterns, want at most %d", errEmbedding, images, maxEntries)
	}
	if e.Size != 16 && e.Size != MaxEmbedding {
		return fmt.Errorf("%w: vectors of %d numbers, want 16 or %d", errEmbedding, e.Size, MaxEmbedding)
	}
	return e.checkPhases()
}

func (e *Embedding) checkPhases() error {
	if n := len(e.Phases); n < 1 || n > maxPhases {
		return fmt.Errorf("%w: %d phases, want 1 to %d", errEmbedding, n, maxPhases)
	}
	for i, discs := range e.Phases {
		if i == 0 && discs != 0 || i > 0 && discs <= e.Phases[i-1] || discs > 64 {
			return fmt.Errorf("%w: phases from %v discs on, want 0 and then ascending numbers up to 64", errEmbedding,
				e.Phases)
		}
	}
	return nil
}

// Phase returns the phase of boards with a number of discs.
func (e *Embedding) Phase(discs int) int {
	p := len(e.Phases) - 1
	for e.Phases[p] > discs {
		p--
	}
	return p
}

// eval returns the value of a board in discs. phi is a buffer, which eval returns.
func (e *Embedding) eval(b engine.Board, phi []Feature) (float64, []Feature) {
	discs := (b.Mine | b.Theirs).Len()
	vectors := e.Vectors[e.Phase(discs)*e.Features.Len()*e.Size:]
	var hidden [MaxEmbedding]int
	for k, x := range e.Bias[discs*e.Size:][:e.Size] {
		hidden[k] = int(x)
	}
	phi = e.Features.Append(phi[:0], b)
	for _, f := range phi {
		for k, x := range vectors[int(f.Index)*e.Size:][:e.Size] {
			hidden[k] += int(x)
		}
	}
	sum := 0
	for k, out := range e.Out[discs*e.Size:][:e.Size] {
		z := min(max(hidden[k], 0), EmbeddingLimit)
		sum += int(out) * z * z
	}
	return math.Ldexp(float64(sum), -EmbeddingShift), phi
}
