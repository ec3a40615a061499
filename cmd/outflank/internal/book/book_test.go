package book

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/engine/book"
)

// TestBuildInterrupted: Ctrl-C keeps what is searched, and says so; the same command resumes and
// ends with the same bytes. What lies there of another book is refused.
func TestBuildInterrupted(t *testing.T) {
	games, dir := t.TempDir(), t.TempDir()
	if err := cli.UnpackDemoGames(games); err != nil {
		t.Fatal(err)
	}
	build := func(out string) []string {
		return []string{"book", "build", games, "-o", out, "--min-games", "30", "--plies", "8", "--depth", "3",
			"--exact", "0", "--hash", "1M", "--workers", "1"}
	}
	whole, out := filepath.Join(dir, "whole.book"), filepath.Join(dir, "out.book")
	room.Want(t, cli.Done, build(whole)...)
	_, stderr, code := room.Interrupt(t, clitest.Step{What: "searching", Done: 3}, build(out)...)
	if code != cli.Interrupted || !strings.Contains(stderr, "are kept in "+out+".work") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("the book is there before it is whole")
	}
	room.Want(t, cli.BadInput, append(build(out), "--depth", "2")...)
	_, stderr = room.Want(t, cli.Done, build(out)...)
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil || !bytes.Equal(got, want) || !strings.Contains(stderr, "resuming: ") {
		t.Errorf("%v, or another book: %s", err, stderr)
	}
	if _, err := os.Stat(out + ".work"); err == nil {
		t.Error("the work stays")
	}
}

// TestLearnInterrupted: Ctrl-C keeps what is learned, and learning on makes the same bytes. Another
// evaluator is refused.
func TestLearnInterrupted(t *testing.T) {
	games, dir := t.TempDir(), t.TempDir()
	if err := cli.UnpackDemoGames(games); err != nil {
		t.Fatal(err)
	}
	whole, out := filepath.Join(dir, "whole.book"), filepath.Join(dir, "out.book")
	for _, path := range []string{whole, out} {
		room.Want(t, cli.Done, "book", "build", games, "-o", path, "--min-games", "200", "--plies", "4", "--depth",
			"2", "--exact", "0", "--hash", "1M")
	}
	learn := func(path string, n string) []string {
		return []string{"book", "learn", path, "--positions", n, "--batch", "4", "--margin", "64"}
	}
	_, stderr, code := room.Interrupt(t, clitest.Step{What: "learning", Done: 8}, learn(out, "100000")...)
	if code != cli.Interrupted || !strings.Contains(stderr, " of 100,000 positions are in "+out) {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	b, err := book.Read(out)
	if err != nil || b.Settings.Learned < 8 || b.Settings.Learned%4 != 0 {
		t.Fatalf("%v, %d learned", err, b.Settings.Learned)
	}
	room.Want(t, cli.Done, learn(out, "8")...)
	room.Want(t, cli.Done, learn(whole, strconv.Itoa(b.Settings.Learned+8))...)
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(out); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v, or another book", err)
	}
	room.Want(t, cli.Misused, "book", "learn", out, "--model", "general")
}
