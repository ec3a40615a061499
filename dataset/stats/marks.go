package stats

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// marks counts the marks of analysed moves by player.
type marks struct {
	analysis Analysis
	players  *Players
	by       map[PlayerID]*analysis.PlayerLoss
	results  map[valued]pointsOf
}

// A valued is the band of empty squares of a position, and its value for the mover in whole discs.
type valued struct{ band, value int }

// A pointsOf counts positions, and the half points that the mover reached.
type pointsOf struct{ positions, halves int }

// spreadFrom contains the bands of empty squares of the table of spreads; the last one is where they end.
var spreadFrom = [...]int{6, 8, 10, 12, 14, 16, 24, 32, 40, 48}

// discs is the largest value, and the largest spread.
const discs = 64

// Marks returns the statistic "marks" of games with analysed moves.
func Marks(of Analysis) Statistic {
	return Statistic{
		Name: "marks", Question: "How often do moves get the marks ?!, ? and ??, by rating of the player?",
		Counts: "Only games whose moves are all analyzed count. " + knownOnly + " " + ratedByAll,
		Rated:  true,
		Count: rated(func() *marks {
			return &marks{of, NewPlayers(), map[PlayerID]*analysis.PlayerLoss{}, map[valued]pointsOf{}}
		}, (*marks).result),
	}
}

// Add counts the moves of a game between known players.
func (m *marks) Add(g *dataset.Game) {
	m.players.Add(g)
	moves := m.analysis.moves(g.Game)
	if !rates(g) || len(moves) < len(g.Moves) { // of other games, only common openings are analysed
		return
	}
	ids := [2]PlayerID{BlackOf(g), WhiteOf(g)}
	for _, move := range moves {
		m.of(ids[move.Side]).Add(move)
		score, next := g.Score, slices.IndexFunc(spreadFrom[:], func(from int) bool { return move.Empties < from })
		if move.Side == engine.White {
			score = -score
		}
		if next > 0 && !g.NoResult {
			at := valued{next - 1, int(math.Round(move.BestValue))}
			p := m.results[at]
			m.results[at] = pointsOf{p.positions + 1, p.halves + 1 + cmp.Compare(score, 0)}
		}
	}
}

func (m *marks) of(id PlayerID) *analysis.PlayerLoss {
	if m.by[id] == nil {
		m.by[id] = new(analysis.PlayerLoss)
	}
	return m.by[id]
}

// Merge adds the counts of n, which counted other games.
func (m *marks) Merge(n *marks) {
	m.players.Merge(n.players)
	for id, l := range n.by {
		m.of(id).Join(*l)
	}
	for at, p := range n.results {
		q := m.results[at]
		m.results[at] = pointsOf{q.positions + p.positions, q.halves + p.halves}
	}
}

// A markRow contains the marks of the moves of players in a band of ratings.
type markRow struct {
	Rating   string   `json:"rating" unit:"text" meaning:"band of the players' ratings from all games of the database"`
	Elo      *float64 `json:"mean_elo" unit:"elo" meaning:"mean rating of the players of the moves"`
	Moves    int      `json:"moves" unit:"move" meaning:"analyzed moves"`
	Accuracy *float64 `json:"accuracy" unit:"percent" meaning:"mean accuracy of the moves, 0 to 100"`
	MoveLoss *float64 `json:"move_loss" unit:"disc" meaning:"mean discs that a move loses compared with the best move"`

	Inaccuracies    *float64 `json:"inaccuracy_share" unit:"1" meaning:"share of the moves marked ?!, 0 to 1"`
	InaccuraciesLow *float64 `json:"inaccuracy_share_low" unit:"1" meaning:"lower bound of its 95 % interval (Wilson)"`
	InaccuraciesHi  *float64 `json:"inaccuracy_share_high" unit:"1" meaning:"upper bound of its 95 % interval"`
	Mistakes        *float64 `json:"mistake_share" unit:"1" meaning:"share of the moves marked ?, 0 to 1"`
	MistakesLow     *float64 `json:"mistake_share_low" unit:"1" meaning:"lower bound of its 95 % interval (Wilson)"`
	MistakesHigh    *float64 `json:"mistake_share_high" unit:"1" meaning:"upper bound of its 95 % interval"`
	Blunders        *float64 `json:"blunder_share" unit:"1" meaning:"share of the moves marked ??, 0 to 1"`
	BlundersLow     *float64 `json:"blunder_share_low" unit:"1" meaning:"lower bound of its 95 % interval (Wilson)"`
	BlundersHigh    *float64 `json:"blunder_share_high" unit:"1" meaning:"upper bound of its 95 % interval"`
}

// A spreadRow compares results with values in a band of empty squares.
type spreadRow struct {
	Empties   string   `json:"empties" unit:"text" meaning:"band of empty squares before the move"`
	Positions int      `json:"positions" unit:"position" meaning:"analyzed positions with a result"`
	Fitted    *float64 `json:"fitted" unit:"disc" meaning:"standard deviation of results around the values that makes the points of these positions most likely, 0.1 to 64"`
	Spread    float64  `json:"spread" unit:"disc" meaning:"standard deviation that the marks assume in the middle of the band"`
}

// markResult is the result of the marks statistic, lowest ratings and fewest empty squares first.
type markResult struct {
	Marks   []markRow   `json:"marks"`
	Spreads []spreadRow `json:"spreads"`
}

// Tables returns the tables of marks and of spreads.
func (r markResult) Tables() []Table {
	return []Table{
		NewTable("marks", "Marks by rating of the player", r.Marks),
		NewTable("spreads", "Spread of results around values", r.Spreads),
	}
}

// result returns the marks by the players' ratings in the games of all, or the counted games if all is nil.
func (m *marks) result(all *Players, _ int) (r markResult) {
	elo := cmp.Or(all, m.players).Elo()
	ids := slices.SortedFunc(maps.Keys(m.by), comparePlayers) // sums depend on the order
	for _, band := range newBands(bands) {
		var l analysis.PlayerLoss
		rating := 0.0
		for _, id := range ids {
			if e := elo[id]; (band.EloFrom == nil || *band.EloFrom <= e) && (band.EloTo == nil || e < *band.EloTo) {
				l.Join(*m.by[id])
				rating += float64(e * float64(m.by[id].Moves))
			}
		}
		row := markRow{Rating: band.Name, Elo: text.Known(rating / float64(l.Moves)), Moves: l.Moves,
			Accuracy: l.Accuracy, MoveLoss: text.Known(l.Loss / float64(l.Moves))}
		row.Inaccuracies, row.InaccuraciesLow, row.InaccuraciesHi = markShare(l.Inaccuracies, l.Moves)
		row.Mistakes, row.MistakesLow, row.MistakesHigh = markShare(l.Mistakes, l.Moves)
		row.Blunders, row.BlundersLow, row.BlundersHigh = markShare(l.Blunders, l.Moves)
		r.Marks = append(r.Marks, row)
	}
	for band, from := range spreadFrom[:len(spreadFrom)-1] {
		r.Spreads = append(r.Spreads, m.spreadOf(band, from, spreadFrom[band+1]-1))
	}
	return r
}

// spreadOf returns the row of a band of empty squares from first to last.
func (m *marks) spreadOf(band, first, last int) spreadRow {
	row := spreadRow{Empties: fmt.Sprintf("%d-%d", first, last),
		Spread: analysis.Spread(float64(first+last) / 2)}
	var won, lost [2*discs + 1]float64 // points by value
	for i := range won {
		p := m.results[valued{band, i - discs}]
		won[i] = float64(float64(p.halves) / 2)
		lost[i] = float64(p.positions) - won[i]
		row.Positions += p.positions
	}
	likeliest := math.Inf(-1)
	for tenths := 1; tenths <= 10*discs && row.Positions > 0; tenths++ {
		spread, likelihood := float64(tenths)/10, 0.0
		for i := range won {
			chance := min(max(analysis.WinPoints(float64(i-discs), spread), 1e-9), 1-1e-9)
			likelihood += float64(won[i]*math.Log(chance)) + float64(lost[i]*math.Log(1-chance))
		}
		if likelihood > likeliest {
			likeliest, row.Fitted = likelihood, &spread
		}
	}
	return row
}

// markShare returns a share with its interval; nil = no moves.
func markShare(marked, moves int) (part, low, high *float64) {
	if part = share(marked, moves); part != nil {
		l, h := arena.Wilson(*part, moves)
		low, high = &l, &h
	}
	return part, low, high
}
