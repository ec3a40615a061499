package workspace

import (
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// Weights are learned weights, prepared for display. The JSON fields are stable.
type Weights struct {
	Features string     `json:"features" meaning:"of the model, or the layers of a network"`
	Unit     string     `json:"unit" meaning:"of values, empty = unknown"`
	Count    int        `json:"count" meaning:"number of weights, 0 = nothing has been learned yet"`
	Squares  []float64  `json:"squares,omitempty" meaning:"square weights W that the features are built from, a1, b1 to h8"`
	Stages   []Discs    `json:"stages" meaning:"values of discs in parts of the game"`
	Terms    []TermSize `json:"terms" meaning:"terms of the features"`
}

// Discs contains the values of discs on boards with From to To discs.
type Discs struct {
	From   int        `json:"from" meaning:"discs on the board, at least"`
	To     int        `json:"to" meaning:"discs on the board, at most"`
	Values []*float64 `json:"values" meaning:"of a disc on a1, b1 to h8: what it adds for its side. For a network without one value, how much its middle nodes heed the square. null = unknown"`
}

// A TermSize measures the importance of a term of features.
type TermSize struct {
	Name    string  `json:"name" meaning:"of the term"`
	Entries int     `json:"entries" meaning:"number of its weights"`
	Largest float64 `json:"largest" meaning:"the weight with the greatest absolute value"`
	Swing   float64 `json:"swing" meaning:"root mean square of what it adds to the values of boards"`
}

// stages is the number of parts of the game, and sampleGames the number of random games that provide boards.
// All models use the same boards, so pictures are comparable.
const (
	stages      = 3
	sampleGames = 40
	sampleSeed  = 1
)

// RunWeights returns the weights of a model of the run at a path, see [Workspace.Model]. If the run has not
// learned anything yet, Count is 0.
func (w *Workspace) RunWeights(at, which string) (*Weights, error) {
	m, err := w.Model(at, which)
	switch {
	case err != nil:
		return nil, err
	case m.IsZero():
		return noWeights(m.Features), nil
	case m.Net != nil:
		return netWeights(m.Net.Kind(), m.Net.DNA()), nil
	}
	return modelWeights(m.Learned.Model), nil
}

// TuningWeights returns the weights after the last step of the tuning at a path. The error wraps
// [fs.ErrNotExist] if there is no tuning. For a network, or if the history contains no weights, Count is 0.
func (w *Workspace) TuningWeights(at string) (*Weights, error) {
	t, err := w.Tuning(at)
	if err != nil {
		return nil, err
	}
	if t.Model == nil {
		return noWeights(t.Config.Subject.Features), nil
	}
	return modelWeights(t.Model), nil
}

func noWeights(features string) *Weights {
	return &Weights{Features: features, Stages: []Discs{}, Terms: []TermSize{}}
}

func modelWeights(m *eval.Model) *Weights {
	w := &Weights{Features: m.Features.ID(), Unit: m.Meta["unit"], Count: len(m.Weights), Terms: []TermSize{}}
	if p := m.Features.Params(); len(p) == 64 {
		w.Squares = p
	}
	boards := sample()
	swings := eval.Swings(m, boards)
	for i, t := range eval.Terms(m.Features) {
		size := TermSize{Name: t.Name, Entries: t.Len * t.Stages, Swing: swings[i]}
		for _, x := range m.Weights[t.Offset:][:size.Entries] {
			if math.Abs(x) > math.Abs(size.Largest) {
				size.Largest = x
			}
		}
		w.Terms = append(w.Terms, size)
	}
	byStage := make([][]engine.Board, stages)
	for _, b := range boards {
		k := eval.Stage(b, stages)
		byStage[k] = append(byStage[k], b)
	}
	for k, boards := range byStage {
		d := Discs{Values: make([]*float64, 64)}
		d.From, d.To = eval.StageDiscs(k, stages)
		values, seen := eval.SquareValues(m, boards)
		for s := range values {
			if seen[s] > 0 {
				d.Values[s] = &values[s]
			}
		}
		w.Stages = append(w.Stages, d)
	}
	return w
}

// netWeights returns how strongly the middle nodes of a network depend on each square: the root mean square
// of the square's weights.
func netWeights(k eval.NetKind, dna []float64) *Weights {
	w := &Weights{Features: k.String(), Count: len(dna), Terms: []TermSize{}}
	d := Discs{From: 4, To: 64}
	for s := range 64 {
		sum := 0.0
		for _, x := range dna[s*k.Hidden:][:k.Hidden] {
			sum += float64(x * x)
		}
		rms := math.Sqrt(sum / float64(k.Hidden))
		d.Values = append(d.Values, &rms)
	}
	w.Stages = []Discs{d}
	return w
}

// sample returns the boards of random games.
func sample() (boards []engine.Board) {
	rng := rand.New(rand.NewPCG(sampleSeed, engine.StreamMoves))
	for range sampleGames {
		p := engine.StandardStart()
		for moves := p.Board.Moves(); moves != 0; moves = p.Board.Moves() {
			boards = append(boards, p.Board)
			p, _ = p.Play(moves.Nth(rng.IntN(moves.Len())))
		}
	}
	return boards
}
