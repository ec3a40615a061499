package stats

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A PlayerID identifies a player by the id in the names file, or by the label if there is no id.
type PlayerID struct {
	ID   int    // -1 = none
	Name string // if ID is -1, the words of the label as [text.NameWords] returns them, otherwise the label
}

// UnknownPlayer reports whether a label does not identify a player.
func UnknownPlayer(label string) bool { return label == "" || label == "???" }

// BlackOf returns the black player.
func BlackOf(g *dataset.Game) PlayerID { return PlayerIDOf(g.BlackID, g.Black) }

// WhiteOf returns the white player.
func WhiteOf(g *dataset.Game) PlayerID { return PlayerIDOf(g.WhiteID, g.White) }

// PlayerIDOf returns the player with this id in the names file (-1 = none) and this label.
func PlayerIDOf(id int, label string) PlayerID {
	if id >= 0 {
		return PlayerID{ID: id}
	}
	return PlayerID{-1, cmp.Or(text.NameWords(label), label)}
}

func comparePlayers(a, b PlayerID) int {
	return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Name, b.Name))
}

// rates reports whether a game is between two known and distinct players.
func rates(g *dataset.Game) bool {
	return !UnknownPlayer(g.Black) && !UnknownPlayer(g.White) && BlackOf(g) != WhiteOf(g)
}

// A label is a player's name in the latest game.
type label struct {
	name  string
	year  int
	first bool // whether any game has been seen
}

// see updates the label with a name in a game. If a player has several names in the latest year, it keeps the
// alphabetically last, so the order of the games does not matter.
func (l *label) see(name string, year int) {
	if !l.first || year > l.year || year == l.year && name > l.name {
		*l = label{name, year, true}
	}
}

// Players counts the results of each pair of players. It skips games of unknown players, and of a player
// against himself, but counts them. Use [NewPlayers] to create one.
type Players struct {
	games, skipped int
	labels         map[PlayerID]*label
	pairs          groups[[2]PlayerID]     // from the view of the lesser player (comparePlayers)
	black          groups[PlayerID]        // games as black, from black's view
	seasons        map[season]seasonResult // from the view of the lesser player
}

// A season is the games between two players in a year.
type season struct {
	pair [2]PlayerID
	year int
}

// A seasonResult contains the number of games with a result, and twice the points.
type seasonResult struct{ games, points int }

// NewPlayers returns an empty counter.
func NewPlayers() *Players {
	return &Players{labels: map[PlayerID]*label{}, pairs: groups[[2]PlayerID]{}, black: groups[PlayerID]{},
		seasons: map[season]seasonResult{}}
}

// Add counts a game.
func (p *Players) Add(g *dataset.Game) {
	if !rates(g) {
		p.skipped++
		return
	}
	p.games++
	b, w := BlackOf(g), WhiteOf(g)
	p.label(b).see(g.Black, g.Year)
	p.label(w).see(g.White, g.Year)
	pair, sign := orderPair(b, w)
	p.pairs.of(pair).add(g, sign)
	p.black.of(b).add(g, 1)
	if !g.NoResult {
		p.addSeason(season{pair, g.Year}, seasonResult{1, 1 + sign*cmp.Compare(g.Score, 0)})
	}
}

// addSeason adds the results of a season.
func (p *Players) addSeason(s season, t seasonResult) {
	sum := p.seasons[s]
	p.seasons[s] = seasonResult{sum.games + t.games, sum.points + t.points}
}

func orderPair(a, b PlayerID) (pair [2]PlayerID, sign int) {
	if comparePlayers(a, b) > 0 {
		return [2]PlayerID{b, a}, -1
	}
	return [2]PlayerID{a, b}, 1
}

func (p *Players) label(id PlayerID) *label {
	l := p.labels[id]
	if l == nil {
		l = new(label)
		p.labels[id] = l
	}
	return l
}

// Merge adds the counts of q, which counted other games.
func (p *Players) Merge(q *Players) {
	p.games, p.skipped = p.games+q.games, p.skipped+q.skipped
	for id, l := range q.labels {
		p.label(id).see(l.name, l.year)
	}
	p.pairs.merge(q.pairs)
	p.black.merge(q.black)
	for s, t := range q.seasons {
		p.addSeason(s, t)
	}
}

// sortedPairs returns the pairs in a fixed order.
func (p *Players) sortedPairs() [][2]PlayerID {
	return slices.SortedFunc(maps.Keys(p.pairs), func(a, b [2]PlayerID) int {
		return cmp.Or(comparePlayers(a[0], b[0]), comparePlayers(a[1], b[1]))
	})
}

const (
	// anchor is the rating, in Elo points, of a fictional player who has drawn virtualDraws games against each
	// player. These games keep the ratings finite, fix the zero of the scale, and pull players with few games
	// towards the middle.
	anchor = 1500.0

	virtualDraws = 2.0
)

// model numbers the players and returns their meetings.
func (p *Players) model() (ids []PlayerID, m *arena.Model) {
	ids = slices.SortedFunc(maps.Keys(p.labels), comparePlayers)
	index := make(map[PlayerID]int, len(ids))
	for i, id := range ids {
		index[id] = i
	}
	m = &arena.Model{Players: len(ids), Prior: arena.Prior{Draws: virtualDraws}}
	for _, pair := range p.sortedPairs() {
		t := p.pairs[pair]
		if t.results() == 0 {
			continue
		}
		m.Meetings = append(m.Meetings, arena.Meeting{A: index[pair[0]], B: index[pair[1]],
			Games: float64(t.results()), Points: float64(t.points()) / 2})
	}
	return ids, m
}

// Elo returns the rating of each player in Elo points. The fictional average player has 1500.
func (p *Players) Elo() map[PlayerID]float64 {
	ids, m := p.model()
	elo := make(map[PlayerID]float64, len(ids))
	for i, r := range m.Fit() {
		elo[ids[i]] = anchor + float64(arena.Scale*r)
	}
	return elo
}

// A playerRow contains a player's games and rating.
type playerRow struct {
	Rank       int     `json:"rank" unit:"1" meaning:"rank by rating, from 1, among people or among programs with at least min_games games in the database"`
	ID         int     `json:"player_id" unit:"id" meaning:"id in the source, -1 = none"`
	Name       string  `json:"player" unit:"text" meaning:"the player's label in the latest game"`
	Program    bool    `json:"program" unit:"1" meaning:"whether the player is a program: its label has parentheses"`
	Elo        float64 `json:"elo" unit:"elo" meaning:"rating from all games of the database (Bradley-Terry, a draw is half a win); 1500 = a fictional player that draws against every player"`
	EloLow     float64 `json:"elo_low" unit:"elo" meaning:"lower bound of its 95 % interval"`
	EloHigh    float64 `json:"elo_high" unit:"elo" meaning:"upper bound of its 95 % interval"`
	BlackGames int     `json:"black_games" unit:"game" meaning:"games played as black"`
	Opponents  int     `json:"opponents" unit:"player" meaning:"different opponents"`
	Standing
}

// PlayerResult is the result of [Players]: people, then programs, each with the best ratings first.
type PlayerResult struct {
	Games   int     `json:"games"`   // games between two known players
	Skipped int     `json:"skipped"` // all other games
	Anchor  float64 `json:"anchor"`  // rating of the fictional average player
	Rated   int     `json:"rated"`   // number of rated players

	MinGames int         `json:"min_games"` // rated players with fewer games are not listed
	Players  []playerRow `json:"players"`
}

// Tables returns a table of people and one of programs.
func (r PlayerResult) Tables() []Table {
	people := r.Players
	if i := slices.IndexFunc(people, func(row playerRow) bool { return row.Program }); i >= 0 {
		people = people[:i]
	}
	return []Table{NewTable("players", "Players by rating", people),
		NewTable("programs", "Programs by rating", r.Players[len(people):])}
}

// Result rates all players and lists those with at least minGames games.
func (p *Players) Result(minGames int) PlayerResult { return p.among(nil, minGames) }

// among lists the players of p's games, with ratings and ranks from the games of all. If all is nil, it uses
// p's games.
func (p *Players) among(all *Players, minGames int) PlayerResult {
	all = cmp.Or(all, p)
	ids, m := all.model()
	r := m.Fit()
	variances := m.Variances(r)
	counted, _ := all.totals()
	totals, opponents := p.totals()
	res := PlayerResult{Games: p.games, Skipped: p.skipped, Anchor: anchor, Rated: len(ids), MinGames: minGames,
		Players: []playerRow{}}
	for i, id := range ids {
		if counted.of(id).Games() < minGames {
			continue
		}
		half := float64(arena.Z * math.Sqrt(variances[i]))
		name := all.labels[id].name
		row := playerRow{
			ID: id.ID, Name: name, Program: dataset.IsProgram(name),
			Elo: anchor + float64(arena.Scale*r[i]), EloLow: anchor + float64(arena.Scale*(r[i]-half)),
			EloHigh:   anchor + float64(arena.Scale*(r[i]+half)),
			Opponents: opponents[id], Standing: totals.of(id).standing(),
		}
		if b := p.black[id]; b != nil {
			row.BlackGames = b.Games()
		}
		res.Players = append(res.Players, row)
	}
	slices.SortFunc(res.Players, func(a, b playerRow) int {
		return cmp.Or(compareBool(a.Program, b.Program), -cmp.Compare(a.Elo, b.Elo), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.ID, b.ID))
	})
	ranked := map[bool]int{} // people and programs
	for i := range res.Players {
		row := &res.Players[i]
		ranked[row.Program]++
		row.Rank = ranked[row.Program]
	}
	res.Players = slices.DeleteFunc(res.Players, func(row playerRow) bool {
		return row.Games == 0 || row.Games < minGames
	})
	return res
}

// totals sums the pairs by player.
func (p *Players) totals() (totals groups[PlayerID], opponents map[PlayerID]int) {
	totals, opponents = groups[PlayerID]{}, map[PlayerID]int{}
	for pair, t := range p.pairs {
		turned := t.turned()
		totals.of(pair[0]).merge(t)
		totals.of(pair[1]).merge(&turned)
		opponents[pair[0]]++
		opponents[pair[1]]++
	}
	return totals, opponents
}
