package stats

import (
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// features are the measures of each side of a position in the curves statistic.
var features = [...]struct {
	name, unit, meaning string
	of                  func(b engine.Board) int // for the side Mine; for Theirs, call it with b.Pass()
}{
	{"mobility", "move", "legal moves that the side has, or would have on its turn", func(b engine.Board) int { return b.Moves().Len() }},
	{"frontier", "disc", "discs next to an empty square", func(b engine.Board) int { return frontier(b.Mine, b.Empty()).Len() }},
	{"corners", "disc", "corners held", func(b engine.Board) int { return (b.Mine & engine.Corners).Len() }},
	{"stable", "disc", "corner discs and the edge discs connected to them, a subset of the discs that can never be flipped", func(b engine.Board) int { return anchored(b.Mine).Len() }},
	{"discs", "disc", "discs on the board", func(b engine.Board) int { return b.Mine.Len() }},
	{"parity", "1", "1 if the side makes the last move when neither side passes from here on, else 0", nil},
}

const parity = len(features) - 1

// curves measures winners and losers after each number of moves. The recorded score decides the winner.
// Draws, games without a result and games from other start positions are left out but counted. If a game
// contains an illegal move, the positions before it count. The zero value is ready to use.
type curves struct {
	games, draws, skipped int
	noResult              int
	at                    [maxPlies + 1][len(features)][2]sample // winner, loser
}

// Add counts a game.
func (c *curves) Add(g *dataset.Game) {
	switch {
	case !g.Standard():
		c.skipped++
		return
	case g.NoResult:
		c.noResult++
		return
	case g.Score == 0:
		c.draws++
		return
	}
	c.games++
	winner := winnerOf(g)
	end, moves := g.Start, 0
	for ply, err := range g.Plies() {
		if err != nil {
			return
		}
		c.measure(ply.Index, ply.Position, ply.Legal.Len(), winner)
		end = engine.Position{Board: ply.Position.Board.Play(ply.Move), Color: ply.Position.Color.Opponent()}
		moves++
	}
	c.measure(moves, end, end.Board.Moves().Len(), winner)
}

// measure adds a position; mobility is the number of moves of the side to move, known from the replay.
func (c *curves) measure(ply int, p engine.Position, mobility int, winner engine.Color) {
	mine := 0 // index of the side to move in the counts
	if p.Color != winner {
		mine = 1
	}
	other := p.Board.Pass()
	at := &c.at[ply]
	at[0][mine].add(mobility)
	at[0][1-mine].add(other.Moves().Len())
	for i, f := range features[1:parity] {
		at[1+i][mine].add(f.of(p.Board))
		at[1+i][1-mine].add(f.of(other))
	}
	odd := p.Board.Empty().Len() & 1
	at[parity][mine].add(odd)
	at[parity][1-mine].add(1 - odd)
}

// Merge adds the counts of d, which counted other games.
func (c *curves) Merge(d *curves) {
	c.games, c.draws, c.skipped = c.games+d.games, c.draws+d.draws, c.skipped+d.skipped
	c.noResult += d.noResult
	for ply := range c.at {
		for f := range features {
			for side := range 2 {
				c.at[ply][f][side].merge(d.at[ply][f][side])
			}
		}
	}
}

// A CurveRow contains the means of a feature after a number of moves.
type CurveRow struct {
	Feature    string   `json:"feature" unit:"text" meaning:"mobility (in moves), frontier, corners, stable, discs (in discs) or parity (a share)"`
	Ply        int      `json:"ply" unit:"ply" meaning:"moves played, 0 to 64"`
	Games      int      `json:"games" unit:"game" meaning:"decided games with at least this number of moves"`
	Winner     *float64 `json:"winner" unit:"per feature" meaning:"the winner's mean"`
	WinnerLow  *float64 `json:"winner_low" unit:"per feature" meaning:"lower bound of its 95 % interval (Student)"`
	WinnerHigh *float64 `json:"winner_high" unit:"per feature" meaning:"upper bound of its 95 % interval"`
	Loser      *float64 `json:"loser" unit:"per feature" meaning:"the loser's mean"`
	LoserLow   *float64 `json:"loser_low" unit:"per feature" meaning:"lower bound of its 95 % interval (Student)"`
	LoserHigh  *float64 `json:"loser_high" unit:"per feature" meaning:"upper bound of its 95 % interval"`
}

// A Feature describes a curve.
type Feature struct {
	Name    string `json:"feature" unit:"text" meaning:"name of the curve"`
	Unit    string `json:"unit" unit:"text" meaning:"unit of the curve's values"`
	Meaning string `json:"meaning" unit:"text" meaning:"what the curve measures for a side"`
}

// A curveResult is the result of the curves statistic.
type curveResult struct {
	Games         int        `json:"games"`          // decided games from the ordinary start
	DrawsExcluded int        `json:"draws_excluded"` // draws, left out
	Skipped       int        `json:"skipped"`        // games from other starts, left out
	NoResult      int        `json:"no_result"`      // games whose result is unknown, left out
	Features      []Feature  `json:"features"`
	Curves        []CurveRow `json:"curves"` // by feature, then ply
}

// Tables returns the table of curves and the table of their meanings.
func (r curveResult) Tables() []Table {
	curves := NewTable("curves", "Winners and losers by ply", r.Curves)
	for i, row := range r.Curves {
		if row.Ply%10 == 0 && row.Ply > 0 && row.Ply < 60 {
			curves.Brief = append(curves.Brief, i)
		}
	}
	return []Table{curves, NewTable("features", "What the curves show", r.Features)}
}

// Result returns the curves.
func (c *curves) Result() curveResult {
	r := curveResult{Games: c.games, DrawsExcluded: c.draws, Skipped: c.skipped, NoResult: c.noResult}
	for i, f := range features {
		r.Features = append(r.Features, Feature{f.name, f.unit, f.meaning})
		for ply := range c.at {
			if s := c.at[ply][i]; s[0].n > 0 {
				r.Curves = append(r.Curves, curveRow(f.name, ply, s))
			}
		}
	}
	return r
}

func curveRow(name string, ply int, s [2]sample) CurveRow {
	low, high := s[0].interval()
	loserLow, loserHigh := s[1].interval()
	return CurveRow{
		Feature: name, Ply: ply, Games: s[0].n,
		Winner: text.Known(s[0].mean()), WinnerLow: text.Known(low), WinnerHigh: text.Known(high),
		Loser: text.Known(s[1].mean()), LoserLow: text.Known(loserLow), LoserHigh: text.Known(loserHigh),
	}
}
