package stats

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A PairRow summarises the games of two players from the first player's view.
type PairRow struct {
	PlayerID   int    `json:"player_id" unit:"id" meaning:"id of the player, -1 = none"`
	Player     string `json:"player" unit:"text" meaning:"label of the player"`
	OpponentID int    `json:"opponent_id" unit:"id" meaning:"id of the opponent, -1 = none"`
	Opponent   string `json:"opponent" unit:"text" meaning:"label of the opponent"`
	Standing
}

// pairResult lists pairs of players, the pairs with the most games first.
type pairResult struct {
	Games    int       `json:"games"`     // games between two known players
	MinGames int       `json:"min_games"` // pairs with fewer games are left out
	Pairs    []PairRow `json:"pairs"`
}

// Tables returns the table of pairs.
func (r pairResult) Tables() []Table {
	return []Table{NewTable("pairs", "Players head to head", r.Pairs)}
}

// Pairs returns all pairs that met in at least minGames games. The first player of a pair has at least as
// many points as the second.
func (p *Players) Pairs(minGames int) pairResult {
	r := pairResult{Games: p.games, MinGames: minGames, Pairs: []PairRow{}}
	for pair, t := range p.pairs {
		if t.Games() < minGames {
			continue
		}
		a, b := pair[0], pair[1]
		if t.points() < t.results() {
			a, b = b, a
		}
		r.Pairs = append(r.Pairs, p.HeadToHead(a, b))
	}
	slices.SortFunc(r.Pairs, func(a, b PairRow) int {
		return cmp.Or(-cmp.Compare(a.Games, b.Games), cmp.Compare(a.Player, b.Player),
			cmp.Compare(a.Opponent, b.Opponent),
			cmp.Compare(a.PlayerID, b.PlayerID), cmp.Compare(a.OpponentID, b.OpponentID))
	})
	return r
}

// HeadToHead returns the games of two players from a's view. If they never met, the Standing has no games.
func (p *Players) HeadToHead(a, b PlayerID) PairRow {
	pair, sign := orderPair(a, b)
	var t Tally
	if met := p.pairs[pair]; met != nil {
		t = *met
	}
	if sign < 0 {
		t = t.turned()
	}
	return PairRow{a.ID, p.Name(a), b.ID, p.Name(b), t.standing()}
}

// Name returns the label of a player, or "" if no game of the player was counted.
func (p *Players) Name(id PlayerID) string {
	if l := p.labels[id]; l != nil {
		return l.name
	}
	return ""
}

// A PlayerMatch is a player that a name may refer to.
type PlayerMatch struct {
	ID    PlayerID
	Name  string
	Games int // games between this player and other known players
	Fit   text.NameMatch
}

// Search returns the players that a name may refer to, best match first ([text.FindNames]). Among equal
// matches, players with more games come first.
func (p *Players) Search(name string) []PlayerMatch {
	ids := slices.SortedFunc(maps.Keys(p.labels), comparePlayers)
	labels := make([]string, len(ids))
	for i, id := range ids {
		labels[i] = p.labels[id].name
	}
	totals, _ := p.totals()
	var found []PlayerMatch
	for _, m := range text.FindNames(name, labels) {
		id := ids[m.Index]
		found = append(found, PlayerMatch{id, m.Name, totals.of(id).Games(), m})
	}
	slices.SortStableFunc(found, func(a, b PlayerMatch) int {
		return cmp.Or(text.CompareMatches(a.Fit, b.Fit), -cmp.Compare(a.Games, b.Games))
	})
	return found
}

// A VersusResult contains the games of two players. Its JSON form contains the fields of the row and the
// other players that match the names.
type VersusResult struct {
	PairRow

	// Other players that match the given name equally well but have fewer games; empty = none.

	AlsoPlayer   []Namesake `json:"player_also"`
	AlsoOpponent []Namesake `json:"opponent_also"`
}

// A Namesake is another player whose name matches the search equally well.
type Namesake struct {
	PlayerID int    `json:"player_id"` // -1 = none
	Player   string `json:"player"`
	Games    int    `json:"games"`
}

// Tables returns the table of pairs, with only this pair.
func (r VersusResult) Tables() []Table {
	return pairResult{Games: r.Games, Pairs: []PairRow{r.PairRow}}.Tables()
}

// Find returns the first player that [Players.Search] finds, and the others that match equally well. It
// returns false if no player matches.
func (p *Players) Find(name string) (id PlayerID, also []Namesake, ok bool) {
	found := p.Search(name)
	if len(found) == 0 {
		return id, nil, false
	}
	also = []Namesake{}
	for _, m := range found[1:] {
		if text.CompareMatches(m.Fit, found[0].Fit) == 0 {
			also = append(also, Namesake{m.ID.ID, m.Name, m.Games})
		}
	}
	return found[0].ID, also, true
}

// Versus returns the games of two players, each the first that [Players.Search] finds. It returns a bad input
// error if a name matches no player or if both names match the same player.
func (p *Players) Versus(player, opponent string) (VersusResult, error) {
	var who [2]PlayerID
	var also [2][]Namesake
	for i, name := range [...]string{player, opponent} {
		var ok bool
		if who[i], also[i], ok = p.Find(name); !ok {
			return VersusResult{}, fault.BadInput(fmt.Errorf("no player is called anything like %q", name))
		}
	}
	if who[0] == who[1] {
		return VersusResult{}, fault.BadInput(fmt.Errorf("%q and %q both mean %s: name two players", player,
			opponent, p.Name(who[0])))
	}
	return VersusResult{p.HeadToHead(who[0], who[1]), also[0], also[1]}, nil
}
