package study

import (
	"context"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// cassioFeature is the experiment of section III.D on what the evaluation counts.
var cassioFeature = []*Experiment{
	{
		Name: "cassio-features", Seed: "000", Games: true, Item: "III.C.2, III.D and Fig. 5d",
		Title: "What stable discs, moves, corners and X-squares are worth",
		Wording: "… if captured they are inherently stable due to condition 2 and it is especially rare for any " +
			"stable discs to exist without the corners being taken first. … It is common for a chain reaction of " +
			"stability to run from one corner to another which can be missed if you only traverse in a single " +
			"direction … five stable edge discs are not identified, significantly decreasing performance. … With " +
			"the corner squares being the most powerful squares in the game, X-Squares are conversely the least " +
			"desirable squares … Stable discs are paramount to winning Othello …",
		Result: "no number is given",
		Protocol: "Finished games of the database, as they stand before each fourth ply, and what the side " +
			"scores that is ahead in stable discs, moves or discs after 20, 30 and 40 plies. W is that of " +
			"cs181-weights. " +
			"cassio with edges searched both ways meets the same with one. Games are taken as independent, boards " +
			"of one game as well.",
		Choices: []Choice{
			{"frequency", "how many moves to a square there are, or their share of all moves of winners and of losers",
				"the report says nothing; “the least desirable squares on the board”", []string{"counts", "shares"}},
			{"depth", "depth of the searches", "“significantly decreasing performance”", []string{"3", "4"}},
			startFrom("8", "4"),
		}, Readings: 5,
		work: func(r Reading) work {
			spec := "cassio:depth=" + r.text("depth") + ",plain,exact=10"
			return together{stableDiscs{}, heuristics{full: true},
				squareWeights{relative: r.text("frequency") == "shares"},
				duels{Games: 2400, Least: 20, Random: r.integer("start"), Duels: []duel{
					{A: spec, B: spec + ",eval=cassio-one-way", Counts: []count{{Label: bothWays}}}}}}
		},
		Claims: []Claim{
			varied("it is especially rare for any stable discs to exist without the corners being taken first",
				"on less than %g of these boards",
				func(x float64) Test { return below(stableWithout, x) }, 0.01, 0.05, 0.001),
			varied("it is common for a chain reaction of stability to run from one corner to another which can be "+
				"missed if you only traverse in a single direction", "missed on %g of the boards with a taken corner",
				aboveFor(missedOneWay), 0.1, 0.05, 0.25),
			varied("five stable edge discs are not identified, significantly decreasing performance",
				"both ways score more than %g", aboveFor(bothWays), 0.5, 0.52, 0.55),
			{Says: "the corner squares being the most powerful squares in the game", Test: cornersHighest},
			{Says: "X-squares are conversely the least desirable squares", Test: xSquaresLowest,
				Means: "the lowest W", Else: []Meaning{{"a negative W", below("squares like b2", 0)}}},
			varied("stable discs are paramount to winning Othello",
				"the side with more scores more than %g after 30 and 40 plies",
				aboveAfter("the side with more stable discs", both, 30, 40), 0.6, 0.5, 0.75),
			{Says: "mobility is regarded as one of the most important aspects", Test: moreMovesWin(20, 30, 40),
				Means: "the side with more moves scores more than half after 20, 30 and 40 plies",
				Else:  []Meaning{{"after 20 plies", moreMovesWin(20)}, {"after 40 plies", moreMovesWin(40)}}},
			varied("the disc count heuristic has minimal importance until each player has very few moves left",
				"the side with more discs scores at most %g after 20, 30 and 40 plies", func(x float64) Test {
					return every(func(l string) Test { return below(l, x) }, discsAfter(20), discsAfter(30), discsAfter(40))
				}, 0.55, 0.5, 0.6),
		},
	},
}

// xSquaresLowest tests that the weight of X-squares is less than that of each other class.
var xSquaresLowest = every(func(l string) Test { return more(l, "squares like b2") },
	slices.DeleteFunc(playedClasses(), func(l string) bool { return l == "squares like b2" })...)

func moreMovesWin(plies ...int) Test {
	return aboveAfter("the side with more moves", both, plies...)(0.5)
}

func discsAfter(ply int) string { return fmt.Sprintf("the side with more discs after %d plies", ply) }

// Labels of rows of cassio-features.
const (
	stableWithout = "boards without a disc on a corner that have a stable disc"
	missedOneWay  = "boards with a disc on a corner on which one direction misses stable discs"
	bothWays      = "edges searched both ways – one way"
)

// stableDiscs counts boards of recorded games with stable discs but without corners, and boards on which a
// search of edges in one direction misses some stable discs.
type stableDiscs struct{}

// Run implements [work].
func (s stableDiscs) Run(ctx context.Context, r *execution) (out outcome, err error) {
	list, err := takeSteps(ctx, r, "replaying games", "databases", 1, []step[cases]{{"stable discs",
		func(ctx context.Context) (cases, error) { return s.count(ctx, r.Host) }}})
	if err != nil {
		return out, err
	}
	for _, label := range []string{stableWithout, missedOneWay} {
		out.Rows = append(out.Rows, shareRow(label, float64(list[0][label][0]), list[0][label][1]))
	}
	return out, nil
}

// count replays all games. A search that misses discs of both sides alike is not seen to miss any.
func (stableDiscs) count(ctx context.Context, host Host) (cases, error) {
	var searches [2]eval.Features
	for i, id := range []string{"cassio-stability", "cassio-one-way"} {
		var err error
		if searches[i], err = eval.New(id, nil); err != nil {
			return nil, err
		}
	}
	t := cases{}
	return t, host.EachGame(ctx, func(g engine.Game) error {
		for ply, err := range g.Plies() {
			if err != nil {
				return err
			}
			b := ply.Position.Board
			switch {
			case ply.Index%4 != 0:
			case b.Empty()&engine.Corners == engine.Corners:
				mine, theirs := eval.Stable(b)
				t.add(stableWithout, mine|theirs != 0)
			default:
				t.add(missedOneWay, !slices.Equal(searches[0].Append(nil, b), searches[1].Append(nil, b)))
			}
		}
		return nil
	})
}

// together is several works, one after the other. Of pictures with one name it keeps the first.
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
