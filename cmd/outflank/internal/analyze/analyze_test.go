package analyze

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/search"
)

// runRoom runs a command of this package in-process, and returns what it prints and its
// exit code.
func runRoom(ctx context.Context, args ...string) (stdout, stderr string, code int) {
	var out, err bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: &err}
	code = a.Run(ctx, root(a), args)
	return out.String(), err.String(), code
}

// root returns what makes a command line that has the commands of this package only.
func root(a *cli.App) func() *cobra.Command {
	return func() *cobra.Command {
		c := &cobra.Command{Use: "outflank"}
		c.AddCommand(Commands(a)...)
		return c
	}
}

// runAnalyze runs the command in-process and reads its JSON.
func runAnalyze(t *testing.T, args ...string) (r result) {
	t.Helper()
	stdout, stderr, code := runRoom(t.Context(), append([]string{"analyze", "--json"}, args...)...)
	if code != cli.Done {
		t.Fatalf("%v: exit code %d: %s", args, code, stderr)
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAnalyzeExact: what is exact agrees with a solver that is asked for each move alone.
func TestAnalyzeExact(t *testing.T) {
	for _, test := range []struct{ shape, exact string }{
		{"4x4", "60"}, {"6x6", "8"}, {"8x8", "8"}, {"hex", "14"}, {"8x8-a1c6", "8"},
	} {
		g := clitest.RandomGame(t, test.shape)
		r := runAnalyze(t, g.String(), "--shape", test.shape, "--exact", test.exact, "--depth", "2", "--hash", "1M")
		moves, exact := r.Games[0].Moves, 0
		if len(moves) != len(g.Moves) {
			t.Fatalf("%s: %d moves, want %d", test.shape, len(moves), len(g.Moves))
		}
		for ply := range g.Plies() {
			m := moves[ply.Index]
			if !m.Exact {
				continue
			}
			exact++
			next, _ := ply.Position.Play(ply.Move)
			if best, value := solvedFor(t, ply.Position, ply.Position.Color),
				solvedFor(t, next, ply.Position.Color); m.BestValue != best || m.Value != value || m.Loss != best-value {
				t.Errorf("%s move %d: %+v, want best %v, value %v", test.shape, m.Ply, m, best, value)
			}
			first, err := engine.ParseSquare(m.Best)
			if err != nil || !ply.Legal.Has(first) || !strings.HasPrefix(m.PV, m.Best) {
				t.Errorf("%s move %d: best %q, line %q", test.shape, m.Ply, m.Best, m.PV)
			}
		}
		if exact < 6 {
			t.Errorf("%s: %d exact moves", test.shape, exact)
		}
	}
}

// solvedFor returns the result of best play for a side.
func solvedFor(t *testing.T, p engine.Position, c engine.Color) float64 {
	t.Helper()
	info, err := search.Solve(t.Context(), p.Board, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p.Color != c {
		return -info.Score + 0
	}
	return info.Score + 0
}

// TestAnalyzeSums: what is said of players and of all games is the sum of the moves,
// losses are never negative, and values follow from each other.
func TestAnalyzeSums(t *testing.T) {
	dir := t.TempDir()
	if err := cli.UnpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	r := runAnalyze(t, dir, "--only", "3,40,500", "--depth", "3", "--exact", "6", "--hash", "1M")
	if r.Summary.Games != 3 || r.Games[1].Index != 40 {
		t.Fatalf("%d games, the second is %d", r.Summary.Games, r.Games[1].Index)
	}
	var all [2]float64
	for _, g := range r.Games {
		var loss [2]float64
		swings, moves := [2]int{}, [2]int{}
		for _, m := range g.Moves {
			c := map[string]int{"black": 0, "white": 1}[m.Color]
			sign := float64(1 - 2*c)
			if m.Loss < 0 || math.Abs(m.BestValue-m.Value-m.Loss) > 0.011 || m.Black != sign*m.Value+0 {
				t.Errorf("game %d: %+v", g.Index, m)
			}
			if (m.Move == m.Best) != (m.Loss == 0) {
				t.Errorf("game %d move %d: loss %v with the best move %s", g.Index, m.Ply, m.Loss, m.Best)
			}
			loss[c], moves[c] = loss[c]+m.Loss, moves[c]+1
			if m.Swing != "" {
				swings[c]++
			}
		}
		for c, p := range g.Players {
			all[c] += loss[c]
			if math.Abs(p.Loss-loss[c]) > 0.01 || p.Moves != moves[c] || p.Swings != swings[c] ||
				math.Abs(p.MeanLoss-loss[c]/float64(moves[c])) > 0.01 {
				t.Errorf("game %d: %+v, want %d moves, loss %v, %d swings", g.Index, p, moves[c], loss[c], swings[c])
			}
		}
	}
	for c, p := range r.Summary.Colors {
		if math.Abs(p.Loss-all[c]) > 0.01 {
			t.Errorf("%+v: want a loss of %v", p, all[c])
		}
	}
}

// TestAnalyzeTheory: the theoretical scores of the built-in games, which plain
// alpha-beta has solved, are found again: of 12 games, and of 60 with OUTFLANK_LONG=1.
func TestAnalyzeTheory(t *testing.T) {
	dir := t.TempDir()
	if err := cli.UnpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	only, compared := "1-12", 10
	if os.Getenv("OUTFLANK_LONG") != "" {
		only, compared = "1-60", 55
	}
	r := runAnalyze(t, dir, "--only", only, "--depth", "1", "--exact", "12", "--hash", "1M")
	if r.Summary.Compared < compared || r.Summary.Different != 0 {
		t.Errorf("%d compared, %d different", r.Summary.Compared, r.Summary.Different)
	}
}

// TestAnalyzeWthor: so are those of real games, from 24 empty squares.
func TestAnalyzeWthor(t *testing.T) {
	if os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to solve three games")
	}
	file := clitest.RealData(t, "wthor", "WTH_2004.wtb")
	r := runAnalyze(t, file, "--only", "5-7", "--depth", "1", "--exact", "24", "--hash", "64M")
	if r.Summary.Compared != 3 || r.Summary.Different != 0 {
		t.Errorf("%d compared, %d different", r.Summary.Compared, r.Summary.Different)
	}
}

// TestAnalyzeInterrupted: what was done is reported, and that it is not all.
func TestAnalyzeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stdout, stderr, code := runRoom(ctx, "analyze", "f5d6c3", "--json", "--hash", "1M")
	var r result
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != cli.Interrupted ||
		!r.Summary.Interrupted || len(r.Games) != 0 {
		t.Errorf("exit code %d, %v, %s%s", code, err, stdout, stderr)
	}
}

// TestAnalyzeInterruptedInside: the moves that are done of a game are kept.
func TestAnalyzeInterruptedInside(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out, stderr bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: &stderr, Progress: func(_ string, done int) {
		if done == 3 {
			cancel()
		}
	}}
	code := a.Run(ctx, root(a), []string{"analyze", "f5d6c3d3c4f4f6f3e6e7", "--depth", "4", "--json",
		"--hash", "1M"})
	var r result
	if err := json.Unmarshal(out.Bytes(), &r); err != nil || len(r.Games) != 1 || len(r.Games[0].Moves) != 3 ||
		!r.Summary.Interrupted {
		t.Errorf("%v, %s", err, out.String())
	}
	if code != cli.Interrupted || !strings.Contains(stderr.String(),
		"interrupted: 1 game done, 7 moves of the last one left") {
		t.Errorf("exit code %d, %s", code, stderr.String())
	}
}

// TestAnalyzeLimits: limits that end searches before they have begun still give a
// legal best move and a value for every move.
func TestAnalyzeLimits(t *testing.T) {
	for _, shape := range []string{"8x8", "6x6"} {
		g := clitest.RandomGame(t, shape)
		for _, limit := range [][]string{{"--nodes", "1"}, {"--time", "1ns"}, {"--nodes", "200", "--exact", "0"}} {
			r := runAnalyze(t, append([]string{g.String(), "--shape", shape, "--hash", "1M"}, limit...)...)
			for ply := range g.Plies() {
				m := r.Games[0].Moves[ply.Index]
				best, err := engine.ParseSquare(m.Best)
				if err != nil || !ply.Legal.Has(best) || m.Loss < 0 {
					t.Errorf("%s %v: %+v", shape, limit, m)
				}
			}
		}
	}
}

// The figures of the help are those of the shipped evaluator's standard errors, and of the points of people.
func TestHelpOfMarks(t *testing.T) {
	least, most := math.Inf(1), 0.0
	for empties := 15; empties <= 60; empties++ {
		e := deep.DefaultErrors.Standard(empties, 12)
		least, most = min(least, e), max(most, e)
	}
	losses := func(empties int) (list []any) { // in an even position, the smallest for each mark
		loss := 0
		for _, points := range []float64{0.1, 0.2, 0.3} {
			for analysis.PointsLost(0, float64(-loss), empties) < points {
				loss++
			}
			list = append(list, loss)
		}
		return list
	}
	help := strings.Join(strings.Fields(analyzeCommand(&cli.App{}).Long), " ")
	for _, want := range []string{
		fmt.Sprintf("%.0f to %.0f discs, depending on the phase", 2*least, 2*most),
		fmt.Sprintf("In an even midgame, losing %d, %d or %d discs", losses(30)...),
		fmt.Sprintf("with 8 empty squares, %d, %d or %d discs", losses(8)...),
	} {
		if !strings.Contains(help, want) {
			t.Errorf("the help does not say: %s", want)
		}
	}
}
