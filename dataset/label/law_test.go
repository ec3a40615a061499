package label_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/search"
)

// TestMain lets tests start this program as a process that is killed.
func TestMain(m *testing.M) {
	if table := os.Getenv(victimEnv); table != "" {
		victim(table, os.Args[1:])
	}
	os.Exit(m.Run())
}

// randomPositions writes the positions of n random games as a table.
func randomPositions(t *testing.T, n int) string {
	path := filepath.Join(t.TempDir(), "positions.parquet")
	err := durable.Replace(path, func(w io.Writer) error {
		for _, err := range store.WritePositions(t.Context(), w, randomGames(t, n), store.PositionOptions{}) {
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func randomGames(t *testing.T, n int) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for seed := range n {
			random := engine.Random{Rand: rand.New(rand.NewPCG(8, uint64(seed)))}
			moves, err := engine.PlayOut(t.Context(), engine.Game{Start: engine.StandardStart()},
				[2]engine.Agent{random, random})
			if err != nil {
				t.Fatal(err)
			}
			end, _ := moves.End()
			g := dataset.Game{Game: moves, ID: int64(seed), Status: dataset.Complete, Score: end.Score(engine.Black)}
			if !yield(g, nil) {
				return
			}
		}
	}
}

func mobility() deep.Evaluator { return deep.Mobility{} }

// TestScores: exact labels are the scores that the plain search of package search finds, whose best
// moves they name; other positions have none.
func TestScores(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.parquet")
	o := label.Options{Settings: label.Settings{Exact: 9, HashBytes: 1 << 20}, Evaluator: mobility}
	for _, err := range label.Run(t.Context(), label.Games(randomGames(t, 5)), out, o) {
		if err != nil {
			t.Fatal(err)
		}
	}
	labelled, err := store.OpenPositions(out)
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for r, err := range labelled.All() {
		if err != nil {
			t.Fatal(err)
		}
		empties := r.Board.Empty().Len()
		if want := empties <= 9; r.Label.Known != want {
			t.Fatalf("%d empties: labelled %v, want %v", empties, r.Label.Known, want)
		}
		if !r.Label.Known {
			continue
		}
		known++
		want := plainScore(t, r.Board)
		if r.Label.Score != want || r.Label.Depth != empties || r.Label.Confidence != 100 {
			t.Errorf("%v: %+v, want %+d", engine.Position{Board: r.Board}, r.Label, want)
		}
		if after := r.Board.Play(r.Label.Best); -plainScore(t, after) != want {
			t.Errorf("%v: the best move is not %v", engine.Position{Board: r.Board}, r.Label.Best)
		}
	}
	if known < 30 {
		t.Errorf("only %d positions", known)
	}
}

// plainScore returns the score of best play, by the plain search.
func plainScore(t *testing.T, b engine.Board) int {
	info, err := search.Solve(t.Context(), b, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Score)
}

// law labels a table with settings that the laws share, and calls step after each Progress.
func law(ctx context.Context, table, path string, workers int, step func(label.Progress) bool) error {
	o := label.Options{Settings: label.Settings{Exact: 8, Depth: 3, HashBytes: 1 << 20}, Workers: workers,
		Evaluator: mobility}
	for p, err := range label.Run(ctx, label.Table(table), path, o) {
		if err != nil || !step(p) {
			return err
		}
	}
	return nil
}

func always(label.Progress) bool { return true }

// mustEqual complains if two files differ, or if a work folder is left.
func mustEqual(t *testing.T, got, want string) {
	t.Helper()
	a, errA := os.ReadFile(got)
	b, errB := os.ReadFile(want)
	if errA != nil || errB != nil || !slices.Equal(a, b) {
		t.Errorf("the files differ (%v, %v)", errA, errB)
	}
	if _, err := os.Stat(label.WorkOf(got)); err == nil {
		t.Error("the work folder is left")
	}
}

// Law: work that is killed after any of its steps, with a torn journal, resumes and ends with the
// bytes of work that is not, whatever the number of workers.
func TestKilled(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	table, dir := randomPositions(t, 12), t.TempDir()
	whole, broken := filepath.Join(dir, "whole.parquet"), filepath.Join(dir, "broken.parquet")
	if err := law(t.Context(), table, whole, 1, always); err != nil {
		t.Fatal(err)
	}
	for kill := range 5 {
		cmd := exec.Command(exe, broken, strconv.Itoa(1+kill%3), "2")
		cmd.Env = append(os.Environ(), victimEnv+"="+table)
		if out, err := cmd.CombinedOutput(); err == nil || len(out) > 0 {
			t.Fatalf("it ended by itself: %v: %s", err, out)
		}
		if _, err := os.Stat(broken); err == nil {
			t.Fatal("the file is there before it is whole")
		}
		tear(t, filepath.Join(label.WorkOf(broken), "labels"), kill)
	}
	resumed := 0
	if err := law(t.Context(), table, broken, 2, func(p label.Progress) bool {
		resumed = p.Resumed
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if resumed < 2*64 {
		t.Errorf("%d positions were kept", resumed)
	}
	mustEqual(t, broken, whole)
}

const victimEnv = "OUTFLANK_LABEL_VICTIM"

// victim is the process that is killed: it labels into a file with some workers, and kills itself
// after some runs of positions.
func victim(table string, args []string) {
	workers, _ := strconv.Atoi(args[1])
	left, _ := strconv.Atoi(args[2])
	err := law(context.Background(), table, args[0], workers, func(p label.Progress) bool {
		if p.Done == p.Resumed {
			return true
		}
		if left--; left == 0 {
			self, _ := os.FindProcess(os.Getpid())
			_ = self.Kill()
			select {}
		}
		return true
	})
	fmt.Println("not killed:", err)
	os.Exit(1)
}

// tear cuts some bytes off the end of a file, or adds some, as a loss of power may.
func tear(t *testing.T, path string, n int) {
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if n%2 == 0 {
		_, err = f.WriteAt(make([]byte, 50), info.Size())
	} else {
		err = f.Truncate(info.Size() - 5)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestStopped: a caller that stops ranging, or whose context ends, finds what is done the next time.
func TestStopped(t *testing.T) {
	table, dir := randomPositions(t, 5), t.TempDir()
	whole, broken := filepath.Join(dir, "whole.parquet"), filepath.Join(dir, "broken.parquet")
	if err := law(t.Context(), table, whole, 1, always); err != nil {
		t.Fatal(err)
	}
	if err := law(t.Context(), table, broken, 1, func(p label.Progress) bool {
		return p.Done == 0
	}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := law(ctx, table, broken, 1, func(p label.Progress) bool {
		if p.Done > p.Resumed {
			cancel()
		}
		return true
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	first := label.Progress{Done: -1}
	err = law(t.Context(), table, broken, 1, func(p label.Progress) bool {
		if first.Done < 0 {
			first = p
		}
		return true
	})
	if err != nil || first.Resumed < 2*64 {
		t.Errorf("it began with %+v, and ended with %v", first, err)
	}
	mustEqual(t, broken, whole)
}

// TestBusy: two processes do not label into one file.
func TestBusy(t *testing.T) {
	table, out := randomPositions(t, 1), filepath.Join(t.TempDir(), "out.parquet")
	if err := os.Mkdir(label.WorkOf(out), 0o777); err != nil {
		t.Fatal(err)
	}
	unlock, err := durable.LockDir(label.WorkOf(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := law(t.Context(), table, out, 1, always); !errors.Is(err, durable.ErrBusy) {
		t.Errorf("while another process is at work: %v", err)
	}
	unlock()
	if err := law(t.Context(), table, out, 1, always); err != nil {
		t.Error(err)
	}
}

// TestRanked: the values of moves come from the positions after them. An error of choose leaves no file, and
// the finished work stays.
func TestRanked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "moves.obf")
	var problems []notation.Problem
	const text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X;\n"
	for p, err := range notation.OBF.ReadProblems(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		problems = append(problems, p)
	}
	o := label.Options{Settings: label.Settings{Exact: 16, HashBytes: 1 << 20},
		Evaluator: func() deep.Evaluator { return deep.Mobility{} }}
	run := func(want error) (last error) {
		choose := func(_ context.Context, list []notation.Problem) ([]notation.Problem, error) { return list, want }
		for _, err := range label.Run(t.Context(), label.Ranked(problems, choose), path, o) {
			last = err
		}
		return last
	}
	stop := errors.New("stop")
	if err := run(stop); !errors.Is(err, stop) {
		t.Fatalf("got %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a file: %v", err)
	}
	if _, err := os.Stat(label.WorkOf(path)); err != nil {
		t.Errorf("the finished work is gone: %v", err)
	}
	if err := run(nil); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for p, err := range notation.OBF.ReadProblems(f) {
		if err != nil || len(p.Moves) != p.Board.Moves().Len() {
			t.Fatalf("%v: %v", p.Moves, err)
		}
		for i, m := range p.Moves {
			if want := -solve(p.Board.Play(m.Move)); m.Score != float64(want) || i > 0 && m.Score > p.Moves[i-1].Score {
				t.Errorf("%v is worth %v, want %d", m.Move, m.Score, want)
			}
		}
	}
}

// solve is the result of best play by the definition.
func solve(b engine.Board) int {
	if b.Over() {
		return b.Score()
	}
	if b.Moves() == 0 {
		return -solve(b.Pass())
	}
	best := -65
	for m := range b.Moves().All() {
		best = max(best, -solve(b.Play(m)))
	}
	return best
}
