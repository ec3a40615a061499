package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/fleet"
)

// status returns what fleet status --json prints.
func (s *fleetServer) status() (st fleet.Status) {
	s.t.Helper()
	out, _ := runCommand(s.t, s.t.Context(), cli.Done, "fleet", "status", "--fleet", s.url(), "--token-file",
		s.tokenFile(), "--json")
	if err := json.Unmarshal([]byte(out), &st); err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
	return st
}

// TestFleetInterrupted: a command that is interrupted leaves its jobs, which workers do meanwhile and
// the same command finds done; with --cancel it leaves nothing.
func TestFleetInterrupted(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a process is interrupted")
	}
	s, dir := startServer(t), t.TempDir()
	play := []string{"match", "ab:depth=1", "swh", "--games", "60", "--random-plies", "6"}
	far := []string{"--fleet", s.url(), "--fleet-token-file", s.tokenFile()}
	interrupt := func(more ...string) {
		t.Helper()
		cmd := exec.Command("outflank", append(append(play, far...), more...)...)
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for st := s.status(); len(st.Sets) == 0 || st.Sets[0].Queued < 60; st = s.status() {
			time.Sleep(10 * time.Millisecond) // between two looks; no test depends on it
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != cli.Interrupted {
			t.Errorf("exit code %d, want that it was interrupted", cmd.ProcessState.ExitCode())
		}
	}
	interrupt("--cancel")
	if st := s.status(); len(st.Sets) != 0 {
		t.Errorf("--cancel leaves %+v", st.Sets)
	}
	interrupt()
	if st := s.status(); len(st.Sets) != 1 || st.Sets[0].Queued != 60 || st.Sets[0].Left != nil {
		t.Errorf("the queue has %+v, want 60 jobs and no time", st.Sets)
	}
	worker := exec.Command("outflank", "fleet", "work", "--join", s.url(), "--token-file", s.tokenFile(),
		"--dir", t.TempDir())
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = worker.Process.Kill(); _ = worker.Wait() })
	for answered := 0; answered < 60; {
		st := s.status()
		if len(st.Sets) != 1 {
			t.Fatalf("status %+v", st)
		}
		if answered = st.Sets[0].Answered; answered < 60 {
			time.Sleep(10 * time.Millisecond)
		}
	}
	_ = worker.Process.Kill() // all answers are there
	_ = worker.Wait()
	runIn(t, dir, append(play, "-o", "alone"), nil)
	runIn(t, dir, append(append(play, "-o", "far", "--verify", "0"), far...), nil)
	sameTree(t, filepath.Join(dir, "far"), filepath.Join(dir, "alone"))
}
