package games

import (
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/engine"
)

// A View describes a game for a page.
type View struct {
	ID       string        `json:"id" doc:"identifier of the game, used in paths"`
	Setup    Setup         `json:"setup" doc:"setup of the game, with the drawn holes and random moves"`
	Board    position.View `json:"board" doc:"current position"`
	Black    Side          `json:"black"`
	White    Side          `json:"white"`
	Thinking bool          `json:"thinking" doc:"whether an agent is thinking or waiting for its place"`
	Ahead    int           `json:"ahead,omitempty" doc:"number of agents that come before the agent to move; absent if it is thinking"`
	Running  string        `json:"running" enum:",black,white" doc:"side whose clock runs; empty = neither"`
	Pace     *Pace         `json:"pace,omitempty" doc:"pace of a game between two agents"`
	End      *End          `json:"end,omitempty" doc:"how the game ended; absent until then"`
	Evening  string        `json:"evening,omitempty" doc:"identifier of the club evening that the game belongs to; absent = none"`
	You      string        `json:"you" enum:",black,white,both" doc:"side that the client plays; empty = it watches"`
	Keys     *Keys         `json:"keys,omitempty" doc:"secret keys of the seats, for links such as /seat/{id}/{key}; only in the answer that starts the game"`
	Hints    bool          `json:"hints" doc:"whether pages may show values of moves: not in a game between people with clocks or of a club evening"`
	Offers   []string      `json:"offers,omitempty" doc:"what the client may propose to the opponent: takeback, draw, rematch"`
	Next     string        `json:"next,omitempty" doc:"path of the rematch that both players agreed to; for a player, that of the seat"`
	CanUndo  bool          `json:"canUndo"`
	CanRedo  bool          `json:"canRedo"`
	Problem  string        `json:"problem,omitempty" doc:"why the agent to move does not move"`
}

// A Side describes the player of a side.
type Side struct {
	Spec    string       `json:"spec" doc:"human, or the agent's spec"`
	Human   bool         `json:"human"`
	Name    string       `json:"name,omitempty" doc:"name of the player of the seat; absent if unknown"`
	There   bool         `json:"there,omitempty" doc:"whether a player has taken the seat"`
	Here    bool         `json:"here,omitempty" doc:"whether a page of that player is connected"`
	Offer   string       `json:"offer,omitempty" enum:",takeback,draw,rematch" doc:"what the player proposes to the opponent; absent = nothing"`
	Left    *int64       `json:"left,omitempty" doc:"milliseconds left on the clock; absent without a clock"`
	Expects *Expectation `json:"expects,omitempty" doc:"expectation of the agent at its last move; absent if it reports none"`
}

// An Expectation is the search result that an agent reports.
type Expectation struct {
	Score float64 `json:"score" doc:"expected disc difference at the end, for the agent"`
	Exact bool    `json:"exact" doc:"whether the score is the result of perfect play"`
	Depth int     `json:"depth" doc:"search depth in moves; 0 if the search has no depth"`
	Line  string  `json:"line" doc:"expected line, starting with the move of the agent"`
}

// expectation returns the result of a search, or nil if the agent reports none.
func expectation(i engine.Info) *Expectation {
	if i.PV == nil {
		return nil
	}
	return &Expectation{Score: i.Score + 0, Exact: i.Exact, Depth: i.Depth,
		Line: engine.Game{Moves: i.PV}.String()}
}

// A Pace controls a game between two agents. The agents pause when the last viewer leaves.
type Pace struct {
	Moves int `json:"moves" doc:"number of moves that the agents may still make; 0 = paused"`
	Delay int `json:"delay" doc:"milliseconds before each move, 0 to 60000"`
}

// A Summary is a game in a list.
type Summary struct {
	ID      string    `json:"id"`
	Black   string    `json:"black" doc:"human, or the agent's spec"`
	White   string    `json:"white" doc:"human, or the agent's spec"`
	Names   [2]string `json:"names" doc:"names of the players of black and white, empty = unknown"`
	Shape   string    `json:"shape" example:"8x8"`
	Clock   string    `json:"clock,omitempty" doc:"time for each side; absent = no clock"`
	Seats   bool      `json:"seats,omitempty" doc:"whether people play it by secret links"`
	Open    string    `json:"open,omitempty" enum:",black,white" doc:"side whose seat any visitor may take; absent = none"`
	Here    bool      `json:"here,omitempty" doc:"whether a page of a player is connected"`
	Moves   int       `json:"moves" doc:"number of moves played"`
	End     *End      `json:"end,omitempty" doc:"how the game ended; absent until then"`
	Changed time.Time `json:"changed" doc:"time of the last change"`
	Problem string    `json:"problem,omitempty" doc:"why the game cannot be read"`
}

// view returns the current view of the game for a client with the key of a seat, "" = none.
func (g *game) view(key string) (View, error) {
	board, err := boards.ViewOf(g.Game())
	v := View{
		ID: g.id, Setup: g.setup, Board: board, Thinking: g.thinking != nil, End: g.outcome(),
		Black: g.sideView(engine.Black), White: g.sideView(engine.White), Problem: g.problem,
		You: g.side(key), Evening: g.evening, Hints: g.end != nil ||
			g.clock.Limit.All == 0 && g.evening == "" || !g.persons[0] || !g.persons[1],
	}
	if g.end == nil && v.You != "" && !g.peopleOnly() {
		v.CanUndo, v.CanRedo = g.CanUndo(g.isPerson), len(g.Undone) > 0
	}
	v.Offers, v.Next = g.possible(v.You), g.path(v.You)
	if c, ok := g.clock.Running(); ok {
		v.Running = c.String()
	}
	if g.ticket != nil {
		v.Ahead = g.ticket.Ahead()
	}
	if g.agentsOnly() {
		pace := g.pace
		v.Pace = &pace
	}
	return v, err
}

func (g *game) sideView(c engine.Color) Side {
	s := Side{Spec: g.spec(c), Human: g.isPerson(c), Name: g.names[c], There: g.taken[c],
		Here: g.here[c] > 0, Offer: g.offers[c], Expects: g.expects[c]}
	if g.clock.Limit.All > 0 {
		left := max(0, g.clock.Left(c)).Milliseconds()
		s.Left = &left
	}
	return s
}

func (g *game) summary() Summary {
	if g.damage != nil {
		return Summary{ID: g.id, Changed: g.touched, Problem: g.damage.Error()}
	}
	return Summary{
		ID: g.id, Black: g.setup.Black, White: g.setup.White, Names: g.names,
		Shape: g.Start.Board.Shape.String(), Clock: g.setup.Clock, Seats: g.setup.Seats, Open: g.free(),
		Here:  g.here != [2]int{},
		Moves: len(g.Moves), End: g.outcome(), Changed: g.touched, Problem: g.problem,
	}
}
