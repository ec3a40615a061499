package stats

import (
	"encoding/json"

	"github.com/outflank/outflank/dataset"
)

// A Phase is a third of a game, by the number of moves played before.
type Phase int

// The phases, of 20 moves each.
const (
	Opening Phase = iota // plies 0 to 19
	Midgame              // plies 20 to 39
	Endgame              // plies 40 to 59
	phases
)

const phasePlies = 20

// phaseOf returns the phase of a move with ply moves before it.
func phaseOf(ply int) Phase { return min(Phase(ply/phasePlies), Endgame) }

// String returns "opening", "midgame" or "endgame".
func (p Phase) String() string { return [...]string{"opening", "midgame", "endgame"}[p] }

// PhaseWeights are the square weights of each [Phase]. The zero value is ready for
// use. Each holds the same number of games: those that could have had a move in it.
type PhaseWeights [phases]SquareWeights

// Add counts a game.
func (p *PhaseWeights) Add(g *dataset.Game) {
	moves := false
	for i := range p {
		moves = p[i].start(g)
	}
	if moves {
		count(g, func(ply int) *SquareWeights { return &p[phaseOf(ply)] })
	}
}

// SetRelative sets Relative of each phase: shares are of the moves of the phase, and in
// Total of all moves.
func (p *PhaseWeights) SetRelative(relative bool) {
	for i := range p {
		p[i].Relative = relative
	}
}

// Merge adds what another one counted, of other games.
func (p *PhaseWeights) Merge(q *PhaseWeights) {
	for i := range p {
		p[i].Merge(&q[i])
	}
}

// Total returns the weights of whole games: the moves of all phases.
func (p *PhaseWeights) Total() SquareWeights {
	total := p[0]
	for i := range p[1:] {
		total.mergeMoves(&p[i+1])
	}
	return total
}

// MarshalJSON writes the weights of whole games, as SquareWeights does, and those
// of each phase under "phases".
func (p PhaseWeights) MarshalJSON() ([]byte, error) {
	byName := map[string]SquareWeights{}
	for i, w := range p {
		byName[Phase(i).String()] = w
	}
	return json.Marshal(struct {
		export
		Phases map[string]SquareWeights `json:"phases"`
	}{p.Total().export(), byName})
}
