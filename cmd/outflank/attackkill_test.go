package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/cli"
)

// A writer is a command that writes files, in DIR.
type writer struct {
	line   string
	before string // what is there before it
	resume string // what goes on after a kill where the command itself is refused
	timed  string // a file that says how long games took
}

var writers = []writer{
	{line: "import DIR/wthor -o DIR/new"},
	{line: "import DIR/wthor -o DIR/new", before: "import DIR/wthor -o DIR/new --format arrow"},
	{line: "export DIR/games --format wthor --replace -o DIR/back", before: "import DIR/moves.txt -o DIR/other; export DIR/other --format wthor -o DIR/back"},
	{line: "index DIR/games"},
	{line: "positions DIR/games -o DIR/p.parquet"},
	{line: "label DIR/p.parquet -o DIR/l.parquet --exact 4 --hash 1M", before: "positions DIR/games -o DIR/p.parquet"},
	{line: "train DIR/wthor -o DIR/q.model --games 20"},
	{line: attackRun, resume: "train --resume DIR/run"},
	{line: attackTune, resume: "tune --resume DIR/tuned"},
	{line: attackGrid, resume: "sweep --resume DIR/grid"},
	{line: "experiment run genetic-mobility --scale 0.01 --workers 1 -o DIR/exp", timed: "exp/genetic-mobility/journal.ndjson"},
}

// deadly are the system calls at which a command is killed.
var deadly = []string{"rename,renameat,renameat2", "fsync,fdatasync", "write,pwrite64", "unlink,unlinkat", "openat", "mkdirat,mkdir"}

// Law: a command that was killed when it was about to change something in the file system makes the
// same files, byte for byte, when it is called again. strace kills it when one of its threads comes to
// its n-th such call: an import and an export at the first renaming, and with
// OUTFLANK_LONG=1 all writers at 60 calls of each kind.
func TestAttackByKills(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("no strace")
	}
	tried, most, calls := writers[:3], 1, deadly[:1]
	if os.Getenv("OUTFLANK_LONG") != "" {
		tried, most, calls = writers, 60, deadly
	}
	games := filepath.Dir(smallDatabase(t))
	outflank := filepath.Join(t.TempDir(), "outflank")
	if self, err := os.Executable(); err != nil || os.Symlink(self, outflank) != nil {
		t.Skip("no program to start")
	}
	for _, w := range tried {
		t.Run(strings.ReplaceAll(w.line, "DIR/", ""), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(games)); err != nil {
				t.Fatal(err)
			}
			for name, text := range attackFiles {
				putFile(t, filepath.Join(dir, name), []byte(text))
			}
			for _, line := range strings.FieldsFunc(w.before, func(c rune) bool { return c == ';' }) {
				mustDo(t, outflank, dir, line)
			}
			before := treeBytes(t, dir)
			mustDo(t, outflank, dir, w.line)
			after := treeBytes(t, dir)
			kills := 0
			for _, calls := range calls {
				for n := 1; n <= most; n++ {
					restoreTree(t, dir, before)
					if !killedAt(t, outflank, dir, w.line, calls, n) {
						break
					}
					kills++
					if code, said := do(outflank, dir, w.line); code != cli.Done {
						if w.resume == "" || code != cli.Misused {
							t.Fatalf("after a kill at %s %d: exit code %d: %s", calls, n, code, said)
						}
						mustDo(t, outflank, dir, w.resume)
					}
					got := treeBytes(t, dir)
					if _, ok := got[w.timed]; ok {
						got[w.timed] = after[w.timed]
					}
					if !maps.Equal(got, after) {
						t.Fatalf("a kill at %s %d leaves other files: %s", calls, n, differences(after, got))
					}
				}
			}
			t.Logf("%d kills", kills)
		})
	}
}

// killedAt runs a command that is killed at a system call; it tells whether it came to that call.
func killedAt(t *testing.T, outflank, dir, line, calls string, n int) bool {
	t.Helper()
	inject := fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", calls, n)
	args := append([]string{"-f", "-qq", "-o", os.DevNull, "-e", "trace=" + calls, "-e", inject, outflank}, strings.Fields(strings.ReplaceAll(line, "DIR", dir))...)
	out, err := exec.Command("strace", args...).CombinedOutput()
	failed, ok := errors.AsType[*exec.ExitError](err)
	if err != nil && !ok {
		t.Fatal(err)
	}
	if err != nil && failed.ExitCode() > 0 && failed.ExitCode() != 128+9 {
		t.Fatalf("%s under strace: %v: %s", line, err, out)
	}
	return err != nil
}

// do runs a command to its end.
func do(outflank, dir, line string) (code int, said string) {
	cmd := exec.Command(outflank, strings.Fields(strings.ReplaceAll(line, "DIR", dir))...)
	out, _ := cmd.CombinedOutput() // the exit code tells
	return cmd.ProcessState.ExitCode(), string(out)
}

func mustDo(t *testing.T, outflank, dir, line string) {
	t.Helper()
	if code, said := do(outflank, dir, line); code != cli.Done {
		t.Fatalf("%s: exit code %d: %s", line, code, said)
	}
}

// differences names the files that differ.
func differences(want, got map[string]string) string {
	var list []string
	for name := range want {
		if got[name] != want[name] {
			list = append(list, name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			list = append(list, name+" is new")
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
