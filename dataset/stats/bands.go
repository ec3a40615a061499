package stats

import (
	"fmt"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/text"
)

// bandWeights counts square weights by the mean rating of the two players. It stores the moves of each game,
// about 60 bytes, until the ratings are known. It leaves out games without a result, without two known
// players or from other start positions. Use newBandWeights to create one.
type bandWeights struct {
	players  *Players
	noResult int
	games    []bandGame
	moves    []byte // of all games: squares, with winnerBit set on the winner's moves
}

type bandGame struct {
	black, white PlayerID
	draw         bool
	moves        int
}

// newBandWeights returns an empty counter.
func newBandWeights() *bandWeights { return &bandWeights{players: NewPlayers()} }

// Add counts a game.
func (b *bandWeights) Add(g *dataset.Game) {
	b.players.Add(g)
	b.add(g, func() []byte { return appendMoves(nil, g) })
}

// add counts a game without recording its players; moves returns the moves of a decided game.
func (b *bandWeights) add(g *dataset.Game, moves func() []byte) {
	if !rates(g) || !g.Standard() {
		return
	}
	if g.NoResult {
		b.noResult++
		return
	}
	game := bandGame{BlackOf(g), WhiteOf(g), g.Score == 0, 0}
	if !game.draw {
		kept := moves()
		game.moves = len(kept)
		b.moves = append(b.moves, kept...)
	}
	b.games = append(b.games, game)
}

// Merge adds the counts of c, which counted other games.
func (b *bandWeights) Merge(c *bandWeights) {
	b.players.Merge(c.players)
	b.noResult += c.noResult
	b.games = append(b.games, c.games...)
	b.moves = append(b.moves, c.moves...)
}

// bands are the ratings that separate the bands. A band includes its lower bound. The first band has no lower
// bound, and the last no upper bound.
var bands = []float64{1400, 1600, 1800, 2000}

// A Band contains the square weights of the games in a range of mean ratings.
type Band struct {
	Name    string        `json:"band"`     // such as "1400 to 1600"
	EloFrom *float64      `json:"elo_from"` // lower bound of the mean rating, inclusive; nil = none
	EloTo   *float64      `json:"elo_to"`   // upper bound, exclusive; nil = none
	Weights SquareWeights `json:"weights"`
}

// bandResult is the result of the bands statistic, lowest ratings first.
type bandResult struct {
	Skipped  int    `json:"skipped"`   // games without two known players
	NoResult int    `json:"no_result"` // games of known players whose result is unknown, left out
	Bands    []Band `json:"bands"`
}

// A bandRow is the weight of a square in the games of a band.
type bandRow struct {
	Band string `json:"band" unit:"elo" meaning:"mean rating of the two players"`
	squareRow
}

// Tables returns a row for each square of each band.
func (r bandResult) Tables() []Table {
	var rows []bandRow
	var brief []int
	for _, b := range r.Bands {
		for _, row := range b.Weights.rows() {
			if slices.Contains([]string{"a1", "b1", "c1", "b2", "c3"}, row.Square) { // corner, C, A, X, inside
				brief = append(brief, len(rows))
			}
			rows = append(rows, bandRow{b.Name, row})
		}
	}
	t := NewTable("bands", "Square weights by rating of the players", rows)
	t.Brief = brief
	return []Table{t}
}

// by sorts the games into bands, whose bounds are in ascending order, and counts the moves of each band.
func (b *bandWeights) by(elo map[PlayerID]float64, bounds []float64) bandResult {
	r := bandResult{Skipped: b.players.skipped, NoResult: b.noResult, Bands: newBands(bounds)}
	moves := b.moves
	for _, g := range b.games {
		mean := (elo[g.black] + elo[g.white]) / 2
		i := 0
		for i < len(bounds) && mean >= bounds[i] {
			i++
		}
		r.Bands[i].Weights.addKept(g.draw, moves[:g.moves])
		moves = moves[g.moves:]
	}
	return r
}

// addKept counts a game with its stored moves.
func (w *SquareWeights) addKept(draw bool, moves []byte) {
	w.Games++
	if draw {
		w.DrawsExcluded++
	} else {
		w.addMoves(moves)
	}
}

func newBands(bounds []float64) []Band {
	list := make([]Band, len(bounds)+1)
	for i := range list {
		from, to := math.Inf(-1), math.Inf(1)
		if i > 0 {
			from = bounds[i-1]
		}
		if i < len(bounds) {
			to = bounds[i]
		}
		list[i] = Band{Name: bandName(from, to), EloFrom: text.Known(from), EloTo: text.Known(to)}
	}
	return list
}

func bandName(from, to float64) string {
	switch {
	case math.IsInf(from, -1) && math.IsInf(to, 1):
		return "all"
	case math.IsInf(from, -1):
		return fmt.Sprintf("below %g", to)
	case math.IsInf(to, 1):
		return fmt.Sprintf("from %g", from)
	}
	return fmt.Sprintf("%g to %g", from, to)
}
