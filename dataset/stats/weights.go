package stats

import (
	"encoding/json"
	"iter"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// SquareWeights counts the moves of winners and losers on each square. The zero value is ready to use. It is
// not safe for concurrent use: give each goroutine its own SquareWeights and Merge them.
//
// The recorded score decides the winner. Games recorded as draws and games without a result are left out but
// counted. A move belongs to the side that plays it in the replay. Unfinished games count. If a game contains
// an illegal move, the moves before it count. Games from other start positions are skipped, because squares
// mean something different there.
//
// CS181 subtracts "the frequency of moves made by losing players from those made by winners" (section
// Position Heuristic Function). By default, a frequency is a count. Winners make more moves than losers, by
// 57,568 in the games of the report, which raises the weight of every square. With Relative, a frequency is a
// share, and W depends only on where the sides play.
type SquareWeights struct {
	_ [0]*export // the type of its JSON form, for schemas

	// Games with a result, including draws but not skipped games.
	Games         int `json:"games"`
	DrawsExcluded int `json:"draws_excluded"` // games recorded as draws
	Skipped       int `json:"skipped"`        // games from other start positions
	NoResult      int `json:"no_result"`      // games without a known result, left out of Games

	// Moves by square: a1 = 0, b1 = 1, … h8 = 63.

	WinnerMoves [64]int `json:"winner_moves"`
	LoserMoves  [64]int `json:"loser_moves"`

	// Relative makes the weights compare shares instead of counts: a square's share of all winners' moves and
	// its share of all losers' moves, each 0 to 1. The counts do not depend on Relative.
	Relative bool `json:"relative"`

	own  products // of the moves of each decided game
	next products // in [PhaseWeights], of moves in this phase and the next; the first phase follows the last
}

// Add counts a game.
func (w *SquareWeights) Add(g *dataset.Game) {
	if w.start(g) {
		w.addMoves(appendMoves(make([]byte, 0, maxSquares), g))
	}
}

// addMoves counts the moves of a game and returns the number in each class.
func (w *SquareWeights) addMoves(moves []byte) (x gameMoves) {
	for _, m := range moves {
		s := m &^ winnerBit
		if m&winnerBit != 0 {
			w.WinnerMoves[s]++
			x[classOf[s]]++
		} else {
			w.LoserMoves[s]++
			x[classes+classOf[s]]++
		}
	}
	w.own.add(&x, &x)
	return x
}

// start counts the game itself and reports whether to count its moves.
func (w *SquareWeights) start(g *dataset.Game) bool {
	if !g.Standard() {
		w.Skipped++
		return false
	}
	if g.NoResult {
		w.NoResult++
		return false
	}
	w.Games++
	if g.Score == 0 {
		w.DrawsExcluded++
		return false
	}
	return true
}

// winnerOf returns the winner of a decided game by the recorded score.
func winnerOf(g *dataset.Game) engine.Color {
	if g.Score < 0 {
		return engine.White
	}
	return engine.Black
}

// winnerBit marks the moves of winners in the result of appendMoves.
const winnerBit = 0x40

// appendMoves appends the square of each legal move in a decided game, with winnerBit set on the winner's
// moves.
func appendMoves(moves []byte, g *dataset.Game) []byte {
	winner := winnerOf(g)
	for ply, err := range g.Plies() {
		if err != nil {
			break
		}
		m := byte(ply.Move)
		if ply.Position.Color == winner {
			m |= winnerBit
		}
		moves = append(moves, m)
	}
	return moves
}

// Merge adds the counts of v, which counted other games. Relative does not change.
func (w *SquareWeights) Merge(v *SquareWeights) {
	w.Games += v.Games
	w.DrawsExcluded += v.DrawsExcluded
	w.Skipped += v.Skipped
	w.NoResult += v.NoResult
	w.mergeMoves(v)
}

func (w *SquareWeights) mergeMoves(v *SquareWeights) {
	for s := range w.WinnerMoves {
		w.WinnerMoves[s] += v.WinnerMoves[s]
		w.LoserMoves[s] += v.LoserMoves[s]
	}
	w.own.merge(&v.own)
	w.next.merge(&v.next)
}

// Difference returns the moves of winners minus the moves of losers.
func (w SquareWeights) Difference() (d [64]int) {
	for s := range d {
		d[s] = w.WinnerMoves[s] - w.LoserMoves[s]
	}
	return d
}

// Averaged returns the difference averaged over the 8 symmetries of the board, so symmetric squares are
// equal. Its unit is moves for counts and shares for relative frequencies. With relative frequencies, all
// differences are 0 if either side has no moves.
func (w SquareWeights) Averaged() (a [64]float64) {
	winners, losers, all := 1, 1, 8.0
	if w.Relative {
		winners, losers = w.Moves()
		if winners == 0 || losers == 0 {
			return a
		}
		all = 8 * float64(winners) * float64(losers)
	}
	for s := range engine.Square(64) {
		sum := int64(0) // over the common denominator, so that equal shares give a difference of exactly 0
		for y := range engine.Symmetry(8) {
			sum += int64(w.WinnerMoves[y.Square(s)])*int64(losers) - int64(w.LoserMoves[y.Square(s)])*int64(winners)
		}
		a[s] = float64(sum) / all
	}
	return a
}

// Moves returns the total numbers of moves of winners and of losers.
func (w SquareWeights) Moves() (winners, losers int) {
	for s := range w.WinnerMoves {
		winners += w.WinnerMoves[s]
		losers += w.LoserMoves[s]
	}
	return winners, losers
}

// Weights returns the averaged difference divided by its largest absolute value, -1 to 1. If all differences
// are 0, as before the first game, all weights are 0.
func (w SquareWeights) Weights() [64]float64 {
	a := w.Averaged()
	largest := 0.0
	for _, v := range a {
		largest = max(largest, v, -v)
	}
	if largest == 0 {
		return [64]float64{}
	}
	for s := range a {
		a[s] /= largest
	}
	return a
}

// MarshalJSON writes the counts, the Weights as "weights", and the bounds of their Intervals as "weights_low"
// and "weights_high". Weights are null if all squares are equal; unknown bounds are null. Unmarshalling
// restores the counts.
func (w SquareWeights) MarshalJSON() ([]byte, error) { return json.Marshal(w.export()) }

// raw has the fields of SquareWeights without its methods.
type raw SquareWeights

// An export is the JSON form of SquareWeights.
type export struct {
	raw
	Weights *[64]float64  `json:"weights"`
	Low     *[64]*float64 `json:"weights_low"`
	High    *[64]*float64 `json:"weights_high"`
}

func (w SquareWeights) export() export {
	low, high := w.bounds()
	e := export{raw(w), w.known(), &low, &high}
	if low == [64]*float64{} {
		e.Low, e.High = nil, nil
	}
	return e
}

// bounds returns the bounds of the Intervals as pointers; nil = unknown.
func (w SquareWeights) bounds() (low, high [64]*float64) {
	lows, highs := w.Intervals()
	for s := range low {
		low[s], high[s] = text.Known(lows[s]), text.Known(highs[s])
	}
	return low, high
}

// known returns the Weights, or nil if there are none.
func (w SquareWeights) known() *[64]float64 {
	if weights := w.Weights(); weights != [64]float64{} {
		return &weights
	}
	return nil
}

// WeighSquares returns the square weights W of games.
func WeighSquares(games []dataset.Game) (w SquareWeights) {
	for i := range games {
		w.Add(&games[i])
	}
	return w
}

// CountSquares counts all games of a sequence for square weights by phase. It stops at the first error and
// returns it with the counts so far.
func CountSquares(games iter.Seq2[dataset.Game, error]) (*PhaseWeights, error) {
	p := new(PhaseWeights)
	for g, err := range games {
		if err != nil {
			return p, err
		}
		p.Add(&g)
	}
	return p, nil
}
