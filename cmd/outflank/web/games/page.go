package games

import "net/http"

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

// opponents are agents from weak to strong.
var opponents = []Opponent{
	{"random", "Random", "any legal move"},
	{"greedy", "Greedy", "the most discs at once"},
	{"ab:depth=2,exact=6", "Two moves ahead", "a short search"},
	{"ab:depth=4", "Four moves ahead", "a search with exact endings"},
	{"ab:depth=6", "Six moves ahead", "a longer search"},
	{"engine:depth=10", "Full engine", "8×8 only"},
}

var shapes = []Shape{
	{"8x8", "8×8"}, {"6x6", "6×6"}, {"4x4", "4×4"}, {"hex", "Hexagon"}, {"rhombus", "Rhombus of hexagons"},
}

func pageData(*http.Request) (any, error) { return pageView{opponents, 2, shapes}, nil }
