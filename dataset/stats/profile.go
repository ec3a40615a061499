package stats

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A ProfileResult is a player's games: rating over time, results, expectations and, with analysed moves,
// losses and mistakes. The figures are those of the statistics players, ratings, pairs and accuracy, and of a
// [Career].
type ProfileResult struct {
	CareerResult
	Also     []Namesake     `json:"also"`     // other players that match the name, with fewer games
	Rating   []playerRow    `json:"rating"`   // one row; none if there are no games between known players
	Form     []formRow      `json:"form"`     // the years of the career with ratings and expectations
	Events   []profileEvent `json:"events"`   // latest year first, then by name
	Losses   []lossRow      `json:"losses"`   // of all moves, the opponents' too, by colour, phase and opening
	Mistakes []mistakeRow   `json:"mistakes"` // most expected points lost first, at most 100
}

// A formRow is a player's games of one year, with the rating and the expected share of the points.
type formRow struct {
	careerYear
	expectation
	Elo      *float64 `json:"elo" unit:"elo" meaning:"rating from the games of the year; opponents have their ratings from all games"`
	EloLow   *float64 `json:"elo_low" unit:"elo" meaning:"lower bound of its 95 % interval, which treats the opponents' ratings as exact"`
	EloHigh  *float64 `json:"elo_high" unit:"elo" meaning:"upper bound of its 95 % interval"`
	Accuracy *float64 `json:"accuracy" unit:"percent" meaning:"mean accuracy of the analyzed moves of the year, 0 to 100"`
}

// An expectation is the result that ratings predict.
type expectation struct {
	Expected *float64 `json:"expected" unit:"1" meaning:"share of the points, 0 to 1, that the ratings from all games of the database predict for the games with a result"`
}

// A profileEvent is a player's games in a tournament in one year.
type profileEvent struct {
	eventKey
	Standing
	expectation
}

// An eventKey is a tournament in a year.
type eventKey struct {
	Year       int    `json:"year" unit:"year" meaning:"calendar year, 0 = unknown"`
	Tournament string `json:"tournament" unit:"text" meaning:"label of the tournament, empty = unknown"`
}

// A mistakeRow is a move that lost at least 0.1 expected points, in all games that reach the position up to
// symmetry.
type mistakeRow struct {
	Times      int     `json:"times" unit:"move" meaning:"how often the player chose this move in this position, up to symmetry"`
	PointsLost float64 `json:"points_lost" unit:"point" meaning:"expected points that these moves lost together"`
	Loss       float64 `json:"loss" unit:"disc" meaning:"discs that the move loses compared with the best move"`
	Phase      string  `json:"phase" unit:"text" meaning:"opening, midgame or endgame"`
	Move       string  `json:"move" unit:"text" meaning:"the move in the latest game"`
	Best       string  `json:"best" unit:"text" meaning:"the best move there"`
	Mark       string  `json:"mark" unit:"text" meaning:"?! = inaccuracy, ? = mistake, ?? = blunder"`
	Year       int     `json:"year" unit:"year" meaning:"year of the latest game, 0 = unknown"`
	Opponent   string  `json:"opponent" unit:"text" meaning:"opponent in the latest game"`
	GameID     int     `json:"game_id" unit:"id" meaning:"id of the latest game"`
	Moves      string  `json:"moves" unit:"text" meaning:"moves of the latest game before this move"`
}

const (
	mostMistakes = 100 // in a result
	briefYears   = 8   // in a brief table
)

// Tables returns the tables, the most important ones first.
func (r ProfileResult) Tables() []Table {
	career := r.CareerResult.Tables() // colors, years, opponents, openings
	form := NewTable("form", "Rating, results and expectations by year", r.Form)
	for i := max(0, len(r.Form)-briefYears); i < len(r.Form); i++ {
		form.Brief = append(form.Brief, i)
	}
	return []Table{
		NewTable("player", r.Player, r.Rating), form, career[0],
		NewTable("losses", "Accuracy and discs lost by analyzed moves", r.Losses),
		NewTable("mistakes", "Costliest moves, repeated ones together", r.Mistakes), career[2],
		NewTable("events", "Results and expectations by event", r.Events), career[3],
	}
}

// A profile counts the games of a player.
type profile struct {
	id       PlayerID
	elo      map[PlayerID]float64
	analysis Analysis
	events   groups[eventKey]
	expected map[eventKey]expectedSum
	years    map[int]*analysis.PlayerLoss
	losses   lossGroups
	mistakes map[mistakeKey]*mistakeRow
}

// A mistakeKey is a move in a position, up to symmetry.
type mistakeKey struct {
	hash uint64
	move engine.Square
}

// An expectedSum sums the expected points of games with a result between rated players.
type expectedSum struct {
	games  int
	points float64
}

func (e expectedSum) share() expectation { return expectation{text.Known(e.points / float64(e.games))} }

// NewProfile counts the games of the player that a name means ([Players.Find]). Ratings come from the games
// of all, or from the given games if all is nil. Games of unknown players do not count. The error is bad
// input if no player matches the name.
func NewProfile(ctx context.Context, games []dataset.Game, all *Players, of Analysis,
	name string) (ProfileResult, error) {
	players, err := Collect(ctx, values(games), 0, NewPlayers)
	if err != nil {
		return ProfileResult{}, err
	}
	all = cmp.Or(all, players)
	id, also, ok := players.Find(name)
	if !ok {
		return ProfileResult{}, fault.BadInput(fmt.Errorf("no player is called anything like %q", name))
	}
	r := ProfileOf(id, games, all, all.Elo(), of)
	r.Also = also
	for _, row := range players.among(all, 0).Players {
		if PlayerIDOf(row.ID, row.Name) == id {
			r.Rating = append(r.Rating, row)
		}
	}
	return r, nil
}

// ProfileOf counts the games of a player as [NewProfile] does, but leaves Also and Rating empty. elo contains
// the ratings of the players of all, and at least one game is the player's.
func ProfileOf(id PlayerID, games []dataset.Game, all *Players, elo map[PlayerID]float64,
	of Analysis) ProfileResult {
	p := profile{id: id, elo: elo, analysis: of, events: groups[eventKey]{},
		expected: map[eventKey]expectedSum{}, years: map[int]*analysis.PlayerLoss{}, losses: lossGroups{},
		mistakes: map[mistakeKey]*mistakeRow{}}
	career := NewCareer(id)
	for i := range games {
		if g := &games[i]; rates(g) {
			career.Add(g)
			p.add(g)
		}
	}
	r := ProfileResult{CareerResult: career.Result(), Rating: []playerRow{}, Events: []profileEvent{},
		Losses: p.losses.rows(), Mistakes: p.costliest()}
	years := map[int]expectedSum{}
	for key, t := range p.events {
		e, y := p.expected[key], years[key.Year]
		years[key.Year] = expectedSum{y.games + e.games, y.points + e.points}
		r.Events = append(r.Events, profileEvent{key, t.standing(), e.share()})
	}
	slices.SortFunc(r.Events, func(a, b profileEvent) int {
		return cmp.Or(-cmp.Compare(a.Year, b.Year), cmp.Compare(a.Tournament, b.Tournament))
	})
	r.Form = p.form(r.Years, years, all.meetings())
	return r
}

// values yields games that are in memory.
func values(games []dataset.Game) func(func(dataset.Game, error) bool) {
	return func(yield func(dataset.Game, error) bool) {
		for i := range games {
			if !yield(games[i], nil) {
				return
			}
		}
	}
}

// add counts a game if the player plays in it.
func (p *profile) add(g *dataset.Game) {
	mine, theirs := BlackOf(g), WhiteOf(g)
	side, sign, opponent := engine.Black, 1, g.White
	switch p.id {
	case theirs:
		mine, theirs, side, sign, opponent = theirs, mine, engine.White, -1, g.Black
	case mine:
	default:
		return
	}
	key := eventKey{g.Year, g.Tournament}
	p.events.of(key).add(g, sign)
	if !g.NoResult {
		e := p.expected[key]
		p.expected[key] = expectedSum{e.games + 1, e.points + expected(p.elo[mine], p.elo[theirs])}
	}
	opening, _ := Classify(g.Game)
	for _, m := range p.analysis.moves(g.Game) {
		if m.Side != side {
			p.losses.add("all", "opponents", m)
			continue
		}
		p.losses.add("all", "the player", m)
		p.losses.add("color", m.Color, m)
		p.losses.add("phase", phaseOf(m), m)
		p.losses.add("opening", opening.Name, m)
		if p.years[g.Year] == nil {
			p.years[g.Year] = new(analysis.PlayerLoss)
		}
		p.years[g.Year].Add(m)
		if m.Judgement != "" {
			p.addMistake(g, m, opponent)
		}
	}
}

func phaseOf(m analysis.Move) string { return Phase(min((m.Ply-1)/phasePlies, int(Endgame))).String() }

// addMistake counts a move that lost points.
func (p *profile) addMistake(g *dataset.Game, m analysis.Move, opponent string) {
	before := engine.Game{Start: g.Start, Moves: g.Moves[:m.Ply-1]}
	at, _ := before.End()
	if at.Color != m.Side { // the other side has to pass
		at.Board = at.Board.Pass()
	}
	least, by := at.Board.Canonical()
	key := mistakeKey{dataset.LeastHash(least), by.Square(g.Moves[m.Ply-1])}
	row := p.mistakes[key]
	if row == nil {
		row = new(mistakeRow)
		p.mistakes[key] = row
	}
	row.Times++
	row.PointsLost += *m.PointsLost
	if g.Year >= row.Year {
		*row = mistakeRow{row.Times, row.PointsLost, m.Loss, phaseOf(m), m.Move, m.Best, m.Judgement.Mark(), g.Year,
			opponent, int(g.ID), before.String()}
	}
}

// costliest returns the mistakes that cost most.
func (p *profile) costliest() []mistakeRow {
	rows := []mistakeRow{}
	for _, row := range p.mistakes {
		row.PointsLost = math.Round(1e4*row.PointsLost) / 1e4
		rows = append(rows, *row)
	}
	slices.SortFunc(rows, func(a, b mistakeRow) int {
		return cmp.Or(-cmp.Compare(a.PointsLost, b.PointsLost), -cmp.Compare(a.Loss, b.Loss),
			-cmp.Compare(a.Year, b.Year), cmp.Compare(a.Moves, b.Moves), cmp.Compare(a.GameID, b.GameID))
	})
	return rows[:min(mostMistakes, len(rows))]
}

// form adds ratings, expectations and accuracy to the years of a career.
func (p *profile) form(years []careerYear, sums map[int]expectedSum,
	meetings map[playerYear][]meeting) (rows []formRow) {
	for _, y := range years {
		row := formRow{careerYear: y, expectation: sums[y.Year].share()}
		if list := meetings[playerYear{p.id, y.Year}]; list != nil && y.Year != 0 {
			elo, half := performance(list, p.elo, p.elo[p.id])
			row.Elo, row.EloLow, row.EloHigh = &elo, text.Known(elo-half), text.Known(elo+half)
		}
		if l := p.years[y.Year]; l != nil {
			row.Accuracy = l.Accuracy
		}
		rows = append(rows, row)
	}
	return rows
}
