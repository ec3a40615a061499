package analysis

import (
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/report"
)

// Result is what analyze reports; the JSON fields are stable.
type Result struct {
	Games   []Game  `json:"games"`
	Summary Summary `json:"summary"`
}

// An Game is one game. Scores and values are disc differences for black.
type Game struct {
	Index      int          `json:"index"` // among the games of the source, from 1
	Source     string       `json:"source"`
	Record     int          `json:"record"` // in the source, from 0; -1 where there is none
	Black      string       `json:"black"`  // names
	White      string       `json:"white"`
	Tournament string       `json:"tournament"`
	Year       int          `json:"year"`
	Shape      string       `json:"shape"`
	Start      string       `json:"start"` // 64 squares and the side to move
	Transcript string       `json:"transcript"`
	Status     string       `json:"status"`
	Score      int          `json:"score"` // as recorded, or of the last position
	Search     string       `json:"search"`
	Depth      int          `json:"depth"`       // limit in plies, 0 = none
	Exact      int          `json:"exact"`       // values are exact from so many empty squares on
	StartValue float64      `json:"start_value"` // of the start position
	Moves      []Move       `json:"moves"`
	Players    []PlayerLoss `json:"players"` // black, white
	Theory     *theoryCheck `json:"theory"`  // null = the file says nothing
}

// A PlayerLoss sums up the moves of a side.
type PlayerLoss struct {
	Color    string  `json:"color"`
	Name     string  `json:"name"`
	Moves    int     `json:"moves"`
	Loss     float64 `json:"loss"`      // discs, in all
	MeanLoss float64 `json:"mean_loss"` // a move
	Best     int     `json:"best"`      // moves without loss
	Swings   int     `json:"swings"`
	Worst    int     `json:"worst"` // ply of the greatest loss, 0 = none

	worst float64
}

// A theoryCheck compares the theoretical score of a file with what was found.
type theoryCheck struct {
	Empties  int      `json:"empties"`
	Recorded int      `json:"recorded"` // disc difference for black
	Found    *float64 `json:"found"`    // null = no exact value there
}

// Summary is about all games.
type Summary struct {
	Games     int          `json:"games"`
	Moves     int          `json:"moves"`
	Nodes     uint64       `json:"nodes"`
	Seconds   float64      `json:"seconds"`
	Colors    []PlayerLoss `json:"colors"`           // black, white
	Players   []PlayerLoss `json:"players"`          // by name, the least mean loss first
	Compared  int          `json:"theory_compared"`  // theoretical scores that were searched
	Different int          `json:"theory_different"` // and are not what was found
	Cut       bool         `json:"interrupted"`      // there are more games
}

func NewGame(index int, g *dataset.Game, an *Analyst, moves []Move, start judged) Game {
	r := Game{
		Index: index, Source: g.Source, Record: g.Record, Black: g.Black, White: g.White, Tournament: g.Tournament, Year: g.Year,
		Shape: g.Start.Board.Shape.String(), Start: g.Start.String(), Transcript: g.Game.String(), Status: g.Status.String(), Score: g.Score,
		Search: an.Name, Depth: an.Depth, Exact: an.Exact, StartValue: rounded(start.value), Moves: moves,
		Players: []PlayerLoss{{Color: engine.Black.String(), Name: g.Black}, {Color: engine.White.String(), Name: g.White}},
		Theory:  checkTheory(g, moves),
	}
	for _, m := range moves {
		r.Players[m.Side].add(m)
	}
	return r
}

// checkTheory returns nil for games without a theoretical score.
func checkTheory(g *dataset.Game, moves []Move) *theoryCheck {
	if g.TheoryEmpties == 0 {
		return nil
	}
	check := &theoryCheck{Empties: g.TheoryEmpties, Recorded: g.Theory}
	for _, m := range moves {
		if m.Empties == g.TheoryEmpties && m.Exact {
			value := ForBlack(m.Side, m.BestValue)
			check.Found = &value
		}
	}
	return check
}

func (c *theoryCheck) differs() bool { return c.Found != nil && *c.Found != float64(c.Recorded) }

// add counts a move.
func (p *PlayerLoss) add(m Move) {
	p.Moves++
	p.Loss = rounded(p.Loss + m.Loss)
	p.MeanLoss = rounded(p.Loss / float64(p.Moves))
	if m.Loss == 0 {
		p.Best++
	}
	if m.Swing != "" {
		p.Swings++
	}
	if m.Loss > p.worst {
		p.Worst, p.worst = m.Ply, m.Loss
	}
}

// join counts the moves of another one.
func (p *PlayerLoss) join(q PlayerLoss) {
	p.Moves += q.Moves
	p.Loss = rounded(p.Loss + q.Loss)
	if p.Moves > 0 {
		p.MeanLoss = rounded(p.Loss / float64(p.Moves))
	}
	p.Best += q.Best
	p.Swings += q.Swings
	p.Worst = 0 // a ply of which game?
}

// Summarize sums up the games.
func (r *Result) Summarize() {
	s := &r.Summary
	s.Games = len(r.Games)
	s.Colors = []PlayerLoss{{Color: engine.Black.String()}, {Color: engine.White.String()}}
	names := map[string]*PlayerLoss{}
	for _, g := range r.Games {
		s.Moves += len(g.Moves)
		for _, m := range g.Moves {
			s.Nodes += m.Nodes
		}
		if g.Theory != nil && g.Theory.Found != nil {
			s.Compared++
			if g.Theory.differs() {
				s.Different++
			}
		}
		for i, p := range g.Players {
			s.Colors[i].join(p)
			if p.Name != "" {
				if names[p.Name] == nil {
					names[p.Name] = &PlayerLoss{Name: p.Name}
				}
				names[p.Name].join(p)
			}
		}
	}
	s.Players = byMeanLoss(names)
}

func byMeanLoss(names map[string]*PlayerLoss) []PlayerLoss {
	list := []PlayerLoss{}
	for _, p := range names {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b PlayerLoss) int {
		switch {
		case a.MeanLoss != b.MeanLoss:
			return report.Sign(a.MeanLoss - b.MeanLoss)
		case a.Name < b.Name:
			return -1
		}
		return 1
	})
	return list
}
