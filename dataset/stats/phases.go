package stats

import (
	"encoding/json"

	"github.com/outflank/outflank/dataset"
)

// A Phase is a third of a game, by the number of moves already played.
type Phase int

// The phases, of 20 moves each.
const (
	Opening Phase = iota // plies 0 to 19
	Midgame              // plies 20 to 39
	Endgame              // plies 40 to 59
	phases
)

const phasePlies = 20

// String returns "opening", "midgame" or "endgame".
func (p Phase) String() string { return [...]string{"opening", "midgame", "endgame"}[p] }

// PhaseWeights are the square weights of each [Phase]. The zero value is ready to use. Each phase counts all
// games, including those that end before it.
type PhaseWeights [phases]SquareWeights

// Add counts a game.
func (p *PhaseWeights) Add(g *dataset.Game) {
	if p.start(g) {
		p.addMoves(appendMoves(make([]byte, 0, maxSquares), g))
	}
}

// start counts the game itself and reports whether to count its moves.
func (p *PhaseWeights) start(g *dataset.Game) (moves bool) {
	for i := range p {
		moves = p[i].start(g)
	}
	return moves
}

// addMoves counts the moves of a game.
func (p *PhaseWeights) addMoves(moves []byte) {
	var x [phases]gameMoves
	for i := range p {
		n := min(phasePlies, len(moves))
		if Phase(i) == Endgame {
			n = len(moves)
		}
		x[i], moves = p[i].addMoves(moves[:n]), moves[n:]
	}
	for i := range p {
		p[i].next.add(&x[i], &x[(i+1)%len(x)])
	}
}

// SetRelative sets Relative for each phase. Shares are then relative to the moves of the phase; in Total, to
// all moves.
func (p *PhaseWeights) SetRelative(relative bool) {
	for i := range p {
		p[i].Relative = relative
	}
}

// Merge adds the counts of q, which counted other games.
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
	for i := range total.own {
		for j := range total.own {
			total.own[i][j] += total.next[i][j] + total.next[j][i]
		}
	}
	total.next = products{}
	return total
}

// MarshalJSON writes the weights of whole games like SquareWeights. It adds the weights of each phase as
// "phases" and their differences as "differences".
func (p PhaseWeights) MarshalJSON() ([]byte, error) { return json.Marshal(p.export()) }

// A phaseExport is the JSON form of PhaseWeights.
type phaseExport struct {
	export
	Phases      map[string]SquareWeights `json:"phases"`
	Differences []phaseDifference        `json:"differences"`
}

func (p *PhaseWeights) export() phaseExport {
	byName := map[string]SquareWeights{}
	for i, w := range p {
		byName[Phase(i).String()] = w
	}
	return phaseExport{p.Total().export(), byName, p.differences()}
}
