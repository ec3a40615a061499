package stats

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// An EventResult is a tournament in one year: the cross-table and the games.
type EventResult struct {
	Tournament string       `json:"tournament"` // label
	Year       int          `json:"year"`       // 0 = unknown
	Cross      []eventPlace `json:"cross"`      // most points first, then the greatest mean disc difference
	Games      []eventGame  `json:"games"`      // in the order of the source
	Years      []yearResult `json:"years"`      // all years of the tournament, in order
}

// An eventPlace is a player's row of a cross-table.
type eventPlace struct {
	crossTotal
	// Results against the player of each place: 1, ½ or 0 for each game, ? = unknown; "7½/9" = points of more
	// than four games. They are left out if the event has more than mostCross players.
	Results []string `json:"results"`
}

// mostCross is the maximum number of players of a cross-table with results against each opponent. An event
// with thousands of players, such as a year of internet games, would have millions.
const mostCross = 128

// A crossTotal is a player's result in an event.
type crossTotal struct {
	Place    int     `json:"place" unit:"1" meaning:"rank by points, then by mean disc difference, from 1"`
	PlayerID int     `json:"player_id" unit:"id" meaning:"id in the source, -1 = none"`
	Player   string  `json:"player" unit:"text" meaning:"label of the player"`
	Points   float64 `json:"points" unit:"point" meaning:"a win is 1 point, a draw 0.5"`
	Standing
	Precision
}

// An eventGame is a game of an event.
type eventGame struct {
	GameID        int      `json:"game_id" unit:"id" meaning:"id of the game"`
	Black         string   `json:"black" unit:"text" meaning:"label of the player"`
	White         string   `json:"white" unit:"text" meaning:"label of the player"`
	Score         *int     `json:"score" unit:"disc" meaning:"recorded disc difference for black, unknown without a result"`
	Opening       string   `json:"opening" unit:"text" meaning:"name of the opening, empty = unnamed"`
	BlackAccuracy *float64 `json:"black_accuracy" unit:"percent" meaning:"mean accuracy of black's analyzed moves, 0 to 100"`
	WhiteAccuracy *float64 `json:"white_accuracy" unit:"percent" meaning:"mean accuracy of white's analyzed moves, 0 to 100"`
}

// Tables returns the cross-table, the games and the years.
func (r EventResult) Tables() []Table {
	title := strings.TrimSpace(r.Tournament + " " + valueText(int64(r.Year), "year"))
	return []Table{crossTable(title, r.Cross), NewTable("games", "Games", r.Games),
		NewTable("years", "Results of all years", r.Years)}
}

// crossTable returns the cross-table with a column for each opponent, after the points.
func crossTable(title string, rows []eventPlace) Table {
	totals := make([]crossTotal, len(rows))
	var opponents []Column
	for i, r := range rows {
		totals[i] = r.crossTotal
		if len(rows) > mostCross {
			continue
		}
		opponents = append(opponents, Column{strconv.Itoa(i + 1), arrow.BinaryTypes.String, false, "result",
			fmt.Sprintf("results against place %d: 1, ½ or 0 for each game, ? = unknown; 7½/9 = the points of more "+
				"than four games", i+1)})
	}
	t := NewTable("cross", title, totals)
	at := view{&t}.column("points") + 1
	t.Columns = slices.Insert(t.Columns, at, opponents...)
	for i, r := range rows {
		results := make([]any, len(r.Results))
		for k, text := range r.Results {
			results[k] = text
		}
		t.Rows[i] = slices.Insert(t.Rows[i], at, results...)
	}
	return t
}

// NewEvent counts the games of the tournament that a name means, in its latest year. Of tournaments that
// match the name equally well, it takes the one with the most games. The error is bad input if none matches.
func NewEvent(games []dataset.Game, of Analysis, name string) (EventResult, error) {
	counts := map[string]int{}
	for i := range games {
		counts[games[i].Tournament]++
	}
	found := text.FindNames(name, slices.Sorted(maps.Keys(counts)))
	if len(found) == 0 {
		return EventResult{}, fault.BadInput(fmt.Errorf("no tournament is called anything like %q", name))
	}
	label := slices.MinFunc(found, func(a, b text.NameMatch) int {
		return cmp.Or(text.CompareMatches(a, b), -cmp.Compare(counts[a.Name], counts[b.Name]))
	}).Name
	games = slices.DeleteFunc(slices.Clone(games), func(g dataset.Game) bool { return g.Tournament != label })
	return EventOf(games, of, slices.MaxFunc(games, byYear).Year), nil
}

func byYear(a, b dataset.Game) int { return cmp.Compare(a.Year, b.Year) }

// EventOf counts the games of a tournament in a year, 0 = unknown. The games are those of all its years, at
// least one.
func EventOf(games []dataset.Game, of Analysis, year int) EventResult {
	counter, e := newResults(), event{}
	r := EventResult{Tournament: games[0].Tournament, Year: year, Games: []eventGame{}}
	for i := range games {
		g := &games[i]
		counter.Add(g)
		if g.Year == year {
			r.Games = append(r.Games, e.add(g, of.moves(g.Game)))
		}
	}
	r.Years, r.Cross = counter.Years().Years, e.cross()
	return r
}

// An event contains the players of an event.
type event map[PlayerID]*eventPlayer

// An eventPlayer is a player in an event.
type eventPlayer struct {
	id      PlayerID
	name    string
	tally   Tally
	moves   analysis.PlayerLoss
	results map[PlayerID]string // a letter for each game
}

func (e event) of(id PlayerID, name string) *eventPlayer {
	if e[id] == nil {
		e[id] = &eventPlayer{id: id, name: name, results: map[PlayerID]string{}}
	}
	return e[id]
}

// add counts a game.
func (e event) add(g *dataset.Game, moves []analysis.Move) eventGame {
	black, white := e.of(BlackOf(g), g.Black), e.of(WhiteOf(g), g.White)
	if black != white { // a player against himself has no result
		black.add(g, white.id, 1)
		white.add(g, black.id, -1)
	}
	var losses [2]analysis.PlayerLoss
	for _, m := range moves {
		losses[m.Side].Add(m)
	}
	black.moves.Join(losses[engine.Black])
	white.moves.Join(losses[engine.White])
	opening, _ := Classify(g.Game)
	return eventGame{int(g.ID), g.Black, g.White, g.Result(), opening.Name, losses[engine.Black].Accuracy,
		losses[engine.White].Accuracy}
}

// add counts a game against an opponent. sign is -1 if the player is white, otherwise 1.
func (p *eventPlayer) add(g *dataset.Game, opponent PlayerID, sign int) {
	p.tally.add(g, sign)
	result := "?"
	if !g.NoResult {
		result = [...]string{"0", "½", "1"}[1+sign*cmp.Compare(g.Score, 0)]
	}
	p.results[opponent] += result
}

// cross returns the cross-table.
func (e event) cross() []eventPlace {
	players := slices.SortedFunc(maps.Values(e), func(a, b *eventPlayer) int {
		return cmp.Or(-cmp.Compare(a.tally.points(), b.tally.points()),
			-cmp.Compare(a.tally.score.mean(), b.tally.score.mean()), // NaN is the least
			cmp.Compare(a.name, b.name), comparePlayers(a.id, b.id))
	})
	rows := make([]eventPlace, len(players))
	for i, p := range players {
		rows[i] = eventPlace{crossTotal{i + 1, p.id.ID, p.name, float64(p.tally.points()) / 2, p.tally.standing(),
			precisionOf(&p.moves)}, []string{}}
		if len(players) > mostCross {
			continue
		}
		for _, other := range players {
			rows[i].Results = append(rows[i].Results, brief(p.results[other.id]))
		}
	}
	return rows
}

// brief returns the results of games, or the points if there are more than four.
func brief(results string) string {
	games, halves := len([]rune(results)), strings.Count(results, "½")
	if games <= 4 {
		return results
	}
	return fmt.Sprintf("%d%s/%d", strings.Count(results, "1")+halves/2, [...]string{"", "½"}[halves%2], games)
}
