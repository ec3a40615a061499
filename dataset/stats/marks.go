package stats

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// marks counts the marks of analysed moves by player, and by whether their values are exact. Use newMarks to
// create one.
type marks struct {
	analysis Analysis
	players  *Players
	by       map[markedBy]*analysis.PlayerLoss
}

// A markedBy is a group of moves.
type markedBy struct {
	id    PlayerID
	exact bool
}

func newMarks(of Analysis) *marks {
	return &marks{of, NewPlayers(), map[markedBy]*analysis.PlayerLoss{}}
}

// Marks returns the statistic "marks" of games with analysed moves.
func Marks(of Analysis) Statistic {
	return Statistic{
		Name: "marks", Question: "How often do moves get the marks ?!, ? and ??, by rating of the player?",
		Counts: "Only analyzed moves count. " + knownOnly + " " + ratedByAll,
		Rated:  true,
		Count:  rated(func() *marks { return newMarks(of) }, (*marks).result),
	}
}

// Add counts the analysed moves of a game between known players.
func (m *marks) Add(g *dataset.Game) {
	m.players.Add(g)
	if !rates(g) {
		return
	}
	ids := [2]PlayerID{BlackOf(g), WhiteOf(g)}
	for _, move := range m.analysis.moves(g.Game) {
		m.of(markedBy{ids[move.Side], move.Exact}).Add(move)
	}
}

func (m *marks) of(key markedBy) *analysis.PlayerLoss {
	if m.by[key] == nil {
		m.by[key] = new(analysis.PlayerLoss)
	}
	return m.by[key]
}

// Merge adds the counts of n, which counted other games.
func (m *marks) Merge(n *marks) {
	m.players.Merge(n.players)
	for key, l := range n.by {
		m.of(key).Join(*l)
	}
}

// A markRow contains the marks of the moves of a group of players.
type markRow struct {
	Rating   string   `json:"rating" unit:"text" meaning:"rating of the players from all games of the database: a band, or all"`
	Values   string   `json:"values" unit:"text" meaning:"all moves, those with exact values, or those with searched values"`
	Elo      *float64 `json:"mean_elo" unit:"elo" meaning:"mean rating of the players of the moves"`
	Moves    int      `json:"moves" unit:"move" meaning:"analyzed moves"`
	Accuracy *float64 `json:"accuracy" unit:"percent" meaning:"mean accuracy of the moves, 0 to 100"`
	MoveLoss *float64 `json:"move_loss" unit:"disc" meaning:"mean discs that a move loses compared with the best move"`

	Inaccurate     *float64 `json:"inaccuracy_share" unit:"1" meaning:"share of the moves marked ?!, 0 to 1"`
	InaccurateLow  *float64 `json:"inaccuracy_share_low" unit:"1" meaning:"lower bound of its 95 % interval (Wilson)"`
	InaccurateHigh *float64 `json:"inaccuracy_share_high" unit:"1" meaning:"upper bound of its 95 % interval"`
	Mistaken       *float64 `json:"mistake_share" unit:"1" meaning:"share of the moves marked ?, 0 to 1"`
	MistakenLow    *float64 `json:"mistake_share_low" unit:"1" meaning:"lower bound of its 95 % interval (Wilson)"`
	MistakenHigh   *float64 `json:"mistake_share_high" unit:"1" meaning:"upper bound of its 95 % interval"`
	Blundered      *float64 `json:"blunder_share" unit:"1" meaning:"share of the moves marked ??, 0 to 1"`
	BlunderedLow   *float64 `json:"blunder_share_low" unit:"1" meaning:"lower bound of its 95 % interval (Wilson)"`
	BlunderedHigh  *float64 `json:"blunder_share_high" unit:"1" meaning:"upper bound of its 95 % interval"`
}

// markResult is the result of the marks statistic.
type markResult struct {
	Marks  []markRow `json:"marks"`  // of all moves by rating, lowest first
	Values []markRow `json:"values"` // of the moves with searched and exact values, by rating and together
}

// Tables returns the marks of all moves, and those by the kind of values.
func (r markResult) Tables() []Table {
	return []Table{NewTable("marks", "Marks by rating of the player", r.Marks),
		NewTable("values", "Marks by rating and by kind of values", r.Values)}
}

// result returns the marks of the players by the ratings of all, or of the counted games if all is nil.
func (m *marks) result(all *Players, _ int) markResult {
	elo, r := cmp.Or(all, m.players).Elo(), markResult{}
	keys := slices.SortedFunc(maps.Keys(m.by), func(a, b markedBy) int { // sums depend on the order
		return cmp.Or(comparePlayers(a.id, b.id), compareBool(a.exact, b.exact))
	})
	for _, values := range []string{"all", "searched", "exact"} {
		for i := range len(bands) + 2 { // all ratings last
			from, to := math.Inf(-1), math.Inf(1)
			if i > 0 && i <= len(bands) {
				from = bands[i-1]
			}
			if i < len(bands) {
				to = bands[i]
			}
			var sum analysis.PlayerLoss
			rating := 0.0
			for _, key := range keys {
				l := m.by[key]
				if e := elo[key.id]; from <= e && e < to && (values == "all" || key.exact == (values == "exact")) {
					sum.Join(*l)
					rating += float64(e * float64(l.Moves))
				}
			}
			row := markRowOf(bandName(from, to), values, rating, &sum)
			if r.Values = append(r.Values, row); values == "all" && i <= len(bands) {
				r.Marks = append(r.Marks, row)
			}
		}
	}
	return r
}

func markRowOf(band, values string, rating float64, l *analysis.PlayerLoss) markRow {
	row := markRow{Rating: band, Values: values, Elo: text.Known(rating / float64(l.Moves)), Moves: l.Moves,
		Accuracy: l.Accuracy, MoveLoss: text.Known(l.Loss / float64(l.Moves))}
	for _, part := range []struct {
		marked           int
		share, low, high **float64
	}{
		{l.Inaccuracies, &row.Inaccurate, &row.InaccurateLow, &row.InaccurateHigh},
		{l.Mistakes, &row.Mistaken, &row.MistakenLow, &row.MistakenHigh},
		{l.Blunders, &row.Blundered, &row.BlunderedLow, &row.BlunderedHigh},
	} {
		if *part.share = share(part.marked, l.Moves); l.Moves > 0 {
			low, high := arena.Wilson(**part.share, l.Moves)
			*part.low, *part.high = &low, &high
		}
	}
	return row
}
