package analyze

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// analyze analyses games one after the other. When interrupted, it reports the finished games and the
// finished moves of the current game.
func analyze(ctx context.Context, a *cli.App, args []string, o *analyzeOptions) error {
	var evaluator func() deep.Evaluator // nil = the embedded evaluator
	var err error
	if o.model != "" {
		if evaluator, err = agents.ReadDeepEvaluator(o.model); err != nil {
			return err
		}
	}
	if o.bookPath != "" {
		if o.book, err = book.Open(o.bookPath); err != nil {
			return err
		}
		defer o.book.Close()
	}
	source, err := analyzedGames(ctx, a, args, o)
	if err != nil {
		return err
	}
	begin := time.Now()
	games, err := analyzeAll(ctx, a, source, o, evaluator)
	if err != nil {
		return err
	}
	r := result{games, analysis.Summarize(games)}
	r.Summary.Interrupted = ctx.Err() != nil
	r.Summary.Seconds = time.Since(begin).Seconds()
	if err := reportAnalysis(a, &r, o); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		done := text.Plural(len(r.Games), "game") + " done"
		if n := r.movesLeft(); n > 0 {
			done += fmt.Sprintf(", %s of the last one left", text.Plural(n, "move"))
		}
		return fmt.Errorf("%w: %s", fault.ErrInterrupted, done)
	case len(r.Games) == 0:
		return fault.BadInputf("no games to analyze")
	}
	return nil
}

// A result is the result of analyze; its JSON fields are stable.
type result struct {
	Games   []analysis.Game  `json:"games"`
	Summary analysis.Summary `json:"summary"`
}

// movesLeft returns the number of moves of the last game that an interrupted analysis did not reach.
func (r *result) movesLeft() int {
	if !r.Summary.Interrupted || len(r.Games) == 0 {
		return 0
	}
	last := &r.Games[len(r.Games)-1]
	return len(last.Transcript)/2 - len(last.Moves)
}

// analyzeAll analyses the chosen games until ctx is done.
func analyzeAll(ctx context.Context, a *cli.App, source cli.Database, o *analyzeOptions,
	evaluator func() deep.Evaluator) ([]analysis.Game, error) {
	games := []analysis.Game{}
	analysts := map[engine.Shape]*analysis.Analyst{}
	bar := a.Meter("analyzing", "moves", 60*o.chosen(source.Known()))
	defer bar.End()
	index, done := 0, 0
	for g, err := range source.Games {
		if ctx.Err() != nil {
			return games, nil
		}
		if err != nil {
			return games, err
		}
		if index++; !o.only.Has(index) {
			continue
		}
		sh := g.Start.Board.Shape
		if analysts[sh] == nil {
			analysts[sh] = agents.NewAnalyst(sh, o.limits, evaluator)
		}
		moves := analyzeMoves(ctx, analysts[sh], &g, o, bar, &done)
		if err := addBook(o.book, g.Game, moves); err != nil {
			return games, err
		}
		if ctx.Err() == nil || len(moves) > 0 {
			games = append(games, analysts[sh].Report(context.WithoutCancel(ctx), record(index, &g), moves))
		}
		if ctx.Err() != nil {
			return games, nil
		}
	}
	if len(games) == 0 && index > 0 {
		return nil, fault.BadInputf("--only %v: no such game: the games are numbered 1 to %d", &o.only, index)
	} else if missing := o.only.Beyond(index); len(missing) > 0 {
		bar.Printf("--only %v: no such game: the games are numbered 1 to %d", &missing, index)
	}
	return games, nil
}

// addBook adds a book's values to the moves of a game.
func addBook(b *book.Book, g engine.Game, moves []analysis.Move) error {
	for ply, err := range g.Plies() {
		if b == nil || err != nil || len(moves) == 0 {
			break
		}
		values, err := b.Values(ply.Position.Board)
		if err != nil {
			return err
		}
		if v, ok := values[ply.Move]; ok {
			moves[0].Book = &v
		}
		moves = moves[1:]
	}
	return nil
}

// analyzeMoves analyses the moves of a game until ctx is done. The bar shows the last analysed move and its
// value.
func analyzeMoves(ctx context.Context, an *analysis.Analyst, g *dataset.Game, o *analyzeOptions,
	bar *cli.Meter, done *int) (moves []analysis.Move) {
	o.warn(an, g, bar)
	for m, err := range an.Analyze(ctx, g.Game) {
		if err != nil {
			return moves
		}
		moves = append(moves, m)
		*done++
		bar.Describe(fmt.Sprintf("move %d %s %s", m.Ply, m.Move, moveValue(m, m.Value)))
		bar.Set(*done)
	}
	return moves
}

// warn prints a warning if the exact values of a game on the full board are likely to take hours.
func (o *analyzeOptions) warn(an *analysis.Analyst, g *dataset.Game, bar *cli.Meter) {
	if g.Start.Board.Shape != engine.Full || o.limits.Time > 0 || o.limits.Nodes > 0 {
		return
	}
	most := 0 // empty squares of a position that is solved
	for ply := range g.Plies() {
		if empties := ply.Position.Board.Empty().Len(); empties <= an.Exact {
			most = max(most, empties)
		}
	}
	if note := hoursNote(exactNodes(most), o.limits.Threads); note != "" {
		bar.Printf("note: exact values with %d empty squares are likely to take %s per game; --exact 24 is faster",
			most, note)
	}
}

// chosen returns the number of games that --only selects among count games.
func (o *analyzeOptions) chosen(count int) (n int) {
	for i := range count {
		if o.only.Has(i + 1) {
			n++
		}
	}
	return n
}

// reportAnalysis prints the result and draws it.
func reportAnalysis(a *cli.App, r *result, o *analyzeOptions) error {
	wrote := ""
	if len(r.Games) > 0 {
		var err error
		if wrote, err = saveCharts(func() chart.Chart { return resultChart(r) }, o.png, o.svg); err != nil {
			return err
		}
	}
	return a.Report(o.asJSON, r, func() {
		printAnalysis(a, r, o.least)
		fmt.Fprint(a.Out, wrote)
	})
}

// exactNodes estimates the number of positions that the exact solution of a hard position visits. The formula
// fits the FFO endgame tests #20 to #46: three million with 20 empty squares, fifty million with 24, and 2.2
// times as many for each further square. A single position can need a tenth or ten times as many.
func exactNodes(empties int) float64 { return math.Pow(10, 7.7+0.35*float64(empties-24)) }

// usualSpeed is a low estimate of the nodes that a thread visits in a second. FFO #40 to #49 take 23 to 41
// million.
const usualSpeed = 20e6

// hoursNote estimates the time that threads take for a number of nodes. It returns "" for less than an hour.
func hoursNote(nodes float64, threads int) string {
	hours := nodes / usualSpeed / float64(threads) / 3600
	page := ""
	switch days, years := hours/24, hours/24/365; {
	case hours < 1:
		return ""
	case hours < 48:
		page = text.Plural(int(math.Round(hours)), "hour")
	case days < 730:
		page = text.Plural(int(math.Round(days)), "day")
	case years < 1e6:
		unit := math.Pow(10, max(0, math.Floor(math.Log10(years))-1)) // two digits
		page = text.Plural(int(math.Round(years/unit)*unit), "year")
	default:
		page = "millions of years"
	}
	return "about " + page
}
