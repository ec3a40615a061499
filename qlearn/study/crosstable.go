package study

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/text"
)

// A crossTable is a work in which all players meet each other. A player that was trained or evolved with
// several seeds divides its games evenly among them. Two such players meet seed by seed.
type crossTable struct {
	Players []entry
	Paper   [][]*float64 // the row player's share of the points against the column player; nil = unknown
	Sample  int          // number of games behind each of these shares
	Games   int          // number of games per pair; even
	Least   int          // minimum number of games at any scale
	Random  int
	Perturb float64
	White   *entry // add a row about white's share of the points; nil = none
	Sides   bool   // add rows about each player as black and as white
	Seconds bool   // add rows about the time per move
}

// An entry is a player of a cross table.
type entry struct {
	Name   string
	Spec   string   // agent spec of a player without seeds
	Seeds  []string // agent specs by seed; all players with seeds have equally many
	Paper  *float64 // its share of all points in the report
	Sample int      // number of games behind that share
}

// Run implements [work].
func (c crossTable) Run(ctx context.Context, r *execution) (out outcome, err error) {
	games, err := r.Meet(ctx, "playing", c.meetings(r))
	if err != nil {
		return out, err
	}
	return c.outcome(games), nil
}

// eachPair calls do for all players a < b, with the index of their pair.
func (c crossTable) eachPair(do func(i, a, b int)) {
	i := 0
	for a := range c.Players {
		for b := a + 1; b < len(c.Players); b++ {
			do(i, a, b)
			i++
		}
	}
}

// specs returns a player's specs: one per seed, or a single one.
func (e entry) specs() []string {
	if e.Seeds != nil {
		return e.Seeds
	}
	return []string{e.Spec}
}

func (c crossTable) meetings(r *execution) (list []*meeting) {
	c.eachPair(func(_, a, b int) {
		one, other := c.Players[a].specs(), c.Players[b].specs()
		n := max(len(one), len(other))
		for i := range n {
			list = append(list, &meeting{
				A: one[i%len(one)], B: other[i%len(other)], Pairs: r.Pairs(c.Games/n, max(2, c.Least/n)),
				Random: c.Random, Perturb: c.Perturb,
			})
		}
	})
	return list
}

// byPair groups the games of the meetings by pair of players.
func (c crossTable) byPair(games [][]twoGames) (list [][][]twoGames) {
	c.eachPair(func(_, a, b int) {
		n := max(len(c.Players[a].specs()), len(c.Players[b].specs()))
		list, games = append(list, games[:n]), games[n:]
	})
	return list
}

// A standing holds a player's games as A against each opponent, by seed if the player or the opponent has
// seeds.
type standing [][][]twoGames

// sum adds up a figure of the player over all its games.
func (s standing) sum(of func(u use) float64) (sum float64, games int) {
	for _, bySeed := range s {
		for _, list := range bySeed {
			for _, g := range list {
				sum, games = sum+of(g.A), games+2
			}
		}
	}
	return sum, games
}

// row returns the row of a share of the points in all games. A seed's number is the mean over the opponents
// in the games of that seed. A player without seeds played the same games against all seeds.
func (s standing) row(label string, m measure) Row {
	var all []twoGames
	var seeds []float64
	for _, bySeed := range s {
		all = append(all, slices.Concat(bySeed...)...)
		seeds = append(seeds, make([]float64, max(0, len(bySeed)-len(seeds)))...)
	}
	row := m.Row(label, all)
	if len(seeds) < 2 {
		return row
	}
	for _, bySeed := range s {
		for i := range seeds {
			seeds[i] += *m.Row("", bySeed[i%len(bySeed)]).Ours / float64(len(s))
		}
	}
	return row.overSeeds(seeds)
}

// outcome returns the rows of all pairs and of the players' totals.
func (c crossTable) outcome(games [][]twoGames) (out outcome) {
	standings := make([]standing, len(c.Players))
	out.Matrix = newMatrix(c.Players, c.Paper)
	pairs := c.byPair(games)
	c.eachPair(func(i, a, b int) {
		row := points.rowOf(c.Players[a].Name+" – "+c.Players[b].Name, pairs[i])
		if c.Paper != nil {
			row.Paper, row.Sample = c.Paper[a][b], c.Sample
		}
		out.Rows = append(out.Rows, row)
		out.Matrix.set(a, b, *row.Ours)
		standings[a] = append(standings[a], pairs[i])
		standings[b] = append(standings[b], swappedAll(pairs[i]))
	})
	totals := c.totalRows(standings)
	out.Rows = append(out.Rows, totals...)
	out.Plots = []namedPlot{rowPlot("totals", "Each player against all others", totals)}
	if c.White != nil {
		row := whitePoints.Row(c.White.Name, slices.Concat(games...))
		row.Paper, row.Sample = c.White.Paper, c.White.Sample
		out.Rows = append(out.Rows, row)
	}
	if c.Sides {
		out.Rows = append(out.Rows, c.sideRows(standings)...)
	}
	if c.Seconds {
		out.Rows = append(out.Rows, c.secondRows(standings)...)
	}
	out.Notes = c.forfeits(standings)
	return out
}

// swappedAll returns the games by seed from B's view.
func swappedAll(bySeed [][]twoGames) [][]twoGames {
	other := make([][]twoGames, len(bySeed))
	for i, list := range bySeed {
		for _, g := range list {
			other[i] = append(other[i], g.Swapped())
		}
	}
	return other
}

// totalRows returns the players' shares of all points.
func (c crossTable) totalRows(standings []standing) (rows []Row) {
	for i, p := range c.Players {
		row := standings[i].row(p.Name+", all", points)
		row.Paper, row.Sample = p.Paper, p.Sample
		if row.Paper == nil {
			row.Paper, row.Sample = c.PaperTotal(i)
		}
		rows = append(rows, row)
	}
	return rows
}

// sideRows returns the players' shares of the points with each colour, and white's share in each player's
// games, which is above half if the player does better as white.
func (c crossTable) sideRows(standings []standing) (rows []Row) {
	for i, p := range c.Players {
		s := standings[i]
		rows = append(rows, s.row(p.Name+" as black", pointsAsBlack), s.row(p.Name+" as white", pointsAsWhite),
			s.row(whiteLabel(p.Name), whitePoints))
	}
	return rows
}

// whiteLabel returns the label of the row with white's share of the points in all games of a player.
func whiteLabel(player string) string { return "white in the games of " + player }

// secondRows returns the players' times per move.
func (c crossTable) secondRows(standings []standing) (rows []Row) {
	for i, p := range c.Players {
		ns, games := standings[i].sum(func(u use) float64 { return float64(u.NS) })
		moves, _ := standings[i].sum(func(u use) float64 { return float64(u.Moves) })
		if x, ok := ratio(ns/1e9, int(moves)); ok {
			rows = append(rows, Row{Label: p.Name + ", a move", Unit: unitSeconds, Ours: text.Known(x), Games: games})
		}
	}
	return rows
}

func (c crossTable) forfeits(standings []standing) (notes []string) {
	for i, p := range c.Players {
		if n, _ := standings[i].sum(func(u use) float64 { return float64(u.Forfeits) }); n > 0 {
			notes = append(notes, fmt.Sprintf("%s forfeited %.0f games", p.Name, n))
		}
	}
	return notes
}

// PaperTotal returns a player's share of all points in the report's table, and the number of games behind it.
// The share is nil if entries are missing.
func (c crossTable) PaperTotal(a int) (share *float64, games int) {
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

// A Matrix is a cross table in the reports' layout: the share of the points of each row's player against each
// column's player. The JSON fields are stable.
type Matrix struct {
	Players []string     `json:"players"`
	Ours    [][]*float64 `json:"ours"` // null on the diagonal
	Paper   [][]*float64 `json:"paper,omitempty"`
}

// newMatrix returns an empty matrix.
func newMatrix(players []entry, paper [][]*float64) *Matrix {
	m := &Matrix{Paper: paper, Ours: make([][]*float64, len(players))}
	for i, p := range players {
		m.Players = append(m.Players, p.Name)
		m.Ours[i] = make([]*float64, len(players))
	}
	return m
}

// set sets the share of a against b.
func (m *Matrix) set(a, b int, share float64) {
	m.Ours[a][b], m.Ours[b][a] = number(share), number(1-share)
}

// Cells returns the matrix for display, with a header. Each cell shows our number, with the report's in
// brackets.
func (m *Matrix) Cells() [][]string {
	rows := [][]string{append([]string{""}, m.Players...)}
	for a, name := range m.Players {
		row := []string{name}
		for b := range m.Players {
			cell := unitShare.text(m.Ours[a][b])
			if m.Paper != nil && m.Paper[a][b] != nil {
				cell += fmt.Sprintf(" (%s)", unitShare.Format(*m.Paper[a][b]))
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

// check returns an error if the matrix is not square.
func (m *Matrix) check() error {
	tables := [][][]*float64{m.Ours}
	if m.Paper != nil {
		tables = append(tables, m.Paper)
	}
	for _, table := range tables {
		if len(table) != len(m.Players) {
			return fmt.Errorf("matrix: %d rows for %d players", len(table), len(m.Players))
		}
		for _, row := range table {
			if len(row) != len(m.Players) {
				return fmt.Errorf("matrix: %d columns for %d players", len(row), len(m.Players))
			}
		}
	}
	return nil
}

// writeMarkdown writes the matrix as a Markdown table.
func (m *Matrix) writeMarkdown(b *strings.Builder) {
	for i, row := range m.Cells() {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(b, "| --- |%s\n", strings.Repeat(" ---: |", len(m.Players)))
		}
	}
}
