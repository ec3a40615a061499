package experiment

import (
	"context"
	"fmt"
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

func (c CrossTable) run(ctx context.Context, r *run) (out Outcome, err error) {
	games, err := r.meet(ctx, "playing", c.meetings(r))
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

func (c CrossTable) meetings(r *run) (list []*meeting) {
	c.eachPair(func(_, a, b int) {
		list = append(list, &meeting{
			a: c.Players[a].Spec, b: c.Players[b].Spec, pairs: r.pairs(c.Games, max(2, c.Least)),
			random: c.Random, perturb: c.Perturb,
		})
	})
	return list
}

// outcome makes rows of all pairs and of the players' totals.
func (c CrossTable) outcome(games [][]twoGames) (out Outcome) {
	points, played := make([]float64, len(c.Players)), make([]int, len(c.Players))
	uses := make([]use, len(c.Players))
	var all []twoGames
	c.eachPair(func(i, a, b int) {
		row := Points.row(c.Players[a].Name+" – "+c.Players[b].Name, games[i])
		if c.Paper != nil {
			row.Paper, row.Sample = c.Paper[a][b], c.Sample
		}
		out.Rows = append(out.Rows, row)
		all = append(all, games[i]...)
		points[a] += *row.Ours * float64(row.Games)
		points[b] += (1 - *row.Ours) * float64(row.Games)
		played[a], played[b] = played[a]+row.Games, played[b]+row.Games
		for _, g := range games[i] {
			uses[a].Moves, uses[a].NS, uses[a].Forfeits = uses[a].Moves+g.A.Moves, uses[a].NS+g.A.NS, uses[a].Forfeits+g.A.Forfeits
			uses[b].Moves, uses[b].NS, uses[b].Forfeits = uses[b].Moves+g.B.Moves, uses[b].NS+g.B.NS, uses[b].Forfeits+g.B.Forfeits
		}
	})
	var totals []Row
	for i, p := range c.Players {
		row := shareRow(p.Name+", all", points[i], played[i])
		row.Paper, row.Sample = p.Paper, p.Sample
		if row.Paper == nil {
			row.Paper, row.Sample = c.paperTotal(i)
		}
		totals = append(totals, row)
	}
	out.Rows = append(out.Rows, totals...)
	out.Plots = []Plot{rowPlot("totals", totals)}
	if c.White != nil {
		row := WhitePoints.row(c.White.Name, all)
		row.Paper, row.Sample = c.White.Paper, c.White.Sample
		out.Rows = append(out.Rows, row)
	}
	for i, p := range c.Players {
		if x, ok := ratio(float64(uses[i].NS)/1e9, uses[i].Moves); ok && c.Seconds {
			out.Rows = append(out.Rows, Row{Label: p.Name + ", a move", Unit: Seconds, Ours: known(x), Games: played[i]})
		}
		if uses[i].Forfeits > 0 {
			out.Notes = append(out.Notes, fmt.Sprintf("%s forfeited %d games", p.Name, uses[i].Forfeits))
		}
	}
	return out
}

// paperTotal returns a player's share of all points in the report's table, nil where it
// is not whole, and the games behind it.
func (c CrossTable) paperTotal(a int) (share *float64, games int) {
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
	return number(sum / float64(others)), others * c.Sample
}

func forfeitNote(a, b string, n int) string {
	return fmt.Sprintf("%s against %s: %d games forfeited", a, b, n)
}
