package study

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
)

// searchMemory is the work of what searches remember and choose: Monte Carlo by its
// simulations, an even number of numbers, and minimax by its depth, on the same boards.
type searchMemory struct {
	simulations []int // each second one is compared with that before it
	depths      []int
	plies       []int // boards after this number of random plies, in turn
	positions   int
	monteCarlo  string // spec with %d for the simulations
}

// nodeBytes are the bytes of a board that is kept: those of a node in our Monte Carlo trees.
const nodeBytes = 16

// A searched is what a search of a board used and chose.
type searched struct {
	Bytes int    `json:"bytes"`
	Nodes uint64 `json:"nodes"`
	Move  string `json:"move"`
}

// A searchRow is a player with the label of its row.
type searchRow struct{ label, spec string }

func (m searchMemory) Run(ctx context.Context, r *execution) (out outcome, err error) {
	boards, err := r.Boards(m.plies, r.Scaled(m.positions, 2*len(m.plies)))
	if err != nil {
		return out, err
	}
	boards = slices.DeleteFunc(boards, func(b engine.Board) bool { return b.Moves().Len() < 2 })
	var list []step[searched]
	rows := m.players()
	for i, row := range rows {
		for k, b := range boards {
			list = append(list, step[searched]{Key: fmt.Sprintf("%s | board %d", row.spec, k),
				Do: func(ctx context.Context) (searched, error) {
					return searchOnce(ctx, r, row.spec, uint64(i), b)
				}})
		}
	}
	all, err := takeSteps(ctx, r, "searching", "boards", r.Workers, list)
	if err != nil {
		return out, err
	}
	bySpec := slices.Collect(slices.Chunk(all, len(boards)))
	out.Rows, out.Plots = m.byteRows(rows, bySpec)
	out.Rows = append(out.Rows, m.moveRows(bySpec)...)
	return out, nil
}

// players are Monte Carlo by simulations, then minimax by depth, then minimax with a table.
func (m searchMemory) players() (list []searchRow) {
	for _, n := range m.simulations {
		list = append(list, searchRow{fmt.Sprintf("Monte Carlo, %d simulations", n), fmt.Sprintf(m.monteCarlo, n)})
	}
	for _, d := range m.depths {
		list = append(list, searchRow{fmt.Sprintf("minimax, depth %d", d), fmt.Sprintf("cassio:depth=%d,plain", d)})
	}
	return append(list, searchRow{"minimax with a table, depth 5", "cassio:depth=5,exact=0"})
}

// searchOnce asks a fresh agent for a move.
func searchOnce(ctx context.Context, r *execution, spec string, stream uint64,
	b engine.Board) (s searched, err error) {
	p, err := r.Host.Player(spec)
	if err != nil {
		return s, err
	}
	agent := p.New(rand.New(rand.NewPCG(r.Seed, stream)))
	move, err := agent.Choose(ctx, b)
	if err != nil {
		return s, err
	}
	s.Move = move.String()
	if tells, ok := engine.As[interface {
		Bytes() int
		Nodes() uint64
	}](agent); ok {
		s.Bytes, s.Nodes = tells.Bytes(), tells.Nodes()
	}
	return s, ctx.Err()
}

// byteRows say what the searches remember, and what minimax would if it kept all its boards.
func (m searchMemory) byteRows(players []searchRow, bySpec [][]searched) (rows []Row, plots []namedPlot) {
	for i, p := range players {
		var bytes, kept []float64
		for _, s := range bySpec[i] {
			bytes, kept = append(bytes, float64(s.Bytes)), append(kept, float64(nodeBytes*s.Nodes))
		}
		rows = append(rows, meanRow(p.label, unitBytes, bytes))
		if i >= len(m.simulations) && i < len(players)-1 {
			rows = append(rows, meanRow(p.label+", if it kept every board", unitBytes, kept))
		}
	}
	s := chart.Series{Name: "Monte Carlo"}
	for i, n := range m.simulations {
		addPoint(&s, float64(n), rows[i])
	}
	return rows, []namedPlot{{Name: "bytes", Chart: chart.Lines{X: "simulations", Y: "bytes of the tree",
		Series: []chart.Series{s}}}}
}

// moveRows say how often twice as many simulations choose the same move.
func (m searchMemory) moveRows(bySpec [][]searched) (rows []Row) {
	for i := 0; i+1 < len(m.simulations); i += 2 {
		same := 0.0
		for k, s := range bySpec[i] {
			if s.Move == bySpec[i+1][k].Move {
				same++
			}
		}
		rows = append(rows, shareRow(fmt.Sprintf("the same move with %d as with %d simulations",
			m.simulations[i], m.simulations[i+1]), same, len(bySpec[i])))
	}
	return rows
}
