// Package clitest runs a package's commands in its tests, either in the test's process or in a new process
// that can be killed. The tests of the package define
//
//	var room = clitest.Room(Commands)
//
//	func TestMain(m *testing.M) { room.Main(m) }
package clitest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// A Room is the function Commands of a package, which returns its commands.
type Room func(*cli.App) []*cobra.Command

// Main is the TestMain of a package. Processes that the tests start as "outflank" run the package's commands.
func (r Room) Main(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"outflank": func() {
			a := &cli.App{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
			a.Progress = Killer()
			os.Exit(a.Run(context.Background(), r.root(a), os.Args[1:]))
		},
	})
}

// root returns the command "outflank" with the commands of the package under test.
func (r Room) root(a *cli.App) func() *cobra.Command {
	return func() *cobra.Command {
		c := &cobra.Command{Use: "outflank"}
		c.AddCommand(r(a)...)
		return c
	}
}

// Find returns a command by its name.
func (r Room) Find(t testing.TB, name string) *cobra.Command {
	t.Helper()
	c, _, err := r.root(&cli.App{})().Find([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Run runs a command line in this process, without input.
func (r Room) Run(ctx context.Context, args ...string) (stdout, stderr string, code int) {
	return r.run(ctx, nil, args)
}

func (r Room) run(ctx context.Context, progress func(string, int), args []string) (string, string, int) {
	var out, complaints bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: &complaints, Progress: progress}
	code := a.Run(ctx, r.root(a), args)
	return out.String(), complaints.String(), code
}

// Want runs a command line in this process and checks its exit code.
func (r Room) Want(t testing.TB, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	stdout, stderr, code := r.Run(t.Context(), args...)
	if code != want {
		t.Fatalf("outflank %s: exit code %d, want %d: %s", strings.Join(args, " "), code, want, stderr)
	}
	return stdout, stderr
}

// A Step is a step of the work that a meter shows, such as the 90th game of "training".
type Step struct {
	What string
	Done int // reached when at least this number of steps is done
}

func (s Step) reached(what string, done int) bool { return what == s.What && done >= s.Done }

// Interrupt runs a command line in this process and interrupts it, as Ctrl-C does, at a step.
func (r Room) Interrupt(t testing.TB, at Step, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	return r.run(ctx, func(what string, done int) {
		if at.reached(what, done) {
			cancel()
		}
	}, args)
}

// killAt is the environment variable with which [Kill] sets the step at which a process ends.
const killAt = "OUTFLANK_KILL_AT"

// KillAt returns the environment setting with which a process kills itself at a step, see [Killer].
func KillAt(at Step) string {
	text, err := json.Marshal(at)
	if err != nil {
		panic(err) // a string and a number always encode
	}
	return killAt + "=" + string(text)
}

// Killer returns a hook for [cli.App] that kills this process at the step that the environment sets. It
// returns nil if the environment sets none.
func Killer() func(what string, done int) {
	if at, ok := os.LookupEnv(killAt); ok {
		return killOneself(at)
	}
	return nil
}

// killOneself returns a hook that kills this process, like kill -9, when it reaches the step that the text
// encodes.
func killOneself(text string) func(what string, done int) {
	var at Step
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		panic(err)
	}
	return func(what string, done int) {
		if !at.reached(what, done) {
			return
		}
		if p, err := os.FindProcess(os.Getpid()); err == nil {
			_ = p.Kill()
		}
		select {} // until the signal arrives
	}
}

// Killed is the exit code of a process that was killed.
const Killed = -1

// Kill runs a command line in a new process and kills it at a step. The package's TestMain must call Main. On
// Windows, the test is skipped.
func Kill(t testing.TB, at Step, args ...string) (stderr string, code int) {
	t.Helper()
	cmd, text := process(t, args)
	cmd.Env = append(os.Environ(), KillAt(at))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	return text.String(), cmd.ProcessState.ExitCode()
}

// KillWhen runs a command line like [Kill] and polls now. It kills the process as soon as now returns true,
// at a point of the work that varies between runs and may be after its end.
func KillWhen(t testing.TB, now func() bool, args ...string) (stderr string, code int) {
	t.Helper()
	cmd, text := process(t, args)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	for done := false; !done && !now(); {
		select {
		case <-ended:
			done = true
		case <-time.After(time.Millisecond): // between two calls of now; no test depends on it
		}
	}
	_ = cmd.Process.Kill()
	<-ended
	return text.String(), cmd.ProcessState.ExitCode()
}

// process returns a new process for a command line of the package under test, and its standard error.
func process(t testing.TB, args []string) (*exec.Cmd, *strings.Builder) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the exit code of a killed process is another one")
	}
	var text strings.Builder
	cmd := exec.Command("outflank", args...)
	cmd.Stderr = &text
	return cmd, &text
}

// Lines returns the number of complete lines in a file, such as a journal, or 0 if there is no file.
func Lines(path string) int {
	text, _ := os.ReadFile(path)
	return bytes.Count(text, []byte("\n"))
}

// RealData returns a path in the folder of real data: $OUTFLANK_DATA, or the folder shared beside the
// repository. A relative $OUTFLANK_DATA starts at the top of the repository. If the path does not exist, the
// test is skipped.
func RealData(t testing.TB, elem ...string) string {
	t.Helper()
	root := os.Getenv("OUTFLANK_DATA")
	if root == "" {
		root = filepath.Join("..", "shared")
	}
	if !filepath.IsAbs(root) {
		root = filepath.Join(top(t), root)
	}
	path := filepath.Join(append([]string{root}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no real data (OUTFLANK_DATA): %v", err)
	}
	return path
}

// top returns the top folder of the repository, which contains go.mod.
func top(t testing.TB) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
	}
}
