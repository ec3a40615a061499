package analyze

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

const (
	searchDepth = 20 // plies of the search of positions whose values are not exact, including the move
	mistakeLoss = 6  // discs that a mistake loses at least
	standsOut   = 4  // discs by which the best move must be better if the end is far
	countable   = 14 // up to this number of empty squares, people can count a smaller difference
	quickDepth  = 6  // plies of the search that finds mistakes
)

// gradeDepths are the depths, in plies, of the searches that grade a puzzle. It belongs to the first depth
// from which on all of them prefer the best move, or to the grade after the last.
var gradeDepths = [...]int{1, 3, 6, 10}

// priorMissed is the share of players who missed a puzzle of each grade: 6,105 puzzles of 8 to 20 empty
// squares from the federation's database (notebooks/reports/measurements.md).
var priorMissed = [len(gradeDepths) + 1]float64{0.17, 0.36, 0.50, 0.60, 0.63}

// priorPuzzles is the number of puzzles as much as which these shares weigh.
const priorPuzzles = 50

// makeOptions are the settings of puzzles, bound to flags.
type makeOptions struct {
	path     string
	count    int
	empties  cli.RangesFlag
	exact    int // up to this number of empty squares, values are results of best play
	mistakes bool
	every    bool // also positions without a single best move
	seed     uint64
	filter   store.Filter
	label    label.Options
}

// A made is the answer of puzzles.
type made struct {
	Games     int `json:"games"`     // that a position was looked for in
	Positions int `json:"positions"` // whose moves were searched
	Puzzles   int `json:"puzzles"`
	Missed    int `json:"missed"` // puzzles that the player missed

	Grades []grade `json:"grades"`
}

// A grade is a class of puzzles for which a search needs the same depth.
type grade struct {
	Depth   int     `json:"depth"` // plies from which on the searches prefer the best move; 0 = more than 10
	Puzzles int     `json:"puzzles"`
	Missed  float64 `json:"missed"` // share of the puzzles that the player missed
	Rating  int     `json:"rating"`
}

func makeCommand(a *cli.App) *cobra.Command {
	o := makeOptions{empties: cli.RangesFlag{{8, 20}}}
	o.label.Settings = label.Settings{Depth: searchDepth - 1, HashBytes: 16 << 20}
	var asJSON bool
	var fleet cli.Fleet
	c := &cobra.Command{
		Use:   "puzzles GAMES -o FILE",
		Short: "Make puzzles from games: positions with a single best move",
		Long: fmt.Sprintf(`Puzzles draws a position from each of many games, finds the values of all its moves,
and writes the positions with a single best move as OBF, with all values.

Up to --exact empty squares, the values are results of best play. Before that, they come from
searches of %d plies, and the position must be one in which the player lost at least %d discs. With
more than %d empty squares, the best move is at least %d discs better than all others. --mistakes
asks for lost discs everywhere, and --player makes puzzles from the mistakes of one player. --every
keeps all positions, such as for "outflank accuracy".

Each puzzle has a rating that comes from what people missed. Puzzles are graded by the depth from
which on a search finds the best move; the share of players who missed the move in their game, over
all puzzles of a grade, gives the rating, in Elo: 1500 where half of the players missed it. Puzzles
that were chosen for a mistake do not count in these shares. The shares begin with those of the
federation's database, which weigh as much as %d puzzles. Only games between people count, unless
--kind says otherwise.

The puzzles do not depend on the number of workers. After an interruption, run the same command
again: it resumes. "outflank puzzle FILE" plays them; "outflank audit FILE" solves them again.`,
			searchDepth, mistakeLoss, countable, standsOut, priorPuzzles),
		Example: `  outflank puzzles games -o puzzles.obf
  outflank puzzles games -o mine.obf --player "Seeley Ben" --empties 8-40
  outflank puzzles games -o midgame.obf --empties 24-40 --count 200`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(args); err != nil {
				return err
			}
			o.label.Settings.Exact = o.exact - 1 // after a move
			if !c.Flags().Changed("kind") {
				o.filter.Kind = dataset.Humans
			}
			var err error
			if o.label.Evaluator, err = agents.ReadDeepEvaluator(""); err != nil {
				return err
			}
			games, err := a.ReadGames(c.Context(), "reading", args, o.filter)
			if err != nil {
				return err
			}
			farm, end, err := fleet.Farm(c.Context(), a, o.path, label.WorkOf(o.path))
			if err != nil {
				return err
			}
			defer end()
			o.label.Farm = farm
			r, err := o.make(c.Context(), a, games)
			if err != nil {
				return err
			}
			return a.Report(asJSON, r, func() { r.print(a, o.path) })
		},
	}
	cli.AddFilterFlags(c, &o.filter)
	f := c.Flags()
	f.StringVarP(&o.path, "output", "o", "", "file for the puzzles, which ends in .obf")
	f.IntVar(&o.count, "count", 1000, "number of positions to search; some have several best moves")
	f.Var(&o.empties, "empties", "numbers of empty squares, such as 8-20 or 24-40")
	f.IntVar(&o.exact, "exact", 20, "exact values with at most n empty squares")
	f.BoolVar(&o.every, "every", false, "also positions without a single best move, without ratings")
	f.BoolVar(&o.mistakes, "mistakes", false,
		fmt.Sprintf("only positions in which the player lost at least %d discs", mistakeLoss))
	f.Uint64Var(&o.seed, "seed", 1, "seed of the draw")
	cli.AddWorkersFlag(c, &o.label.Workers, "concurrent searches")
	fleet.AddFlags(c)
	cli.AddJSON(c, &asJSON, "print the summary as JSON", made{})
	return c
}

func (o *makeOptions) check(args []string) error {
	switch {
	case o.path == "":
		return cli.NoOutput("the file for the puzzles", "puzzles.obf")
	case !strings.HasSuffix(o.path, ".obf"):
		return fault.Misusef("-o %q: want a file that ends in .obf, as in -o puzzles.obf", o.path)
	case o.exact < 1 || o.exact > 60:
		return fault.Misusef("--exact %d: want 1 to 60", o.exact)
	case o.count < 1:
		return fault.Misusef("--count %d: want 1 or more", o.count)
	}
	return cli.CheckOutputs(args, o.path)
}

// A position is a candidate: a position of a game with the move that was played.
type position struct {
	notation.Problem
	played  engine.Square
	mistake bool // whether it was chosen because the move lost discs
}

// make writes the puzzles.
func (o *makeOptions) make(ctx context.Context, a *cli.App,
	games iter.Seq2[dataset.Game, error]) (r made, err error) {
	var all []dataset.Game
	for g, err := range games {
		if err != nil {
			return r, err
		}
		if g.Status == dataset.Complete && g.Start == engine.StandardStart() {
			all = append(all, g)
		}
	}
	rng := rand.New(rand.NewPCG(o.seed, engine.StreamSubset))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	list, err := o.candidates(ctx, a, all, &r)
	if err == nil && len(list) == 0 {
		err = fault.BadInputf("no game has a position to search: looked at %s", text.Plural(r.Games, "game"))
	}
	if err != nil {
		return r, err
	}
	r.Positions = len(list)
	problems := make([]notation.Problem, len(list))
	for i, p := range list {
		problems[i] = p.Problem
	}
	choose := func(ctx context.Context, ranked []notation.Problem) ([]notation.Problem, error) {
		return o.choose(ctx, list, ranked, &r)
	}
	if _, err = a.Label(ctx, label.Ranked(problems, choose), o.path, o.label, "searching", "move"); err != nil {
		return r, err
	}
	return r, ctx.Err()
}

// candidates returns a position of each game until there are enough.
func (o *makeOptions) candidates(ctx context.Context, a *cli.App, games []dataset.Game,
	r *made) (list []position, err error) {
	bar := a.Meter("choosing", "positions", o.count)
	defer bar.End()
	find := func(ctx context.Context, g dataset.Game) (*position, error) {
		rng := rand.New(rand.NewPCG(o.seed, engine.StreamJudged+uint64(g.ID)))
		for _, p := range o.positions(g, rng) {
			if p.Board.Empty().Len() > o.exact || o.mistakes || o.filter.Player != "" {
				ranking := o.analyst(quickDepth).Best(ctx, p.Board)
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				if line, _ := ranking.Of(p.played); ranking.Lines[0].Score-line.Score < mistakeLoss {
					continue
				}
				p.mistake = true
			}
			return &p, nil
		}
		return nil, nil
	}
	workers := cmp.Or(o.label.Workers, runtime.GOMAXPROCS(0))
	for p, err := range parallel.Map(ctx, workers, 4*workers, slices.Values(games), find) {
		if err != nil {
			return nil, err
		}
		r.Games++
		if p == nil {
			continue
		}
		list = append(list, *p)
		bar.Set(len(list))
		if len(list) == o.count {
			break
		}
	}
	return list, ctx.Err()
}

// positions returns the positions of a game that may become puzzles, in random order.
func (o *makeOptions) positions(g dataset.Game, rng *rand.Rand) (list []position) {
	for ply, err := range g.Plies() {
		if err != nil {
			break
		}
		player := g.Black
		if ply.Position.Color == engine.White {
			player = g.White
		}
		if ply.Legal.Len() < 3 || !o.empties.Has(ply.Position.Board.Empty().Len()) ||
			!strings.Contains(text.FoldName(player), text.FoldName(o.filter.Player)) {
			continue
		}
		p := position{Problem: notation.Problem{Position: ply.Position}, played: ply.Move}
		p.Comment = fmt.Sprintf("%s - %s, %s %d, played %v", g.Black, g.White, g.Tournament, g.Year, ply.Move)
		list = append(list, p)
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// analyst returns an analyst that searches to a depth.
func (o *makeOptions) analyst(depth int) *analysis.Analyst {
	limits := agents.AnalystLimits{Depth: depth, Threads: 1, Bytes: 1 << 20}
	return agents.NewAnalyst(engine.Full, limits, o.label.Evaluator)
}

// choose returns the positions with a single best move, with their ratings.
func (o *makeOptions) choose(ctx context.Context, list []position, ranked []notation.Problem,
	r *made) ([]notation.Problem, error) {
	r.Grades = []grade{}
	if o.every {
		r.Puzzles = len(ranked)
		return ranked, nil
	}
	var puzzles []position
	for i, p := range ranked {
		gap := 1.0
		if p.Board.Empty().Len() > min(countable, o.exact) {
			gap = standsOut
		}
		if len(p.Moves) > 1 && p.Moves[0].Score-p.Moves[1].Score >= gap {
			puzzles = append(puzzles, position{p, list[i].played, list[i].mistake})
		}
	}
	workers := cmp.Or(o.label.Workers, runtime.GOMAXPROCS(0))
	var grades []int
	for g, err := range parallel.Map(ctx, workers, 4*workers, slices.Values(puzzles), o.grade) {
		if err != nil {
			return nil, err
		}
		grades = append(grades, g)
	}
	for g := range len(gradeDepths) + 1 {
		c := grade{}
		if g < len(gradeDepths) {
			c.Depth = gradeDepths[g]
		}
		missed, drawn, drawnMissed := 0, 0.0, 0.0
		for i, p := range puzzles {
			if grades[i] != g {
				continue
			}
			c.Puzzles++
			wrong := p.played != p.Moves[0].Move
			if wrong {
				missed++
			}
			if !p.mistake {
				drawn++
				if wrong {
					drawnMissed++
				}
			}
		}
		c.Missed = float64(missed) / float64(max(1, c.Puzzles))
		share := (drawnMissed + priorPuzzles*priorMissed[g]) / (drawn + priorPuzzles)
		c.Rating = 1500 + int(math.Round(400*math.Log10(share/(1-share))))
		r.Grades, r.Missed = append(r.Grades, c), r.Missed+missed
	}
	var out []notation.Problem
	for i, p := range puzzles {
		p.Comment = fmt.Sprintf("rating %d; %s", r.Grades[grades[i]].Rating, p.Comment)
		out = append(out, p.Problem)
	}
	r.Puzzles = len(out)
	return out, nil
}

// grade returns the index of the first of gradeDepths from which on the searches to these depths prefer the
// best move, or the number of depths if the deepest one does not. Each depth is a search of its own, because
// a deep search near the end of the game omits the small depths.
func (o *makeOptions) grade(ctx context.Context, p position) (int, error) {
	for i := len(gradeDepths) - 1; i >= 0; i-- {
		ranking := o.analyst(gradeDepths[i]).Best(ctx, p.Board)
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if ranking.Lines[0].PV[0] != p.Moves[0].Move {
			return i + 1, nil
		}
	}
	return 0, nil
}

// print prints the summary.
func (r *made) print(a *cli.App, path string) {
	if len(r.Grades) == 0 {
		a.Printf("%s of %s\n\nwrote %s\nNext: outflank accuracy %s\n", text.Plural(r.Puzzles, "position"),
			text.Plural(r.Games, "game"), path, path)
		return
	}
	share := float64(r.Missed) / float64(max(1, r.Puzzles))
	a.Printf("%s from %s of %s; the players missed %.0f %%\n\n", text.Plural(r.Puzzles, "puzzle"),
		text.Plural(r.Positions, "position"), text.Plural(r.Games, "game"), 100*share)
	t := a.Table()
	t.Row("found from depth", "puzzles", "missed", "rating", "")
	for _, g := range r.Grades {
		depth := fmt.Sprint(g.Depth)
		if g.Depth == 0 {
			depth = fmt.Sprintf("more than %d", gradeDepths[len(gradeDepths)-1])
		}
		missed := "–"
		if g.Puzzles > 0 {
			missed = fmt.Sprintf("%.0f %%", 100*g.Missed)
		}
		t.Row(depth, fmt.Sprint(g.Puzzles), missed, fmt.Sprint(g.Rating), "")
	}
	t.Flush()
	a.Printf("\nwrote %s\nNext: outflank puzzle %s\n", path, path)
}
