package analysis_test

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/search"
)

// small returns a game on the 4×4 board and who solves that from the first move on.
func small(t *testing.T, moves string) (engine.Game, *analysis.Analyst) {
	t.Helper()
	shape, err := engine.SquareShape(4)
	if err != nil {
		t.Fatal(err)
	}
	start, err := shape.Start()
	if err != nil {
		t.Fatal(err)
	}
	squares, err := engine.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	an := &analysis.Analyst{New: solver, Name: "exact", Exact: 12}
	return engine.Game{Start: start, Moves: squares}, an
}

// solver returns a searcher that plays perfectly with at most 12 empty squares.
func solver(int) analysis.Searcher { return search.New(nil, search.Options{Exact: 12}) }

func analyze(t *testing.T, an *analysis.Analyst, g engine.Game) (moves []analysis.Move) {
	t.Helper()
	for m, err := range an.Analyze(t.Context(), g) {
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	return moves
}

// TestAnalyze: moves come in order, those before an illegal one, and the next one at its
// best has the value that each leads to.
func TestAnalyze(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a1": 0, "c4d4a2a3": 4, "c4d4a2a3a1": 4,
		"c4d4a2a3a4b4d3b1c1a1d2d1": 12} {
		g, an := small(t, text)
		moves := analyze(t, an, g)
		if len(moves) != want {
			t.Errorf("%s: %d moves, want %d", text, len(moves), want)
		}
		for i, m := range moves {
			if m.Ply != i+1 || !m.Exact || m.Loss < 0 || i > 0 && moves[i-1].Black != m.BestForBlack() {
				t.Errorf("%s: %+v", text, m)
			}
		}
	}
}

// TestAnalyzeStops: the end of the context is yielded as its error, once.
func TestAnalyzeStops(t *testing.T) {
	g, an := small(t, "c4d4a2a3")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var errs []error
	for _, err := range an.Analyze(ctx, g) {
		errs = append(errs, err)
		cancel()
	}
	if len(errs) != 2 || errs[0] != nil || !errors.Is(errs[1], context.Canceled) {
		t.Errorf("%v", errs)
	}
}

// nothing is a search that finds nothing in its time.
type nothing struct{}

func (nothing) Search(context.Context, engine.Board) iter.Seq[engine.Info] {
	return func(func(engine.Info) bool) {}
}

func (n nothing) SearchMove(ctx context.Context, b engine.Board, _ engine.Square) iter.Seq[engine.Info] {
	return n.Search(ctx, b)
}

// TestShallow: where the search finds no move, the other one is asked.
func TestShallow(t *testing.T) {
	g, an := small(t, "c4d4a2a3")
	an.New, an.Shallow = func(int) analysis.Searcher { return nothing{} },
		func() analysis.Searcher { return solver(1) }
	if moves := analyze(t, an, g); len(moves) != 4 || moves[0].Best == "" || !moves[0].Exact {
		t.Errorf("%+v", moves)
	}
}

// TestReport: the report has the moves, sums for both sides, and the theoretical score.
func TestReport(t *testing.T) {
	g, an := small(t, "c4d4a2a3a4b4d3b1c1a1d2d1")
	moves := analyze(t, an, g)
	r := an.Report(t.Context(), analysis.Record{Game: g, Black: "Anna", White: "Otto", Theory: -10,
		TheoryEmpties: 12}, moves)
	if len(r.Moves) != 12 || r.Moves[0].Ply != 1 || r.StartValue != -10 || r.Search != "exact" ||
		r.Transcript != g.String() {
		t.Errorf("%+v", r)
	}
	if b, w := r.Players[engine.Black], r.Players[engine.White]; b.Loss != 6 || b.Worst != 3 || b.Best != 4 ||
		w.Loss != 14 || w.Worst != 4 {
		t.Errorf("%+v, %+v", b, w)
	}
	if r.Theory == nil || r.Theory.Found == nil || r.Theory.Differs() {
		t.Errorf("%+v", r.Theory)
	}
	none := an.Report(t.Context(), analysis.Record{Game: engine.Game{Start: g.Start}}, nil)
	if none.StartValue != -10 || none.Moves == nil || none.Theory != nil {
		t.Errorf("%+v", none)
	}
}

// TestSummarize: games add up, players are ordered by their mean loss.
func TestSummarize(t *testing.T) {
	g, an := small(t, "c4d4a2a3a4b4d3b1c1a1d2d1")
	moves := analyze(t, an, g)
	var games []analysis.Game
	for _, names := range [][2]string{{"Anna", "Otto"}, {"Otto", "Anna"}, {"Anna", ""}} {
		games = append(games, an.Report(t.Context(),
			analysis.Record{Game: g, Black: names[0], White: names[1], Theory: 2, TheoryEmpties: 12}, moves))
	}
	s := analysis.Summarize(games)
	if s.Games != 3 || s.Moves != 36 || s.Compared != 3 || s.Different != 3 || s.Colors[0].Loss != 18 ||
		s.Colors[1].Loss != 42 {
		t.Errorf("%+v", s)
	}
	if p := s.Players; len(p) != 2 || p[0].Name != "Anna" || p[0].Loss != 26 || p[0].Moves != 18 ||
		p[1].Loss != 20 || p[1].Moves != 12 {
		t.Errorf("%+v", p)
	}
}
