package matches

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/protocol"
	"github.com/outflank/outflank/qlearn/agents"
)

func batchCommand(a *cli.App) *cobra.Command {
	var s serving
	c := &cobra.Command{
		Use:   "batch",
		Short: "Play many games concurrently for a program, such as Python's environments",
		Long: `Batch reads requests from standard input and writes replies to standard output, little-endian:

  request  count u32, then for each step: game u32, action i32, black u64, white u64
  reply    for each step: black u64, white u64, legal u64, turn i8, over i8, score i8,
           played i8, problem i32

An action is a square, from 0 = a1, 1 = b1 to 63 = h8. -1 restarts the game, -2 plays a move
of the agent, and -3 and -4 set up black and white with black or white to move. Bit 0 of a board
is a1. Forced passes are played automatically; turn is 0 for black. The score is black's, with
empty squares counted for the side with more discs. problem 1: the action is illegal and changed
nothing.

notebooks/python uses batch for Gymnasium and PettingZoo environments.`,
		Example: `  outflank batch --agent ab:depth=4`,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			agent, err := s.newAgent(s.spec)
			if err != nil {
				return err
			}
			defer agents.Close(agent)
			return serve(a, c.Context(), nil, func(ctx context.Context, in io.Reader, _ bool) error {
				return protocol.BatchServer{Agent: agent}.Serve(ctx, in, a.Out)
			})
		},
	}
	s.addFlags(c)
	return c
}
