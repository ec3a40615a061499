package study

import (
	"context"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// cassioFeature contains the experiment of section III.D on the features of the evaluation.
var cassioFeature = []*Experiment{
	{
		Name: "cassio-features", Seed: "000", Games: true, Item: "III.C.2, III.D and Fig. 5d",
		Title: "How stable discs, moves, corners and X-squares relate to winning",
		Wording: "… if captured they are inherently stable due to condition 2 and it is especially rare for any " +
			"stable discs to exist without the corners being taken first. … It is common for a chain reaction of " +
			"stability to run from one corner to another which can be missed if you only traverse in a single " +
			"direction … five stable edge discs are not identified, significantly decreasing performance. … With " +
			"the corner squares being the most powerful squares in the game, X-Squares are conversely the least " +
			"desirable squares … as they act as a stepping stone for the opponent to take the corner squares. … " +
			"Stable discs are paramount to winning Othello … If these criteria are satisfied in all 4 directions " +
			"then the disc is certainly stable. … Gaining control of stable edges is paramount to winning … The " +
			"interior discs are only examined once because they are not as vital to winning compared to the edge " +
			"discs … Mobility is regarded as one of the most important aspects to consider … The disc count " +
			"heuristic has minimal importance until each player has very few moves left, at which point the " +
			"weighting of disc count is significantly increased.",
		Result: "no number is given",
		Protocol: "Stable discs are counted in finished games of the database, before every fourth ply. Other " +
			"rows show the score of the side that is ahead in stable discs, moves or discs after given numbers of " +
			"plies. Stable discs meet the report's three conditions, which are applied repeatedly until they add " +
			"no disc. A search in one " +
			"direction misses the discs of an edge that depend on its right or lower corner, except the disc " +
			"beside that corner and the discs of full edges. For a class of squares, W is the number of winners' " +
			"moves minus that of losers' moves, divided by the largest such difference. Cassio that searches edges " +
			"in both directions plays cassio that searches them in one; both play perfectly from 10 empty squares. " +
			"Games are treated as independent, and so are boards of one game.",
		Choices: []Choice{
			{"frequency", "whether W uses the numbers of moves to a square or their shares of all moves by winners " +
				"and by losers",
				"the report says nothing; its closest words are “the least desirable squares on the board”",
				[]string{"counts", "shares"}},
			{"depth", "the depth of the searches", "“significantly decreasing performance”", []string{"3", "4"}},
			startFrom("8", "4"),
		}, Readings: 5,
		work: func(r Reading) work {
			spec := "cassio:depth=" + r.text("depth") + ",plain,exact=10"
			return together{recordedFeatures{}, heuristics{full: true},
				squareWeights{relative: r.text("frequency") == "shares"},
				duels{Games: 8000, Least: 20, Random: r.integer("start"), Duels: []duel{
					{A: spec, B: spec + ",eval=cassio-one-way", Counts: []count{{Label: bothWays}}}}}}
		},
		Claims: []Claim{
			varied("it is especially rare for any stable discs to exist without the corners being taken first",
				"on less than %g of the boards without a disc on a corner",
				func(x float64) Test { return below(stableWithout, x) }, 0.01, 0.05, 0.001).
				orElse("on less than 0.05 of the boards with a stable disc", below(stableNoCorner, 0.05)).
				orElse("in less than 0.05 of the games", below(gamesStableWithout, 0.05)),
			byRules("if these criteria are satisfied in all 4 directions then the disc is certainly stable",
				below(stableFlipped, 0.001)),
			varied("it is common for a chain reaction of stability to run from one corner to another which can be "+
				"missed if you only traverse in a single direction", "missed on more than %g of the boards with a "+
				"disc on a corner",
				aboveFor(missedLabel(1)), 0.1, 0.05, 0.25).
				orElse("a chain of five, as in Fig. 5d, of which only the disc beside the corner is found, on more "+
					"than 0.25",
					above(missedLabel(4), 0.25)).
				orElse("five discs missed on more than 0.25", above(missedLabel(5), 0.25)),
			varied("five stable edge discs are not identified, significantly decreasing performance",
				"searching both ways scores more than %g", aboveFor(bothWays), 0.5, 0.52, 0.55),
			{Says: "the corner squares being the most powerful squares in the game", Test: cornersHighest},
			{Says: "X-squares are conversely the least desirable squares", Test: xSquaresLowest,
				Means: "the lowest W", Else: []Meaning{{"a negative W", below("squares like b2", 0)}}},
			varied("they act as a stepping stone for the opponent to take the corner squares",
				"after more than %g of the discs on X-squares, the opponent takes the corner", aboveFor(cornerLost), 0.5,
				0.75),
			varied("stable discs are paramount to winning Othello",
				"the side with more of them scores more than %g after 30 and 40 plies",
				aboveAfter("the side with more stable discs", both, 30, 40), 0.6, 0.5, 0.75),
			varied("gaining control of stable edges is paramount to winning",
				"the side with more stable discs on edges scores more than %g after 40 and 50 plies",
				aboveAfter(moreEdges, both, 40, 50), 0.6, 0.5, 0.75),
			{Says: "the interior discs are not as vital to winning compared to the edge discs", Means: "after 50 plies, the side with more stable discs inside scores less than the side with more on edges", Test: more(moreEdges+after50, moreInside+after50),
				Else: []Meaning{{"after 40 plies", more(moreEdges+after40, moreInside+after40)}}},
			{Says: "mobility is regarded as one of the most important aspects", Test: moreMovesWin(20, 30, 40),
				Means: "the side with more moves scores more than half after 20, 30 and 40 plies",
				Else:  []Meaning{{"after 20 plies", moreMovesWin(20)}, {"after 40 plies", moreMovesWin(40)}}},
			varied("the disc count heuristic has minimal importance until each player has very few moves left",
				"the side with more discs scores half to within %g after 20, 30 and 40 plies", func(x float64) Test {
					return every(func(l string) Test { return equal(l, 0.5, x) }, discsAfter(20), discsAfter(30),
						discsAfter(40))
				}, 0.1, 0.05, 0.15),
			varied("very few moves left, at which point the weighting of disc count is significantly increased",
				"the side with more discs scores more than %g after 56 plies", aboveFor(discsAfter(56)), 0.5, 0.6).
				orElse("more than 0.5 after 54 plies", above(discsAfter(54), 0.5)).
				orElse("more than 0.5 after 50 plies", above(discsAfter(50), 0.5)),
		},
	},
}

// xSquaresLowest tests that X-squares have the lowest weight of all classes.
var xSquaresLowest = every(func(l string) Test { return more(l, "squares like b2") },
	slices.DeleteFunc(playedClasses(), func(l string) bool { return l == "squares like b2" })...)

func moreMovesWin(plies ...int) Test {
	return aboveAfter("the side with more moves", both, plies...)(0.5)
}

func discsAfter(ply int) string { return fmt.Sprintf("the side with more discs after %d plies", ply) }

// Labels of the rows of cassio-features.
const (
	stableWithout      = "boards without a disc on a corner that have a stable disc"
	stableNoCorner     = "boards with a stable disc that have none on a corner"
	gamesStableWithout = "games with a stable disc before one on a corner"
	stableFlipped      = "games in which a disc is flipped that was found to be stable"
	cornerLost         = "discs on X-squares beside an empty corner that the opponent takes"
	bothWays           = "edges searched both ways – one way"
	moreEdges          = "the side with more stable discs on edges"
	moreInside         = "the side with more stable discs inside"
	after40, after50   = " after 40 plies", " after 50 plies"
	moreMoves40        = "the side with more moves after 40 plies"
)

func missedLabel(n int) string {
	return fmt.Sprintf("boards with a disc on a corner: one direction misses %d stable discs or more of an edge",
		n)
}

// featureTallies counts features of recorded games by row label.
type featureTallies map[string]*tally

func (f featureTallies) of(label string) *tally {
	if f[label] == nil {
		f[label] = &tally{}
	}
	return f[label]
}

func (f featureTallies) add(label string, yes bool) { f.of(label).add(oneIf(yes)) }

// recordedFeatures is the work that counts features in recorded games: stable discs without corners, stable
// discs that a one-way search of edges misses, and the scores of the sides with more of a feature.
type recordedFeatures struct{}

// Run implements [work].
func (recordedFeatures) Run(ctx context.Context, r *execution) (out outcome, err error) {
	list, err := takeSteps(ctx, r, "replaying games", "databases", 1, []step[featureTallies]{{
		"features in games", func(ctx context.Context) (featureTallies, error) {
			f := featureTallies{}
			return f, r.Host.EachGame(ctx, f.game)
		}}})
	if err != nil {
		return out, err
	}
	labels := []string{stableWithout, stableNoCorner, gamesStableWithout, stableFlipped, missedLabel(1),
		missedLabel(4), missedLabel(5), cornerLost}
	for _, label := range append(labels, moreEdges+after40, moreEdges+after50, moreInside+after40,
		moreInside+after50, discsAfter(50), discsAfter(54), discsAfter(56)) {
		out.Rows = append(out.Rows, list[0].of(label).row(label))
	}
	return out, nil
}

// game counts the features of a game.
func (f featureTallies) game(g engine.Game) error {
	end, err := g.End()
	if err != nil {
		return err
	}
	var stable [2]engine.Set // indexed by colour
	without, flipped := false, false
	x := map[engine.Square]engine.Color{} // colour of the disc on the X-square of each corner
	for ply, err := range g.Plies() {
		if err != nil {
			return err
		}
		b, color := ply.Position.Board, ply.Position.Color
		mine, theirs := eval.Stable(b)
		f.scores(60-b.Empty().Len(), b, mine, theirs, pointsOf(end.Score(color)))
		if ply.Index%4 == 0 {
			without = f.corners(b, mine|theirs) || without
			flipped = flipped || stable[color]&^b.Mine|stable[color.Opponent()]&^b.Theirs != 0
			stable[color], stable[color.Opponent()] = mine, theirs
		}
		corner := engine.Square(ply.Move.Rank()/4*56 + ply.Move.File()/4*7)
		if ply.Move == corner {
			if c, ok := x[corner]; ok {
				f.add(cornerLost, c != color)
				delete(x, corner)
			}
		} else if engine.XSquares.Has(ply.Move) && b.Empty().Has(corner) {
			x[corner] = color
		}
	}
	for range x {
		f.add(cornerLost, false)
	}
	f.add(gamesStableWithout, without)
	f.add(stableFlipped, flipped)
	return nil
}

// scores counts the points of the sides with more of a feature after a number of plies. A board with holes
// counts when it has as many empty squares as a board without holes would have.
func (f featureTallies) scores(plies int, b engine.Board, mine, theirs engine.Set, points float64) {
	prefer := func(label string, mine, theirs engine.Set) {
		f.of(fmt.Sprintf("%s after %d plies", label, plies)).prefer(float64(mine.Len()-theirs.Len()), points)
	}
	if plies == 40 {
		prefer("the side with more moves", b.Moves(), b.Pass().Moves())
	}
	if plies == 40 || plies == 50 {
		prefer(moreEdges, mine&engine.Edges, theirs&engine.Edges)
		prefer(moreInside, mine&^engine.Edges, theirs&^engine.Edges)
	}
	if plies >= 50 {
		prefer("the side with more discs", b.Mine, b.Theirs)
	}
}

// corners counts a board. It reports whether the board contains stable discs but no disc on a corner.
func (f featureTallies) corners(b engine.Board, stable engine.Set) (without bool) {
	none := b.Empty()&engine.Corners == engine.Corners
	if without = none && stable != 0; stable != 0 {
		f.add(stableNoCorner, none)
	}
	if none {
		f.add(stableWithout, without)
		return without
	}
	missed := max(missedOneWay(b, b.Mine), missedOneWay(b, b.Theirs))
	for _, n := range []int{1, 4, 5} {
		f.add(missedLabel(n), missed >= n)
	}
	return without
}

// missedOneWay returns, over all edges with an empty square, the largest number of a side's discs that are
// connected to the edge's last corner but do not touch it. A search from the first corner reaches these discs
// before the last corner (Fig. 5d).
func missedOneWay(b engine.Board, own engine.Set) (most int) {
	for _, edge := range []struct{ last, step int }{{7, 1}, {63, 1}, {56, 8}, {63, 8}} {
		n, full := 0, true
		for i := range 8 {
			s := engine.Square(edge.last - i*edge.step)
			full = full && !b.Empty().Has(s)
			if n == i && own.Has(s) {
				n++
			}
		}
		if !full {
			most = max(most, n-2)
		}
	}
	return most
}

// together runs several works one after the other. If pictures have the same name, it keeps the first.
type together []work

// Run implements [work].
func (list together) Run(ctx context.Context, r *execution) (out outcome, err error) {
	for _, w := range list {
		one, err := w.Run(ctx, r)
		if err != nil {
			return out, err
		}
		out.Rows = append(out.Rows, one.Rows...)
		for _, p := range one.Plots {
			if !slices.ContainsFunc(out.Plots, func(q namedPlot) bool { return p.Name == q.Name }) {
				out.Plots = append(out.Plots, p)
			}
		}
		for _, n := range one.Notes {
			if !slices.Contains(out.Notes, n) {
				out.Notes = append(out.Notes, n)
			}
		}
	}
	return out, nil
}
