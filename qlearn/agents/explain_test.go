package agents

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

// kept writes a file of a test.
func kept(t *testing.T, name string, write func(w *bytes.Buffer) error) string {
	t.Helper()
	var file bytes.Buffer
	path := filepath.Join(t.TempDir(), name)
	if err := write(&file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// midgames are positions of random games in which there is a choice and no move ends the game.
func midgames(t *testing.T, n int) (list []engine.Game) {
	t.Helper()
	for seed := range uint64(n) {
		rng, g := rand.New(rand.NewPCG(seed, 1)), engine.Game{Start: engine.StandardStart()}
		for len(g.Moves) < 12+int(seed) {
			p, err := g.End()
			if err != nil {
				t.Fatal(err)
			}
			moves := p.Board.Moves()
			if moves == 0 {
				break
			}
			pick := rng.IntN(moves.Len())
			for s := range moves.All() {
				if pick == 0 {
					g.Moves = append(g.Moves, s)
				}
				pick--
			}
		}
		if p, err := g.End(); err == nil && p.Board.Moves().Len() > 1 {
			list = append(list, g)
		}
	}
	return list
}

// TestExplainIsWhatAgentsPlay: each agent that looks one move ahead plays the move whose parts add up to the most.
func TestExplainIsWhatAgentsPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(x []float64) []float64 {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		return x
	}
	f, err := eval.New("balanced-all3+mobility@2", nil)
	if err != nil {
		t.Fatal(err)
	}
	model := eval.NewModel(f)
	random(model.Weights)
	model.Actions = random(make([]float64, 64))
	q := kept(t, "q.model", func(w *bytes.Buffer) error { return eval.WriteModel(w, model) })
	f, err = eval.New("balanced-all3", nil)
	if err != nil {
		t.Fatal(err)
	}
	own := eval.NewModel(f)
	random(own.Weights)
	table, err := own.Table()
	if err != nil {
		t.Fatal(err)
	}
	league := kept(t, "a.player", func(w *bytes.Buffer) error { return eval.WriteTable(w, table) })
	dna := func(k eval.NetKind) string {
		return kept(t, "a.dna", func(w *bytes.Buffer) error { return eval.WriteDNA(w, random(make([]float64, k.Len()))) })
	}
	for _, spec := range []string{"q:model=" + q, "ab:depth=1,plain,eval=default", "minimax:depth=1,eval=wedge",
		"player:file=" + league, "player:file=" + league + ",convention=negation",
		"mmnet:depth=1,dna=" + dna(eval.MMNet), "net:dna=" + dna(eval.PolicyNet)} {
		p, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		parts, _, err := Explain(spec, engine.Full)
		if err != nil {
			t.Fatal(err)
		}
		games := midgames(t, 30)
		if len(games) < 20 {
			t.Fatalf("%d positions", len(games))
		}
		for _, g := range games {
			at, _ := g.End()
			best, most := engine.Square(0), math.Inf(-1)
			for s := range at.Board.Moves().All() {
				sum := 0.0
				for _, part := range parts(at, s) {
					sum += part.Value
				}
				if sum > most {
					best, most = s, sum
				}
				if want := qlearn.NewAgent(model, nil).Value(at.Board, s); spec == "q:model="+q &&
					math.Abs(sum-want) > 1e-9*max(1, math.Abs(want)) {
					t.Errorf("Q of %v: %v, want %v", s, sum, want)
				}
			}
			a := p.New(rand.New(rand.NewPCG(3, 4)))
			engine.Follow(a, &g)
			if got, err := a.Choose(t.Context(), at.Board); err != nil || got != best {
				t.Errorf("%.20s plays %v, %v; its parts are for %v", spec, got, err, best)
			}
		}
	}
}
