package analysis

import (
	"cmp"
	"context"

	"github.com/outflank/outflank/engine"
)

// A Record is a game to analyse, with data about it. Only the game is required.
type Record struct {
	engine.Game
	Index                    int    // among the games of the source, from 1
	Source                   string // for example a file name
	Number                   int    // in the source, from 0; -1 if it has no numbers
	Black, White, Tournament string // names
	Year                     int
	Status                   string // whether the game is complete
	Score                    *int   // recorded disc difference for black; nil = unknown

	// Theory is the disc difference for black after best play from the position with TheoryEmpties empty
	// squares, as stated by the source. If it is unknown, TheoryEmpties is 0.
	Theory, TheoryEmpties int
}

// A Game is the analysis of a game. Scores and values are disc differences for black. The JSON fields are
// stable.
type Game struct {
	Index      int          `json:"index"` // among the games of the source, from 1
	Source     string       `json:"source"`
	Record     int          `json:"record"` // in the source, from 0; -1 = none
	Black      string       `json:"black"`  // names
	White      string       `json:"white"`
	Tournament string       `json:"tournament"`
	Year       int          `json:"year"`
	Shape      string       `json:"shape"`
	Start      string       `json:"start"` // 64 squares and the side to move
	Transcript string       `json:"transcript"`
	Status     string       `json:"status"`
	Score      *int         `json:"score"`       // recorded score, null = unknown
	Search     string       `json:"search"`      // name of the search
	Depth      int          `json:"depth"`       // limit in plies, 0 = none
	Exact      int          `json:"exact"`       // number of empty squares from which values are exact
	StartValue float64      `json:"start_value"` // of the start position
	Moves      []Move       `json:"moves"`       // in the order of the game
	Players    []PlayerLoss `json:"players"`     // black, white
	Theory     *TheoryCheck `json:"theory"`      // null = the source has no theoretical score
}

// A PlayerLoss summarizes the moves of a side or of a player.
type PlayerLoss struct {
	Color    string  `json:"color"`
	Name     string  `json:"name"`
	Moves    int     `json:"moves"`
	Loss     float64 `json:"loss"`      // total loss in discs
	MeanLoss float64 `json:"mean_loss"` // discs per move
	Best     int     `json:"best"`      // moves without loss
	Swings   int     `json:"swings"`    // moves that changed the outcome, see [Move.Swing]
	Worst    int     `json:"worst"`     // ply of the largest loss; 0 = none, or several games

	Accuracy     *float64 `json:"accuracy"` // mean accuracy, 0 to 100, of the moves with known loss of points; null = none
	Inaccuracies int      `json:"inaccuracies"`
	Mistakes     int      `json:"mistakes"`
	Blunders     int      `json:"blunders"`

	worst    float64
	judged   int     // moves with known loss of points
	accuracy float64 // sum of their accuracies
}

// A TheoryCheck compares the theoretical score of a source with the computed value.
type TheoryCheck struct {
	Empties  int      `json:"empties"`
	Recorded int      `json:"recorded"` // disc difference for black
	Found    *float64 `json:"found"`    // null = no exact value
}

// Report combines a game with its moves from [Analyst.Analyze]. For a game without moves, it searches the
// start position.
func (an *Analyst) Report(ctx context.Context, r Record, moves []Move) Game {
	moves = append([]Move{}, moves...) // [] instead of null in JSON
	g := Game{
		Index: r.Index, Source: r.Source, Record: r.Number, Black: r.Black, White: r.White,
		Tournament: r.Tournament, Year: r.Year,
		Shape: r.Start.Board.Shape.String(), Start: r.Start.String(), Transcript: r.Game.String(), Status: r.Status,
		Score:  r.Score,
		Search: an.Name, Depth: an.Depth, Exact: an.Exact, Moves: moves,
		Players: []PlayerLoss{{Color: engine.Black.String(), Name: r.Black},
			{Color: engine.White.String(), Name: r.White}},
		Theory: checkTheory(r, moves),
	}
	if len(moves) > 0 {
		g.StartValue = moves[0].BestForBlack()
	} else if best := an.Best(ctx, r.Start.Board); best.Lines != nil {
		g.StartValue = forBlack(r.Start.Color, rounded(best.Lines[0].Score))
	}
	for _, m := range moves {
		g.Players[m.Side].Add(m)
	}
	return g
}

// checkTheory returns nil for games without a theoretical score.
func checkTheory(r Record, moves []Move) *TheoryCheck {
	if r.TheoryEmpties == 0 {
		return nil
	}
	check := &TheoryCheck{Empties: r.TheoryEmpties, Recorded: r.Theory}
	for _, m := range moves {
		if m.Empties == r.TheoryEmpties && m.Exact {
			value := m.BestForBlack()
			check.Found = &value
		}
	}
	return check
}

// Differs reports whether the computed value differs from the recorded one.
func (c *TheoryCheck) Differs() bool { return c.Found != nil && *c.Found != float64(c.Recorded) }

// Add adds a move to the counts.
func (p *PlayerLoss) Add(m Move) {
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
	switch m.Judgement {
	case Inaccuracy:
		p.Inaccuracies++
	case Mistake:
		p.Mistakes++
	case Blunder:
		p.Blunders++
	}
	if m.PointsLost != nil {
		p.addAccuracy(1, accuracyOf(*m.PointsLost))
	}
}

// addAccuracy adds the accuracies of moves.
func (p *PlayerLoss) addAccuracy(moves int, sum float64) {
	p.judged += moves
	p.accuracy += sum
	if p.judged > 0 {
		mean := rounded(p.accuracy / float64(p.judged))
		p.Accuracy = &mean
	}
}

// Join adds the moves of q, which are others.
func (p *PlayerLoss) Join(q PlayerLoss) {
	p.Moves += q.Moves
	p.Loss = rounded(p.Loss + q.Loss)
	if p.Moves > 0 {
		p.MeanLoss = rounded(p.Loss / float64(p.Moves))
	}
	p.Best += q.Best
	p.Swings += q.Swings
	p.Inaccuracies += q.Inaccuracies
	p.Mistakes += q.Mistakes
	p.Blunders += q.Blunders
	p.addAccuracy(q.judged, q.accuracy)
}

// byMeanLoss orders players by mean loss, the smallest first.
func byMeanLoss(a, b PlayerLoss) int {
	return cmp.Or(cmp.Compare(a.MeanLoss, b.MeanLoss), cmp.Compare(a.Name, b.Name))
}
