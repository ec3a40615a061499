package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/experiment"
	fleetcmd "github.com/outflank/outflank/cmd/outflank/internal/fleet"
	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// TestFleetWrongWorker: a command ends with the same bytes although a worker answers garbage, and names it. By
// OUTFLANK_LONG all commands are tried.
func TestFleetWrongWorker(t *testing.T) {
	t.Parallel()
	for _, test := range fleetCommands {
		t.Run(test.name, func(t *testing.T) {
			if test.long && os.Getenv("OUTFLANK_LONG") == "" {
				t.Skip("set OUTFLANK_LONG to try it")
			}
			withWrongWorker(t, &test, func(int, string, []byte) []byte { return []byte("\x1b[31m garbage") })
		})
	}
}

// TestFleetFalseAnswers: a command ends with the same bytes although it used answers of a worker that were
// false and could be right. What the worker answers after those is garbage, so that it is found out. By
// OUTFLANK_LONG all commands are tried.
func TestFleetFalseAnswers(t *testing.T) {
	t.Parallel()
	for _, test := range fleetCommands {
		t.Run(test.name, func(t *testing.T) {
			if test.long && os.Getenv("OUTFLANK_LONG") == "" {
				t.Skip("set OUTFLANK_LONG to try it")
			}
			could := false
			said := withWrongWorker(t, &test, func(n int, kind string, answer []byte) []byte {
				if change := falsify[kind]; change != nil && n < 3 {
					could = true
					return change(answer)
				}
				return []byte("garbage")
			}, "--verify", "0")
			if could && !strings.Contains(said, "starting over without the worker") {
				t.Errorf("false answers are not taken back: %s", said)
			}
		})
	}
}

// TestFleetFewFalse: a worker whose answers are false in 5 % of 20,000 games is found out by the share of them
// that is verified.
func TestFleetFewFalse(t *testing.T) {
	t.Parallel()
	if os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to try it")
	}
	for range 20 {
		withWrongWorker(t, &fleetCommand{args: "match greedy random --games 20000 -o match"},
			func(n int, kind string, answer []byte) []byte {
				if n%20 == 7 {
					return falsify[kind](answer)
				}
				return answer
			}, "--verify", "0.05")
	}
}

// falsify changes answers of a kind so that they could be right.
var falsify = map[string]func([]byte) []byte{
	"games": func(answer []byte) []byte {
		return edit(answer, func(g map[string]any) {
			g["forfeit"], g["error"], g["score"] = "white", "fell asleep", 64
		})
	},
	"label": func(answer []byte) []byte { // the nodes of its first position
		answer[8]++
		return answer
	},
	"book": func(answer []byte) []byte { // a leaf
		return edit(answer, func(v map[string]any) { v["Score"] = 33 })
	},
	"tune-games": func(answer []byte) []byte {
		var scores []int
		if json.Unmarshal(answer, &scores) == nil {
			scores[0] = -scores[0]
		}
		text, _ := json.Marshal(scores) // numbers
		return text
	},
	"tune-outcome": func(answer []byte) []byte { // the mantissa of its first loss
		answer[6] ^= 1
		return answer
	},
	"fit-judge": func(answer []byte) []byte { // the target of its first sample
		binary.LittleEndian.PutUint32(answer[4:], math.Float32bits(1))
		return answer
	},
	"probcut": func(answer []byte) []byte {
		return edit(answer, func(v map[string]any) { v["by_depth"].([]any)[1] = 3.0 })
	},
	"experiment-games": func(answer []byte) []byte {
		return edit(answer, func(g map[string]any) { g["score"] = []int{64, 64} })
	},
}

// edit changes an answer that is JSON.
func edit(answer []byte, change func(map[string]any)) []byte {
	v := map[string]any{}
	if err := json.Unmarshal(answer, &v); err != nil {
		return answer
	}
	change(v)
	text, _ := json.Marshal(v) // it was JSON
	return text
}

// withWrongWorker runs a command alone, and with a worker that is wrong until it is left out, and one after it.
// answer makes the answer number n, from 0, of that worker from the right one. It returns what the command says.
func withWrongWorker(t *testing.T, test *fleetCommand, answer func(n int, kind string, right []byte) []byte,
	flags ...string) (said string) {
	t.Helper()
	alone, together := test.folder(t), test.folder(t)
	runIn(t, alone, strings.Fields(test.args), nil)
	s, err := fleet.Serve(fleet.ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), Token: crewToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	var crew sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	crew.Go(func() {
		if err := workWrongly(ctx, t, s.URL(), answer); err != nil {
			hire(t, s.URL(), 1, nil)
		} else if ctx.Err() == nil {
			t.Error("the worker that is wrong has ended")
		}
	})
	said = runIn(t, together, append(append(strings.Fields(test.args), "--fleet", s.URL()), flags...),
		[]string{cli.FleetToken + "=" + crewToken})
	cancel()
	crew.Wait()
	if !strings.Contains(said, "worker wrong gave a wrong answer and gets no more jobs: job ") {
		t.Errorf("it is not said which worker was wrong: %s", said)
	}
	sameTree(t, together, alone)
	return said
}

// workWrongly is a worker for jobs of all kinds that answers what answer makes of the right answer, until it is
// left out.
func workWrongly(ctx context.Context, t *testing.T, url string,
	answer func(n int, kind string, right []byte) []byte) error {
	build, err := cli.Build()
	if err != nil {
		return err
	}
	client, err := fleet.Dial(ctx, fleet.Options{URL: url, Token: crewToken})
	if err != nil {
		return err
	}
	defer client.Close()
	kinds, done := fleetcmd.Kinds(false, experiment.Jobs()), new(atomic.Int64)
	for kind, open := range kinds {
		kinds[kind] = func(settings []byte, file parallel.File) (parallel.Do, func(), error) {
			do, end, err := open(settings, file)
			return func(ctx context.Context, in []byte) ([]byte, error) {
				right, err := do(ctx, in)
				if err == nil {
					right = answer(int(done.Add(1))-1, kind, right)
				}
				return right, err
			}, end, err
		}
	}
	w := fleet.Worker{Name: "wrong", Build: build, Dir: t.TempDir(), Kinds: kinds}
	for _, err := range w.Work(ctx, client) {
		if err != nil {
			return err
		}
	}
	return nil
}
