package fleet

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn/agents"
)

// demoMatch is long enough for two workers to share it.
var demoMatch = arena.Config{
	Agents: []string{"ab:depth=4", "ab:depth=3", "swh"}, Games: 100, Random: 8, Seed: 1,
}

func demoCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Run a demo fleet here: a server, two workers (one gets killed) and a tournament",
		Long: `Demo starts a server and two workers on this machine, which play a tournament. Halfway through, it
kills one worker. Then it plays the same tournament without the fleet and compares the tables.`,
		Example: "  outflank fleet demo",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			dir, err := os.MkdirTemp("", "outflank-fleet")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			return demo(c.Context(), a, dir)
		},
	}
}

func demo(ctx context.Context, a *cli.App, dir string) error {
	queue := filepath.Join(dir, "queue")
	if err := os.Mkdir(queue, 0o700); err != nil {
		return err
	}
	token := rand.Text()
	s, err := fleet.Serve(fleet.ServerOptions{Addr: "127.0.0.1:0", Dir: queue, Token: token})
	if err != nil {
		return err
	}
	defer s.Close()
	a.Printf("serving %s\n", s.URL())
	var workers [2]*exec.Cmd
	for i := range workers {
		if workers[i], err = startWorker(s.URL(), token, filepath.Join(dir, strconv.Itoa(i))); err != nil {
			return err
		}
		defer workers[i].Process.Kill()
		a.Printf("worker %d is process %s\n", i+1, strconv.Itoa(workers[i].Process.Pid))
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() { stop(fmt.Errorf("worker 2 exited: %v", workers[1].Wait())) }()
	client, err := fleet.Dial(ctx, fleet.Options{URL: s.URL(), Token: token})
	if err != nil {
		return err
	}
	defer client.Close()
	build, err := cli.Build()
	if err != nil {
		return err
	}
	farm := func(ctx context.Context, s parallel.Set) (parallel.Jobs, error) {
		return client.Open(ctx, fleet.Set{Set: s, Build: build})
	}
	far, err := playDemo(ctx, a, "playing on the fleet", farm, func() {
		_ = workers[0].Process.Kill() // fails only if the worker has already ended
		_ = workers[0].Wait()
		a.Printf("killed worker 1; worker 2 takes over its jobs after %v\n",
			fleet.DefaultSilence)
	})
	if err != nil {
		return err
	}
	alone, err := playDemo(ctx, a, "playing without the fleet", nil, func() {})
	if err != nil {
		return err
	}
	a.Printf("\n%s\n", far)
	if !bytes.Equal(far, alone) {
		return fmt.Errorf("the fleet's table differs from the table of a single process:\n%s", alone)
	}
	a.Printf("the table is byte-identical to the one played without the fleet\n\n" +
		"Next: outflank fleet serve --dir queue\n")
	return nil
}

// playDemo plays the tournament, on a farm or, if farm is nil, in this process, and returns its table. It
// calls half after half of the games.
func playDemo(ctx context.Context, a *cli.App, what string, farm parallel.Farm, half func()) ([]byte, error) {
	state, err := arena.New(demoMatch, agents.Resolver{})
	if err != nil {
		return nil, err
	}
	state.Farm = farm
	meter := a.Meter(what, "games", state.Match.Total())
	defer meter.End()
	for _, err := range state.Run(ctx) {
		if err != nil {
			return nil, cmp.Or(context.Cause(ctx), err)
		}
		meter.Set(state.Played())
		if state.Played() == state.Match.Total()/2 {
			half()
		}
	}
	var text bytes.Buffer
	err = state.Result().CrossTable().WriteText(&text)
	return text.Bytes(), err
}

// startWorker starts a worker with one thread in a new process.
func startWorker(url, token, dir string) (*exec.Cmd, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, "fleet", "work", "--join", url, "--threads", "1", "--dir", dir)
	cmd.Args[0] = os.Args[0]
	cmd.Env = append(os.Environ(), cli.FleetToken+"="+token)
	return cmd, cmd.Start()
}
