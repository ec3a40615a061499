package study

import (
	"context"
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// heuristics is the work that measures how well each of report 004's four heuristics predicts the winner of
// recorded games.
type heuristics struct {
	full   bool // also count stable discs on full lines
	shares bool // also compute W from relative frequencies in the host's games
}

// heuristicPlies lists the numbers of plies after which games are examined, before the next move.
var heuristicPlies = []int{20, 30, 40}

// heuristicTerms are differences between the sides, with the labels of their rows. Parity has rows of its
// own, from white's view.
var heuristicTerms = []struct{ label, id string }{
	{"the side with the higher position value", "position"},
	{"the side with more moves", "mobility"},
	{"the side with more stable discs", "cs181-stability"},
	{"the side with more discs", "discs"},
}

// A tally sums the points of games.
type tally struct {
	Points float64 `json:"points"`
	Games  int     `json:"games"`
}

func (t *tally) add(points float64) { t.Points, t.Games = t.Points+points, t.Games+1 }

// prefer counts a game for the mover if x is above 0, and for the opponent if x is below 0. If x is 0, it
// ignores the game.
func (t *tally) prefer(x, mover float64) {
	switch {
	case x > 0:
		t.add(mover)
	case x < 0:
		t.add(1 - mover)
	}
}

func (t tally) row(label string) Row { return shareRow(label, t.Points, t.Games) }

// heuristicCounts contains the counts over all games.
type heuristicCounts struct {
	Ahead  [][]tally `json:"ahead"`  // points of the side that a term prefers, by term and ply
	Even   tally     `json:"even"`   // black's turns in games without a pass; points = even empty squares
	Turns  tally     `json:"turns"`  // all turns; those that are passes count as points
	Passes [3]tally  `json:"passes"` // white's points in games with no pass, an odd number of passes, and an even number
}

func (h heuristics) Run(ctx context.Context, r *execution) (out outcome, err error) {
	list, err := takeSteps(ctx, r, "replaying games", "databases", 1,
		[]step[heuristicCounts]{{fmt.Sprintf("games and turns, %+v", h),
			func(ctx context.Context) (heuristicCounts, error) { return h.count(ctx, r.Host) }}})
	if err != nil {
		return out, err
	}
	out.Rows = list[0].rows()
	out.Plots = []namedPlot{rowPlot("rows", "Games won by the side that was ahead", out.Rows)}
	g, err := r.Host.Games(ctx)
	out.Notes = []string{fmt.Sprintf("the games are %s; %d games are finished; each row leaves out games "+
		"in which the sides are equal, and a draw counts half", g.Source, g.Count)}
	return out, err
}

// count replays all games.
func (h heuristics) count(ctx context.Context, host Host) (c heuristicCounts, err error) {
	squares := eval.DefaultSquares()
	if h.shares {
		g, err := host.Games(ctx)
		if err != nil {
			return c, err
		}
		w := classWeights(g, true)
		for s := range squares {
			squares[s] = w.mean[eval.Class(engine.Square(s))]
		}
	}
	var terms []*eval.Linear
	for _, t := range heuristicTerms {
		id := t.id
		if h.full {
			id = strings.TrimPrefix(id, "cs181-")
		}
		f, err := eval.New(id, squares)
		if err != nil {
			return c, err
		}
		m := eval.NewModel(f)
		m.Weights[0] = 1
		terms = append(terms, m.Linear())
		c.Ahead = append(c.Ahead, make([]tally, len(heuristicPlies)))
	}
	err = host.EachGame(ctx, func(g engine.Game) error { return c.add(g, terms) })
	return c, err
}

// add counts a game, which must be finished.
func (c *heuristicCounts) add(g engine.Game, terms []*eval.Linear) error {
	end, err := g.End()
	if err != nil {
		return err
	}
	black, passes, at, even := pointsOf(end.Score(engine.Black)), 0, 0, tally{}
	for ply, err := range g.Plies() {
		if err != nil {
			return err
		}
		if ply.Passed {
			passes++
		}
		if ply.Position.Color == engine.Black {
			even.add(float64(1 - ply.Position.Board.Empty().Len()%2))
		}
		if at < len(heuristicPlies) && ply.Index == heuristicPlies[at] {
			mover := black
			if ply.Position.Color == engine.White {
				mover = 1 - black
			}
			for i, term := range terms {
				c.Ahead[i][at].prefer(term.Eval(ply.Position.Board), mover)
			}
			at++
		}
	}
	kind := 0
	if passes > 0 {
		kind = 2 - passes%2
	} else {
		c.Even = tally{c.Even.Points + even.Points, c.Even.Games + even.Games}
	}
	c.Turns = tally{c.Turns.Points + float64(passes), c.Turns.Games + len(g.Moves) + passes}
	c.Passes[kind].add(1 - black)
	return nil
}

// rows returns the scores of the side that a term prefers, and white's scores by the number of passes.
func (c heuristicCounts) rows() (rows []Row) {
	for i, t := range heuristicTerms {
		for k, ply := range heuristicPlies {
			rows = append(rows, c.Ahead[i][k].row(fmt.Sprintf("%s after %d plies", t.label, ply)))
		}
	}
	none, odd, even := c.Passes[0], c.Passes[1], c.Passes[2]
	passed, all := odd.Games+even.Games, none.Games+odd.Games+even.Games
	return append(rows, none.row("white, games without a pass"),
		odd.row("white, games with an odd number of passes"),
		even.row("white, games with an even number of passes"),
		tally{float64(passed), all}.row("games with a pass"), c.Turns.row(passesLabel), c.Even.row(evenLabel))
}

const (
	passesLabel = "turns that are passes"
	evenLabel   = "black's turns with an even number of empty squares, games without a pass"
)
