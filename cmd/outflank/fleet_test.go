package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
)

// A fleetServer is a server in a process of its own, which can be killed and started again.
type fleetServer struct {
	t         *testing.T
	dir, addr string
	cmd       *exec.Cmd
}

func startServer(t *testing.T) *fleetServer {
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free
	if err != nil {
		t.Fatal(err)
	}
	s := &fleetServer{t: t, dir: t.TempDir(), addr: l.Addr().String()}
	l.Close()
	if err := os.WriteFile(s.tokenFile(), []byte(crewToken+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.start()
	t.Cleanup(s.kill)
	return s
}

func (s *fleetServer) url() string       { return "nats://" + s.addr }
func (s *fleetServer) tokenFile() string { return filepath.Join(s.dir, "token") }

// start returns when the server listens.
func (s *fleetServer) start() {
	s.cmd = exec.Command("outflank", "fleet", "serve", "--dir", filepath.Join(s.dir, "queue"), "--addr", s.addr,
		"--token-file", s.tokenFile(), "--json")
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		s.t.Error(err)
		return
	}
	_, _ = out.Read(make([]byte, 1))
	go func() { _, _ = io.Copy(io.Discard, out) }()
}

// kill ends the server as kill -9 does.
func (s *fleetServer) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// TestFleetTournament: a tournament over four workers, of which some are killed at random, with a
// server that is killed and started again, and a command that is killed and resumed, leaves the
// tables of one that one process plays, each game once. OUTFLANK_LONG=1 plays 10,000 games with 100
// kills of workers and 20 of the server.
func TestFleetTournament(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("processes are killed")
	}
	games, kills, restarts := 100, 3, 1 // of each two agents
	if os.Getenv("OUTFLANK_LONG") != "" {
		games, kills, restarts = 3334, 100, 20
	}
	dir := t.TempDir()
	specs := filepath.Join(dir, "agents.txt")
	if err := os.WriteFile(specs, []byte("ab:depth=3,exact=6\nswh\nlocal:eval=wedge\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	results := func(name string) []string {
		to := filepath.Join(dir, name)
		if err := os.Mkdir(to, 0o777); err != nil {
			t.Fatal(err)
		}
		return []string{"-o", filepath.Join(to, "games"), "--cross", filepath.Join(to, "cross.txt"), "--cross",
			filepath.Join(to, "cross.json")}
	}
	play := []string{"tournament", specs, "--games", fmt.Sprint(games), "--random-plies", "6",
		"--perturb", "0.02"}
	runIn(t, dir, append(play, results("alone")...), nil)

	s := startServer(t)
	rng := rand.New(rand.NewPCG(7, 7))
	var after []int
	for range kills {
		after = append(after, 1+rng.IntN(3*games/5/kills)) // of jobs, some of which travel together
	}
	c := hire(t, s.url(), 4, after)
	state := filepath.Join(dir, "state.ndjson")
	var restarting sync.WaitGroup
	restarting.Go(func() {
		for i := range restarts {
			for clitest.Lines(state) < (i+1)*3*games/(restarts+1) {
				time.Sleep(10 * time.Millisecond) // between two looks; no test depends on it
			}
			s.kill()
			s.start()
		}
	})
	far := []string{"--fleet", s.url(), "--fleet-token-file", s.tokenFile()}
	if stderr, code := clitest.Kill(t, clitest.Step{What: "playing", Done: games},
		append(append(play, "--state", state), far...)...); code != clitest.Killed {
		t.Fatalf("the command was not killed: exit code %d: %s", code, stderr)
	}
	runIn(t, dir, append(append([]string{"tournament", "--resume", state}, far...), results("fleet")...), nil)
	restarting.Wait()
	c.stop()
	if c.killed != kills {
		t.Errorf("%d workers were killed, want %d", c.killed, kills)
	}
	if n := clitest.Lines(state); n != 3*games+1 {
		t.Errorf("the state has %d lines, want one for each of %d games", n, 3*games)
	}
	sameTree(t, filepath.Join(dir, "fleet"), filepath.Join(dir, "alone"))
}

// TestFleetSPRT: a test that ends a match ends it after the same game, whoever played what first.
func TestFleetSPRT(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := startCrew(t, 0)
	play := []string{"match", "ab:depth=2", "swh", "--games", "2000", "--random-plies", "6", "--sprt", "0,40"}
	runIn(t, dir, append(play, "-o", "alone", "--cross", "alone.json"), nil)
	runIn(t, dir, append(play, "-o", "far", "--cross", "far.json", "--fleet", c.url),
		[]string{cli.FleetToken + "=" + crewToken})
	a, b := readTree(t, filepath.Join(dir, "alone")), readTree(t, filepath.Join(dir, "far"))
	if !bytes.Equal(a["games.parquet"], b["games.parquet"]) {
		t.Error("the games differ")
	}
	// What it had sent ahead is gone.
	out, _ := runCommand(t, t.Context(), cli.Done, "fleet", "status", "--fleet", c.url, "--token-file",
		tokenFile(t), "--json")
	if !strings.Contains(out, `"sets": []`) {
		t.Errorf("the server keeps %s", out)
	}
}

// TestFleetMisuse: flags of the fleet that make no sense are refused before a game is played.
func TestFleetMisuse(t *testing.T) {
	t.Parallel()
	c := startCrew(t, 0)
	token := tokenFile(t)
	for _, test := range []struct{ args, want string }{
		{"--cancel", "needs --fleet URL"},
		{"--fleet-token-file " + token, "needs --fleet URL"},
		{"--verify 2", "want a share from 0 to 1"},
		{"--verify 0.5 --time 1ms --fleet " + c.url + " --fleet-token-file " + token, "answers differ and cannot be compared"},
	} {
		_, stderr := runCommand(t, t.Context(), cli.Misused,
			append([]string{"match", "ab:eval=paip", "swh", "--games", "2"}, strings.Fields(test.args)...)...)
		if !strings.Contains(stderr, test.want) {
			t.Errorf("%s: it says %q, want %q", test.args, stderr, test.want)
		}
	}
}

// tokenFile returns a file with the token of crews.
func tokenFile(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(path, []byte(crewToken), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFleetFiles: models, books and openings go to workers by their content, also with odd names, and
// whatever lies there under the same names.
func TestFleetFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := startCrew(t, 0)
	clitest.WriteModel(t, filepath.Join(dir, "a, b.model"), clitest.RandomModel(t, "corner+position"))
	for name, text := range map[string]string{"open ings.txt": "f5d6c3d3c4\nf5f6e6f4\nf5d6c4d3\n",
		"book.txt": "f5d6c3d3c4f4f6\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	play := []string{"match", `q:model="a, b.model",book=book.txt`, "ab:depth=2", "--games", "12", "--openings",
		"open ings.txt", "--random-plies", "3"}
	runIn(t, dir, append(play, "-o", "alone"), nil)
	runIn(t, dir, append(play, "-o", "far", "--fleet", c.url, "--verify", "0.5"),
		[]string{cli.FleetToken + "=" + crewToken})
	sameTree(t, filepath.Join(dir, "far"), filepath.Join(dir, "alone"))
}

// TestFleetEngines: external engines run where that is allowed, and it is said where it is not.
func TestFleetEngines(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	env := []string{cli.FleetToken + "=" + crewToken}
	worker := func(more ...string) (stop func()) {
		cmd := exec.Command("outflank", append([]string{"fleet", "work", "--join", s.url(), "--dir", t.TempDir()},
			more...)...)
		cmd.Env = append(os.Environ(), env...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return sync.OnceFunc(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	}
	t.Cleanup(worker())
	joined(t, s)
	play := exec.Command("outflank", "match", `gtp:cmd="outflank gtp --agent ab:depth=2"`, "swh", "--games", "4",
		"--random-plies", "4", "--fleet", s.url(), "-o", "far")
	play.Dir, play.Env = t.TempDir(), append(os.Environ(), env...)
	says(t, play, "outflank fleet work --allow-engines")
	t.Cleanup(worker("--allow-engines"))
	if err := play.Wait(); err != nil {
		t.Error(err)
	}
}

// joined waits until a worker has joined a server.
func joined(t *testing.T, s *fleetServer) {
	t.Helper()
	for !strings.Contains(s.said(), "1 worker") {
		time.Sleep(10 * time.Millisecond) // between two looks; no test depends on it
	}
}

// said returns what fleet status says.
func (s *fleetServer) said() string {
	s.t.Helper()
	out, _ := runCommand(s.t, s.t.Context(), cli.Done, "fleet", "status", "--fleet", s.url(), "--token-file",
		s.tokenFile())
	return out
}

// says starts a process and waits for the line that it says first on standard error.
func says(t *testing.T, cmd *exec.Cmd, want string) {
	t.Helper()
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	text := bufio.NewReader(stderr)
	if line, _ := text.ReadString('\n'); !strings.Contains(line, want) {
		t.Errorf("it says %q, want %q", line, want)
	}
	go func() { _, _ = io.Copy(io.Discard, text) }()
}

// TestFleetOtherBuild: a worker that is another program does nothing, and both are told so.
func TestFleetOtherBuild(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the program is changed by a byte at its end")
	}
	s := startServer(t)
	text, err := os.ReadFile(must(exec.LookPath("outflank")))
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "outflank")
	if err := os.WriteFile(other, append(text, '\n'), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(other, "fleet", "work", "--join", s.url(), "--token-file", s.tokenFile(), "--dir",
		t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for text := ""; !strings.Contains(text, "and gets no jobs from this command, which "+
		"has build "); text = s.said() {
		if strings.Contains(text, "1 worker") {
			t.Fatalf("status says of another build\n%s", text)
		}
		time.Sleep(10 * time.Millisecond) // between two looks; no test depends on it
	}
	play := exec.Command("outflank", "match", "ab:depth=1", "swh", "--games", "2", "--fleet", s.url(),
		"--fleet-token-file", s.tokenFile())
	says(t, play, ", but this command has build ")
	_ = play.Process.Kill()
	_ = play.Wait()
}

func must(path string, err error) string {
	if err != nil {
		panic(err)
	}
	return path
}
