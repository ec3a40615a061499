package store

import (
	"cmp"
	"context"
	"io"
	"iter"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// A transition is a row of the transitions table.
type transition struct {
	game   *dataset.Game
	state  engine.Ply
	move   engine.Square
	reward float64
	next   *engine.Ply // next state of the same player; nil = no later state, or the move was not played
	index  []int32     // φ of state and move
	value  []float32
	dense  []float32 // φ by index; empty = no columns for its entries
}

func (t *transition) played() bool { return t.move == t.state.Move }

// player returns the label of the player who moves.
func (t *transition) player() string {
	if t.state.Position.Color == engine.Black {
		return t.game.Black
	}
	return t.game.White
}

// behaviour returns the kind of player who chose the move. In games without a source file, which are matches,
// it is an agent.
func (t *transition) behaviour() string {
	switch {
	case t.game.Source == "":
		return "agent"
	case dataset.IsProgram(t.player()):
		return "program"
	}
	return "human"
}

// A transitionColumn is a column with a function that appends the column's value in a row.
type transitionColumn struct {
	Column
	put func(b array.Builder, t *transition)
}

var transitionColumns = []transitionColumn{
	{Column{"game_id", arrow.PrimitiveTypes.Int64, false, "id", "id of the game in the games table"},
		func(b array.Builder, t *transition) { b.(*array.Int64Builder).Append(t.game.ID) }},
	transitionNumber("ply", "ply", "moves before the state, from 0; passes are not moves",
		func(t *transition) int { return t.state.Index }),
	transitionNumber("empties", "square", "empty squares of the state",
		func(t *transition) int { return t.state.Position.Board.Empty().Len() }),
	transitionNumber("mover", "side", "side to move: 1 = black, -1 = white",
		func(t *transition) int { return 1 - 2*int(t.state.Position.Color) }),
	transitionSquares("own", "discs of the side to move; bit 0 = a1, bit 7 = h1, bit 63 = h8",
		func(t *transition) engine.Set { return t.state.Position.Board.Mine }),
	transitionSquares("opponent", "discs of the other side",
		func(t *transition) engine.Set { return t.state.Position.Board.Theirs }),
	transitionSquares("legal", "legal moves", func(t *transition) engine.Set { return t.state.Legal }),
	transitionNumber("move", "square", "the action: 0 = a1, 7 = h1, 63 = h8",
		func(t *transition) int { return int(t.move) }),
	{Column{"played", arrow.FixedWidthTypes.Boolean, false, "",
		"whether the action was played; rows of other actions exist only if asked for"},
		func(b array.Builder, t *transition) { b.(*array.BooleanBuilder).Append(t.played()) }},
	{Column{"reward", arrow.PrimitiveTypes.Float64, true, "reward",
		"reward of the mover: 0 before the mover's last move of the game, null = not played"},
		func(b array.Builder, t *transition) {
			put(b.(*array.Float64Builder), t.played(), func() float64 { return t.reward })
		}},
	{Column{"done", arrow.FixedWidthTypes.Boolean, true, "", "the mover has no later move in the game, null = not played"},
		func(b array.Builder, t *transition) {
			put(b.(*array.BooleanBuilder), t.played(), func() bool { return t.next == nil })
		}},
	{Column{"next_ply", arrow.PrimitiveTypes.Int32, true, "ply", "ply of the next state of the same player, null = none"},
		func(b array.Builder, t *transition) {
			put(b.(*array.Int32Builder), t.next != nil, func() int32 { return int32(t.next.Index) })
		}},
	nextSquares("next_own", "discs of the same player in the next state, null = none",
		func(p *engine.Ply) engine.Set { return p.Position.Board.Mine }),
	nextSquares("next_opponent", "discs of the other side in the next state, null = none",
		func(p *engine.Ply) engine.Set { return p.Position.Board.Theirs }),
	nextSquares("next_legal", "legal moves in the next state, null = none",
		func(p *engine.Ply) engine.Set { return p.Legal }),
	transitionText("player", "label of the player who moves, empty = unknown", (*transition).player),
	transitionText("behaviour", "what chose the played moves: human; program, in a database; agent, in a match",
		(*transition).behaviour),
	transitionText("split", "train, validation or test: the split of the game",
		func(t *transition) string { return dataset.Shares{}.Of(t.game.Game).String() }),
}

// phiLists are the columns of φ as lists.
var phiLists = []transitionColumn{
	{Column{"phi_index", arrow.ListOf(arrow.PrimitiveTypes.Int32), false, "feature",
		"features of state and action that are not 0; the values of an index that occurs twice add up"},
		func(b array.Builder, t *transition) {
			list := b.(*array.ListBuilder)
			list.Append(true)
			list.ValueBuilder().(*array.Int32Builder).AppendValues(t.index, nil)
		}},
	{Column{"phi_value", arrow.ListOf(arrow.PrimitiveTypes.Float32), false, "value",
		"values of these features for the mover, in the same order"},
		func(b array.Builder, t *transition) {
			list := b.(*array.ListBuilder)
			list.Append(true)
			list.ValueBuilder().(*array.Float32Builder).AppendValues(t.value, nil)
		}},
}

// phiColumns returns columns for the entries of φ with these names.
func phiColumns(names []string) (list []transitionColumn) {
	for i, name := range names {
		list = append(list, transitionColumn{Column{name, arrow.PrimitiveTypes.Float32, false, "value",
			"value of this feature for the mover after the action"},
			func(b array.Builder, t *transition) { b.(*array.Float32Builder).Append(t.dense[i]) }})
	}
	return list
}

// put appends a value, or null.
func put[T any](b interface {
	Append(T)
	AppendNull()
}, known bool, value func() T) {
	if known {
		b.Append(value())
	} else {
		b.AppendNull()
	}
}

func transitionNumber(name, unit, meaning string, of func(t *transition) int) transitionColumn {
	return transitionColumn{Column{name, arrow.PrimitiveTypes.Int32, false, unit, meaning},
		func(b array.Builder, t *transition) { b.(*array.Int32Builder).Append(int32(of(t))) }}
}

func transitionSquares(name, meaning string, of func(t *transition) engine.Set) transitionColumn {
	return transitionColumn{Column{name, arrow.PrimitiveTypes.Uint64, false, "squares", meaning},
		func(b array.Builder, t *transition) { b.(*array.Uint64Builder).Append(uint64(of(t))) }}
}

func nextSquares(name, meaning string, of func(next *engine.Ply) engine.Set) transitionColumn {
	return transitionColumn{Column{name, arrow.PrimitiveTypes.Uint64, true, "squares", meaning},
		func(b array.Builder, t *transition) {
			put(b.(*array.Uint64Builder), t.next != nil, func() uint64 { return uint64(of(t.next)) })
		}}
}

func transitionText(name, meaning string, of func(t *transition) string) transitionColumn {
	return transitionColumn{Column{name, arrow.BinaryTypes.String, false, "text", meaning},
		func(b array.Builder, t *transition) { b.(*array.StringBuilder).Append(of(t)) }}
}

// TransitionColumns describes the columns of the transitions table, in order. The caller owns the slice.
func TransitionColumns() []Column {
	return described(slices.Concat(transitionColumns, phiLists))
}

func described(columns []transitionColumn) (list []Column) {
	for _, c := range columns {
		list = append(list, c.Column)
	}
	return list
}

// A Phi appends the indices and values of the features φ(s,a) of a move for the player who moves. It is safe
// for concurrent use.
type Phi func(index []int32, value []float32, b engine.Board, move engine.Square) ([]int32, []float32)

// TransitionOptions are the settings of [WriteTransitions]. The zero value selects good defaults.
type TransitionOptions struct {
	Format   Format                  // empty = Parquet
	Meta     map[string]string       // stored in the file, as in Options
	Reward   func(score int) float64 // reward for a player's final disc difference; nil = 1, 0 or -1
	Phi      Phi                     // nil = no features
	Names    []string                // a column for each entry of φ, instead of two with lists; nil = lists
	AllMoves bool                    // write rows for all legal moves, not only for played moves
	Workers  int                     // goroutines, which do not affect the bytes; 0 = one per processor
}

// WriteTransitions replays games and writes a row for each move, as a learner sees it: state, action, reward,
// and the next state in which the same player moves. If AllMoves is set, it writes a row for each legal move
// of a state, in ascending order of squares. Rows are in the order of the games. Incomplete games are
// skipped, because their last moves have no reward. WriteTransitions yields the number of rows written so far
// and stops at the first error, including errors of games. The table is complete only if the iteration ends
// without an error.
func WriteTransitions(ctx context.Context, w io.Writer, games iter.Seq2[dataset.Game, error],
	opt TransitionOptions) iter.Seq2[int64, error] {
	if opt.Reward == nil {
		opt.Reward = func(score int) float64 { return float64(cmp.Compare(score, 0)) }
	}
	columns := slices.Concat(transitionColumns, phiLists)
	if opt.Names != nil {
		columns = slices.Concat(transitionColumns, phiColumns(opt.Names))
	}
	kind := tableKind{"transitions", newSchema(described(columns))}
	return writeReplayed(ctx, w, games, kind, opt.Format, opt.Meta, opt.Workers, positionGames,
		func(games []dataset.Game) arrow.Record { return opt.batch(kind.schema, columns, games) })
}

// batch returns the batch for consecutive games. The caller must release it.
func (opt TransitionOptions) batch(schema *arrow.Schema, columns []transitionColumn,
	games []dataset.Game) arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for i := range games {
		if games[i].Status == dataset.Complete {
			for t := range opt.transitions(&games[i]) {
				for c := range columns {
					columns[c].put(b.Field(c), t)
				}
			}
		}
	}
	return b.NewRecord()
}

// transitions yields the rows of a complete game. A row is valid until the next one.
func (opt TransitionOptions) transitions(g *dataset.Game) iter.Seq[*transition] {
	return func(yield func(*transition) bool) {
		var plies []engine.Ply
		for ply := range g.Plies() { // complete games have no illegal moves
			plies = append(plies, ply)
		}
		t := transition{game: g, dense: make([]float32, len(opt.Names))}
		for i := range plies {
			t.state = plies[i]
			color := t.state.Position.Color
			after := plies[i+1:]
			next := slices.IndexFunc(after, func(p engine.Ply) bool { return p.Position.Color == color })
			actions := t.state.Move.Set()
			if opt.AllMoves {
				actions = t.state.Legal
			}
			for t.move = range actions.All() {
				t.next, t.reward = nil, 0
				switch {
				case !t.played():
				case next >= 0:
					t.next = &after[next]
				default:
					t.reward = opt.Reward(g.Replayed * (1 - 2*int(color)))
				}
				if opt.Phi != nil {
					t.index, t.value = opt.Phi(t.index[:0], t.value[:0], t.state.Position.Board, t.move)
					t.spread()
				}
				if !yield(&t) {
					return
				}
			}
		}
	}
}

// spread sets the dense vector of φ, if it has entries.
func (t *transition) spread() {
	if len(t.dense) == 0 {
		return
	}
	clear(t.dense)
	for i, index := range t.index {
		t.dense[index] += t.value[i]
	}
}
