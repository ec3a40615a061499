package eval

import (
	"fmt"

	"github.com/outflank/outflank/engine"
)

// A Model consists of features and their weights. Goroutines may share a Model while its weights do not
// change; each needs its own [Linear].
type Model struct {
	Features Features
	Weights  []float64 // one per feature
	// Actions contains weights of moves in Q(s,a): one per class of squares or one per square, see
	// [Model.Action]; nil = none. Minimax ignores them.
	Actions []float64
	// Embedding is added to w·φ; nil = none.
	Embedding *Embedding
	Meta      map[string]string // origin of the model: config, seed, data; "unit" is "discs" or "win"
}

// NewModel returns a model with zero weights and no action weights.
func NewModel(f Features) *Model {
	return &Model{Features: f, Weights: make([]float64, f.Len()), Meta: map[string]string{}}
}

// Check returns an error if the number of weights is wrong or a weight is not finite.
func (m *Model) Check() error {
	if err := m.check(); err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	return nil
}

func (m *Model) check() error {
	if len(m.Weights) != m.Features.Len() {
		return fmt.Errorf("%w: %d, the features %s have %d", errCount, len(m.Weights), m.Features.ID(),
			m.Features.Len())
	}
	if n := len(m.Actions); m.Actions != nil && n != len(Classes) && n != 64 {
		return fmt.Errorf("%w: %d for actions, want none, %d or 64", errCount, n, len(Classes))
	}
	for i, w := range m.Weights {
		if !finite(w) {
			return fmt.Errorf("%w: number %d (%s) is %v", errWeight, i, m.Features.Name(i), w)
		}
	}
	for i, w := range m.Actions {
		if !finite(w) {
			return fmt.Errorf("%w: that of actions like %v is %v", errWeight, m.ActionLike(i), w)
		}
	}
	if m.Embedding != nil {
		return m.Embedding.check()
	}
	return nil
}

// Action returns the index in Actions of the weight of a move to s. The model must have action weights.
func (m *Model) Action(s engine.Square) int {
	if len(m.Actions) == len(Classes) {
		return Class(s)
	}
	return int(s & 63)
}

// ActionLike returns the first square whose moves use weight i of Actions. The model must have action
// weights.
func (m *Model) ActionLike(i int) engine.Square {
	if len(m.Actions) == len(Classes) {
		return Classes[i].First()
	}
	return engine.Square(i)
}

func finite(x float64) bool { return x-x == 0 }

// Linear returns an evaluator for one goroutine that uses the model's current weights. It owns the buffer for
// φ, because a buffer on the stack would escape through the interface, which takes 907 ns instead of 106.
func (m *Model) Linear() *Linear { return &Linear{model: m} }

// Linear evaluates boards with a [Model]. It is not safe for concurrent use.
type Linear struct {
	model    *Model
	phi      []Feature
	embedded []Feature // of the embedding
}

// Eval returns w·φ(b) plus the embedding for the side to move, in the model's unit.
func (l *Linear) Eval(b engine.Board) float64 {
	sum := 0.0
	for _, f := range l.Phi(b) {
		sum += float64(l.model.Weights[f.Index] * f.Value)
	}
	if e := l.model.Embedding; e != nil {
		value := 0.0
		value, l.embedded = e.eval(b, l.embedded)
		sum += value
	}
	return sum
}

// Phi returns φ(b). The slice is valid until the next call.
func (l *Linear) Phi(b engine.Board) []Feature {
	l.phi = l.model.Features.Append(l.phi[:0], b)
	return l.phi
}

// Q returns the value of playing s on b for the side to move, in the model's unit: −w·φ(board after the move)
// plus the weight of the action. The move must be legal. For one-sided features, see [ByMover].
func (l *Linear) Q(b engine.Board, s engine.Square) float64 {
	q := -l.Eval(b.Play(s))
	if l.model.Actions != nil {
		q += l.model.Actions[l.model.Action(s)]
	}
	return q
}
