package stats

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// An EventResult is a tournament in one year: the cross-table and the games.
type EventResult struct {
	Tournament string       `json:"tournament"` // label
	Year       int          `json:"year"`       // 0 = unknown
	Also       []string     `json:"also"`       // other tournaments that match the name, with fewer games
	Cross      []crossRow   `json:"cross"`      // most points first, then the greatest mean disc difference
	Games      []eventGame  `json:"games"`      // in the order of the source
	Years      []yearResult `json:"years"`      // all years of the tournament, in order
}

// A crossRow is a player's row of a cross-table.
type crossRow struct {
	crossTotal
	Results []string `json:"results"` // against the player of each place: 1, ½ or 0 for each game, ? = unknown; "7½/9" = points of more than four games
}

// A crossTotal is a player's result in an event.
type crossTotal struct {
	Place    int     `json:"place" unit:"1" meaning:"rank by points, then by mean disc difference, from 1"`
	PlayerID int     `json:"player_id" unit:"id" meaning:"id in the source, -1 = none"`
	Player   string  `json:"player" unit:"text" meaning:"label of the player"`
	Points   float64 `json:"points" unit:"point" meaning:"a win is 1 point, a draw 0.5"`
	Standing
	expectation
	Precision
}

// An eventGame is a game of an event.
type eventGame struct {
	GameID  int    `json:"game_id" unit:"id" meaning:"id of the game"`
	Black   string `json:"black" unit:"text" meaning:"label of the player"`
	White   string `json:"white" unit:"text" meaning:"label of the player"`
	Score   *int   `json:"score" unit:"disc" meaning:"recorded disc difference for black, unknown without a result"`
	Theory  *int   `json:"theory" unit:"disc" meaning:"theoretical disc difference for black, unknown if the source has none"`
	Opening string `json:"opening" unit:"text" meaning:"name of the opening, empty = unnamed"`

	BlackAccuracy *float64 `json:"black_accuracy" unit:"percent" meaning:"mean accuracy of black's analyzed moves, 0 to 100"`
	WhiteAccuracy *float64 `json:"white_accuracy" unit:"percent" meaning:"mean accuracy of white's analyzed moves, 0 to 100"`
	BlackLoss     *float64 `json:"black_loss" unit:"disc" meaning:"discs lost by black's analyzed moves together"`
	WhiteLoss     *float64 `json:"white_loss" unit:"disc" meaning:"discs lost by white's analyzed moves together"`
}

// Tables returns the cross-table, the games and the years.
func (r EventResult) Tables() []Table {
	title := strings.TrimSpace(r.Tournament + " " + valueText(int64(r.Year), "year"))
	return []Table{crossTable(title, r.Cross), NewTable("games", "Games", r.Games),
		NewTable("years", "Results of all years", r.Years)}
}

// crossTable returns the cross-table with a column for each opponent, after the points.
func crossTable(title string, rows []crossRow) Table {
	totals := make([]crossTotal, len(rows))
	var opponents []Column
	for i, r := range rows {
		totals[i] = r.crossTotal
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

// NewEvent counts the games of the tournament that a name means, in its latest year. Of tournaments that match
// the name equally well, it takes the one with the most games. Ratings come from the games of all, or from the
// given games if all is nil. Its error is bad input if no tournament matches the name.
func NewEvent(ctx context.Context, games []dataset.Game, all *Players, of Analysis,
	name string) (EventResult, error) {
	if all == nil {
		var err error
		if all, err = Collect(ctx, values(games), 0, NewPlayers); err != nil {
			return EventResult{}, err
		}
	}
	label, also, ok := findTournament(games, name)
	if !ok {
		return EventResult{}, fault.BadInput(fmt.Errorf("no tournament is called anything like %q", name))
	}
	r := EventResult{Tournament: label, Also: also, Cross: []crossRow{}, Games: []eventGame{}}
	list, counter := []*dataset.Game{}, newResults()
	for i := range games {
		if g := &games[i]; g.Tournament == label {
			list, r.Year = append(list, g), max(r.Year, g.Year)
			counter.Add(g)
		}
	}
	r.Years = counter.Years().Years
	e := event{elo: all.Elo(), rows: map[PlayerID]*eventPlayer{}}
	for _, g := range list {
		if g.Year == r.Year {
			r.Games = append(r.Games, e.add(g, of.moves(g.Game)))
		}
	}
	r.Cross = e.cross()
	return r, nil
}

// findTournament returns the label that a name means, and others that match it equally well.
func findTournament(games []dataset.Game, name string) (label string, also []string, ok bool) {
	counts := map[string]int{}
	for i := range games {
		counts[games[i].Tournament]++
	}
	found := text.FindNames(name, slices.Sorted(maps.Keys(counts)))
	slices.SortStableFunc(found, func(a, b text.NameMatch) int {
		return cmp.Or(text.CompareMatches(a, b), -cmp.Compare(counts[a.Name], counts[b.Name]))
	})
	also = []string{}
	for _, m := range found[min(1, len(found)):] {
		if text.CompareMatches(m, found[0]) == 0 {
			also = append(also, m.Name)
		}
	}
	if len(found) == 0 {
		return "", nil, false
	}
	return found[0].Name, also, true
}

// An event counts the games of an event.
type event struct {
	elo  map[PlayerID]float64
	rows map[PlayerID]*eventPlayer
}

// An eventPlayer is a player in an event.
type eventPlayer struct {
	id       PlayerID
	name     string
	tally    Tally
	expected expectedSum
	moves    moveLosses
	results  map[PlayerID]string
}

func (e *event) of(id PlayerID, name string) *eventPlayer {
	p := e.rows[id]
	if p == nil {
		p = &eventPlayer{id: id, name: name, results: map[PlayerID]string{}}
		e.rows[id] = p
	}
	return p
}

// add counts a game.
func (e *event) add(g *dataset.Game, moves []analysis.Move) eventGame {
	players := [2]*eventPlayer{e.of(BlackOf(g), g.Black), e.of(WhiteOf(g), g.White)}
	row := eventGame{GameID: int(g.ID), Black: g.Black, White: g.White, Score: g.Result()}
	if g.TheoryEmpties > 0 {
		row.Theory = &g.Theory
	}
	if o, ok := Classify(g.Game); ok && g.Standard() {
		row.Opening = o.Name
	}
	var losses [2]moveLosses
	for _, m := range moves {
		losses[m.Side].add(m)
	}
	if len(moves) > 0 {
		row.BlackAccuracy, row.WhiteAccuracy = losses[0].total.Accuracy, losses[1].total.Accuracy
		row.BlackLoss, row.WhiteLoss = &losses[0].total.Loss, &losses[1].total.Loss
	}
	for i, sign := range [2]int{1, -1} {
		p, other := players[i], players[1-i]
		p.moves.merge(&losses[i])
		if p == other {
			continue // a player against himself has no result
		}
		p.tally.add(g, sign)
		mine, known := e.elo[p.id]
		theirs, also := e.elo[other.id]
		result := "?"
		if !g.NoResult {
			result = [...]string{"0", "½", "1"}[1+sign*cmp.Compare(g.Score, 0)]
			if known && also {
				p.expected = expectedSum{p.expected.games + 1, p.expected.points + expected(mine, theirs)}
			}
		}
		p.results[other.id] += result
	}
	return row
}

// cross returns the cross-table.
func (e *event) cross() []crossRow {
	players := slices.SortedFunc(maps.Values(e.rows), func(a, b *eventPlayer) int {
		return cmp.Or(-cmp.Compare(a.tally.points(), b.tally.points()),
			-cmp.Compare(mean(a.tally.score), mean(b.tally.score)),
			cmp.Compare(a.name, b.name), comparePlayers(a.id, b.id))
	})
	rows := make([]crossRow, len(players))
	for i, p := range players {
		rows[i] = crossRow{crossTotal{i + 1, p.id.ID, p.name, float64(p.tally.points()) / 2, p.tally.standing(),
			p.expected.share(), p.moves.precision()}, make([]string, len(players))}
		for k, other := range players {
			rows[i].Results[k] = brief(p.results[other.id])
		}
	}
	return rows
}

// brief returns the results of games, or the points if there are more than four.
func brief(results string) string {
	games := len([]rune(results))
	if games <= 4 {
		return results
	}
	halves := strings.Count(results, "½")
	points := strconv.Itoa(strings.Count(results, "1") + halves/2)
	if halves%2 == 1 {
		points += "½"
	}
	return fmt.Sprintf("%s/%d", points, games)
}

// mean returns the mean of a sample, or 0 if it is empty.
func mean(s sample) float64 { return float64(s.sum) / float64(max(s.n, 1)) }
