package main

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/cli"
)

// A prey is a file that commands of ours read.
type prey struct {
	made   string // the commands that make it, in DIR
	file   string // below DIR
	asked  string // a command that reads it
	sealed bool   // it has a checksum: no change of it passes for another content
}

const (
	attackRun  = "train --config DIR/run.toml --workers 1 -o DIR/run"
	attackTune = "tune --preset genetic-othello --steps 2 --population 4 --survivors 2 --depth 1 --workers 1 -o DIR/tuned"
	attackGrid = "sweep --config DIR/run.toml --grid learn.alpha=0.1,0.2 --workers 1 -o DIR/grid"
)

// preys are the kinds of files but for tables with a manifest, which TestDamagedTables damages.
var preys = []prey{
	{attackRun, "run/config.json", "runs DIR/run", true},
	{attackRun, "run/checkpoint", "runs DIR/run", true},
	{attackRun, "run/best.model", "train --resume DIR/run", true},
	{attackRun, "run/checkpoint", "train --resume DIR/run", true},
	{attackTune, "tuned/config.json", "tune --resume DIR/tuned", true},
	{attackTune, "tuned/checkpoint", "tune --resume DIR/tuned", true},
	{attackTune, "tuned/history.ndjson", "tune --resume DIR/tuned", true},
	{"match ab:depth=1 greedy --games 4 --random-plies 4 --state DIR/m.ndjson", "m.ndjson", "match --resume DIR/m.ndjson --cross OUT/table.csv", true},
	{attackGrid, "grid/sweep.json", "runs DIR/grid", true},
	{attackGrid, "grid/base.toml", "runs DIR/grid", true},
	{"experiment run genetic-mobility --scale 0.01 --workers 1 -o DIR/exp", "exp/genetic-mobility/result.json", "experiment report DIR/exp", true},
	{"train DIR/wthor -o DIR/q.model --games 20", "q.model", "inspect DIR/q.model", true},
	{"train DIR/wthor -o DIR/q.model --games 20; export DIR/q.model --format compact -o DIR/c.model", "c.model", "inspect DIR/c.model", true},

	{"", "wthor/WTH_2026.wtb", "stats colors DIR/wthor", false},
	{"", "wthor/WTHOR.JOU", "stats players DIR/wthor", false},
	{"", "wthor/WTHOR.TRN", "stats tournaments DIR/wthor", false},
	{"export DIR/games --format pgn -o DIR/g.pgn", "g.pgn", "stats colors DIR/g.pgn", false},
	{"export DIR/games --format ggf -o DIR/g.ggf", "g.ggf", "stats colors DIR/g.ggf", false},
	{"export DIR/games --format sgf -o DIR/g.sgf", "g.sgf", "stats colors DIR/g.sgf", false},
	{"export DIR/games --format transcript -o DIR/g.txt", "g.txt", "stats colors DIR/g.txt", false},
	{"export DIR/games --format logbook -o DIR/g.gam", "g.gam", "stats colors DIR/g.gam", false},
	{"export DIR/games --format csv -o DIR/g.csv", "g.csv", "stats colors DIR/g.csv", false},
	{"positions DIR/games -o DIR/p.parquet", "p.parquet", "inspect DIR/p.parquet --rows 100", false},
	{"positions DIR/games -o DIR/p.arrow", "p.arrow", "label DIR/p.arrow -o OUT/l.parquet --exact 0 --depth 1 --hash 1M", false},
	{"", "run.toml", "train --config DIR/run.toml --games 10 -o OUT/run", false},
	{"", "ends.obf", "inspect DIR/ends.obf", false},
}

// perMove is how long moves took, in a table of players whose columns are as wide as their numbers.
var perMove = regexp.MustCompile(` +[0-9]+\.[0-9]{3} +`)

// attackFiles are there before anything is made.
var attackFiles = map[string]string{
	"moves.txt": "f5d6c3\n" + "e6f4e3f6g5d6e7f5c5\n",
	"run.toml":  "[model]\nfeatures = \"corner\"\n[learn]\ngames = 40\n[evaluate]\nevery = 20\ngames = 2\nfinal = 2\nselect_by = [{opponent = \"greedy\", protocol = \"report\"}]\n[output]\npictures = false\n",
	"ends.obf":  "X-X-OXXXXXXO-XXXXXOOOOOX-XXOOX-XXXXXXXOXXXX--OXXXXXXOO-XX-XO-O-- X;\n---OOOX--O-OOXXOO-OOXOXOXXXOXOXOXXOXOXXOOOOOOOXO-XOOOOOO---XXOO- X; H8:+6; B8:+4; % a remark\n",
}

// Law: whatever happens to the bytes of a file, a command that reads it ends, by itself and with an
// exit code of its own; and where the file is sealed, it is refused by its name, or the answer is that
// to the whole file.
func TestAttack(t *testing.T) {
	times := 2
	if os.Getenv("OUTFLANK_LONG") != "" {
		times = 800
	}
	games := filepath.Dir(smallDatabase(t))
	for _, p := range preys {
		t.Run(p.file+" "+strings.Fields(p.asked)[0], func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(games)); err != nil {
				t.Fatal(err)
			}
			for name, text := range attackFiles {
				putFile(t, filepath.Join(dir, name), []byte(text))
			}
			for _, line := range strings.FieldsFunc(p.made, func(c rune) bool { return c == ';' }) {
				if a := attackBy(t, dir, line); a.code != cli.Done {
					t.Fatalf("%s: exit code %d: %s", line, a.code, a.err)
				}
			}
			good := treeBytes(t, dir)
			right := attackBy(t, dir, p.asked)
			if right.code != cli.Done {
				t.Fatalf("%s: exit code %d: %s", p.asked, right.code, right.err)
			}
			codes := map[int]int{}
			for i, d := range damages([]byte(good[p.file]), times) {
				restoreTree(t, dir, good)
				putFile(t, filepath.Join(dir, p.file), d.bytes)
				got := attackBy(t, dir, p.asked)
				codes[got.code]++
				listed := strings.Contains(got.out, "damaged") // of several
				refused := (got.code == cli.BadInput || listed) && strings.Contains(got.err+got.out, filepath.Base(p.file))
				switch {
				case p.sealed && !refused && !got.equal(right):
					t.Fatalf("mutation %d, %s, passes for another content: exit code %d\n%s\n%s\nwant\n%s", i, d.how, got.code, got.err, got.out, right.out)
				case !p.sealed && got.code != cli.Done && got.code != cli.Misused && !refused:
					t.Fatalf("mutation %d, %s: exit code %d\n%s", i, d.how, got.code, got.err)
				}
			}
			t.Logf("exit codes %v", codes)
		})
	}
}

// attackBy runs a command on the files of a folder and fails the test when it does not end.
func attackBy(t *testing.T, dir, line string) answer {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	args := strings.Fields(strings.NewReplacer("DIR", dir, "OUT", out).Replace(line))
	var stdout, stderr bytes.Buffer
	a := cli.App{In: strings.NewReader(""), Out: &stdout, Err: &stderr}
	done := make(chan int, 1)
	go func() { done <- execute(&a, context.Background(), args) }()
	select {
	case code := <-done:
		still := func(text string) string {
			return perMove.ReplaceAllString(times.ReplaceAllString(strings.ReplaceAll(text, out, "OUT"), "TIME"), "TIME")
		}
		return answer{code: code, out: still(stdout.String()), err: still(stderr.String()), written: folderBytes(t, out)}
	case <-time.After(5 * time.Minute): // on a busy machine
		t.Fatalf("%v: no end", args)
		return answer{}
	}
}

// treeBytes returns what all files below a folder hold, by path, and folders by paths that end in /.
func treeBytes(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		switch {
		case err != nil:
			return err
		case d.IsDir():
			files[filepath.ToSlash(name)+"/"] = ""
		default:
			files[filepath.ToSlash(name)] = string(fileBytes(t, path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// restoreTree makes a folder what it was.
func restoreTree(t *testing.T, dir string, was map[string]string) {
	t.Helper()
	is := treeBytes(t, dir)
	for name := range is {
		if _, ok := was[name]; !ok {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was)) { // folders first
		path := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o777); err != nil {
				t.Fatal(err)
			}
		} else if text, ok := is[name]; !ok || text != was[name] {
			putFile(t, path, []byte(was[name]))
		}
	}
}
