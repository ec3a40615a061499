package stats

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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
	Also      []Namesake     `json:"also"`           // other players that match the name, with fewer games
	Rating    []playerRow    `json:"rating"`         // one row; none if all games are against unknown players
	Form      []formRow      `json:"form"`           // by year, replacing years of the career with ratings and expectations
	Events    []profileEvent `json:"events"`         // latest year first, then by name
	Losses    []lossRow      `json:"losses"`         // all moves, by colour, by phase, and of the opponents
	ByOpening []lossRow      `json:"opening_losses"` // openings with the most moves first
	Squares   []lossRow      `json:"square_losses"`  // squares with the greatest total loss first
	Mistakes  []mistakeRow   `json:"mistakes"`       // most expected points lost first, at most 100
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
	Year       int    `json:"year" unit:"year" meaning:"calendar year, 0 = unknown"`
	Tournament string `json:"tournament" unit:"text" meaning:"label of the tournament, empty = unknown"`
	Standing
	expectation
}

// A lossRow describes how well moves of a kind were chosen.
type lossRow struct {
	Of string `json:"moves_of" unit:"text" meaning:"which moves: a colour, a phase, an opening, a square up to symmetry; empty = games without a named opening"`
	Precision
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

// mostMistakes is the maximum number of mistakes in a result.
const mostMistakes = 100

// briefYears is the number of years in a brief table.
const briefYears = 8

// Tables returns the tables, a page's most important one first.
func (r ProfileResult) Tables() []Table {
	career := r.CareerResult.Tables() // colors, years, opponents, openings
	form := NewTable("form", "Rating, results and expectations by year", r.Form)
	for i := max(0, len(r.Form)-briefYears); i < len(r.Form); i++ {
		form.Brief = append(form.Brief, i)
	}
	return []Table{
		NewTable("player", r.Player, r.Rating), form,
		career[0], NewTable("losses", "Accuracy and discs lost by analyzed moves", r.Losses),
		NewTable("mistakes", "Costliest moves, repeated ones together", r.Mistakes), career[2],
		NewTable("events", "Results and expectations by event", r.Events), career[3],
		NewTable("opening_losses", "Accuracy and discs lost by opening", r.ByOpening),
		NewTable("square_losses", "Accuracy and discs lost by square", r.Squares),
	}
}

// An eventKey is a tournament in a year.
type eventKey struct {
	year  int
	label string
}

// A profile counts the games of a player.
type profile struct {
	id       PlayerID
	elo      map[PlayerID]float64
	analysis Analysis

	events   groups[eventKey]
	expected map[eventKey]expectedSum
	losses   lossGroups[string]
	openings lossGroups[string]
	squares  lossGroups[int]
	years    lossGroups[int]
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

// lossGroupNames are the groups of ProfileResult.Losses, in order.
var lossGroupNames = []string{"all", engine.Black.String(), engine.White.String(), Opening.String(),
	Midgame.String(), Endgame.String(), "opponents"}

// NewProfile counts the games of the player that a name means ([Players.Find]). Ratings come from the games of
// all, or from the given games if all is nil. Games of unknown players do not count. The error is bad input if
// no player matches the name.
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
	p := profile{id: id, elo: all.Elo(), analysis: of, events: groups[eventKey]{},
		expected: map[eventKey]expectedSum{}, losses: lossGroups[string]{}, openings: lossGroups[string]{},
		squares: lossGroups[int]{}, years: lossGroups[int]{}, mistakes: map[mistakeKey]*mistakeRow{}}
	career := NewCareer(id)
	for i := range games {
		if g := &games[i]; rates(g) {
			career.Add(g)
			p.add(g)
		}
	}
	return p.result(career.Result(), also, players, all), nil
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
	black, white := BlackOf(g), WhiteOf(g)
	side, sign, opponent := engine.Black, 1, g.White
	switch {
	case white == p.id:
		side, sign, opponent = engine.White, -1, g.Black
		black, white = white, black
	case black != p.id:
		return
	}
	key := eventKey{g.Year, g.Tournament}
	p.events.of(key).add(g, sign)
	if !g.NoResult {
		e := p.expected[key]
		p.expected[key] = expectedSum{e.games + 1, e.points + expected(p.elo[black], p.elo[white])}
	}
	opening := ""
	if o, ok := Classify(g.Game); ok && g.Standard() {
		opening = o.Name
	}
	for _, m := range p.analysis.moves(g.Game) {
		p.addMove(g, m, side, opponent, opening)
	}
}

// addMove counts an analysed move.
func (p *profile) addMove(g *dataset.Game, m analysis.Move, side engine.Color, opponent, opening string) {
	if m.Side != side {
		p.losses.of("opponents").add(m)
		return
	}
	phase := Phase(min((m.Ply-1)/phasePlies, int(Endgame))).String()
	square, _ := engine.ParseSquare(m.Move)
	for _, l := range []*moveLosses{p.losses.of("all"), p.losses.of(m.Color), p.losses.of(phase),
		p.openings.of(opening), p.squares.of(classOf[square]), p.years.of(g.Year)} {
		l.add(m)
	}
	if m.Judgement == "" {
		return
	}
	before := engine.Game{Start: g.Start, Moves: g.Moves[:m.Ply-1]}
	at, _ := before.End()
	if at.Color != side { // the other side passed
		at.Board = at.Board.Pass()
	}
	least, by := at.Board.Canonical()
	key := mistakeKey{dataset.LeastHash(least), by.Square(square)}
	row := p.mistakes[key]
	if row == nil {
		row = &mistakeRow{Year: -1}
		p.mistakes[key] = row
	}
	row.Times++
	row.PointsLost += *m.PointsLost
	if g.Year >= row.Year {
		*row = mistakeRow{row.Times, row.PointsLost, m.Loss, phase, m.Move, m.Best, m.Judgement.Mark(), g.Year, opponent,
			int(g.ID), string(engine.AppendTranscript(nil, before.Moves))}
	}
}

// result returns the counts.
func (p *profile) result(career CareerResult, also []Namesake, players, all *Players) ProfileResult {
	r := ProfileResult{CareerResult: career, Also: also, Rating: []playerRow{}, Form: []formRow{},
		Events: []profileEvent{}, Losses: []lossRow{}, ByOpening: lossRows(p.openings, itself),
		Squares:  lossRows(p.squares, func(c int) string { return classSquares[c].String() }),
		Mistakes: []mistakeRow{}}
	for _, row := range players.among(all, 0).Players {
		if PlayerIDOf(row.ID, row.Name) == p.id {
			r.Rating = append(r.Rating, row)
		}
	}
	years := map[int]expectedSum{}
	for key, t := range p.events {
		e := p.expected[key]
		y := years[key.year]
		years[key.year] = expectedSum{y.games + e.games, y.points + e.points}
		r.Events = append(r.Events, profileEvent{key.year, key.label, t.standing(), e.share()})
	}
	slices.SortFunc(r.Events, func(a, b profileEvent) int {
		return cmp.Or(-cmp.Compare(a.Year, b.Year), cmp.Compare(a.Tournament, b.Tournament))
	})
	rated := map[int]ratingRow{}
	for _, row := range players.ratings(all, 0).Ratings {
		if PlayerIDOf(row.ID, row.Name) == p.id {
			rated[row.Year] = row
		}
	}
	for _, y := range career.Years {
		row := formRow{careerYear: y, expectation: years[y.Year].share()}
		if e, ok := rated[y.Year]; ok {
			row.Elo, row.EloLow, row.EloHigh = &e.Elo, &e.EloLow, &e.EloHigh
		}
		if l := p.years[y.Year]; l != nil {
			row.Accuracy = l.total.Accuracy
		}
		r.Form = append(r.Form, row)
	}
	for _, name := range lossGroupNames {
		if l := p.losses[name]; l != nil {
			r.Losses = append(r.Losses, lossRow{name, l.precision()})
		}
	}
	for _, row := range p.mistakes {
		row.PointsLost = math.Round(1e4*row.PointsLost) / 1e4
		r.Mistakes = append(r.Mistakes, *row)
	}
	slices.SortFunc(r.Mistakes, func(a, b mistakeRow) int {
		return cmp.Or(-cmp.Compare(a.PointsLost, b.PointsLost), -cmp.Compare(a.Loss, b.Loss),
			-cmp.Compare(a.Year, b.Year), cmp.Compare(a.Moves, b.Moves), cmp.Compare(a.GameID, b.GameID))
	})
	r.Mistakes = r.Mistakes[:min(mostMistakes, len(r.Mistakes))]
	return r
}

// lossRows returns the rows of groups, those with the most moves first.
func lossRows[K cmp.Ordered](m lossGroups[K], name func(K) string) []lossRow {
	rows := []lossRow{}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		rows = append(rows, lossRow{name(key), m[key].precision()})
	}
	slices.SortStableFunc(rows, func(a, b lossRow) int { return -cmp.Compare(a.Moves, b.Moves) })
	return rows
}
