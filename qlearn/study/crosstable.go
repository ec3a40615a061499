package study

import (
	"context"
	"fmt"
	"slices"
)

// A CrossTable is a work: everybody meets everybody. Who was learnt or evolved with several
// seeds plays a part of the games with each; two of these meet seed by seed.
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
	Spec   string   // of an agent, if it is one
	Seeds  []string // specs of what was made with several seeds, of all such players as many
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

// specs are those of a player, one for each seed or one in all.
func (e Entry) specs() []string {
	if e.Seeds != nil {
		return e.Seeds
	}
	return []string{e.Spec}
}

func (c CrossTable) meetings(r *Run) (list []*Meeting) {
	c.eachPair(func(_, a, b int) {
		one, other := c.Players[a].specs(), c.Players[b].specs()
		n := max(len(one), len(other))
		for i := range n {
			list = append(list, &Meeting{
				A: one[i%len(one)], B: other[i%len(other)], Pairs: r.Pairs(c.Games/n, max(2, c.Least/n)),
				Random: c.Random, Perturb: c.Perturb,
			})
		}
	})
	return list
}

// byPair puts the games of the meetings together that two players have.
func (c CrossTable) byPair(games [][]TwoGames) (list [][][]TwoGames) {
	c.eachPair(func(_, a, b int) {
		n := max(len(c.Players[a].specs()), len(c.Players[b].specs()))
		list, games = append(list, games[:n]), games[n:]
	})
	return list
}

// A standing is what a player has in all its games.
type standing struct {
	points   float64
	games    int
	bySeed   []float64 // shares of the points with each seed, summed over the opponents; nil while no seed matters
	others   int       // opponents so far
	moves    int
	ns       int64 // for the moves
	forfeits int
}

// add adds the games with an opponent, by seed if it or the player has seeds.
func (s *standing) add(bySeed [][]TwoGames, points func(g TwoGames) float64, of func(g TwoGames) use) {
	shares := make([]float64, len(bySeed))
	for i, list := range bySeed {
		sum := 0.0
		for _, g := range list {
			u := of(g)
			sum += points(g)
			s.moves, s.ns, s.forfeits = s.moves+u.Moves, s.ns+u.NS, s.forfeits+u.Forfeits
		}
		s.points, s.games = s.points+sum, s.games+2*len(list)
		shares[i] = sum / float64(2*len(list))
	}
	for len(s.bySeed) < len(shares) { // who played without seeds played alike with all of them
		s.bySeed = append(s.bySeed, first(s.bySeed))
	}
	for i := range s.bySeed {
		s.bySeed[i] += shares[i%len(shares)]
	}
	s.others++
}

func first(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	return x[0]
}

// outcome makes rows of all pairs and of the players' totals.
func (c CrossTable) outcome(games [][]TwoGames) (out Outcome) {
	standings := make([]standing, len(c.Players))
	out.Matrix = newMatrix(c.Players, c.Paper)
	pairs := c.byPair(games)
	c.eachPair(func(i, a, b int) {
		row := Points.rowOf(c.Players[a].Name+" – "+c.Players[b].Name, pairs[i])
		if c.Paper != nil {
			row.Paper, row.Sample = c.Paper[a][b], c.Sample
		}
		out.Rows = append(out.Rows, row)
		out.Matrix.set(a, b, *row.Ours)
		mine := func(g TwoGames) float64 { sum, _ := Points.points(g); return sum }
		standings[a].add(pairs[i], mine, func(g TwoGames) use { return g.A })
		standings[b].add(pairs[i], func(g TwoGames) float64 { return 2 - mine(g) }, func(g TwoGames) use { return g.B })
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
		s := standings[i]
		row := shareRow(p.Name+", all", s.points, s.games)
		if len(s.bySeed) > 1 {
			for k := range s.bySeed {
				s.bySeed[k] /= float64(s.others)
			}
			row = row.overSeeds(s.bySeed)
		}
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
