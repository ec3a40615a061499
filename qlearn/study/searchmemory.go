package study

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
)

// searchMemory is the work about the memory and the choices of searches on the same boards: Monte Carlo by
// simulations and minimax by depth.
type searchMemory struct {
	simulations []int // even in number; every second entry is compared with its predecessor
	again       []int // entries to run also with another seed
	depths      []int
	plies       []int // numbers of random plies before the boards, used in turn
	positions   int
	monteCarlo  string // spec with %d for the simulations
}

// nodeBytes is the size of a stored board: that of a node in our Monte Carlo trees.
const nodeBytes = 16

// A searched contains the memory and the choice of one search of a board.
type searched struct {
	Bytes int    `json:"bytes"`
	Nodes uint64 `json:"nodes"`
	Move  string `json:"move"`
}

// A searchRow is a player with the label of its row.
type searchRow struct{ label, spec, again string }

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
			list = append(list, step[searched]{Key: fmt.Sprintf("%s | board %d%s", row.spec, k, row.again),
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
	out.Rows, out.Plots = m.byteRows(rows[:len(rows)-len(m.again)], bySpec, boards)
	out.Rows = append(out.Rows, m.moveRows(bySpec)...)
	return out, nil
}

// players returns Monte Carlo by simulations, minimax by depth, and Monte Carlo with another seed.
func (m searchMemory) players() (list []searchRow) {
	for _, n := range m.simulations {
		list = append(list, searchRow{fmt.Sprintf("Monte Carlo, %d simulations", n),
			fmt.Sprintf(m.monteCarlo, n), ""})
	}
	for _, d := range m.depths {
		list = append(list, searchRow{fmt.Sprintf("minimax, depth %d", d),
			fmt.Sprintf("cassio:depth=%d,plain", d), ""})
	}
	for _, n := range m.again {
		list = append(list, searchRow{"", fmt.Sprintf(m.monteCarlo, n), " | again"})
	}
	return list
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

// byteRows returns rows about memory: of the searches themselves, of Monte Carlo if each simulation created a
// node for every move of the board, and of minimax if it stored all its boards.
func (m searchMemory) byteRows(players []searchRow, bySpec [][]searched,
	boards []engine.Board) (rows []Row, plots []namedPlot) {
	s := chart.Series{Name: "Monte Carlo"}
	for i, p := range players {
		var bytes, kept, made []float64
		for k, s := range bySpec[i] {
			bytes, kept = append(bytes, float64(s.Bytes)), append(kept, float64(nodeBytes*s.Nodes))
			made = append(made, float64(nodeBytes)*float64(s.Nodes)*float64(boards[k].Moves().Len()))
		}
		rows = append(rows, boardsRow(p.label, unitBytes, bytes))
		if i < len(m.simulations) {
			addPoint(&s, float64(m.simulations[i]), rows[len(rows)-1])
			rows = append(rows, boardsRow(p.label+", children made at once", unitBytes, made))
		} else {
			rows = append(rows, boardsRow(p.label+", if it kept every board", unitBytes, kept))
		}
	}
	return rows, []namedPlot{{Name: "bytes", Chart: chart.Lines{X: "simulations", Y: "bytes of the tree",
		Series: []chart.Series{s}}}}
}

// moveRows returns how often a search chooses the same move with twice the simulations, and with another
// seed.
func (m searchMemory) moveRows(bySpec [][]searched) (rows []Row) {
	same := func(a, b int) (yes []bool) {
		for k, s := range bySpec[a] {
			yes = append(yes, s.Move == bySpec[b][k].Move)
		}
		return yes
	}
	for i := 0; i+1 < len(m.simulations); i += 2 {
		rows = append(rows, countRow(fmt.Sprintf("the same move with %d as with %d simulations",
			m.simulations[i], m.simulations[i+1]), same(i, i+1)))
	}
	for j, n := range m.again {
		i := slices.Index(m.simulations, n)
		other := same(i, len(bySpec)-len(m.again)+j)
		var less []float64 // by board: 1 if only the other seed agrees, -1 if only twice the simulations do
		for k, yes := range same(i, i+1) {
			less = append(less, oneIf(other[k])-oneIf(yes))
		}
		rows = append(rows, countRow(fmt.Sprintf("the same move with %d simulations and another seed", n), other),
			meanRow(moreDiffer(n), unitCorrelation, less))
	}
	return rows
}

// moreDiffer returns the label of the row that shows how many more boards get a different move with twice the
// simulations than with another seed.
func moreDiffer(simulations int) string {
	return fmt.Sprintf("another move with %d than with %d simulations, more than with another seed",
		2*simulations, simulations)
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
