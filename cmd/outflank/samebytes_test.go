package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/engine/runtime/fleet"
)

// fleetCommands are command lines that write into the folder where they run, which has the built-in
// games in wthor.
var fleetCommands = []fleetCommand{
	{"label", nil, "label wthor -o labelled.parquet --exact 7 --depth 1 --hash 1M", false},
	{"cache", nil, "analyze wthor --only 1-400 --cache cache --exact 7 --depth 1 --hash 1M", true},
	{"book", nil, "book build wthor -o a.book --min-games 4 --plies 8 --depth 2 --exact 0 --hash 1M", true},
	{"tune", nil, "tune --preset genetic-othello --steps 8 --population 8 --survivors 4 --depth 2 -o tuned", true},
	{"tune-outcome", nil, "tune wthor --method cmaes --features report --objective outcome --steps 3 --population 200 -o tuned", true},
	{"sweep", map[string]string{"run.toml": sweepConfig}, "sweep --config run.toml --grid learn.lambda=0,0.3,0.6,0.9 --seeds 1,2,3,4,5,6,7 -o swept", true},
	{"train", map[string]string{"run.toml": trainConfig}, "train --config run.toml -o trained", true},
	{"train-model", nil, "train wthor -o trained.model --mode self --games 600 --batch 20 --actors 4 --features logistello@2", true},
	{"fit", nil, "fit wthor --features corner+row2+constant --solve 9 --play 400 --rounds 2 --depth 1 --exact 8 -o fitted.model", true},
	{"probcut", nil, "probcut wthor --positions 6 --depth 6 --exact 12", true},
	{"match", nil, "match ab:depth=3 greedy --games 600 --random-plies 8 -o match", true},
	{"experiment-runs", nil, "experiment run cs181-data-curve --set gamma=1 --scale 0.001 -o reports", true},
	{"experiment-tuning", nil, "experiment run cassio-generations --set evolutions=one --scale 0.001 -o reports", true},
}

type fleetCommand struct {
	name  string
	files map[string]string
	args  string
	long  bool // only by OUTFLANK_LONG
}

// folder returns a new folder with what the command reads.
func (c *fleetCommand) folder(t *testing.T) string {
	dir := t.TempDir()
	if err := cli.UnpackDemoGames(filepath.Join(dir, "wthor")); err != nil {
		t.Fatal(err)
	}
	if !c.long && os.Getenv("OUTFLANK_LONG") == "" {
		keepGames(t, filepath.Join(dir, "wthor"), 250)
	}
	for name, text := range c.files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// sweepConfig is a run of a moment that has all kinds of inputs.
const sweepConfig = `[model]
features = "corner"
[games]
transcripts = ["wthor"]
mix = {transcripts = 0.5, self = 0.3, "ab:depth=1" = 0.2}
[learn]
games = 200
[evaluate]
games = 4
final = 6
select_by = [{opponent = "random", protocol = "cs181"}]
test_on = [{opponent = "greedy", protocol = "cs181"}]
[output]
pictures = false
`

// trainConfig is a run of five rounds of eight actors.
var trainConfig = strings.Replace(sweepConfig, "games = 200", "games = 400\nactors = 8\nbatch = 10", 1)

// TestFleetSameBytes: a command whose work two workers do, which are killed while they do it, leaves
// the files of the same command alone, byte for byte. By OUTFLANK_LONG all commands are tried and five
// workers killed, else one that is quick, on some of the games, and two.
func TestFleetSameBytes(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("processes are killed")
	}
	kills := 2
	if os.Getenv("OUTFLANK_LONG") != "" {
		kills = 5
	}
	for _, test := range fleetCommands {
		t.Run(test.name, func(t *testing.T) {
			if test.long && os.Getenv("OUTFLANK_LONG") == "" {
				t.Skip("set OUTFLANK_LONG to try it")
			}
			alone, together := test.folder(t), test.folder(t)
			runIn(t, alone, strings.Fields(test.args), nil)
			c := startCrew(t, kills)
			runIn(t, together, append(strings.Fields(test.args), "--fleet", c.url),
				[]string{cli.FleetToken + "=" + crewToken})
			c.stop()
			if c.killed != kills {
				t.Errorf("%d workers were killed, want %d", c.killed, kills)
			}
			sameTree(t, together, alone)
		})
	}
}

// runIn runs a command line in a folder, and returns what it says.
func runIn(t *testing.T, dir string, args, env []string) string {
	t.Helper()
	cmd := exec.Command("outflank", args...)
	cmd.Dir, cmd.Env = dir, append(append(os.Environ(), "OUTFLANK_DATA="), env...) // the built-in games
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("outflank %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// sameTree complains about files that two folders do not have in common.
func sameTree(t *testing.T, got, want string) {
	t.Helper()
	a, b := readTree(t, got), readTree(t, want)
	for name, text := range b {
		if filepath.Base(name) == "journal.ndjson" {
			continue // of an experiment: it has the time that moves took, and steps as they were done
		}
		if other, ok := a[name]; !ok || !bytes.Equal(clitest.Untimed(name, other), clitest.Untimed(name, text)) {
			t.Errorf("%s differs (there: %v)", name, ok)
		}
	}
	for name := range a {
		if _, ok := b[name]; !ok {
			t.Errorf("%s is there, alone it is not", name)
		}
	}
}

// readTree returns the files below a folder.
func readTree(t *testing.T, dir string) map[string][]byte {
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		files[name], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

const crewToken = "a-token-of-tests"

// A crew is workers of a fleet in processes of their own, of which some are killed after a number of
// jobs, and replaced.
type crew struct {
	url    string
	killed int

	t     *testing.T
	mu    sync.Mutex
	ended bool
	kills []int         // after which jobs workers are still to be killed
	alive int           // workers that will be killed
	dead  chan struct{} // closed when all that were to be killed are, or the crew is stopped
	now   map[*exec.Cmd]bool
	wg    sync.WaitGroup
}

// startCrew starts a server in this process and a crew of two, of which some are killed.
func startCrew(t *testing.T, kills int) *crew {
	s, err := fleet.Serve(fleet.ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), Token: crewToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	var after []int
	for i := range kills {
		after = append(after, 1+kills-i)
	}
	return hire(t, s.URL(), 2, after)
}

// hire starts a crew, of which a worker is killed after each of these numbers of its jobs. Workers that
// are to live begin when those are dead, so that they leave them enough to do, however fast they are.
func hire(t *testing.T, url string, workers int, kills []int) *crew {
	c := &crew{url: url, t: t, kills: kills, alive: len(kills), now: map[*exec.Cmd]bool{},
		dead: make(chan struct{})}
	if len(kills) == 0 {
		close(c.dead)
	}
	for range workers {
		c.wg.Go(func() {
			for c.work() {
			}
		})
	}
	t.Cleanup(c.stop)
	return c
}

// work runs a worker to its end and tells whether another one is to take its place.
func (c *crew) work() bool {
	var text bytes.Buffer
	cmd := exec.Command("outflank", "fleet", "work", "--join", c.url, "--threads", "2", "--dir",
		filepath.Join(c.t.TempDir(), "cache"))
	cmd.Env, cmd.Stderr = append(os.Environ(), cli.FleetToken+"="+crewToken), &text
	c.mu.Lock()
	if len(c.kills) == 0 {
		c.mu.Unlock()
		<-c.dead
		c.mu.Lock()
	}
	if c.ended {
		c.mu.Unlock()
		return false
	}
	if len(c.kills) > 0 {
		cmd.Env = append(cmd.Env, clitest.KillAt(clitest.Step{What: "working", Done: c.kills[0]}))
		c.kills = c.kills[1:]
	}
	err := cmd.Start()
	c.now[cmd] = true
	c.mu.Unlock()
	if err == nil {
		err = cmd.Wait()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.now, cmd)
	exit, ok := errors.AsType[*exec.ExitError](err)
	switch {
	case c.ended:
		return false
	case !ok || exit.ExitCode() != clitest.Killed:
		c.t.Errorf("a worker ended with %v: %s", err, text.String())
		return false
	}
	c.killed++
	if c.alive--; c.alive == 0 {
		close(c.dead)
	}
	return true
}

// stop kills the workers that are left.
func (c *crew) stop() {
	c.mu.Lock()
	if !c.ended && c.alive > 0 {
		close(c.dead)
	}
	c.ended = true
	for cmd := range c.now {
		_ = cmd.Process.Kill()
	}
	c.mu.Unlock()
	c.wg.Wait()
}
