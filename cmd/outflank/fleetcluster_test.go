package main

import (
	"os"
	"slices"
	"strings"
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
