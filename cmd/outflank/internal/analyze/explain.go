package analyze

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/explain"
)

// explainOptions are the settings of explain, bound to flags.
type explainOptions struct {
	analyzeOptions // shape, only and pictures
	agent, move    string
	ply, top, rows int
}

func explainCommand(a *cli.App) *cobra.Command {
	var o explainOptions
	c := &cobra.Command{
		Use:   "explain POSITION",
		Short: "Show which features make an agent prefer a move",
		Long: `Explain divides the value that an agent gives each move into the contributions of its
features. The contributions of a move add up to its value for the mover. Features that
distinguish the moves come first.

POSITION is a transcript, a board of 64 squares and the side to move, ffo:40, a file of
positions, or games in any format that import reads; --only and --ply choose among them.

The agent must have an evaluation: q and local, searches such as ab:eval=cs181 or engine,
networks (mmnet, net) and players of the Othello League. Explain shows the evaluation of the
board after each move, or Q(s,a). A search looks further ahead and may choose another move.
Values are in the unit of the model: discs, wins or points. If a model squashes its values,
tanh of the value is the expected result. The value of a move that ends the game is the result,
in discs.

A pattern contributes the weight of its contents at each of its places; square weights
contribute disc by disc. A network is not additive. Explain compares each node of its middle
layer with the node's value on the empty board and divides the change among the discs, in
proportion to their inputs to the node: the rescale rule of DeepLIFT (Shrikumar, Greenside and
Kundaje 2017). These contributions also add up exactly.

The picture shows the value of each move, and beside it the contributions of the squares to one
move: every pattern is divided equally among its squares.`,
		Example: `  outflank explain f5d6c3d3c4
  outflank explain f5d6c3d3c4 --agent ab:eval=cs181
  outflank explain game.ggf --ply 30 --agent engine --png why.png
  outflank explain f5f6e6f4 --agent q:model=q.model --move e3 --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(args); err != nil {
				return err
			}
			return explainMoves(c.Context(), a, args, &o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.agent, "agent", "q", "the agent whose values are explained")
	f.StringVar(&o.move, "move", "",
		"the move whose largest contributions are listed and drawn; the best by default")
	f.IntVar(&o.top, "top", 6, "number of best moves to show; 0 = all")
	f.IntVar(&o.rows, "features", 12, "number of features to show; 0 = all")
	f.StringVar(&o.shape, "shape", "8x8", "the board of a transcript: 4x4, 6x6, 8x8, hex or rhombus, with "+
		"holes as in 8x8-a1c3")
	f.Var(&o.only, "only", "number of the game or position in the file; the first by default")
	f.IntVar(&o.ply, "ply", -1, "explain the position after n moves of the game; -1 = all")
	cli.AddJSON(c, &o.asJSON, "print as JSON, with all moves and contributions", explain.Explanation{})
	f.StringVar(&o.png, "png", "", "draw the values of the moves and the contributions of squares as PNG")
	f.StringVar(&o.svg, "svg", "", "draw the same picture as SVG")
	return c
}

func (o *explainOptions) check(args []string) error {
	if o.rows < 0 {
		return fault.Misusef("--features %d: want 0 or more", o.rows)
	}
	if o.ply < -1 {
		return fault.Misusef("--ply %d: want -1 or more", o.ply)
	}
	if err := cli.CheckTop(o.top); err != nil {
		return err
	}
	return cli.CheckOutputs(args, o.png, o.svg)
}

// position returns the position that the arguments name. The side to move has a legal move.
func (o *explainOptions) position(ctx context.Context, a *cli.App,
	args []string) (p engine.Position, err error) {
	format, games := textFormat(args[0])
	_, missing := os.Stat(args[0])
	if isTranscript(args) || games || missing == nil && format.ReadProblems == nil {
		p, err = o.ofGame(ctx, a, args)
	} else {
		p, err = o.ofProblems(a, args)
	}
	if err != nil {
		return p, err
	}
	p, legal := p.Turn()
	if legal == 0 {
		return p, fault.BadInputf("%s: the game is over: want a position in which a player can move",
			strings.Join(args, " "))
	}
	return p, nil
}

// ofGame returns the position after --ply moves of a game.
func (o *explainOptions) ofGame(ctx context.Context, a *cli.App, args []string) (engine.Position, error) {
	source, err := analyzedGames(ctx, a, args, &o.analyzeOptions)
	if err != nil {
		return engine.Position{}, err
	}
	index := 0
	for g, err := range source.Games {
		if err != nil {
			return engine.Position{}, err
		}
		if index++; !o.only.Has(index) {
			continue
		}
		if o.ply > len(g.Moves) {
			return engine.Position{}, fault.Misusef("--ply %d: the game has only %s", o.ply,
				text.Plural(len(g.Moves), "move"))
		}
		if o.ply >= 0 {
			g.Game.Moves = g.Moves[:o.ply]
		}
		return g.End()
	}
	return engine.Position{}, fault.BadInputf("--only %v: there are only %s", &o.only,
		text.Plural(index, "game"))
}

// ofProblems returns one of the positions that the arguments name.
func (o *explainOptions) ofProblems(a *cli.App, args []string) (engine.Position, error) {
	list, err := a.ReadProblems(args, 1)
	if err == nil {
		list, err = (&solveOptions{only: o.only}).choose(list)
	}
	if err != nil {
		return engine.Position{}, err
	}
	return list[0].Position, nil
}

// An explanation is the result of explain.
type explanation struct {
	*explain.Explanation
	move int // index of the move whose contributions are listed
}

// explainMoves divides the values of all moves into contributions, then prints and draws them.
func explainMoves(ctx context.Context, a *cli.App, args []string, o *explainOptions) error {
	p, err := o.position(ctx, a, args)
	if err != nil {
		return err
	}
	found, err := explain.New(o.agent, p)
	if err != nil {
		return err
	}
	e := &explanation{Explanation: found}
	if o.move != "" {
		e.move = slices.IndexFunc(e.Moves, func(m explain.Move) bool { return m.Move == strings.ToLower(o.move) })
	}
	if e.move < 0 {
		return fault.Misusef("--move %q: want a legal move: %v", o.move, p.Board.Moves())
	}
	wrote, err := saveCharts(e.chart, o.png, o.svg)
	if err != nil {
		return err
	}
	return a.Report(o.asJSON, found, func() {
		e.print(a, o.top, o.rows)
		fmt.Fprint(a.Out, wrote)
	})
}
