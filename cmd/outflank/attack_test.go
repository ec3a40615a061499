package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// A tally counts the outcomes of the damages to a kind of file.
type tally struct {
	sealed  bool
	made    int // damaged copies
	refused int // by the file's name
	told    int // answered, with a word about what was left out
	same    int // answered as the whole file is
	other   int // answered otherwise, without a word: only without a checksum
	slowest time.Duration
}

// Law: whatever happens to the bytes of a file, a command that reads it ends, by itself and with an
// exit code of its own; and where the file is sealed, it is refused by its name, or the answer is that
// to the whole file. With OUTFLANK_LONG=1 that is a campaign of more than 20,000 damages, in less than 1 GB;
// without, a few of some files.
func TestAttack(t *testing.T) {
	copies := 2
	if os.Getenv("OUTFLANK_LONG") != "" {
		copies = 700
	}
	games := filepath.Dir(smallDatabase(t))
	var mu sync.Mutex
	tallies := map[string]tally{}
	t.Run("files", func(t *testing.T) {
		for _, p := range preys {
			if copies == 2 && !slices.Contains(easyPreys, p.file) {
				continue
			}
			name := p.file + " by " + strings.Fields(p.asked)[0]
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				counted := attack(t, p, games, copies)
				mu.Lock()
				defer mu.Unlock()
				tallies[name] = counted
			})
		}
	})
	t.Log(campaign(tallies))
	if _, peak := peakMemory(); copies > 2 && peak > 1<<20 {
		t.Errorf("the process took %d KB, want 1 GB at most", peak)
	}
}

// makePrey makes a prey in a folder of its own.
func makePrey(t *testing.T, p prey, games string) (dir string) {
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(games)); err != nil {
		t.Fatal(err)
	}
	for name, text := range attackFiles {
		putFile(t, filepath.Join(dir, name), []byte(text))
	}
	for _, line := range strings.FieldsFunc(p.made, func(c rune) bool { return c == ';' }) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "rm DIR/"); ok {
			if err := os.Remove(filepath.Join(dir, path)); err != nil {
				t.Fatal(err)
			}
		} else if a := attackBy(t, dir, line); a.code != cli.Done {
			t.Fatalf("%s: exit code %d: %s", line, a.code, a.err)
		}
	}
	return dir
}

// attack makes a prey and damages it.
func attack(t *testing.T, p prey, games string, copies int) tally {
	dir := makePrey(t, p, games)
	good := treeBytes(t, dir)
	right := attackBy(t, dir, p.asked)
	if right.code != cli.Done {
		t.Fatalf("%s: exit code %d: %s", p.asked, right.code, right.err)
	}
	c := tally{sealed: p.sealed}
	for i, d := range damages([]byte(good[p.file]), copies) {
		restoreTree(t, dir, good)
		putFile(t, filepath.Join(dir, p.file), d.bytes)
		before := time.Now()
		got := attackBy(t, dir, p.asked)
		c.slowest = max(c.slowest, time.Since(before))
		c.made++
		listed := strings.Contains(got.out, "damaged") // of several
		switch {
		case (got.code == cli.BadInput || listed) && strings.Contains(got.err+got.out, filepath.Base(p.file)):
			c.refused++
		case got.equal(right):
			c.same++
		case p.sealed:
			t.Fatalf("mutation %d, %s, passes for another content: exit code %d\n%s\n%s\nwant\n%s", i, d.how, got.code,
				got.err, got.out, right.out)
		case got.code == cli.Misused: // what it says is understood and cannot be
			c.refused++
		case got.code == cli.Failed && strings.Contains(got.err, "wrong claim"): // an audit finds what was damaged
			c.told++
		case got.code != cli.Done:
			t.Fatalf("mutation %d, %s: exit code %d\n%s", i, d.how, got.code, got.err)
		case got.err != right.err:
			c.told++
		default:
			c.other++
		}
	}
	return c
}

// campaign returns the figures of an attack, a line for each kind of file.
func campaign(tallies map[string]tally) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%-46s %8s %8s %8s %8s %8s %9s\n", "file", "damaged", "refused", "told", "same",
		"other", "slowest")
	var all tally
	for _, name := range slices.Sorted(maps.Keys(tallies)) {
		c := tallies[name]
		seal := "no checksum"
		if c.sealed {
			seal = "sealed"
		}
		fmt.Fprintf(&b, "%-46s %8d %8d %8d %8d %8d %8.1fs  %s\n", name, c.made, c.refused, c.told, c.same, c.other,
			c.slowest.Seconds(), seal)
		all.made, all.refused, all.told = all.made+c.made, all.refused+c.refused, all.told+c.told
		all.same, all.other, all.slowest = all.same+c.same, all.other+c.other, max(all.slowest, c.slowest)
	}
	fmt.Fprintf(&b, "%-46s %8d %8d %8d %8d %8d %8.1fs", "all", all.made, all.refused, all.told, all.same,
		all.other, all.slowest.Seconds())
	if text, _ := peakMemory(); text != "" {
		fmt.Fprintf(&b, "  memory at most %s", text)
	}
	return b.String()
}

// peakMemory returns the most memory that this process ever had, as text and in KB, where the system says so.
func peakMemory() (text string, kb int) {
	status, _ := os.ReadFile("/proc/self/status") // on Linux
	if m := peakLine.FindSubmatch(status); m != nil {
		fmt.Sscan(string(m[1]), &kb)
		text = fmt.Sprintf("%d MB", kb>>10)
	}
	return text, kb
}

var peakLine = regexp.MustCompile(`VmHWM:\s+([0-9]+) kB`)

// attackBy runs a command on the files of a folder and fails the test when it does not end.
func attackBy(t *testing.T, dir, line string) answer {
	t.Helper()
	out := filepath.Join(dir, "out")
	if err := os.MkdirAll(out, 0o777); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(out)
	args := strings.Fields(strings.NewReplacer("DIR", dir, "OUT", out).Replace(line))
	var stdout, stderr bytes.Buffer
	a := cli.App{In: strings.NewReader(""), Out: &stdout, Err: &stderr}
	done := make(chan int, 1)
	go func() { done <- execute(&a, context.Background(), args) }()
	select {
	case code := <-done:
		still := func(text string) string {
			return perMove.ReplaceAllString(times.ReplaceAllString(strings.ReplaceAll(text, out, "OUT"),
				"TIME"), "TIME")
		}
		return answer{code: code, out: still(stdout.String()), err: still(stderr.String()),
			written: folderBytes(t, out)}
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
