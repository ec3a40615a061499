package club

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/games"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/runtime/fault"
)

const mostPlayers = 40

// A Plan tells how the players of an evening play.
type Plan struct {
	Title string `json:"title" doc:"1 to 40 characters, of them a letter or a digit" example:"Thursday evening"`
	Clock string `json:"clock" doc:"time for each side such as 5m or 3m+2s; empty = no clock"`
	Start string `json:"start" doc:"start position, as in /api/v1/board" example:"8x8"`
	Games int    `json:"games" doc:"number of games of each pair; colours are swapped in the second one" minimum:"1" maximum:"2"`
}

// An evening is a round robin, as its file has it.
type evening struct {
	Version int       `json:"version"`
	Key     string    `json:"key"`    // secret key of the organiser
	Client  string    `json:"client"` // of the organiser, as in wire.Client
	Changed time.Time `json:"changed"`
	Started time.Time `json:"started,omitzero"` // time of the first round
	Plan
	Players []player              `json:"players"` // in the order of the schedule
	Round   int                   `json:"round"`   // number of rounds that have started
	Results map[int]games.Outcome `json:"results"` // by index in the schedule
}

// check returns a misuse error unless the evening can be held.
func (e *evening) check() (err error) {
	if e.Title, err = games.CheckName("title", e.Title); err != nil {
		return err
	}
	if e.Games < 1 || e.Games > 2 {
		return fault.Misusef("games: %d: want 1 or 2", e.Games)
	}
	e.Start = cmp.Or(e.Start, "8x8")
	return games.Setup{Start: e.Start, Clock: e.Clock}.Validate()
}

// A player is a participant of an evening.
type player struct {
	Name      string `json:"name"`
	Key       string `json:"key,omitempty"`          // secret; "" = no browser has joined under the name
	Withdrawn int    `json:"withdrawn_in,omitempty"` // round from which on the player loses all games; 0 = none
}

// ruled returns the result of a game that the organiser decides. diff is black's discs minus white's.
func ruled(winner, why string, diff int) games.Outcome {
	text := map[string]string{"draw": "a draw", "none": "both lose"}[winner]
	end := games.End{Winner: winner, Reason: games.Ruled, Text: cmp.Or(text, winner+" wins") + " (" + why + ")"}
	return games.Outcome{End: &end, Diff: diff}
}

// lost returns the result of a game that a side loses by the least score, or "both" without discs. It is
// false for other sides.
func lost(side, why string) (games.Outcome, bool) {
	winner, ok := map[string]string{"black": "white", "white": "black", "both": "none"}[side]
	diff := map[string]int{"black": -games.LeastWin, "white": games.LeastWin}[side]
	return ruled(winner, side+" "+why, diff), ok
}

func (e *evening) schedule() []meeting { return schedule(len(e.Players), e.Games) }

// over reports whether all games have a result.
func (e *evening) over() bool {
	n := len(e.Players)
	return e.Round > 0 && len(e.Results) == n*(n-1)/2*e.Games
}

// A seats is a game in progress with the keys of its players.
type seats struct {
	games.Keys
	games.Outcome
}

// game returns the identifier of game i of the schedule.
func (q Query) game(i int) string { return fmt.Sprintf("%s-%d", q.ID, i+1) }

// advance takes the results of finished games from the hall, and begins the next round while all games of the
// rounds before are over. It returns the games in progress by their index, and whether the evening has
// changed.
func (e *evening) advance(q Query, hall *games.Hall) (live map[int]seats, changed bool, err error) {
	live = map[int]seats{}
	list := e.schedule()
	for i := 0; i < len(list) && e.Round > 0; i++ {
		m := list[i]
		if m.round >= e.Round {
			if len(live) > 0 {
				break
			}
			e.Round, changed = m.round+1, true
		}
		if _, done := e.Results[i]; done {
			continue
		}
		black, white := e.Players[m.black], e.Players[m.white]
		gone := map[[2]bool]string{{true, false}: "black", {false, true}: "white", {true, true}: "both"}
		r, forfeit := lost(gone[[2]bool{black.Withdrawn > 0, white.Withdrawn > 0}], "withdrawn")
		if forfeit {
			r, err = hall.Rule(q.game(i), r, true)
		} else {
			var keys games.Keys
			r, keys, err = hall.Arrange(q.game(i), q.ID, [2]string{black.Name, white.Name},
				games.Setup{Black: "human", White: "human", Start: e.Start, Clock: e.Clock, Seats: true})
			if err == nil && r.End == nil {
				live[i] = seats{keys, r}
				continue
			}
		}
		if err != nil {
			return live, changed, err
		}
		e.Results[i], changed = r, true
	}
	return live, changed, nil
}

// find returns the index of the player with a name, or an error.
func (e *evening) find(name string) (int, error) {
	name = strings.TrimSpace(name)
	i := slices.IndexFunc(e.Players, func(p player) bool { return strings.EqualFold(p.Name, name) })
	if i < 0 {
		return i, wire.Fail(http.StatusNotFound, fmt.Errorf("no player of this evening is called %.40q", name))
	}
	return i, nil
}

// player returns the index of the player with a key, -1 = none.
func (e *evening) player(key string) int {
	return slices.IndexFunc(e.Players, func(p player) bool { return wire.IsKey(p.Key, key) })
}

// conflict returns the error for a request that does not fit the state of the evening.
func conflict(format string, args ...any) error {
	return wire.Fail(http.StatusConflict, fmt.Errorf(format, args...))
}

// add adds a player with a key, "" = none yet.
func (e *evening) add(name, key string) error {
	name, err := games.CheckName("name", name)
	if err != nil {
		return err
	}
	switch _, unknown := e.find(name); {
	case e.Round > 0:
		return conflict("the evening has started, and its pairings are fixed")
	case unknown == nil:
		return conflict("%s is in the list of players: choose another name", name)
	case len(e.Players) >= mostPlayers:
		return conflict("this evening has %d players, which is the limit", mostPlayers)
	}
	e.Players = append(e.Players, player{Name: name, Key: key})
	return nil
}

// join gives a name to a client and returns its key. The name is new, or no client has joined under it.
// before is the key that the client has.
func (e *evening) join(name, before string) (string, error) {
	if i := e.player(before); i >= 0 {
		return "", conflict("this browser plays as %s already", e.Players[i].Name)
	}
	key := wire.NewKey()
	i, err := e.find(name)
	switch {
	case err != nil:
		return key, e.add(name, key)
	case e.Players[i].Withdrawn > 0:
		return "", conflict("%s has withdrawn", e.Players[i].Name)
	case e.Players[i].Key != "":
		return "", conflict("%s is taken: choose another name, or ask the organiser to free it", e.Players[i].Name)
	}
	e.Players[i].Key = key
	return key, nil
}

// begin begins the next round. At most two are in progress, so that no evening fills the hall.
func (e *evening) begin() error {
	list := e.schedule()
	ahead := slices.IndexFunc(list, func(m meeting) bool { return m.round == e.Round })
	switch {
	case len(list) == 0:
		return conflict("an evening needs at least two players")
	case ahead < 0:
		return conflict("all rounds have started")
	case ahead-len(e.Results) > len(e.Players)/2:
		return conflict("two rounds are in progress: finish the earlier one first")
	case e.Round == 0:
		e.Started = now()
	}
	e.Round++
	return nil
}

// withdraw removes a player before the first round. Later, the player loses all games without a result.
func (e *evening) withdraw(i int) {
	switch {
	case e.Round == 0:
		e.Players = slices.Delete(e.Players, i, i+1)
		return
	case e.Players[i].Withdrawn > 0:
		return
	}
	for j, m := range slices.Backward(e.schedule()) {
		if _, done := e.Results[j]; !done && (m.black == i || m.white == i) {
			e.Players[i].Withdrawn = m.round + 1
		}
	}
}

// release lets another browser join under the player's name, or takes back that the player has withdrawn.
func (p *player) release() {
	if p.Withdrawn == 0 {
		p.Key = ""
	}
	p.Withdrawn = 0
}

// A Ruling is the organiser's decision about a game: a player is absent, or it was played at another board.
type Ruling struct {
	Game   string `json:"game" doc:"identifier of a game that has started and was not finished on this server"`
	Absent string `json:"absent,omitempty" enum:",black,white,both" doc:"side that is absent and loses; absent = the discs decide"`
	Black  int    `json:"black,omitempty" doc:"black's discs at the end of the game at another board" minimum:"0" maximum:"64"`
	White  int    `json:"white,omitempty" doc:"white's discs" minimum:"0" maximum:"64"`
}

// result returns the result that a ruling sets, or a misuse error.
func (r Ruling) result(start string) (games.Outcome, error) {
	if res, ok := lost(r.Absent, "absent"); ok {
		return res, nil
	}
	p, err := position.ParseStart(start)
	squares := (p.Board.Mine | p.Board.Theirs | p.Board.Empty()).Len()
	sum := r.Black + r.White
	if err != nil || r.Absent != "" || min(r.Black, r.White) < 0 || sum == 0 || sum > squares {
		return games.Outcome{}, fault.Misusef("absent %.20q, %d and %d discs: want black, white or both as "+
			"absent, or 1 to %d discs", r.Absent, r.Black, r.White, squares)
	}
	sign := cmp.Compare(r.Black, r.White)
	winner := [...]string{"white", "draw", "black"}[sign+1]
	diff := r.Black - r.White + sign*(squares-sum) // empty squares are the winner's
	return ruled(winner, fmt.Sprintf("%d to %d at another board", r.Black, r.White), diff), nil
}

// rule decides a game. It may correct an earlier ruling.
func (e *evening) rule(q Query, r Ruling, hall *games.Hall) error {
	res, err := r.result(e.Start)
	if err != nil {
		return err
	}
	for i, m := range e.schedule() {
		if m.round >= e.Round || q.game(i) != r.Game {
			continue
		}
		old, done := e.Results[i]
		if done && old.End.Reason != games.Ruled {
			return conflict("this game was finished on this server")
		}
		res.Moves = old.Moves
		res, err = hall.Rule(r.Game, res, r.Absent != "")
		e.Results[i] = res
		return err
	}
	return wire.Fail(http.StatusNotFound, fmt.Errorf("no game %.20q of this evening has started", r.Game))
}
