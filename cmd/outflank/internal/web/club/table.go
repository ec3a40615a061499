package club

import (
	"cmp"
	"slices"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/games"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// A Summary is an evening in a list.
type Summary struct {
	Plan
	ID      string    `json:"id"`
	State   string    `json:"state" enum:"open,playing,over" doc:"open: players may join; playing: the pairings are fixed; over: all games have a result"`
	Players int       `json:"players" doc:"number of players"`
	Round   int       `json:"round" doc:"number of rounds that have started"`
	Changed time.Time `json:"changed" doc:"time of the last change"`
}

// A View is an evening as a client sees it.
type View struct {
	Summary
	Key      string    `json:"key,omitempty" doc:"secret key for the link /club/{id}/{key}: of the organiser, or of a player in the answer to join; absent for other clients"`
	You      string    `json:"you,omitempty" doc:"name under which the client plays; absent if it does not play"`
	Table    []Row     `json:"table" doc:"cross-table, the best player first; before the first round, the players in the order in which they came"`
	Pairings []Pairing `json:"pairings" doc:"games of all rounds in their order; none before the first round"`
}

// A Row is a player in the cross-table.
type Row struct {
	Rank      int         `json:"rank" doc:"from 1; players with equal points and discs share a rank"`
	Name      string      `json:"name"`
	Free      bool        `json:"free,omitempty" doc:"whether a browser can join under the name: none has, and the player has not withdrawn"`
	Withdrawn int         `json:"withdrawn,omitempty" doc:"round from which on the player loses all games without a result; absent = the player has not withdrawn"`
	Points    float64     `json:"points" doc:"1 for a win, 0.5 for a draw"`
	Diff      int         `json:"diff" doc:"sum of the disc differences of the games, which orders players with equal points"`
	Played    int         `json:"played" doc:"number of games with a result"`
	Against   [][]float64 `json:"against" doc:"for the player of each row, the points in the games against that player"`
}

// A Pairing is a game of an evening.
type Pairing struct {
	Game  string `json:"game" doc:"identifier of the game, for /api/v1/games/{id} once it has started"`
	Round int    `json:"round" doc:"from 1"`
	Black string `json:"black" doc:"name"`
	White string `json:"white" doc:"name"`
	Path  string `json:"path,omitempty" doc:"page of a game in progress; for its players, the secret link of the seat"`
	games.Outcome
}

func (e *evening) summary(id string) Summary {
	s := Summary{e.Plan, id, "open", len(e.Players), e.Round, e.Changed}
	switch {
	case e.over():
		s.State = "over"
	case e.Round > 0:
		s.State = "playing"
	}
	return s
}

// view returns the view for a client. live are the games in progress.
func (e *evening) view(q Query, live map[int]seats) View {
	v := View{Summary: e.summary(q.ID), Table: e.table(), Pairings: []Pairing{}}
	if wire.IsKey(e.Key, q.Organiser) {
		v.Key = e.Key
	}
	you := e.player(q.Player)
	if you >= 0 {
		v.You = e.Players[you].Name
	}
	if e.Round == 0 {
		return v
	}
	for i, m := range e.schedule() {
		p := Pairing{q.game(i), m.round + 1, e.Players[m.black].Name, e.Players[m.white].Name, "", e.Results[i]}
		if g, ok := live[i]; ok {
			p.Outcome, p.Path = g.Outcome, "/play/"+p.Game
			switch you {
			case m.black:
				p.Path = "/seat/" + p.Game + "/" + g.Black
			case m.white:
				p.Path = "/seat/" + p.Game + "/" + g.White
			}
		}
		v.Pairings = append(v.Pairings, p)
	}
	return v
}

// table returns the cross-table, ordered by points and disc differences.
//
// The federation orders equal points by the Brightwell quotient: a player's discs plus a constant times the
// points of the opponents. In a round robin, players with equal points have opponents with equal sums of
// points, so that the discs decide. A win over an absent player adds no more than the least win, so that it
// decides few ties.
func (e *evening) table() []Row {
	rows := make([]Row, len(e.Players))
	for i, p := range e.Players {
		rows[i] = Row{Name: p.Name, Free: p.Key == "" && p.Withdrawn == 0, Withdrawn: p.Withdrawn}
	}
	points := map[string][2]float64{"black": {1, 0}, "white": {0, 1}, "draw": {0.5, 0.5}}
	against := map[[2]string][]float64{}
	count := func(a, b *Row, diff int, points float64) {
		a.Points, a.Diff, a.Played = a.Points+points, a.Diff+diff, a.Played+1
		against[[2]string{a.Name, b.Name}] = append(against[[2]string{a.Name, b.Name}], points)
	}
	for i, m := range e.schedule() {
		if r, ok := e.Results[i]; ok {
			black, white := &rows[m.black], &rows[m.white]
			count(black, white, r.Diff, points[r.End.Winner][0])
			count(white, black, -r.Diff, points[r.End.Winner][1])
		}
	}
	slices.SortStableFunc(rows, better)
	for i := range rows {
		row := &rows[i]
		row.Rank, row.Against = i+1, [][]float64{}
		if i > 0 && better(rows[i-1], *row) == 0 {
			row.Rank = rows[i-1].Rank
		}
		for _, other := range rows {
			row.Against = append(row.Against, append([]float64{}, against[[2]string{row.Name, other.Name}]...))
		}
	}
	return rows
}

// better compares two players; the better one comes first.
func better(a, b Row) int {
	return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Diff, a.Diff))
}
