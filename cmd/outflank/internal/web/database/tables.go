package database

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A tableView is a table on a page.
type tableView struct {
	Title string
	Heads []head
	Rows  [][]cell
	More  int // number of rows not shown
	Least int // minimum number of games of the players that have a rank; 0 = no ranks
}

// A head is the header of a column.
type head struct {
	Name, Meaning string
	Label         string // before each value where a row is a card; "" = none
	Class         string // number, result of a cross-table, lead of a card, or ""
}

// A cell is a value formatted for people.
type cell struct {
	Text, Link string // Link "" = none
	Trend      trend  // drawn instead of the text; nil = none
}

// maxRows bounds the rows of a table in a page.
const maxRows = 5000

// A link returns the URL that a cell links to; of returns the texts of other columns, "" for none.
type link func(text string, of func(column string) string) string

// links maps columns of names to their link targets.
var links = map[string]link{
	"player":   playerOf,
	"opponent": playerOf,
	"moves": func(moves string, _ func(string) string) string {
		return address("/explore", "moves", moves)
	},
	"tournament": func(name string, of func(string) string) string { return eventAddress(name, of("year")) },
	"name":       openingOf,
}

// viewOf returns the first rows of a table; own replaces the targets in links for some columns.
func viewOf(t *stats.Table, most int, own map[string]link) tableView {
	v := tableView{Title: t.Title}
	var shown []int
	for k, c := range t.Columns {
		if t.IsDetail(k) {
			continue
		}
		h := head{Name: strings.ReplaceAll(c.Name, "_", " "), Meaning: strings.ReplaceAll(c.Meaning, " -", " −")}
		h.Label = h.Name
		lead := slices.ContainsFunc(v.Heads, func(h head) bool { return h.Class == "lead" })
		switch place, _ := strconv.Atoi(c.Name); {
		case c.Unit == "result":
			h.Label, h.Class = t.Text(t.Rows[place-1], columnOf(t, "player")), "result"
		case !t.IsText(k):
			h.Class = "number"
		case !lead:
			h.Label, h.Class = "", "lead"
		}
		shown, v.Heads = append(shown, k), append(v.Heads, h)
	}
	for _, row := range t.Rows[:min(most, len(t.Rows))] {
		cells := make([]cell, len(shown))
		for i, k := range shown {
			cells[i].Text = cellText(t, row, k)
			target := own[t.Columns[k].Name]
			if target == nil {
				target = links[t.Columns[k].Name]
			}
			if target != nil && cells[i].Text != "" {
				cells[i].Link = target(t.Text(row, k), func(column string) string {
					if k := columnOf(t, column); k >= 0 {
						return t.Text(row, k)
					}
					return ""
				})
			}
		}
		v.Rows = append(v.Rows, cells)
	}
	v.More = len(t.Rows) - len(v.Rows)
	return v
}

// columnOf returns the index of the column with a name, -1 = none.
func columnOf(t *stats.Table, name string) int {
	return slices.IndexFunc(t.Columns, func(c stats.Column) bool { return c.Name == name })
}

// cellText formats a cell as the scripts of the pages do: shares in per cent, and minus signs, not hyphens.
func cellText(t *stats.Table, row []any, k int) string {
	name := t.Columns[k].Name
	switch {
	case name == "moves" && t.IsText(k):
		return spaced(t.Text(row, k))
	case t.IsText(k):
		return t.Text(row, k)
	}
	share, known := row[k].(float64)
	if !known || !t.IsShare(k) {
		return minus(t.Text(row, k))
	}
	shown := text.Share(share)
	bound := func(suffix string) (float64, bool) {
		i := columnOf(t, name+suffix)
		if i < 0 {
			return 0, false
		}
		x, known := row[i].(float64)
		return x, known
	}
	low, hasLow := bound("_low")
	if high, hasHigh := bound("_high"); hasLow && hasHigh {
		shown += " (" + text.Interval(low, high) + ")"
	}
	return shown
}

// spaced separates moves, so that they fit on several lines.
func spaced(moves string) string {
	var list []string
	for move := range slices.Chunk([]byte(moves), 2) {
		list = append(list, string(move))
	}
	return strings.Join(list, " ")
}

// minus writes minus signs for the hyphens of numbers.
func minus(numbers string) string { return strings.ReplaceAll(numbers, "-", "−") }

// address returns a URL: a path and parameters, given as alternating names and values.
func address(path string, parameters ...string) string {
	q := url.Values{}
	for i := 0; i < len(parameters); i += 2 {
		q.Set(parameters[i], parameters[i+1])
	}
	return path + "?" + q.Encode()
}

func playerAddress(name string) string { return "/players/" + url.PathEscape(name) }

func playerOf(name string, _ func(string) string) string { return playerAddress(name) }

// openingOf returns the URL of the page of an opening; "" for a name of another position.
func openingOf(name string, _ func(string) string) string {
	if slices.ContainsFunc(stats.NamedOpenings(), func(o stats.NamedOpening) bool { return o.Name == name }) {
		return "/openings/" + url.PathEscape(name)
	}
	return ""
}

// eventAddress returns the URL of the page of a tournament in a year; "" = the latest year.
func eventAddress(name, year string) string {
	path := "/events/" + url.PathEscape(name)
	if year == "" {
		return path
	}
	return address(path, "year", year)
}

// playerLink returns the URL of a player's page; "" for an unknown player.
func playerLink(name string) string {
	if stats.UnknownPlayer(name) {
		return ""
	}
	return playerAddress(name)
}

// BlackLink returns the URL of the page of black's player.
func (g Game) BlackLink() string { return playerLink(g.Black) }

// WhiteLink returns the URL of the page of white's player.
func (g Game) WhiteLink() string { return playerLink(g.White) }

// Link returns the URL of the analysis page with the game.
func (g Game) Link() string {
	return address("/analysis", "start", g.Start, "moves", g.Moves, "ply", "0", "black", g.Black,
		"white", g.White)
}

// EventLink returns the URL of the page of the game's tournament in that year; "" = none.
func (g Game) EventLink() string {
	if g.Tournament == "" {
		return ""
	}
	return eventAddress(g.Tournament, strconv.Itoa(g.Year))
}

// Link returns the URL of the event's page.
func (e Event) Link() string { return eventAddress(e.Tournament, strconv.Itoa(e.Year)) }

// PlayerLink returns the URL of the first player's page.
func (v Versus) PlayerLink() string { return playerAddress(v.Player) }

// OpponentLink returns the URL of the second player's page.
func (v Versus) OpponentLink() string { return playerAddress(v.Opponent) }

// Link returns the URL of the player's page.
func (p Player) Link() string { return playerAddress(p.Name) }

// Result formats the score: +14 if black has 14 discs more, 0 for a draw, ? if it is unknown.
func (g Game) Result() string {
	switch {
	case g.Score == nil:
		return "?"
	case *g.Score == 0:
		return "0"
	}
	return minus(text.Signed(float64(*g.Score)))
}
