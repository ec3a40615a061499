package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// TestFleetKeys: a match whose command and worker have keys of their own, made by the command; the
// worker's key takes no jobs from the queue.
func TestFleetKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"users", "workers"} {
		public, _ := runCommand(t, t.Context(), cli.Done, "fleet", "nkey", at(name+".seed"))
		if err := os.WriteFile(at(name), []byte("# "+name+"\n"+public), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(at("users.seed")); err != nil || os.PathSeparator == '/' &&
		info.Mode().Perm() != 0o600 {
		t.Errorf("the seed has %v, %v", info.Mode(), err)
	}
	runCommand(t, t.Context(), cli.Misused, "fleet", "nkey", at("users.seed")) // it is never replaced

	url := began(t, "fleet", "serve", "--dir", at("queue"), "--addr", "127.0.0.1:0", "--nkeys", at("users"),
		"--worker-nkeys", at("workers"), "--json")
	url = strings.TrimSuffix(strings.TrimPrefix(url, `{"url":"`), "\"}\n")
	worker := exec.Command("outflank", "fleet", "work", "--join", url, "--creds", at("workers.seed"), "--dir",
		at("files"))
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = worker.Process.Kill(); _ = worker.Wait() })

	play := []string{"match", "ab:depth=2", "swh", "--games", "8", "--random-plies", "6"}
	runIn(t, dir, append(play, "-o", "alone"), nil)
	runIn(t, dir, append(play, "-o", "far", "--fleet", url, "--fleet-creds", "users.seed", "--verify", "1"), nil)
	sameTree(t, at("far"), at("alone"))

	if out, err := exec.Command("outflank", append(play, "--fleet", url, "--fleet-creds",
		at("workers.seed"))...).CombinedOutput(); err == nil ||
		!strings.Contains(string(out), "this token or key is for workers only") {
		t.Errorf("a worker sends jobs: %s", out)
	}
	runCommand(t, t.Context(), cli.Done, "fleet", "drain", "--all", "--fleet", url, "--creds", at("users.seed"))
	if out, err := exec.Command("outflank", "fleet", "status", "--fleet", url).CombinedOutput(); err == nil ||
		!strings.Contains(string(out), "$OUTFLANK_FLEET_TOKEN or --token-file FILE, or your key in --creds FILE") {
		t.Errorf("a user without a key is let in, or is not told what to show: %s", out)
	}
}

// began starts a process that lasts until the test ends, and returns the first line that it prints.
func began(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("outflank", args...)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return line
}
