package stats

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/dataset"
)

// Career counts a player's games by colour, year, opponent and opening. It leaves out games of the player
// against himself. Use [NewCareer] to create one.
type Career struct {
	id        PlayerID
	colors    [2]Tally // of the games as black and as white; all tallies are from the player's view
	years     groups[int]
	opponents groups[PlayerID]
	labels    map[PlayerID]*label // of the player and the opponents
	openings  groups[int]         // by index in the table; -1 = none
}

// NewCareer returns an empty counter of a player's games.
func NewCareer(id PlayerID) *Career {
	return &Career{id: id, years: groups[int]{}, opponents: groups[PlayerID]{}, labels: map[PlayerID]*label{},
		openings: groups[int]{}}
}

// Add counts a game if the player plays in it.
func (c *Career) Add(g *dataset.Game) {
	black, white := BlackOf(g), WhiteOf(g)
	switch {
	case black == white:
	case black == c.id:
		c.add(g, 0, 1, white, g.Black, g.White)
	case white == c.id:
		c.add(g, 1, -1, black, g.White, g.Black)
	}
}

// add counts a game of the player with a colour (0 black, 1 white) and its sign.
func (c *Career) add(g *dataset.Game, color, sign int, opponent PlayerID, name, opponentName string) {
	c.colors[color].add(g, sign)
	c.years.of(g.Year).add(g, sign)
	c.opponents.of(opponent).add(g, sign)
	c.label(c.id).see(name, g.Year)
	c.label(opponent).see(opponentName, g.Year)
	if g.Standard() {
		i, ok := classify(g.Game)
		if !ok {
			i = -1
		}
		c.openings.of(i).add(g, sign)
	}
}

func (c *Career) label(id PlayerID) *label {
	l := c.labels[id]
	if l == nil {
		l = new(label)
		c.labels[id] = l
	}
	return l
}

// Merge adds the counts of d, which must be of the same player and other games.
func (c *Career) Merge(d *Career) {
	for i := range c.colors {
		c.colors[i].merge(&d.colors[i])
	}
	c.years.merge(d.years)
	c.opponents.merge(d.opponents)
	c.openings.merge(d.openings)
	for id, l := range d.labels {
		if l.first {
			c.label(id).see(l.name, l.year)
		}
	}
}

// A careerColor is a player's games with one colour, or with both.
type careerColor struct {
	Color string `json:"color" unit:"text" meaning:"black, white or both"`
	Standing
}

// A careerYear is a player's games in one year.
type careerYear struct {
	Year int `json:"year" unit:"year" meaning:"calendar year, 0 = unknown"`
	Standing
}

// A careerOpponent is a player's games against one opponent.
type careerOpponent struct {
	OpponentID int    `json:"opponent_id" unit:"id" meaning:"id of the opponent, -1 = none"`
	Opponent   string `json:"opponent" unit:"text" meaning:"label of the opponent in the latest game"`
	Standing
}

// A careerOpening is a player's games with one opening.
type careerOpening struct {
	NamedOpening
	Standing
}

// A CareerResult is the result of a [Career].
type CareerResult struct {
	PlayerID  int              `json:"player_id"` // -1 = none
	Player    string           `json:"player"`    // label in the latest game; "" = no games
	Colors    []careerColor    `json:"colors"`    // both, black, white
	Years     []careerYear     `json:"years"`     // in order
	Opponents []careerOpponent `json:"opponents"` // most frequent first
	Openings  []careerOpening  `json:"openings"`  // of games from the ordinary start, most frequent first
}

// Tables returns a table of each kind.
func (r CareerResult) Tables() []Table {
	return []Table{
		NewTable("colors", "Results by colour", r.Colors), NewTable("years", "Results by year", r.Years),
		NewTable("opponents", "Results by opponent", r.Opponents),
		NewTable("openings", "Results by opening", r.Openings),
	}
}

// Result returns the counts.
func (c *Career) Result() CareerResult {
	both := c.colors[0]
	both.merge(&c.colors[1])
	r := CareerResult{
		PlayerID: c.id.ID, Player: c.label(c.id).name,
		Colors: []careerColor{{"both", both.standing()}, {"black", c.colors[0].standing()},
			{"white", c.colors[1].standing()}},
		Years: []careerYear{}, Opponents: []careerOpponent{}, Openings: []careerOpening{},
	}
	for year, t := range c.years {
		r.Years = append(r.Years, careerYear{year, t.standing()})
	}
	for id, t := range c.opponents {
		r.Opponents = append(r.Opponents, careerOpponent{id.ID, c.labels[id].name, t.standing()})
	}
	for i, t := range c.openings {
		row := careerOpening{Standing: t.standing()}
		if i >= 0 {
			row.NamedOpening = namedOpenings[i]
		}
		r.Openings = append(r.Openings, row)
	}
	slices.SortFunc(r.Years, func(a, b careerYear) int { return cmp.Compare(a.Year, b.Year) })
	slices.SortFunc(r.Opponents, func(a, b careerOpponent) int {
		return cmp.Or(-cmp.Compare(a.Games, b.Games), cmp.Compare(a.Opponent, b.Opponent),
			cmp.Compare(a.OpponentID, b.OpponentID))
	})
	slices.SortFunc(r.Openings, func(a, b careerOpening) int {
		return cmp.Or(-cmp.Compare(a.Games, b.Games), cmp.Compare(a.Name, b.Name))
	})
	return r
}
