package games

import (
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/engine"
)

// A View is a game as a page shows it.
type View struct {
	ID       string      `json:"id" doc:"identifier of the game in paths"`
	Setup    Setup       `json:"setup" doc:"start of the game, including random holes and moves"`
	Board    boards.View `json:"board" doc:"the current position"`
	Black    Side        `json:"black"`
	White    Side        `json:"white"`
	Thinking bool        `json:"thinking" doc:"whether an agent is thinking or waiting for a free thread"`
	Running  string      `json:"running" enum:",black,white" doc:"the side whose clock is running; empty = neither"`
	Pace     *Pace       `json:"pace,omitempty" doc:"pace of a game between two agents"`
	End      *End        `json:"end,omitempty" doc:"how it ended; absent during the game"`
	CanUndo  bool        `json:"canUndo"`
	CanRedo  bool        `json:"canRedo"`
	Problem  string      `json:"problem,omitempty" doc:"reason why the agent does not move"`
}

// A Side is the player of a colour, with its data.
type Side struct {
	Spec    string       `json:"spec" doc:"human, or the agent's spec"`
	Human   bool         `json:"human"`
	Left    *int64       `json:"left,omitempty" doc:"milliseconds left on its clock; absent without a clock"`
	Expects *Expectation `json:"expects,omitempty" doc:"the agent's expectation at its last move; absent if it gives none"`
}

// An Expectation is the result of an agent's search.
type Expectation struct {
	Score float64 `json:"score" doc:"expected disc difference at the end, for the agent"`
	Exact bool    `json:"exact" doc:"whether the score is the result of perfect play"`
	Depth int     `json:"depth" doc:"search depth in plies; 0 if the search has no depth"`
	Line  string  `json:"line" doc:"the best line, beginning with its move"`
}

// expectation returns the result of a search, nil if an agent reports none.
func expectation(i engine.Info) *Expectation {
	if i.PV == nil {
		return nil
	}
	return &Expectation{Score: i.Score + 0, Exact: i.Exact, Depth: i.Depth,
		Line: engine.Game{Moves: i.PV}.String()}
}

// A Pace is how two agents play: they stop when the last viewer leaves.
type Pace struct {
	Moves int `json:"moves" doc:"number of moves that they may still play; 0 = paused"`
	Delay int `json:"delay" doc:"milliseconds before each move, 0 to 60000"`
}

// A Summary is a game in a list.
type Summary struct {
	ID      string    `json:"id"`
	Black   string    `json:"black" doc:"human, or the agent's spec"`
	White   string    `json:"white" doc:"human, or the agent's spec"`
	Shape   string    `json:"shape" example:"8x8"`
	Moves   int       `json:"moves" doc:"number of moves played"`
	End     *End      `json:"end,omitempty" doc:"how it ended; absent during the game"`
	Changed time.Time `json:"changed" doc:"time of the last change"`
	Problem string    `json:"problem,omitempty" doc:"reason why the game cannot be read"`
}

// view returns the game as it is now.
func (g *game) view() (View, error) {
	board, err := boards.ViewOf(g.Game())
	v := View{
		ID: g.id, Setup: g.setup, Board: board, Thinking: g.thinking != nil, End: g.outcome(),
		Black: g.sideView(engine.Black), White: g.sideView(engine.White), Problem: g.problem,
		CanUndo: g.end == nil && g.CanUndo(g.isPerson), CanRedo: g.end == nil && len(g.Undone) > 0,
	}
	if c, ok := g.clock.Running(); ok {
		v.Running = c.String()
	}
	if g.agentsOnly() {
		pace := g.pace
		v.Pace = &pace
	}
	return v, err
}

func (g *game) sideView(c engine.Color) Side {
	s := Side{Spec: g.spec(c), Human: g.isPerson(c), Expects: g.expects[c]}
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
		ID: g.id, Black: g.setup.Black, White: g.setup.White, Shape: g.Start.Board.Shape.String(),
		Moves: len(g.Moves), End: g.outcome(), Changed: g.touched, Problem: g.problem,
	}
}
