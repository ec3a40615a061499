package play

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
)

// runPlay runs the command in-process, away from any terminal, and returns
// everything it prints and its exit code.
func runPlay(ctx context.Context, in io.Reader, args ...string) (output string, code int) {
	var out bytes.Buffer
	a := &cli.App{In: in, Out: &out, Err: &out}
	code = a.Run(ctx, root(a), append([]string{"play"}, args...))
	return out.String(), code
}

// root returns what makes a command line that has the commands of this package only.
func root(a *cli.App) func() *cobra.Command {
	return func() *cobra.Command {
		c := &cobra.Command{Use: "outflank"}
		c.AddCommand(Commands(a)...)
		return c
	}
}

// setUTF8 gives the test a terminal that shows discs and knows no preferences.
func setUTF8(t *testing.T) {
	for name, value := range map[string]string{"LC_ALL": "C.UTF-8", "NO_COLOR": "", "TERM": "xterm"} {
		t.Setenv(name, value)
	}
}

// TestPlayed plays the files of testdata/play. A file has a line "$ outflank play
// …", the input with "< " before each line, and what is printed, with the exit
// code at its end. OUTFLANK_UPDATE=1 writes the files again.
func TestPlayed(t *testing.T) {
	setUTF8(t)
	files, err := filepath.Glob("testdata/play/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata/play", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { checkPlayed(t, file) })
	}
}

func checkPlayed(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "\n\n")
	command, script, _ := strings.Cut(head, "\n")
	args := strings.Fields(strings.TrimPrefix(command, "$ outflank play"))
	var input strings.Builder
	for line := range strings.Lines(script) {
		input.WriteString(strings.TrimPrefix(strings.TrimPrefix(line, "<"), " "))
	}
	output, code := runPlay(t.Context(), strings.NewReader(input.String()), args...)
	got := fmt.Sprintf("%s(exit %d)\n", strings.ReplaceAll(output, "\x1b[", "␛"), code)
	clitest.Golden(t, file, head+"\n\n"+got)
}

// TestWatchingRepeats: a seed makes a game, another seed another.
func TestWatchingRepeats(t *testing.T) {
	setUTF8(t)
	watch := func(seed string) string {
		out, code := runPlay(t.Context(), strings.NewReader(""), "--black", "random", "--white", "random",
			"--seed", seed)
		if code != cli.Done || !strings.Contains(out, "game over") {
			t.Fatalf("seed %s: exit code %d, output\n%s", seed, code, out)
		}
		return out
	}
	first, again, other := watch("7"), watch("7"), watch("8")
	if first != again {
		t.Error("the same seed gave two games")
	}
	if first == other {
		t.Error("two seeds gave the same game")
	}
}

// TestPlayInterrupted: Ctrl-C while the person thinks.
func TestPlayInterrupted(t *testing.T) {
	setUTF8(t)
	ctx, cancel := context.WithCancel(t.Context())
	in, keys := io.Pipe()
	defer keys.Close()
	go func() {
		_, _ = io.WriteString(keys, "f5d6\n")
		_, _ = io.WriteString(keys, "board\n") // is read when f5d6 is played
		cancel()
	}()
	save := filepath.Join(t.TempDir(), "game.txt")
	out, code := runPlay(ctx, in, "--white", "human", "--save", save)
	if code != cli.Interrupted {
		t.Errorf("exit code %d, want %d", code, cli.Interrupted)
	}
	for _, want := range []string{"transcript: f5d6\n", "outflank play --white human --start f5d6\n",
		"outflank: interrupted\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("output lacks %q:\n%s", want, out)
		}
	}
	if text, err := os.ReadFile(save); string(text) != "f5d6\n" {
		t.Errorf("saved %q, %v", text, err)
	}
}

// TestPlayInterruptedAgent: Ctrl-C while two agents play.
func TestPlayInterruptedAgent(t *testing.T) {
	setUTF8(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, code := runPlay(ctx, strings.NewReader(""), "--black", "random", "--white", "random", "--delay", "1h")
	if code != cli.Interrupted {
		t.Errorf("exit code %d, want %d:\n%s", code, cli.Interrupted, out)
	}
}

// TestPlaySave: a file is written once more by who wrote it, but over no other, and no folder is made.
func TestPlaySave(t *testing.T) {
	setUTF8(t)
	dir := t.TempDir()
	path, other, nowhere := filepath.Join(dir, "game.txt"), filepath.Join(dir, "other.txt"),
		filepath.Join(dir, "a", "game.txt")
	if err := os.WriteFile(other, []byte("mine\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	input := "f5\nsave\nsave " + path + "\nd6\nsave " + path + "\nsave " + other + "\nsave " +
		nowhere + "\nquit\n"
	out, code := runPlay(t.Context(), strings.NewReader(input), "--white", "human")
	for _, want := range []string{"wrote " + path, "save where?", other + " exists: enter save! " + other,
		nowhere + ": there is no folder " + filepath.Dir(nowhere)} {
		if code != cli.Done || !strings.Contains(out, want) {
			t.Errorf("exit code %d, no %q in\n%s", code, want, out)
		}
	}
	for path, want := range map[string]string{path: "f5d6\n", other: "mine\n"} {
		if text, err := os.ReadFile(path); err != nil || string(text) != want {
			t.Errorf("%s holds %q, %v, want %q", path, text, err, want)
		}
	}
	runPlay(t.Context(), strings.NewReader("f5\nsave! "+other+"\n"), "--white", "human")
	if text, _ := os.ReadFile(other); string(text) != "f5\n" {
		t.Errorf("save! leaves %q", text)
	}
	for _, c := range []struct {
		save string
		args []string
		code int
	}{
		{nowhere, nil, cli.Misused}, {other, nil, cli.Misused}, {other, []string{"--load", other}, cli.Done}, {other, []string{"--replace"}, cli.Done},
	} {
		if out, code := runPlay(t.Context(), strings.NewReader("quit\n"),
			append(c.args, "--white", "human", "--save", c.save)...); code != c.code {
			t.Errorf("--save %s %v: exit code %d, want %d\n%s", c.save, c.args, code, c.code, out)
		}
	}
}

// TestPlayNotSaved: what cannot be saved at the end is at least shown.
func TestPlayNotSaved(t *testing.T) {
	setUTF8(t)
	path := filepath.Join(t.TempDir(), "game.txt")
	input := io.MultiReader(strings.NewReader("f5\n"), readerFunc(func([]byte) (int, error) {
		if err := os.Mkdir(path, 0o777); err != nil {
			t.Error(err)
		}
		return 0, io.EOF
	}))
	out, code := runPlay(t.Context(), input, "--white", "human", "--save", path)
	if code != cli.Failed || !strings.Contains(out, "transcript: f5") {
		t.Errorf("exit code %d, output\n%s", code, out)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestPlayKeyboard: at a terminal there are prompts, and lines are not repeated.
func TestPlayKeyboard(t *testing.T) {
	setUTF8(t)
	var out bytes.Buffer
	a := &cli.App{In: strings.NewReader("f5\n"), Out: &out, Err: &out, InTerminal: true, OutTerminal: true}
	if code := a.Run(t.Context(), root(a), []string{"play", "--white", "greedy"}); code != cli.Done {
		t.Errorf("exit code %d", code)
	}
	text := out.String()
	for _, want := range []string{"black> ", "white is thinking…\r\x1b[K", "\x1b[38;5;16;48;5;"} {
		if !strings.Contains(text, want) {
			t.Errorf("output lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "> f5") {
		t.Error("the input is repeated")
	}
}

// TestPlayWatchTerminal: boards are drawn over each other.
func TestPlayWatchTerminal(t *testing.T) {
	setUTF8(t)
	var out bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: &out, OutTerminal: true}
	code := a.Run(t.Context(), root(a), []string{"play", "--black", "greedy", "--white", "greedy", "--shape",
		"4x4", "--delay", "0s"})
	_, transcript, _ := strings.Cut(out.String(), "transcript: ")
	moves := len(strings.TrimSpace(transcript)) / 2
	if over := strings.Count(out.String(), "\x1b[J"); code != cli.Done || over != moves || moves == 0 {
		t.Errorf("exit code %d, %d boards drawn over, want one a move (%s)", code, over, transcript)
	}
}
