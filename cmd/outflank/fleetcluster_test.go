package main

import (
	"bufio"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/outflank/outflank/engine/runtime/fleet/fleettest"
)

// TestFleetCluster: of three servers one is killed every twenty seconds, for ten minutes. Commands with four kinds
// of jobs leave the same bytes as alone, and none needs help.
func TestFleetCluster(t *testing.T) {
	if os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to try it")
	}
	const every, kills = 20 * time.Second, 30
	nodes, urls := fleettest.Cluster(t)
	for _, n := range nodes {
		n.Start(t)
		t.Cleanup(n.Kill)
	}
	var tests []fleetCommand
	alone := map[string]string{}
	for _, test := range fleetCommands {
		if slices.Contains([]string{"label", "tune-outcome", "probcut", "match"}, test.name) {
			dir := test.folder(t)
			runIn(t, dir, strings.Fields(test.args), nil)
			tests, alone[test.name] = append(tests, test), dir
		}
	}
	hire(t, urls, 2, nil)
	killed := make(chan struct{})
	go func() {
		defer close(killed)
		for i := range kills {
			time.Sleep(every / 2)
			nodes[i%3].Kill()
			time.Sleep(every / 2)
			nodes[i%3].Start(t)
		}
	}()
	runs, waited := 0, 0
	for {
		for _, test := range tests {
			dir := test.folder(t)
			said := runIn(t, dir, append(strings.Fields(test.args), "--fleet", urls), nil)
			sameTree(t, dir, alone[test.name])
			runs++
			waited += strings.Count(said, "waiting: ")
		}
		select {
		case <-killed:
			t.Logf("%d commands, which said %d times what they waited for", runs, waited)
			return
		default:
		}
	}
}

// TestFleetLeaderless: while two of three servers are dead, a command and fleet status say what they wait for. Both
// end well when the servers are back.
func TestFleetLeaderless(t *testing.T) {
	if os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to try it")
	}
	nodes, urls := fleettest.Cluster(t)
	for _, n := range nodes {
		n.Start(t)
		t.Cleanup(n.Kill)
	}
	for exec.Command("outflank", "fleet", "setup", "--fleet", urls).Run() != nil {
		time.Sleep(100 * time.Millisecond) // until the servers have found each other
	}
	hire(t, urls, 1, nil)
	match := startSaying(t, "match", "ab:depth=6", "ab:depth=5", "--games", "200", "--random-plies", "8", "--fleet", urls)
	for working := regexp.MustCompile(`"done": ?[1-9]`); ; {
		if working.MatchString(runIn(t, t.TempDir(), []string{"fleet", "status", "--json", "--fleet", urls}, nil)) {
			break
		}
	}
	nodes[0].Kill()
	nodes[1].Kill()
	begin := time.Now()
	status := startSaying(t, "fleet", "status", "--fleet", urls)
	for _, p := range []*sayer{match, status} {
		<-p.waits
		t.Logf("%s says what it waits for after %v", p.cmd.Args[1], time.Since(begin).Round(time.Second/10))
	}
	nodes[0].Start(t)
	nodes[1].Start(t)
	for _, p := range []*sayer{match, status} {
		if err := p.cmd.Wait(); err != nil {
			t.Errorf("%v: %v", p.cmd.Args, err)
		}
	}
}

// A sayer is a command under way.
type sayer struct {
	cmd   *exec.Cmd
	waits chan struct{} // closed when it has said that it waits
}

// startSaying starts a command.
func startSaying(t *testing.T, args ...string) *sayer {
	t.Helper()
	s := &sayer{exec.Command("outflank", args...), make(chan struct{})}
	s.cmd.Dir = t.TempDir()
	said, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	go func() {
		waits := sync.OnceFunc(func() { close(s.waits) })
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if strings.Contains(lines.Text(), "waiting: ") {
				waits()
			}
		}
	}()
	return s
}
