package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
)

// labelInput writes the positions of n random games as a table.
func labelInput(t *testing.T, n int) string {
	var text strings.Builder
	for seed := range n {
		rng := rand.New(rand.NewPCG(8, uint64(seed)))
		players := [2]engine.Agent{engine.Random{Rand: rng}, engine.Random{Rand: rng}}
		g, err := engine.PlayOut(t.Context(), engine.Game{Start: engine.StandardStart()}, players)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&text, g)
	}
	dir := t.TempDir()
	games, table := filepath.Join(dir, "games.txt"), filepath.Join(dir, "positions.parquet")
	if err := os.WriteFile(games, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "positions", games, "-o", table)
	return table
}

func mustRun(t *testing.T, args ...string) {
	t.Helper()
	if _, stderr, code := output(t, t.Context(), args...); code != cli.Done {
		t.Fatalf("outflank %v: exit code %d: %s", args, code, stderr)
	}
}

// TestLabelScores: exact labels are what the plain search of package search finds,
// whose best moves they name; other positions have none.
func TestLabelScores(t *testing.T) {
	table := labelInput(t, 5)
	out := filepath.Join(t.TempDir(), "out.parquet")
	mustRun(t, "label", table, "-o", out, "--exact", "9", "--hash", "1M")
	labelled, err := dataset.OpenPositions(out)
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
		want := plainResult(t, r.Board)
		if r.Label.Score != want || r.Label.Depth != empties || r.Label.Confidence != 100 {
			t.Errorf("%v: %+v, want %+d", engine.Position{Board: r.Board}, r.Label, want)
		}
		if after := r.Board.Play(r.Label.Best); -plainResult(t, after) != want {
			t.Errorf("%v: the best move is not %v", engine.Position{Board: r.Board}, r.Label.Best)
		}
	}
	if known < 30 {
		t.Errorf("only %d positions", known)
	}
}

// plainResult returns the result of best play, by the plain search.
func plainResult(t *testing.T, b engine.Board) int {
	info, err := search.Solve(t.Context(), b, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Score)
}

// TestLabelKilled: a label that is killed again and again ends with the bytes of one
// that is not, whatever the number of workers and however torn the journal is.
func TestLabelKilled(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	table, dir := labelInput(t, 30), t.TempDir()
	whole, broken := filepath.Join(dir, "whole.parquet"), filepath.Join(dir, "broken.parquet")
	args := []string{"label", table, "--exact", "10", "--depth", "5", "--hash", "1M"}
	mustRun(t, append(args, "-o", whole, "--workers", "1")...)
	kills, resumed := 0, 0
	for try := 0; ; try++ {
		cmd := exec.Command(exe)
		cmd.Args = append([]string{"outflank"}, append(args, "-o", broken, "--workers", fmt.Sprint(1+try%3))...)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		if kills < 6 {
			go whenGrown(filepath.Join(label.WorkOf(broken), "labels"), done, func() { cmd.Process.Kill() })
		}
		err := cmd.Wait()
		close(done)
		if strings.Contains(stderr.String(), "going on: ") {
			resumed++
		}
		if err == nil {
			break
		}
		if kills++; cmd.ProcessState.Exited() {
			t.Fatalf("it ended by itself: %v: %s", err, stderr.String())
		}
		if _, err := os.Stat(broken); err == nil {
			t.Fatal("the file is there before it is whole")
		}
		tear(t, filepath.Join(label.WorkOf(broken), "labels"), try)
	}
	if kills < 3 || resumed < 3 {
		t.Errorf("%d kills, %d times it went on: the kills come too early or too late", kills, resumed)
	}
	a, errA := os.ReadFile(whole)
	b, errB := os.ReadFile(broken)
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Errorf("the files differ (%v, %v)", errA, errB)
	}
	if _, err := os.Stat(label.WorkOf(broken)); err == nil {
		t.Error("the work folder is left")
	}
}

// whenGrown calls f when a file has grown, unless done is closed before.
func whenGrown(path string, done <-chan struct{}, f func()) {
	size := func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	for before := max(size(), 200); ; time.Sleep(time.Millisecond) {
		select {
		case <-done:
			return
		default:
		}
		if size() > before {
			f()
			return
		}
	}
}

// tear cuts some bytes off the end of the journal, or adds some, as a loss of power may.
func tear(t *testing.T, path string, n int) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if n%2 == 0 {
		_, err = f.WriteAt(make([]byte, 50), info.Size())
	} else {
		err = f.Truncate(info.Size() - 5)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestLabelInterrupted: Ctrl-C keeps what is done, and says so.
func TestLabelInterrupted(t *testing.T) {
	table, out := labelInput(t, 20), filepath.Join(t.TempDir(), "out.parquet")
	a := &cli.App{In: strings.NewReader(""), Out: &strings.Builder{}, Err: &strings.Builder{}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go whenGrown(filepath.Join(label.WorkOf(out), "labels"), ctx.Done(), cancel)
	code := execute(a, ctx, []string{"label", table, "-o", out, "--exact", "12", "--depth", "8", "--hash", "1M", "--workers", "1"})
	if text := fmt.Sprint(a.Err); code != cli.Interrupted || !strings.Contains(text, "are kept in "+label.WorkOf(out)) {
		t.Errorf("exit code %d: %s", code, text)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("the file is there before it is whole")
	}
}

// TestLabelBusy: two processes do not label into one file.
func TestLabelBusy(t *testing.T) {
	table, out := labelInput(t, 1), filepath.Join(t.TempDir(), "out.parquet")
	if err := os.Mkdir(label.WorkOf(out), 0o777); err != nil {
		t.Fatal(err)
	}
	unlock, err := dataset.LockDir(label.WorkOf(out))
	if err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := output(t, t.Context(), "label", table, "-o", out, "--exact", "4"); code != cli.Failed || !strings.Contains(stderr, "by another process") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	unlock()
	mustRun(t, "label", table, "-o", out, "--exact", "4")
}
