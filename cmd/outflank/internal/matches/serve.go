package matches

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/protocol"
	"github.com/outflank/outflank/qlearn/agents"
)

func gtpCommand(a *cli.App) *cobra.Command {
	var s serving
	c := &cobra.Command{
		Use:   "gtp [FILE]",
		Short: "Serve an agent to programs that speak GTP",
		Long: `Gtp speaks the Go Text Protocol, version 2, on standard input and output, for Quarry,
GoGui and other programs that can play Othello. It supports all commands of the
specification except those specific to Go. It stops immediately on quit or when its input
is closed; it answers all commands from a file.

Agents:
` + agents.Help(),
		Example: `  outflank gtp --agent ab:depth=8
  outflank gtp --agent greedy commands.gtp`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			agent, err := s.newAgent(s.spec)
			if err != nil {
				return err
			}
			defer agents.Close(agent)
			return serve(a, c.Context(), args, func(ctx context.Context, in io.Reader, patient bool) error {
				return protocol.GTPServer{Name: "Outflank " + s.spec, Version: cli.Version(), Agent: agent,
					Patient: patient}.Serve(ctx, in, a.Out)
			})
		},
	}
	s.addFlags(c)
	return c
}

func nboardCommand(a *cli.App) *cobra.Command {
	var s serving
	c := &cobra.Command{
		Use:   "nboard [FILE]",
		Short: "Serve an agent to NBoard and similar programs",
		Long: `Nboard speaks the protocol of the NBoard interface, versions 1 and 2, on standard input
and output: moves, hints and analyses. Hints and analyses include values if the agent
searches. The depth set in the interface applies if the agent has a depth and its spec sets
none. Nboard stops immediately on quit or when its input is closed; it answers all commands
from a file.

Agents:
` + agents.Help(),
		Example: `  outflank nboard --agent ab
  outflank nboard --agent ab:depth=4 commands.txt`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return serve(a, c.Context(), args, func(ctx context.Context, in io.Reader, patient bool) error {
				return protocol.NBoardServer{Name: "Outflank", New: s.ofDepth, Patient: patient}.Serve(ctx, in, a.Out)
			})
		},
	}
	s.addFlags(c)
	return c
}

// A serving holds the settings of the agent that plays for another program.
type serving struct {
	spec string
	seed uint64
}

func (s *serving) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&s.spec, "agent", "ab", "the agent that plays")
	c.Flags().Uint64Var(&s.seed, "seed", 1, "seed of the agent's random choices")
}

// newAgent returns the agent of a spec, which reports its thinking if it can.
func (s *serving) newAgent(spec string) (engine.Agent, error) {
	player, err := agents.Parse(spec)
	if err != nil {
		return nil, err
	}
	return agents.WithThoughts(player.New(rand.New(rand.NewPCG(s.seed, 0)))), nil
}

// ofDepth returns the agent with a search depth. If the spec has a depth, it ignores the argument.
func (s *serving) ofDepth(depth int) (engine.Agent, error) {
	spec := s.spec
	has, given, err := agents.Resolver{}.Param(spec, "depth")
	if err == nil && depth > 0 && has && !given {
		spec = agents.Resolver{}.WithParam(spec, "depth", fmt.Sprint(min(depth, 60)))
	}
	if err != nil {
		return nil, err
	}
	return s.newAgent(spec)
}

// serve runs a server on a file of commands or on standard input. It answers all commands of a file before it
// stops at the end of the file.
func serve(a *cli.App, ctx context.Context, args []string,
	server func(ctx context.Context, in io.Reader, patient bool) error) error {
	in := a.In
	if len(args) > 0 {
		f, err := os.Open(args[0])
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	return server(ctx, in, isFile(in))
}

// isFile reports whether in is an ordinary file rather than a pipe or a terminal.
func isFile(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}
