//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// readers are commands that read a file or folder FILE that the user names.
var readers = []string{
	"import FILE -o OUT/g", "inspect FILE", "analyze FILE", "stats colors FILE", "explore FILE", "find FILE f5",
	"index FILE", "duplicates FILE", "export FILE -o OUT/g.pgn", "positions FILE -o OUT/p.parquet",
	"transitions FILE -o OUT/t.parquet", "generate --from FILE -o OUT/t.parquet", "label FILE -o OUT/l.obf",
	"label FILE -o OUT/l.parquet", "solve FILE", "explain FILE", "explain f5 --agent q:model=FILE",
	"book import FILE -o OUT/b", "book show FILE", "book export FILE", "book verify FILE", "book prune FILE -o OUT/b", "book merge FILE FILE -o OUT/b", "book learn FILE --positions 1",
	"book build FILE -o OUT/b", "train FILE -o OUT/m.model", "train --config FILE -o OUT/r", "train --resume FILE",
	"tune --resume FILE", "sweep --resume FILE", "sweep --config FILE -o OUT/s", "match --resume FILE",
	"match greedy random --openings FILE", "match greedy random --state FILE", "match q:model=FILE greedy",
	"match engine:model=FILE greedy", "match player:file=FILE greedy", "match net:dna=FILE greedy",
	"tournament FILE", "bench @FILE", "average FILE FILE -o OUT/m.model", "runs FILE", "runs compare FILE FILE",
	"probcut FILE", "fit FILE -o OUT/m.model", "fit DIR/wthor --from FILE -o OUT/m.model", "play --load FILE",
	"play --book FILE", "web --book FILE --addr 127.0.0.1:0", "web --token-file FILE --addr 127.0.0.1:0",
	"web --tls-cert FILE --tls-key FILE --addr 127.0.0.1:0",
	"fleet status --token-file FILE", "fleet status --creds FILE", "fleet status --tls-ca FILE",
	"fleet serve --dir OUT/q --nkeys FILE --addr 127.0.0.1:0",
	"fleet serve --dir OUT/q --tls-cert FILE --tls-key FILE --addr 127.0.0.1:0", "experiment report FILE",
}

// Law: a command that is given a FIFO to which no program writes, or a device that never ends, for a file
// refuses it by its name.
func TestNoRegularFile(t *testing.T) {
	dir := filepath.Dir(smallDatabase(t))
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fifo, "/dev/zero"} {
		for _, line := range readers {
			got := attackBy(t, dir, strings.ReplaceAll(line, "FILE", path))
			if got.code != cli.BadInput || !strings.Contains(got.err, path) {
				t.Errorf("%s: exit code %d, want %d: %s", line, got.code, cli.BadInput, got.err)
			}
		}
	}
}

// Law: so does a command that finds a FIFO where a file of its own was.
func TestNoFileOfOurs(t *testing.T) {
	games := filepath.Dir(smallDatabase(t))
	for _, p := range preys {
		if os.Getenv("OUTFLANK_LONG") == "" && !slices.Contains(easyPreys, p.file) {
			continue
		}
		t.Run(p.file+" by "+strings.Fields(p.asked)[0], func(t *testing.T) {
			t.Parallel()
			dir := makePrey(t, p, games)
			path := filepath.Join(dir, p.file)
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(path, 0o666); err != nil {
				t.Fatal(err)
			}
			got := attackBy(t, dir, p.asked)
			if got.code != cli.BadInput || !strings.Contains(got.err+got.out, filepath.Base(path)) {
				t.Errorf("exit code %d, want %d: %s%s", got.code, cli.BadInput, got.err, got.out)
			}
		})
	}
}

// Law: a command that reads a file once reads a pipe that a shell passes for <(…) as well; one that reads it
// again refuses it, and reads standard input where that is documented.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	book, _ := runCommand(t, t.Context(), cli.Done, "book", "export", "small")
	for _, c := range []struct{ text, line string }{
		{attackFiles["ends.obf"], "solve FILE --depth 1 --json"},
		{book, "book import FILE -o OUT/b"},
		{attackFiles["agents.txt"], "tournament FILE --games 2 --random-plies 4 --json"},
		{attackFiles["openings.txt"], "match greedy random --openings FILE --games 4 --json"},
		{attackFiles["run.toml"], "train --config FILE -o OUT/run"},
		{attackFiles["moves.txt"], "!import FILE -o OUT/g"},
		{attackFiles["moves.txt"], "!inspect FILE"},
		{attackFiles["moves.txt"], "!analyze FILE --depth 1"},
	} {
		file := filepath.Join(dir, "file")
		putFile(t, file, []byte(c.text))
		line, refused := strings.CutPrefix(c.line, "!")
		want := attackBy(t, dir, strings.ReplaceAll(line, "FILE", file))
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			_, _ = w.WriteString(c.text)
			w.Close()
		}()
		path := fmt.Sprintf("/dev/fd/%d", r.Fd())
		got := attackBy(t, dir, strings.ReplaceAll(line, "FILE", path))
		r.Close()
		if want.code != cli.Done || !refused && (got.code != cli.Done || got.err != want.err ||
			strings.Count(got.out, "\n") != strings.Count(want.out, "\n")) { // times differ
			t.Errorf("%s: exit code %d, %s%s\nwant %s%s", line, got.code, got.err, got.out, want.err, want.out)
		}
		if refused && (got.code != cli.BadInput || !strings.Contains(got.err, path+": want a regular file")) {
			t.Errorf("%s: exit code %d: %s", line, got.code, got.err)
		}
	}
}
