package analyze

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
	"github.com/outflank/outflank/engine/kernel/lines"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

func perftCommand(a *cli.App) *cobra.Command {
	var o perftOptions
	c := &cobra.Command{
		Use:   "perft DEPTH",
		Short: "Count the positions n plies ahead, to test and time the rules",
		Long: `Perft counts the leaves of the game tree at each depth up to DEPTH. A forced pass is a
ply, and a game that ends earlier counts once. With --json, only DEPTH itself is counted.
Perft counts the moves of the last ply without playing them; --bulk=false plays them.
--divide counts the leaves at DEPTH after each move, which helps to find errors in other
implementations.

The rules of the full 8x8 board have several implementations with equal results. On this
processor, this program can use, the fastest first:
` + kernelNames() + `
The last two are slow and serve for comparison: the board of the CS181 report, which updates
lines of 8 bits with tables, and an 8x8 matrix without any optimisation. They always play the
last ply.
` + shapesKernel + ` counts on boards of every shape.`,
		Example: `  outflank perft 10
  outflank perft 10 --bulk=false --kernel go
  outflank perft 8 --kernel lines
  outflank perft 6 --divide --start f5d6c3
  outflank perft 12 --shape 6x6
  outflank perft 8 --shape hex --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return perft(c.Context(), a, args[0], &o)
		},
	}
	c.Flags().StringVar(&o.shape, "shape", "8x8",
		"board: 4x4, 6x6, 8x8, hex, rhombus, with holes as in 8x8-a1c3")
	c.Flags().StringVar(&o.start, "start", "", "the position: moves to play first, as in f5d6c3, or a board "+
		"of 64 squares and the side to move")
	c.Flags().BoolVar(&o.divide, "divide", false, "count the leaves after each move")
	c.Flags().StringVar(&o.count.kernel, "kernel", "",
		"implementation of the rules (default: the fastest for the shape)")
	c.Flags().BoolVar(&o.count.bulk, "bulk", true, "count the moves of the last ply without playing them")
	cli.AddJSON(c, &o.asJSON, "print depth, count and seconds as JSON", perftResult{}, divideResult{})
	return c
}

// perftOptions are the settings of perft, bound to flags.
type perftOptions struct {
	shape, start   string
	count          leafCounter
	divide, asJSON bool
}

// perft prints the number of leaves at each depth, or with --json only at the last depth.
func perft(ctx context.Context, a *cli.App, depthText string, o *perftOptions) error {
	depth, err := strconv.Atoi(depthText)
	if err != nil || depth < 0 || depth > 60 {
		return fault.Misusef("depth %q: want a whole number from 0 to 60", depthText)
	}
	start, err := startPosition(o.shape, o.start)
	if err != nil {
		return err
	}
	if err := o.count.choose(start.Board); err != nil {
		return err
	}
	switch {
	case o.divide && depth == 0:
		return fault.Misusef("--divide: want a depth of 1 or more")
	case o.divide:
		return divide(ctx, a, start.Board, depth, o)
	case o.asJSON:
		row, err := o.count.leaves(ctx, start.Board, depth)
		if err != nil {
			return err
		}
		row.Shape = o.shape
		return a.JSON(row)
	}
	fmt.Fprintf(a.Out, "kernel %s\n%5s %20s %10s %14s\n", o.count.kernel, "depth", "leaves", "seconds",
		"leaves/s")
	for d := 1; d <= depth; d++ {
		row, err := o.count.leaves(ctx, start.Board, d)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.Out, "%5d %20s %10.3f %14s\n", d, text.Number(int(row.Count)), row.Seconds,
			text.Number(int(row.Speed)))
	}
	return nil
}

// perftResult is one line of the table; the JSON fields are stable.
type perftResult struct {
	Depth   int     `json:"depth"`
	Count   uint64  `json:"count"`
	Seconds float64 `json:"seconds"`
	Shape   string  `json:"shape"`
	Kernel  string  `json:"kernel"`
	Bulk    bool    `json:"bulk"`
	Speed   float64 `json:"nodes_per_second"` // leaves per second
}

// shapesKernel is the board of package engine, which plays on every shape.
const shapesKernel = "shapes"

// A fullKernel counts leaves on the full board.
type fullKernel struct {
	name  string
	plays bool // plays the moves of the last ply even if bulk is set
	perft func(ctx context.Context, mine, theirs uint64, depth int, bulk bool) (uint64, error)
}

// fullKernels returns the kernels of this program on this processor, the fastest first.
func fullKernels() (list []fullKernel) {
	for _, k := range kernel.Kernels() {
		list = append(list, fullKernel{k.Name, false, k.Perft})
	}
	return append(list, playing("lines", lines.PairRules(lines.All)), playing("matrix", lines.PlainRules()))
}

// playing returns a kernel that plays all moves, including those of the last ply.
func playing[S comparable](name string, r lines.Rules[S]) fullKernel {
	return fullKernel{name, true, func(ctx context.Context, mine, theirs uint64, depth int,
		_ bool) (uint64, error) {
		return r.Perft(ctx, r.Of(mine, theirs), depth)
	}}
}

func kernelNames() string {
	var names []string
	for _, k := range fullKernels() {
		names = append(names, k.name)
	}
	return strings.Join(names, ", ")
}

// A leafCounter counts leaves with a kernel.
type leafCounter struct {
	kernel string // "" before choose, which then takes the fastest
	bulk   bool
	full   fullKernel // unused if kernel is shapesKernel
}

// choose selects the kernel by its name, and checks that it fits the board.
func (p *leafCounter) choose(b engine.Board) error {
	full := b.Shape == engine.Full
	if p.kernel == "" && !full {
		p.kernel = shapesKernel
	}
	if p.kernel == shapesKernel {
		if !p.bulk {
			return fault.Misusef("--bulk=false: only the kernels of the full 8x8 board play the last ply")
		}
		return nil
	}
	kernels := fullKernels()
	i := slices.IndexFunc(kernels, func(k fullKernel) bool { return p.kernel == "" || k.name == p.kernel })
	switch {
	case i < 0:
		return fault.Misusef("kernel %q: want %s or %s", p.kernel, kernelNames(), shapesKernel)
	case !full:
		return fault.Misusef("kernel %q is for the full 8x8 board: want %s", p.kernel, shapesKernel)
	}
	p.full, p.kernel = kernels[i], kernels[i].name
	p.bulk = p.bulk && !p.full.plays
	return nil
}

func (p *leafCounter) leaves(ctx context.Context, b engine.Board, depth int) (perftResult, error) {
	start := time.Now()
	var n uint64
	var err error
	if p.kernel == shapesKernel {
		n, err = engine.Perft(ctx, b, depth)
	} else {
		n, err = p.full.perft(ctx, uint64(b.Mine), uint64(b.Theirs), depth, p.bulk)
	}
	seconds := max(time.Since(start).Seconds(), 1e-9)
	return perftResult{Depth: depth, Count: n, Seconds: seconds, Kernel: p.kernel, Bulk: p.bulk,
		Speed: float64(n) / seconds}, err
}

// startPosition returns the position of a text: a board, or moves from the start on a board of the given
// shape.
func startPosition(shape, text string) (engine.Position, error) {
	start, err := startOf(shape)
	if err != nil {
		return engine.Position{}, err
	}
	if start.Board.Shape == engine.Full && len(text) >= 64 {
		if p, err := engine.ParsePosition(text); err == nil {
			return p, nil
		}
	}
	g, err := engine.ParseGame(start, text)
	if err != nil {
		return engine.Position{}, fault.Misuse(err)
	}
	return g.End()
}

// divideResult is the result of perft --divide; its JSON fields are stable.
type divideResult struct {
	perftResult
	Moves []divideMove `json:"moves"` // in the order of their squares
}

type divideMove struct {
	Move  string `json:"move"` // -- is a forced pass
	Count uint64 `json:"count"`
}

// divide prints the number of leaves below each move, for a depth of at least 1.
func divide(ctx context.Context, a *cli.App, b engine.Board, depth int, o *perftOptions) error {
	r := divideResult{perftResult: perftResult{Depth: depth, Shape: o.shape, Kernel: o.count.kernel,
		Bulk: o.count.bulk}, Moves: []divideMove{}}
	begin := time.Now()
	for name, next := range successors(b) {
		row, err := o.count.leaves(ctx, next, depth-1)
		if err != nil {
			return err
		}
		r.Moves = append(r.Moves, divideMove{name, row.Count})
		r.Count += row.Count
	}
	if b.Over() {
		r.Count = 1
	}
	r.Seconds = max(time.Since(begin).Seconds(), 1e-9)
	r.Speed = float64(r.Count) / r.Seconds
	return a.Report(o.asJSON, r, func() {
		fmt.Fprintf(a.Out, "kernel %s, depth %d\n%5s %20s\n", r.Kernel, depth, "move", "leaves")
		for _, m := range r.Moves {
			fmt.Fprintf(a.Out, "%5s %20s\n", m.Move, text.Number(int(m.Count)))
		}
		fmt.Fprintf(a.Out, "%5s %20s  in %.3f s, %s leaves/s\n", "all", text.Number(int(r.Count)), r.Seconds,
			text.Number(int(r.Speed)))
	})
}

// successors yields the boards after each move, or after a forced pass.
func successors(b engine.Board) func(yield func(string, engine.Board) bool) {
	return func(yield func(string, engine.Board) bool) {
		legal := b.Moves()
		if legal == 0 && !b.Over() {
			yield(engine.None.String(), b.Pass())
		}
		for s := range legal.All() {
			if !yield(s.String(), b.Play(s)) {
				return
			}
		}
	}
}
