package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/root"
	"github.com/outflank/outflank/qlearn/run"
)

// A writer is a command that writes files, in DIR. MIRROR is a server with games.
type writer struct {
	line   string
	before string // what is there before it
	resume string // what goes on after a kill where the command itself is refused
	timed  string // the patterns of the names of files that hold times
	adds   string // the file that is changed: as it should be, the command is not called again
	slow   bool   // killed at renamings only
}

var writers = []writer{
	{line: "import DIR/wthor -o DIR/new"},
	{line: "import DIR/wthor -o DIR/new", before: "import DIR/wthor -o DIR/new --format arrow"},
	{line: "export DIR/games --format wthor --replace -o DIR/back", before: "import DIR/moves.txt -o DIR/other; export DIR/other --format wthor -o DIR/back"},
	{line: "export DIR/games --format csv -o DIR/g.csv", before: "export DIR/games --format csv --ids 1 -o DIR/g.csv"},
	{line: "export DIR/q.model --format compact -o DIR/c.model", before: "train DIR/wthor -o DIR/q.model --games 20 --features corner"},
	{line: "index DIR/games"},
	{line: "stats weights DIR/games --png DIR/w.png --svg DIR/w.svg --csv DIR/w.csv"},
	{line: "player DIR/games random --html DIR/p.html --csv DIR/p.csv"},
	{line: "event DIR/games outflank --html DIR/e.html --csv DIR/e.csv"},
	{line: "analyze DIR/moves.txt --depth 1 --exact 0 --png DIR/a.png --svg DIR/a.svg"},
	{line: "player DIR/games random --html DIR/p.html --csv DIR/p.csv"},
	{line: "event DIR/games outflank --html DIR/e.html --csv DIR/e.csv"},
	{line: "analyze DIR/moves.txt --depth 1 --exact 4 --hash 1M --cache DIR/cache"},
	{line: "explain DIR/moves.txt --agent ab:eval=flat --png DIR/e.png --svg DIR/e.svg"},
	{line: "inspect DIR/q.model --png DIR/q.png", before: "train DIR/wthor -o DIR/q.model --games 20 --features position"},
	{line: "positions DIR/games -o DIR/p.parquet"},
	{line: "transitions DIR/games -o DIR/t.parquet --features report"},
	{line: "generate -o DIR/t.parquet --games 50 --probes DIR/p.parquet"},
	{line: "label DIR/p.parquet -o DIR/l.parquet --exact 4 --hash 1M", before: "positions DIR/games -o DIR/p.parquet"},
	{line: "label DIR/ends.obf -o DIR/l.obf --exact 0 --depth 1 --hash 1M"},
	{line: "accuracy DIR/scored.obf greedy --png DIR/a.png --svg DIR/a.svg"},
	{line: "audit DIR/ends.obf -o DIR/u.obf --hash 1M"},
	{line: "puzzles DIR/wthor -o DIR/z.obf --count 4 --empties 6-8 --workers 1"},
	{line: "repertoire DIR/games --side black --min-games 1 --plies 6 --replace -o DIR/r.txt", before: "repertoire DIR/games --side white --min-games 1 -o DIR/r.txt"},
	{line: "drill DIR/openings.txt --side black --progress DIR/p"},
	{line: "train DIR/wthor -o DIR/q.model --games 20 --replace"},
	{line: "train DIR/wthor -o DIR/q.txt --games 2 --net 64-2-1 --replace"},
	{line: "average DIR/a.model DIR/b.model -o DIR/mean.model --replace", before: "train DIR/wthor -o DIR/a.model --games 20 --features corner; train DIR/wthor -o DIR/b.model --games 10 --features corner"},
	{line: attackFit + " --keep DIR/kept -o DIR/f.model --replace"},
	{line: "match ab:depth=1 greedy --games 4 --random-plies 4 --workers 1 --pgn DIR/m.pgn --ggf DIR/m.ggf --cross DIR/m.csv --cross DIR/m.md -o DIR/table"},
	{line: "match ab:depth=1 greedy --games 4 --random-plies 4 --workers 1 --state DIR/m.ndjson", resume: "match --resume DIR/m.ndjson", timed: "m.ndjson"},
	{line: "ladder random greedy --games 4 --random-plies 6 --moves 2 --depth 1 --exact 0 --workers 1 -o DIR/t.md -o DIR/t.json"},
	{line: "gauntlet random -o DIR/card --quick --workers 1", timed: "card.* match-*.ndjson", slow: true},
	{line: "leaderboard DIR/card -o DIR/board", before: "gauntlet random -o DIR/card --quick --workers 1", slow: true},
	{line: attackRun, resume: "train --resume DIR/run", timed: run.EventsFile},
	{line: attackTune, resume: "tune --resume DIR/tuned"},
	{line: attackGrid, resume: "sweep --resume DIR/grid", timed: run.EventsFile},
	{line: attackExp, timed: "journal.ndjson"},
	{line: "experiment report DIR/exp", before: attackExp},
	{line: "download --years 2026 --mirror MIRROR -o DIR/got"},
	{line: "book build DIR/games -o DIR/b.book " + attackBook},
	{line: "book learn DIR/b.book --positions 6 --batch 2 --workers 1", before: "book build DIR/games -o DIR/b.book " + attackBook, adds: "b.book"},
	{line: "book show DIR/b.book --csv DIR/b.csv", before: "book build DIR/games -o DIR/b.book " + attackBook},
	{line: "book export DIR/b.book -o DIR/b.txt", before: "book build DIR/games -o DIR/b.book " + attackBook},
	{line: "book import DIR/b.txt -o DIR/c.book", before: "book build DIR/games -o DIR/b.book " + attackBook + "; book export DIR/b.book -o DIR/b.txt"},
	{line: "book export DIR/b.book -o DIR/b.dat", before: "book build DIR/games -o DIR/b.book " + attackBook},
	{line: "book export DIR/b.book -o DIR/b.egbk3", before: "book build DIR/games -o DIR/b.book " + attackBook},
	{line: "book import DIR/b.dat -o DIR/c.book", before: "book build DIR/games -o DIR/b.book " + attackBook + "; book export DIR/b.book -o DIR/b.dat"},
	{line: "book prune DIR/b.book -o DIR/c.book --plies 2", before: "book build DIR/games -o DIR/b.book " + attackBook},
	{line: "book merge DIR/b.book DIR/l.book -o DIR/c.book --workers 1", before: attackMerge},
	{line: "bench ab:depth=1 greedy --games 4 --random-plies 4 --workers 1 --pgn DIR/m.pgn -o DIR/table"},
	{line: "tournament DIR/agents.txt --games 2 --random-plies 4 --workers 1 --state DIR/t.ndjson", resume: "tournament --resume DIR/t.ndjson", timed: "t.ndjson"},
	{line: "runs compare DIR/run DIR/run --png DIR/r.png --svg DIR/r.svg", before: attackRun},
	{line: "play --black random --white greedy --lines --replace --save DIR/p.ggf"},
	{line: "demo -o DIR/tour", slow: true},
}

// spared are the commands that write and are not killed, and why.
var spared = map[string]string{
	"outflank fleet serve": "the store of its server is killed in TestFleetTournament",
	"outflank puzzle":      "it keeps its answers as drill does, which is killed",
	"outflank fleet work":  "what it is sent is kept in its folder; it is killed in TestFleetTournament",
	"outflank web":         "it is killed in TestKilled of cmd/outflank/internal/web",
}

// writing are the flags that name what a command writes.
var writing = []string{"output", "csv", "parquet", "png", "svg", "pgn", "ggf", "cross", "state", "save",
	"log", "keep", "dir", "html", "cache", "progress"}

// Law: each command that has a flag to write something is killed while it writes, or is spared for a reason.
// Of the questions of stats, which write by the same lines, one is.
func TestWriters(t *testing.T) {
	list := slices.Collect(maps.Keys(spared))
	for _, w := range writers {
		words := strings.Fields(w.line)
		end := slices.IndexFunc(words, func(w string) bool { return strings.ContainsAny(w, "/-:.") })
		list = append(list, "outflank "+strings.Join(words[:max(end, 1)], " "))
	}
	everyCommand(root.Command(&cli.App{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}),
		func(c *cobra.Command) {
			writes := slices.ContainsFunc(writing, func(flag string) bool { return c.Flags().Lookup(flag) != nil })
			of := func(line string) bool {
				return line == c.CommandPath() || strings.HasPrefix(line, c.CommandPath()+" ")
			}
			if writes && !slices.ContainsFunc(list, of) && c.Parent().Name() != "stats" {
				t.Errorf("%s writes and is not among the writers", c.CommandPath())
			}
		})
}

// deadly are the system calls at which a command is killed.
var deadly = []string{"rename,renameat,renameat2", "fsync,fdatasync", "write,pwrite64", "unlink,unlinkat",
	"openat", "mkdirat,mkdir"}

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
	server := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(games, "wthor"))))
	t.Cleanup(server.Close)
	outflank := filepath.Join(t.TempDir(), "outflank")
	if self, err := os.Executable(); err != nil || os.Symlink(self, outflank) != nil {
		t.Skip("no program to start")
	}
	for _, w := range tried {
		w.line = strings.ReplaceAll(w.line, "MIRROR", server.URL)
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
			calls := calls
			if w.slow {
				calls = calls[:1]
			}
			for _, calls := range calls {
				for n := 1; n <= most; n++ {
					restoreTree(t, dir, before)
					if !killedAt(t, outflank, dir, w.line, calls, n) {
						break
					}
					kills++
					if w.adds != "" && treeBytes(t, dir)[w.adds] == after[w.adds] {
						continue
					}
					if code, said := do(outflank, dir, w.line); code != cli.Done {
						if w.resume == "" || code != cli.Misused {
							t.Fatalf("after a kill at %s %d: exit code %d: %s", calls, n, code, said)
						}
						mustDo(t, outflank, dir, w.resume)
					}
					got := treeBytes(t, dir)
					for name := range got {
						if slices.ContainsFunc(strings.Fields(w.timed), func(pattern string) bool {
							ok, _ := path.Match(pattern, path.Base(name))
							return ok
						}) {
							got[name] = after[name]
						}
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
	args := append([]string{"-f", "-qq", "-o", os.DevNull, "-e", "trace=" + calls, "-e", inject, outflank},
		strings.Fields(strings.ReplaceAll(line, "DIR", dir))...)
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
