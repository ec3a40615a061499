package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
)

// crashGames are two sets of games that replace each other; they differ in number
// and in formats.
func crashGames(t testing.TB, set int) ([]dataset.Game, store.Options) {
	if set == 0 {
		return slices.Repeat([]dataset.Game{played(t, wipeout)}, 100), store.Options{Formats: bothFormats}
	}
	return slices.Repeat([]dataset.Game{played(t, "f5d6c3")}, 200), store.Options{}
}

// replace writes one set. stop is called before each action of the commit; when it
// panics, the process is taken for dead.
func replace(t testing.TB, dir string, set int, stop func(step string)) (m store.Manifest, died bool) {
	games, opt := crashGames(t, set)
	w, err := store.Create(dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	store.OnStep(w, stop)
	defer func() {
		if p := recover(); p != nil {
			store.Kill(w)
			died = true
		}
	}()
	for _, g := range games {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if set == 0 { // the other set has no names
		if err := errors.Join(w.AddPlayers("P", []string{"???", "Ann"}),
			w.AddTournaments("T", []string{"???"})); err != nil {
			t.Fatal(err)
		}
	}
	stop("written")
	if m, err = w.Commit(); err != nil {
		t.Fatal(err)
	}
	return m, false
}

// Law: wherever a commit is cut off, Open finds the old tables before the manifest
// is renamed and the new ones afterwards, also after the next writer has cleaned up. Only
// OUTFLANK_LONG=1 tries each step in both directions.
func TestStopAtEachStep(t *testing.T) {
	var tablesOf [2][]string
	for set := range tablesOf {
		dir := t.TempDir()
		replace(t, dir, set, func(string) {})
		tablesOf[set] = ls(t, dir)
	}
	for first := range 2 {
		var steps []string
		clean := t.TempDir()
		before, _ := replace(t, clean, first, func(string) {})
		after, _ := replace(t, clean, 1-first, func(step string) { steps = append(steps, step) })
		if len(steps) < 9 {
			t.Fatalf("steps %v: the hook misses some", steps)
		}
		commit := slices.Index(steps, "commit")
		for i, last := range steps {
			if first == 1 && i != commit && i != commit+1 && os.Getenv("OUTFLANK_LONG") == "" {
				continue
			}
			t.Run(fmt.Sprintf("%d/%s", first, last), func(t *testing.T) {
				dir := t.TempDir()
				replace(t, dir, first, func(string) {})
				n := 0
				_, died := replace(t, dir, 1-first, func(string) {
					if n++; n > i {
						panic("killed")
					}
				})
				if !died {
					t.Fatal("the commit was not stopped")
				}
				want := before
				if i > commit {
					want = after
				}
				mustHold(t, dir, want)

				w, err := store.Create(dir, store.Options{})
				if err != nil {
					t.Fatal(err)
				}
				w.Abort()
				mustHold(t, dir, want)
				if left := strings.Join(ls(t, dir), " "); strings.Contains(left, ".new") {
					t.Errorf("the next writer left %s", left)
				}
				for _, set := range []int{1 - first, first} { // one after the other, as if nothing had been
					replace(t, dir, set, func(string) {})
					mustHold(t, dir, []store.Manifest{before, after}[(first+set)%2])
					if got, want := ls(t, dir), tablesOf[set]; !slices.Equal(got, want) {
						t.Errorf("the folder holds %v, want %v", got, want)
					}
				}
			})
		}
	}
}

// mustHold checks that the directory holds the tables of manifest m.
func mustHold(t *testing.T, dir string, m store.Manifest) {
	t.Helper()
	g := mustOpen(t, dir)
	if got := g.Manifest().Checksum; got != m.Checksum {
		t.Fatalf("manifest %.8s with %d rows, want %.8s with %d", got, g.Rows(), m.Checksum, m.Rows)
	}
	if n := len(all(t, g)); n != int(m.Rows) {
		t.Errorf("%d games, want %d", n, m.Rows)
	}
	if _, err := g.Players(); err != nil {
		t.Error(err)
	}
}

// A process that replaces tables again and again is killed at 8 moments, and at 30 with
// OUTFLANK_LONG=1 or until both sets of tables were left.
func TestKill(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	dir, reference := t.TempDir(), t.TempDir()
	var sets [2]store.Manifest
	for set := range sets {
		sets[set], _ = replace(t, reference, set, func(string) {})
	}
	replace(t, dir, 0, func(string) {})
	seen := map[int64]int{}
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 30 {
		if i >= 8 && len(seen) == len(sets) && os.Getenv("OUTFLANK_LONG") == "" {
			break
		}
		killVictim(t, exe, dir, 1+i%4, time.Duration(rng.IntN(10_000))*time.Microsecond)
		g := mustOpen(t, dir)
		if sum := g.Manifest().Checksum; sum != sets[0].Checksum && sum != sets[1].Checksum {
			t.Fatalf("after the kill the tables are none of the two: %+v", g.Manifest())
		}
		if n := len(all(t, g)); n != g.Rows() {
			t.Errorf("%d games of %d", n, g.Rows())
		}
		seen[g.Manifest().Rows]++
	}
	t.Logf("rows after the kills: %v", seen)
	if len(seen) != len(sets) {
		t.Errorf("the kills left one of the two sets only, %v: they come too early", seen)
	}
}

const victimEnv = "OUTFLANK_DATASET_VICTIM"

// killVictim starts this test program as a victim and kills it some time after it
// has begun to replace the tables for the given time.
func killVictim(t *testing.T, exe, dir string, times int, after time.Duration) {
	t.Helper()
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), victimEnv+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewReader(out); times > 0; times-- {
		if line, err := lines.ReadString('\n'); line != "writing\n" {
			t.Errorf("the victim said %q, %v", line, err)
		}
	}
	time.Sleep(after)
	if err := cmd.Process.Kill(); err != nil { // SIGKILL
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
		t.Errorf("the victim ended by itself: %v", cmd.ProcessState)
	}
}

// victim is the process that gets killed.
func victim(dir string) {
	for {
		for set := range 2 {
			fmt.Println("writing")
			replace(panicking{}, dir, set, func(string) {})
		}
	}
}

// panicking is the testing.TB of the victim, which has no test.
type panicking struct{ testing.TB }

func (panicking) Helper()           {}
func (panicking) Fatal(args ...any) { fmt.Println(args...); os.Exit(1) }
