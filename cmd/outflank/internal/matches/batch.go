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
		Long: `Batch reads requests on standard input and answers on standard output, little-endian:

  request  count u32, then for each step: game u32, action i32, black u64, white u64
  reply    for each step: black u64, white u64, legal u64, turn i8, over i8, score i8,
           played i8, problem i32

An action is a square, 0 = a1, 1 = b1, to 63 = h8; -1 restarts the game, -2 lets the agent
move, -3 and -4 set up black and white with black or white to move. Boards have bit 0 for a1.
Forced passes are played automatically; turn is 0 for black. The score is black's, empty
squares to the side with more discs. problem 1: not legal, nothing has changed.

notebooks/python uses it for environments of Gymnasium and PettingZoo.`,
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
