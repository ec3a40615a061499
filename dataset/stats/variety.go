package stats

import (
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// variety counts the distinct positions after each number of moves, up to symmetry. It plays forced passes
// before it counts a position. It distinguishes positions by 63 bits of [dataset.PositionHash], and stores 8
// bytes for each position of each game. It skips games from other start positions. An illegal move ends a
// game. The zero value is ready to use.
type variety struct {
	games, skipped int
	reached        [maxPlies + 1][]uint64 // hashes; the lowest bit is the colour of the side to move
}

// Add counts the positions of a game, including its last one.
func (v *variety) Add(g *dataset.Game) {
	if !g.Standard() {
		v.skipped++
		return
	}
	v.games++
	v.see(0, g.Start)
	for ply, err := range g.Plies() {
		if err != nil {
			return
		}
		next, _ := ply.Position.Play(ply.Move)
		v.see(ply.Index+1, next)
	}
}

func (v *variety) see(ply int, p engine.Position) {
	v.reached[ply] = append(v.reached[ply], dataset.PositionHash(p.Board)&^1|uint64(p.Color))
}

// Merge adds the counts of w, which counted other games.
func (v *variety) Merge(w *variety) {
	v.games, v.skipped = v.games+w.games, v.skipped+w.skipped
	for ply := range v.reached {
		v.reached[ply] = append(v.reached[ply], w.reached[ply]...)
	}
}

// A varietyRow contains the number of distinct positions after a number of moves.
type varietyRow struct {
	Ply              int      `json:"ply" unit:"ply" meaning:"moves played, 0 to 64"`
	Games            int      `json:"games" unit:"game" meaning:"games with at least this number of moves"`
	Distinct         int      `json:"distinct" unit:"position" meaning:"different positions up to symmetry, as the side to move sees them"`
	DistinctAbsolute int      `json:"distinct_absolute" unit:"position" meaning:"different positions up to symmetry, with the colour of the side to move"`
	DistinctShare    *float64 `json:"distinct_share" unit:"1" meaning:"distinct / games, 0 to 1: how soon games diverge"`
}

// VarietyResult is the result of the positions statistic.
type VarietyResult struct {
	Games   int `json:"games"`   // games from the ordinary start
	Skipped int `json:"skipped"` // games from other starts
	// Distinct is the number of distinct positions at all plies, from the view of the side to move.
	Distinct         int          `json:"distinct"`
	DistinctAbsolute int          `json:"distinct_absolute"` // also distinguished by the colour of the side to move
	Plies            []varietyRow `json:"plies"`
}

// Tables returns the table of plies.
func (r VarietyResult) Tables() []Table {
	return []Table{NewTable("positions", "Different positions by ply", r.Plies)}
}

// Result counts the distinct positions.
func (v *variety) Result() VarietyResult {
	r := VarietyResult{Games: v.games, Skipped: v.skipped, Plies: []varietyRow{}}
	for ply, list := range v.reached {
		if len(list) == 0 {
			continue
		}
		row := varietyRow{Ply: ply, Games: len(list)}
		row.Distinct, row.DistinctAbsolute = distinct(list)
		row.DistinctShare = share(row.Distinct, row.Games)
		r.Distinct += row.Distinct
		r.DistinctAbsolute += row.DistinctAbsolute
		r.Plies = append(r.Plies, row)
	}
	return r
}

// distinct sorts the list and counts its distinct numbers without and with the lowest bit.
func distinct(list []uint64) (without, with int) {
	slices.Sort(list)
	for i, h := range list {
		if i == 0 || h != list[i-1] {
			with++
		}
		if i == 0 || h>>1 != list[i-1]>>1 {
			without++
		}
	}
	return without, with
}
