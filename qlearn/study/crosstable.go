package study

import (
	"context"
	"fmt"
	"slices"
)

// A CrossTable is a work: everybody meets everybody.
type CrossTable struct {
	Players []Entry
	Paper   [][]*float64 // share of the points of the row against the column; nil = none printed
	Sample  int          // games behind each of these
	Games   int          // of each two; even
	Least   int          // the same at any scale
	Random  int
	Perturb float64
	White   *Entry // a row about white's share of the points; nil = none
	Seconds bool   // rows about the time for a move
}

// An Entry is a player of a cross table.
type Entry struct {
	Name   string
	Spec   string
	Paper  *float64 // its share of all points in the report
	Sample int      // games behind that
}

// Run implements [Work].
func (c CrossTable) Run(ctx context.Context, r *Run) (out Outcome, err error) {
	games, err := r.Meet(ctx, "playing", c.meetings(r))
	if err != nil {
		return out, err
	}
	return c.outcome(games), nil
}

// eachPair calls do for the players a < b and the number of their pair.
func (c CrossTable) eachPair(do func(i, a, b int)) {
	i := 0
	for a := range c.Players {
		for b := a + 1; b < len(c.Players); b++ {
			do(i, a, b)
			i++
		}
	}
}

func (c CrossTable) meetings(r *Run) (list []*Meeting) {
	c.eachPair(func(_, a, b int) {
		list = append(list, &Meeting{
			A: c.Players[a].Spec, B: c.Players[b].Spec, Pairs: r.Pairs(c.Games, max(2, c.Least)),
			Random: c.Random, perturb: c.Perturb,
		})
	})
	return list
}

// A standing is what a player has in all its games.
type standing struct {
	points   float64
	games    int
	moves    int
	ns       int64 // for the moves
	forfeits int
}

func (s *standing) add(points float64, games int, list []TwoGames, of func(g TwoGames) use) {
	s.points += points
	s.games += games
	for _, g := range list {
		u := of(g)
		s.moves, s.ns, s.forfeits = s.moves+u.Moves, s.ns+u.NS, s.forfeits+u.Forfeits
	}
}

// outcome makes rows of all pairs and of the players' totals.
func (c CrossTable) outcome(games [][]TwoGames) (out Outcome) {
	standings := make([]standing, len(c.Players))
	out.Matrix = newMatrix(c.Players, c.Paper)
	c.eachPair(func(i, a, b int) {
		row := Points.Row(c.Players[a].Name+" – "+c.Players[b].Name, games[i])
		if c.Paper != nil {
			row.Paper, row.Sample = c.Paper[a][b], c.Sample
		}
		out.Rows = append(out.Rows, row)
		out.Matrix.set(a, b, *row.Ours)
		points, n := *row.Ours*float64(row.Games), row.Games
		standings[a].add(points, n, games[i], func(g TwoGames) use { return g.A })
		standings[b].add(float64(n)-points, n, games[i], func(g TwoGames) use { return g.B })
	})
	totals := c.totalRows(standings)
	out.Rows = append(out.Rows, totals...)
	out.Plots = []Plot{RowPlot("totals", totals)}
	if c.White != nil {
		row := WhitePoints.Row(c.White.Name, slices.Concat(games...))
		row.Paper, row.Sample = c.White.Paper, c.White.Sample
		out.Rows = append(out.Rows, row)
	}
	if c.Seconds {
		out.Rows = append(out.Rows, c.secondRows(standings)...)
	}
	out.Notes = c.forfeits(standings)
	return out
}

// totalRows are the players' shares of all points.
func (c CrossTable) totalRows(standings []standing) (rows []Row) {
	for i, p := range c.Players {
		row := shareRow(p.Name+", all", standings[i].points, standings[i].games)
		row.Paper, row.Sample = p.Paper, p.Sample
		if row.Paper == nil {
			row.Paper, row.Sample = c.PaperTotal(i)
		}
		rows = append(rows, row)
	}
	return rows
}

// secondRows are the players' times for a move.
func (c CrossTable) secondRows(standings []standing) (rows []Row) {
	for i, p := range c.Players {
		if x, ok := ratio(float64(standings[i].ns)/1e9, standings[i].moves); ok {
			rows = append(rows, Row{Label: p.Name + ", a move", Unit: Seconds, Ours: Known(x), Games: standings[i].games})
		}
	}
	return rows
}

func (c CrossTable) forfeits(standings []standing) (notes []string) {
	for i, p := range c.Players {
		if n := standings[i].forfeits; n > 0 {
			notes = append(notes, fmt.Sprintf("%s forfeited %d games", p.Name, n))
		}
	}
	return notes
}

// PaperTotal returns a player's share of all points in the report's table, nil where it
// is not whole, and the games behind it.
func (c CrossTable) PaperTotal(a int) (share *float64, games int) {
	sum, others := 0.0, len(c.Players)-1
	for b := range c.Players {
		switch {
		case a == b:
		case c.Paper == nil || c.Paper[a][b] == nil:
			return nil, 0
		default:
			sum += *c.Paper[a][b]
		}
	}
	return Number(sum / float64(others)), others * c.Sample
}
