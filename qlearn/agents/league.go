package agents

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// playerKind plays with tables published by other authors.
var playerKind = Kind{
	Name: "player", About: "a player in the text format of the Othello League, n-tuples or 64 square " +
		"weights, one ply",
	Source: "Lucas and Runarsson 2006; Krawiec, Jaśkowski and Szubert 2011", boards: fullBoard,
	Params: []Param{
		{"file", "", "its weights"},
		{"convention", "inversion", "what it was trained to see: inversion (the mover's discs as black's) or negation (the board as it is; white takes the lowest value)"},
		{"ties", "random", tiesAbout},
	},
	build: buildPlayer,
}

func buildPlayer(p *params) (newAgent, error) {
	path := p.text("file")
	if path == "" {
		return nil, fault.Misuse(fmt.Errorf("it needs file=PATH"))
	}
	table, err := readTable(path)
	negation := p.choice("convention", "inversion", "negation") == 1
	draw := p.ties()
	return func(rng *rand.Rand) engine.Agent {
		return &leaguePlayer{table: table, negation: negation, rng: draw(rng)}
	}, err
}

func readTable(path string) (*eval.Table, error) {
	f, err := durable.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := eval.ReadTable(f)
	if err != nil {
		return nil, fault.BadInput(fmt.Errorf("%s: %w", path, err))
	}
	return t, nil
}

// A leaguePlayer looks one move ahead with a table.
type leaguePlayer struct {
	table    *eval.Table
	negation bool
	rng      *rand.Rand
	game     *engine.Game // nil if Follow was not called
}

// Follow sets the player's game: with output negation, the colour to move matters.
func (l *leaguePlayer) Follow(g *engine.Game) { l.game = g }

// Choose returns the best move.
func (l *leaguePlayer) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	e := tableEval{table: l.table}
	if l.negation {
		_, color := l.game.To(b)
		e.asWhite = color == engine.White
	}
	return search.Local{Evaluator: e, Rand: l.rng}.Choose(ctx, b)
}

// A tableEval evaluates boards after a move, from the view of the mover's opponent.
type tableEval struct {
	table   *eval.Table
	asWhite bool // the mover is white for the table
}

// Eval returns the value for the side to move.
func (e tableEval) Eval(b engine.Board) float64 {
	if e.asWhite {
		return e.table.Value(b.Mine, b.Theirs)
	}
	return -e.table.Value(b.Theirs, b.Mine)
}
