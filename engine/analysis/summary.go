package analysis

import (
	"slices"

	"github.com/outflank/outflank/engine"
)

// A Summary summarizes the analyses of games. The JSON fields are stable.
type Summary struct {
	Games       int          `json:"games"`
	Moves       int          `json:"moves"`
	Nodes       uint64       `json:"nodes"`
	Seconds     float64      `json:"seconds"`          // set by the caller
	Colors      []PlayerLoss `json:"colors"`           // black, white
	Players     []PlayerLoss `json:"players"`          // by name, the smallest mean loss first
	Compared    int          `json:"theory_compared"`  // number of theoretical scores with a computed value
	Different   int          `json:"theory_different"` // number of these that differ from the value
	Interrupted bool         `json:"interrupted"`      // set by a caller that had more games
}

// Summarize returns the summary of games.
func Summarize(games []Game) Summary {
	s := Summary{Games: len(games), Players: []PlayerLoss{}}
	s.Colors = []PlayerLoss{{Color: engine.Black.String()}, {Color: engine.White.String()}}
	names := map[string]int{} // index in s.Players
	for _, g := range games {
		s.Moves += len(g.Moves)
		for _, m := range g.Moves {
			s.Nodes += m.Nodes
		}
		if g.Theory != nil && g.Theory.Found != nil {
			s.Compared++
			if g.Theory.Differs() {
				s.Different++
			}
		}
		for i, p := range g.Players {
			s.Colors[i].Join(p)
			if p.Name == "" {
				continue
			}
			if _, ok := names[p.Name]; !ok {
				names[p.Name] = len(s.Players)
				s.Players = append(s.Players, PlayerLoss{Name: p.Name})
			}
			s.Players[names[p.Name]].Join(p)
		}
	}
	slices.SortFunc(s.Players, byMeanLoss)
	return s
}
