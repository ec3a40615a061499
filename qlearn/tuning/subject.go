package tuning

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/agents"
)

// A Subject describes the weights to tune: those of a linear model over features, or those of a network (its
// DNA). The JSON fields are stable, because run folders store them.
type Subject struct {
	Features string    `json:"features,omitempty"` // as in eval.New
	Params   []float64 `json:"params,omitempty"`   // square weights that the features use
	Net      string    `json:"net,omitempty"`      // "mmnet" or "net" instead of features
	Start    []float64 `json:"start"`              // the initial weights

	Set  eval.Features `json:"-"` // nil for a network
	kind eval.NetKind
}

// maxWeights keeps checkpoints and groups small. The larger network has 8320 weights.
const maxWeights = 10_000

// FeatureSubject returns a subject that tunes the weights of features, starting from 0.
func FeatureSubject(id string) (Subject, error) {
	f, err := eval.New(id, eval.DefaultSquares())
	if err != nil {
		return Subject{}, fault.Misuse(err)
	}
	return Subject{Features: id, Params: f.Params(), Start: make([]float64, f.Len()), Set: f}, nil
}

// ModelSubject returns a subject that tunes the weights of a model, starting from their current values.
func ModelSubject(m *eval.Model) Subject {
	m = unfolded(m)
	return Subject{Features: m.Features.ID(), Params: m.Features.Params(), Start: slices.Clone(m.Weights),
		Set: m.Features}
}

// NetSubject returns a subject that tunes the weights of a network, starting from 0.
func NetSubject(name string) (Subject, error) {
	s := Subject{Net: name}
	if err := s.open(); err != nil {
		return s, &fault.SettingError{Setting: "net", Err: err}
	}
	s.Start = make([]float64, s.kind.Len())
	return s, nil
}

// open completes a decoded subject and checks its weights.
func (s *Subject) open() (err error) {
	switch {
	case s.Net == "mmnet":
		s.kind = eval.MMNet
	case s.Net == "net":
		s.kind = eval.PolicyNet
	case s.Net != "":
		return fmt.Errorf("network %q: want mmnet or net", s.Net)
	default:
		if s.Set, err = eval.New(s.Features, s.Params); err != nil {
			return err
		}
	}
	if n := s.Len(); s.Start != nil && len(s.Start) != n {
		return fmt.Errorf("%d weights to start from, want %d", len(s.Start), n)
	}
	return nil
}

// Len returns the number of weights.
func (s *Subject) Len() int {
	if s.Net != "" {
		return s.kind.Len()
	}
	return s.Set.Len()
}

// Name returns the name of weight i: its feature or gene.
func (s *Subject) Name(i int) string {
	if s.Net != "" {
		return fmt.Sprintf("gene %d", i)
	}
	return s.Set.Name(i)
}

// model returns a linear model that shares the weights x. Its values have no common unit: doubling the
// weights would not change the games.
func (s *Subject) model(x []float64) *eval.Model {
	return &eval.Model{Features: s.Set, Weights: x, Meta: map[string]string{"unit": eval.UnitPoints}}
}

// agent returns a function that creates agents with the weights x. They play like the spec ab:model=FILE or
// mmnet:dna=FILE with the same depth and exact, or like net:dna=FILE.
func (s *Subject) agent(x []float64, opt search.Options) func(*rand.Rand) engine.Agent {
	if s.Net != "" {
		return func(*rand.Rand) engine.Agent { return agents.OfNet(s.kind, x, opt) }
	}
	m := s.model(x)
	if t, ok := m.DiscTable(); ok {
		return func(*rand.Rand) engine.Agent { return search.New(t, opt) }
	}
	return func(*rand.Rand) engine.Agent { return search.New(m.Linear(), opt) }
}

// File returns the name of the weights file in a run folder.
func (s *Subject) File() string {
	if s.Net != "" {
		return "weights.txt"
	}
	return "weights.model"
}

// Spec returns the agent spec for a weights file.
func (s *Subject) Spec(path string, depth, exact int) string {
	spec := fmt.Sprintf("ab:depth=%d,exact=%d,model=FILE", depth, exact)
	switch s.Net {
	case "net":
		spec = "net:dna=FILE"
	case "mmnet":
		spec = fmt.Sprintf("mmnet:depth=%d,exact=%d,dna=FILE", depth, exact)
	}
	spec, _ = agents.WithFiles(spec, func(string) (string, error) { return path, nil }) // the spec is valid
	return spec
}

// Write writes the weights: a model file with metadata, or the DNA as text.
func (s *Subject) Write(w io.Writer, x []float64, meta map[string]string) error {
	if s.Net == "" {
		m := s.model(x)
		for k, v := range meta {
			m.Meta[k] = v
		}
		return eval.WriteModel(w, m)
	}
	return eval.WriteDNA(w, x)
}

// unfolded converts a model that has only square weights. In the term position, square weights are
// parameters, which cannot be tuned. The result has a weight for each class of squares, or for each square if
// symmetric squares differ.
func unfolded(m *eval.Model) *eval.Model {
	if m.Features.ID() != "position" {
		return m
	}
	w := m.Features.Params()
	id, scale := "squares", 2.0 // features of the term squares are halved
	for s, x := range w {
		if x != w[eval.Classes[eval.Class(engine.Square(s))].First()] {
			id, scale = "grid", 1
		}
	}
	f, err := eval.New(id, nil)
	if err != nil {
		panic(err) // the id is a valid constant
	}
	out := eval.NewModel(f)
	for i := range out.Weights {
		s := i
		if id == "squares" {
			s = int(eval.Classes[i].First())
		}
		out.Weights[i] = scale * m.Weights[0] * w[s]
	}
	return out
}
