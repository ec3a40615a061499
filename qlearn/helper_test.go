package qlearn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start returns the start position of the shape of that name.
func start(t testing.TB, shape string) engine.Position {
	t.Helper()
	sh, err := engine.ParseShape(shape)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rows returns a board of separate rows, ranks 1, 3, 5 and 7, on which little can
// happen: a row "XO-" gives black one move, a row "OX-" white, and nobody ever has
// another one there. Black is to move.
func rows(texts ...string) engine.Position {
	var p engine.Position
	for i, text := range texts {
		for file, c := range text {
			s := engine.At(file, 2*i).Set()
			p.Board.Shape.Field |= s
			switch c {
			case 'X':
				p.Board.Mine |= s
			case 'O':
				p.Board.Theirs |= s
			}
		}
	}
	return p
}

// The moves of black on three rows.
var c1, c3, c5 = engine.At(2, 0), engine.At(2, 2), engine.At(2, 4)

// table are features with one entry for each board, so that learning over them is
// tabular.
type table map[engine.Board]int32

func (table) ID() string        { return "table" }
func (table) Params() []float64 { return nil }
func (table) OneSided() bool    { return false } // boards are those of the opponent
func (f table) Len() int        { return len(f) }
func (table) Name(i int) string { return fmt.Sprint("board ", i) }
func (f table) Append(dst []eval.Feature, b engine.Board) []eval.Feature {
	return append(dst, eval.Feature{Index: f[b], Value: 1})
}

// tableFor numbers every board that can follow the start.
func tableFor(from engine.Position) table {
	f := table{}
	f.addAll(from.Board)
	return f
}

func (f table) addAll(b engine.Board) {
	if b.Moves() == 0 {
		b = b.Pass()
	}
	for s := range b.Moves().All() {
		next := b.Play(s)
		if _, ok := f[next]; !ok {
			f[next] = int32(len(f))
			f.addAll(next)
		}
	}
}

// model returns a model over the features with weights 0.
func model(t testing.TB, id string) *eval.Model {
	t.Helper()
	f, err := eval.New(id, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	return eval.NewModel(f)
}

// randomModel returns a model with weights from -1/4 to 1/4, but 0 for patterns without
// discs, which are no features.
func randomModel(t testing.TB, id string) *eval.Model {
	m := model(t, id)
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range m.Weights {
		m.Weights[i] = float64(float32(rng.Float64()/2 - 0.25))
	}
	for _, term := range eval.Terms(m.Features) {
		for stage := range term.Stages {
			if term.Images != nil && term.Sign == nil {
				m.Weights[term.Offset+stage*term.Len+int(term.Fold[0])] = 0
			}
		}
	}
	return m
}

// approximator returns that of a model, which must not fail.
func approximator(t testing.TB, m *eval.Model, opt Optimizer) Approximator {
	t.Helper()
	q, err := NewApproximator(m, opt)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// trainer returns a trainer of a model, which must not fail.
func trainer(t testing.TB, m *eval.Model, cfg Config, source Source) *Trainer {
	t.Helper()
	tr, err := New(approximator(t, m, cfg.Optimizer), cfg, source)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// train learns all games and returns the statistics of the last round.
func train(t testing.TB, tr *Trainer) (last Stats) {
	t.Helper()
	for st, err := range tr.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		last = st
	}
	return last
}

// qOf returns Q of a move by the weights as they are.
func qOf(q Approximator, b engine.Board, s engine.Square) float64 {
	q.Begin()
	moves := b.Moves()
	before := engine.Set(1)<<s - 1
	return float64(q.Value(q.Turn(b, moves), (moves & before).Len()))
}

// near tells whether two numbers differ by at most 1e-6.
func near(x, y float64) bool { return math.Abs(x-y) <= 1e-6 }

// games is a source that plays its episodes in turn.
type games []Episode

func (g games) Episode(n int, _ *rand.Rand) (Episode, error) { return g[n%len(g)], nil }

// recorded returns the episode of a recorded game.
func recorded(t testing.TB, from engine.Position, moves string) Episode {
	t.Helper()
	g, err := engine.ParseGame(from, moves)
	if err != nil {
		t.Fatal(err)
	}
	return Episode{Start: from, Moves: g.Moves, Recorded: true}
}

// randomGames plays games of random moves.
func randomGames(t testing.TB, from engine.Position, n int) (list []engine.Game) {
	t.Helper()
	for i := range n {
		a := engine.Random{Rand: rand.New(rand.NewPCG(6, uint64(i)))}
		g, err := engine.PlayOut(t.Context(), engine.Game{Start: from}, [2]engine.Agent{a, a})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// A lab learns from games with a table, in steps of half the error.
type lab struct {
	t    testing.TB
	from engine.Position
	cfg  Config
	q    Approximator
	learner
}

// newLab completes the configuration by γ = 1 and temperature 1 where these are 0.
func newLab(t testing.TB, from engine.Position, cfg Config) *lab {
	t.Helper()
	l := &lab{t: t, from: from, cfg: cfg}
	if l.cfg.Gamma == 0 {
		l.cfg.Gamma = 1
	}
	if l.cfg.Temperature == 0 {
		l.cfg.Temperature = 1
	}
	l.q = newLinear(eval.NewModel(tableFor(from)), cfg.Optimizer)
	if cfg.Rule == DoubleQ {
		l.q = newDouble(l.q)
	}
	l.learner = learner{q: l.q, cfg: &l.cfg, alpha: 0.5}
	return l
}

// after returns the position after some moves from the start, such as "c1c3".
func (l *lab) after(moves string) engine.Position {
	l.t.Helper()
	g, err := engine.ParseGame(l.from, moves)
	if err != nil {
		l.t.Fatal(err)
	}
	p, err := g.End()
	if err != nil {
		l.t.Fatal(err)
	}
	return p
}

// set gives the last move of a line the value q, in the set of weights that learns.
func (l *lab) set(line string, q float64) {
	l.t.Helper()
	before, s := l.split(line)
	into := l.q
	if d, ok := into.(*double); ok {
		into = d.learning()
	}
	into.Begin()
	moves := before.Moves()
	i := (moves & (engine.Set(1)<<s - 1)).Len()
	into.Learn(into.Turn(before, moves), i, float32(q-qOf(into, before, s)))
}

// get returns Q of the last move of a line, w·φ without squashing.
func (l *lab) get(line string) float64 {
	l.t.Helper()
	before, s := l.split(line)
	return qOf(l.q, before, s)
}

func (l *lab) split(line string) (engine.Board, engine.Square) {
	moves, err := engine.ParseMoves(line)
	if err != nil {
		l.t.Fatal(err)
	}
	return l.after(line[:len(line)-2]).Board, moves[len(moves)-1]
}

// turns replays a line, in which "?" stands behind moves that were chosen at random.
func (l *lab) turns(line string) (list []turn, score int) {
	l.t.Helper()
	g, err := engine.ParseGame(l.from, strings.ReplaceAll(line, "?", ""))
	if err != nil {
		l.t.Fatal(err)
	}
	l.q.Begin()
	for ply, err := range g.Plies() {
		if err != nil {
			l.t.Fatal(err)
		}
		rest := line[2:]
		line = strings.TrimPrefix(rest, "?")
		list = append(list, turn{
			board: ply.Position.Board, color: ply.Position.Color,
			id:       l.q.Turn(ply.Position.Board, ply.Legal),
			played:   (ply.Legal & (engine.Set(1)<<ply.Move - 1)).Len(),
			explored: line != rest,
		})
	}
	end, err := g.End()
	if err != nil {
		l.t.Fatal(err)
	}
	return list, end.Score(engine.Black)
}

// play learns from a line.
func (l *lab) play(line string) {
	l.t.Helper()
	turns, score := l.turns(line)
	rewards := [2]float64{l.cfg.Reward.Of(score), l.cfg.Reward.Of(-score)}
	if err := l.learn(turns, rewards); err != nil {
		l.t.Fatal(err)
	}
}

// check compares Q of the last move of lines.
func (l *lab) check(name string, want map[string]float64) {
	l.t.Helper()
	for line, q := range want {
		if got := l.get(line); !near(got, q) {
			l.t.Errorf("%s: Q of the last move of %s is %v, want %v", name, line, got, q)
		}
	}
}
