package games

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/outflank/outflank/qlearn/agents"
)

// A pageView is what the page of play shows before anything is asked for.
type pageView struct {
	Opponents []Opponent
	Chosen    int // of the opponents
	Shapes    []Shape
}

// An Opponent is an agent that the page offers.
type Opponent struct{ Spec, Name, About string }

// A Shape is a board that the page offers.
type Shape struct{ Name, About string }

// opponents are the levels, the weakest first, and two agents that everybody understands.
func opponents() (list []Opponent) {
	for _, l := range agents.Levels() {
		list = append(list, Opponent{l.Spec(), strings.ToUpper(l.Name[:1]) + l.Name[1:],
			fmt.Sprintf("%s; Elo %d", l.About, l.Elo)})
	}
	return append(list, Opponent{"greedy", "Greedy", "takes the most discs at once"},
		Opponent{"random", "Random", "plays any legal move"})
}

// chosen is the opponent that is chosen at first, of those above.
const chosen = 2

var shapes = []Shape{
	{"8x8", "8×8"}, {"6x6", "6×6"}, {"4x4", "4×4"}, {"hex", "Hexagon"}, {"rhombus", "Rhombus of hexagons"},
}

func pageData(*http.Request) (any, error) { return pageView{opponents(), chosen, shapes}, nil }
