package agents

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// TestAgentKinds: names are unique, everything is described, presets are valid.
func TestAgentKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Kinds() {
		for _, name := range append([]string{k.Name}, k.Aliases...) {
			if seen[name] || strings.ContainsAny(name, ":,= ") || name == "human" {
				t.Errorf("name %q", name)
			}
			seen[name] = true
		}
		if k.About == "" || k.Source == "" {
			t.Errorf("%s: about %q, source %q", k.Name, k.About, k.Source)
		}
		for _, q := range k.Params {
			if q.Key == "" || q.About == "" {
				t.Errorf("%s: parameter %+v", k.Name, q)
			}
		}
		if needsFile(k) {
			continue
		}
		for _, sh := range shapesOf(t, k.Boards()) {
			playGame(t, k.Name, sh)
		}
	}
}

// needsFile tells whether the kind plays nothing by default.
func needsFile(k Kind) bool {
	p, err := parseParams(k, "")
	if err == nil {
		_, err = k.build(p)
	}
	return err != nil
}

// shapesOf returns boards that an agent says it can play on.
func shapesOf(t *testing.T, k Boards) (shapes []engine.Shape) {
	names := []string{"8x8", "8x8-c2f4h7a5", "4x4", "6x6", "hex", "rhombus", "hex-b4"}
	switch k {
	case fullBoard:
		names = names[:2]
	case wholeBoard:
		names = names[:1]
	}
	for _, name := range names {
		sh, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		shapes = append(shapes, sh)
	}
	return shapes
}

// playGame plays a fast version of the agent against itself.
func playGame(t *testing.T, name string, sh engine.Shape) {
	t.Helper()
	spec := fast(name)
	p, err := Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	start, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	agents := [2]engine.Agent{p.New(rand.New(rand.NewPCG(1, 1))), p.New(rand.New(rand.NewPCG(1, 2)))}
	g, err := engine.PlayOut(t.Context(), engine.Game{Start: start}, agents)
	if err != nil {
		t.Fatalf("%s on %v: %v", spec, sh, err)
	}
	if end, err := g.End(); err != nil || !end.Board.Over() {
		t.Errorf("%s on %v: the game is not over: %v", spec, sh, err)
	}
}

// fast returns the spec of an agent with small limits where it has any.
func fast(name string) string {
	kind, err := Find(name)
	if err != nil {
		return name
	}
	var pairs []string
	for key, value := range map[string]string{"depth": "2", "sims": "30"} {
		if slices.ContainsFunc(kind.Params, func(q Param) bool { return q.Key == key }) {
			pairs = append(pairs, key+"="+value)
		}
	}
	slices.Sort(pairs)
	pairs = append(pairs, "exact=4")
	return name + ":" + strings.Join(pairs, ",")
}

// TestVariants: a variant is another kind with presets of its own.
func TestVariants(t *testing.T) {
	for a, b := range map[string]string{
		"swh":           "local:eval=swh,ties=random",
		"wedge:depth=3": "alphabeta:depth=3,exact=0,eval=wedge",
		"ab:depth=3":    "alphabeta:depth=3",
		"umea:depth=2,bonus=0,mobility=0,start=2": "ab:depth=2,exact=0,eval=umea-squares",
		"umea:depth=2,bonus=8,mobility=1,start=2": "ab:depth=2,exact=0,eval=umea",
	} {
		if x, y := gameOf(t, a), gameOf(t, b); x != y {
			t.Errorf("%s plays %s, %s plays %s", a, x, b, y)
		}
	}
}

// gameOf returns the game of an agent against random moves.
func gameOf(t *testing.T, spec string) string {
	players, err := ParseAll([]string{spec, "random"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.PlayOut(t.Context(), engine.Game{Start: engine.StandardStart()}, [2]engine.Agent{
		players[0].New(rand.New(rand.NewPCG(1, 1))), players[1].New(rand.New(rand.NewPCG(1, 2))),
	})
	if err != nil {
		t.Fatal(err)
	}
	return g.String()
}

func TestSpecErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"oracle":                        `there is no agent "oracle"`,
		"minimax:deep=2":                `minimax has no parameter "deep" (it has: depth=2`,
		"minimax:depth=two":             "depth=two: want a whole number from 1 to 60",
		"minimax:depth=61":              "want a whole number from 1 to 60",
		"minimax:depth":                 `"depth": want key=value`,
		"minimax:=2":                    "want key=value",
		"minimax:depth=":                "want key=value",
		"minimax:depth=2,depth=3":       "depth is given twice",
		`minimax:eval="wedge`:           "the closing quote is missing",
		`minimax:eval="wedge\",depth=2`: "the closing quote is missing",
		`gtp:cmd="a "b c""`:             `"b c\"\"" follows the closing quote: want a comma, or \" for a quote inside "…"`,
		`gtp:cmd='a "b c'`:              `cmd=a "b c: the closing " is missing`,
		"minimax:eval=oracle":           "eval=oracle: want one of default, cs181, cs181-rule, cs181-differences, cs181-rule-differences, cs181-annealed, squareless, flat",
		"minimax:eval=flat,model=spec":  "spec",
		"engine:level=80":               "level=80: want a confidence in percent: 45, 50, 73, 87",
		"engine:hash=1k":                "hash=1k: want an amount of memory",
		"engine:clock=long":             "want a time such as 100ms",
		"engine:depth=0":                "want a whole number from 1 to 60",
		"engine:model=spec.go":          "spec.go",
		"random:time=soon":              "time=soon: want a time such as 100ms",
		"random:time=-1s":               "want a time such as 100ms",
		"random:exact=99":               "want a whole number from 0 to 60",
		"local:ties=last":               "ties=last: want one of first, random",
		"uct:epsilon=1":                 `uct has no parameter "epsilon"`,
		"flat-mc:sims=0":                "flat search never fills its memory",
		"ucb:sims=0,prove=false":        "sims=0: without proofs",
		"uct:reuse=yes":                 "reuse=yes: want one of false, true",
		"uct:prove=":                    `"prove=": want key=value`,
		"uct:prove,sims":                `"sims": want key=value`,
		"uct:prove,prove=false":         "prove is given twice",
		"uct:plain":                     `uct has no parameter "plain"`,
		"minimax:plain":                 `minimax has no parameter "plain"`,
		"epsilon-uct:epsilon=2":         "epsilon=2: want a number from 0 to 1",
		"epsilon-uct:rewards=flat":      "want square weights, such as paip",
		"uct:threads=0":                 "want a whole number from 1 to 1024",
		"umea:stable=half":              "stable=half: want one of edge, line, enemy, definite",
		"umea:bonus=-1":                 "bonus=-1: want a number from 0 to 1000",
		"umea:bonus=2,eval=paip": "bonus changes the evaluation of umea: want neither another eval " +
			"nor a model",
		"umea:bonus=2,eval=oracle": "want neither another eval",
		"umea:mobility=two":        "mobility=two: want a number",
		"ab:eval=umea,bonus=2":     `ab has no parameter "bonus"`,
		"player":                   "needs file=PATH",
		"level:nobody":             "name=nobody: want one of beginner, novice,",
		"level:club,name=full":     "name is given twice",
		"level:club,full":          `level has no parameter "full"`,
		"level:exact=3,club":       `level has no parameter "club"`,
		"random:club":              `random has no parameter "club"`,
	} {
		if _, err := Parse(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

func TestQuotedValues(t *testing.T) {
	p, err := parseParams(Kind{Params: []Param{{"a", "", "x"}, {"b", "", "x"}}}, `a="1,2=3",b=4`)
	if err != nil || p.text("a") != "1,2=3" || p.text("b") != "4" {
		t.Errorf("%v %v", p, err)
	}
}

// TestFlags: the key of a parameter that is true or false means true, wherever it stands.
func TestFlags(t *testing.T) {
	kind := Kind{Params: []Param{{"on", "true", "x"}, {"off", "false", "x"}, {"n", "1", "x"}}}
	for text, want := range map[string]struct {
		on, off bool
		n       int
	}{
		"":                    {true, false, 1},
		"off":                 {true, true, 1},
		"off,n=2":             {true, true, 2},
		"n=2,off":             {true, true, 2},
		"off,on=false,n=3":    {false, true, 3},
		"on=false":            {false, false, 1},
		`off="true",on`:       {true, true, 1},
		"off=false,n=4,on=no": {},
	} {
		p, err := parseParams(kind, text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		on, off, n := p.flag("on"), p.flag("off"), p.integer("n", 0, 9)
		switch bad := want.n == 0; {
		case bad != (p.err != nil):
			t.Errorf("%q: %v", text, p.err)
		case !bad && (on != want.on || off != want.off || n != want.n):
			t.Errorf("%q: on %v, off %v, n %d", text, on, off, n)
		}
	}
}

// TestBoardsAreRefused: an agent that names squares of the 8×8 board says so.
func TestBoardsAreRefused(t *testing.T) {
	for _, spec := range []string{"wedge", "local", "alphabeta:eval=swh", "wedge:exact=4"} {
		p, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		start, _ := engine.Hexagon().Start()
		_, err = p.New(rand.New(rand.NewPCG(1, 1))).Choose(t.Context(), start.Board)
		if err == nil || !strings.Contains(err.Error(),
			"plays on boards of kind 8x8, with or without holes, not on hex") {
			t.Errorf("%s: %v", spec, err)
		}
	}
	p, _ := Parse("engine")
	sh, _ := engine.ParseShape("8x8-a1")
	start, _ := sh.Start()
	_, err := p.New(nil).Choose(t.Context(), start.Board)
	if err == nil || !strings.Contains(err.Error(), "of kind 8x8 without holes, not on 8x8-a1") {
		t.Error(err)
	}
	playGame(t, "flat", engine.Hexagon())
}

// TestExactOfAnyAgent: with exact=N even random plays endings perfectly.
func TestExactOfAnyAgent(t *testing.T) {
	p, _ := Parse("random:exact=9")
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(2, seed))
		b := engine.Standard()
		for b.Empty().Len() > 9 && b.Moves() != 0 {
			if b = b.Play(b.Moves().Nth(rng.IntN(b.Moves().Len()))); b.Moves() == 0 {
				b = b.Pass()
			}
		}
		if b.Moves() == 0 {
			continue
		}
		best, _ := Parse("ab:depth=9,exact=0,eval=flat")
		a, c := playOut(t, p.New(rng), b), playOut(t, best.New(rng), b)
		if a != c {
			t.Errorf("%v: %d, perfect play brings %d", engine.Position{Board: b}, a, c)
		}
	}
}

// playOut returns the result of perfect play after the agent's move.
func playOut(t *testing.T, a engine.Agent, b engine.Board) int {
	s, err := a.Choose(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return perfect(b.Play(s))
}

func perfect(b engine.Board) int {
	if b.Moves() == 0 {
		if b.Over() {
			return b.Score()
		}
		return -perfect(b.Pass())
	}
	best := -65
	for s := range b.Moves().All() {
		best = max(best, -perfect(b.Play(s)))
	}
	return best
}

// timeLimited are specs of agents that without a limit of time would think for ever.
var timeLimited = []string{
	"alphabeta:time=1ms", "minimax:time=1ms", "mtdf:time=1ms,exact=60", "engine:time=1ms",
	"random:time=1ms,exact=60", "uct:time=1ms,threads=2", "flat-mc:time=1ms",
}

// TestTimeLimit: an agent without another limit answers when its time is over.
func TestTimeLimit(t *testing.T) {
	for _, spec := range timeLimited {
		p, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		move, err := p.New(rand.New(rand.NewPCG(1, 1))).Choose(t.Context(), engine.Standard())
		if err != nil || !engine.Standard().Moves().Has(move) {
			t.Error(spec, move, err)
		}
	}
}

// How long an agent answers after its time is over.
func BenchmarkTimeLimit(b *testing.B) {
	for _, spec := range timeLimited {
		b.Run(spec, func(b *testing.B) {
			p, err := Parse(spec)
			if err != nil {
				b.Fatal(err)
			}
			a := p.New(rand.New(rand.NewPCG(1, 1)))
			for b.Loop() {
				if _, err := a.Choose(b.Context(), engine.Standard()); err != nil {
					b.Fatal(err)
				}
			}
			late := b.Elapsed()/time.Duration(b.N) - time.Millisecond
			b.ReportMetric(late.Seconds()*1e3, "ms-late")
		})
	}
}

// TestEngineClock: with a clock the full engine's moves of a game take no more than its
// time, but for a moment each when it is over, and those of the next game again.
func TestEngineClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fullEngine{clock: time.Minute, left: time.Minute}
		for range 2 {
			begin, moves := time.Now(), 0
			for empties := 60; empties > 0; empties -= 2 {
				ctx, stop := f.start(t.Context(), empties)
				<-ctx.Done() // it uses all that it may
				stop()
				moves++
			}
			spent := time.Since(begin)
			if spent < time.Minute*9/10 || spent > time.Minute+time.Duration(moves)*time.Millisecond {
				t.Errorf("%d moves took %v of %v", moves, spent, f.clock)
			}
		}
	})
}

func TestHeuristicsHaveNames(t *testing.T) {
	for _, h := range eval.Heuristics {
		if strings.ContainsAny(h.Name, ":,= ") || h.About == "" || h.Source == "" {
			t.Errorf("%+v", h)
		}
	}
}

// TestSearchOptions: what a spec says of depths and limits. Where time or nodes are
// limited the search deepens, from the depth that start gives.
func TestSearchOptions(t *testing.T) {
	const hash = 16 << 20
	for spec, want := range map[string]search.Options{
		"minimax:depth=3":                     {Algorithm: search.Minimax, Depth: 3, TableBytes: hash},
		"minimax:time=1s":                     {Algorithm: search.Minimax, Start: 1, TableBytes: hash},
		"mtdf:nodes=100":                      {Algorithm: search.MTDF, Nodes: 100, Start: 1, Exact: 12, TableBytes: hash},
		"ab:time=1s,depth=9":                  {Depth: 9, Start: 1, Exact: 12, TableBytes: hash},
		"umea":                                {Depth: 5, Start: 5, TableBytes: hash},
		"umea:time=1s,hash=1":                 {Start: 5, TableBytes: 1 << 20},
		"ab:hash=0":                           {Depth: 6, Exact: 12, TableBytes: -1},
		"ab:plain":                            {Algorithm: search.PlainAlphaBeta, Depth: 6, TableBytes: hash},
		"ab:plain=false":                      {Depth: 6, Exact: 12, TableBytes: hash},
		"cassio:plain":                        {Algorithm: search.PlainAlphaBeta, Depth: 5, TableBytes: hash},
		"umea:plain,exact=8":                  {Algorithm: search.PlainAlphaBeta, Depth: 5, Exact: 8, TableBytes: hash},
		"umea:plain,start=2":                  {Algorithm: search.PlainAlphaBeta, Depth: 5, Start: 2, TableBytes: hash},
		"umea:plain,start=5,depth=19,time=1s": {Algorithm: search.PlainAlphaBeta, Depth: 19, Start: 5, TableBytes: hash},
		"mmnet:plain,time=1s":                 {Algorithm: search.PlainAlphaBeta, Start: 1, TableBytes: hash},
		"negascout:start=3":                   {Algorithm: search.NegaScout, Depth: 6, Start: 3, Exact: 12, TableBytes: hash},
	} {
		kind, rest, err := split(spec)
		if err != nil {
			t.Fatal(err)
		}
		p, err := parseParams(kind, rest)
		if err != nil {
			t.Fatal(err)
		}
		from := want.Algorithm
		if from == search.PlainAlphaBeta {
			from = search.AlphaBeta
		}
		if got := p.searchOptions(from); got != want || p.err != nil {
			t.Errorf("%s: %+v %v, want %+v", spec, got, p.err, want)
		}
	}
}

// TestCommandWords: the quotes that people try in commands of external engines.
func TestCommandWords(t *testing.T) {
	for spec, want := range map[string][]string{
		`gtp:cmd=engine`:                                {"engine"},
		`gtp:cmd=engine -b 0`:                           {"engine", "-b", "0"},
		`gtp:cmd="engine --name 'a b'",restart`:         {"engine", "--name", "a b"},
		`gtp:cmd="engine --name \"a, b\"",restart`:      {"engine", "--name", "a, b"},
		`gtp:cmd='engine --name "a, b"',restart`:        {"engine", "--name", "a, b"},
		`gtp:cmd=engine --name="a b"`:                   {"engine", "--name=a b"},
		`gtp:cmd="C:\\dir\engine.exe C:\dir\\",restart`: {`C:\\dir\engine.exe`, `C:\dir\`},
	} {
		kind, rest, err := split(spec)
		if err != nil {
			t.Fatal(err)
		}
		p, err := parseParams(kind, rest)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if got, err := splitCommand(p.text("cmd")); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q (%v), want %q", spec, got, err, want)
		}
	}
}

// TestSpecOf: the spec of a file names that file, whatever its path holds.
func TestSpecOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), `a, "b" 'c'.txt`)
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Skip("the system has no such names: ", err)
	}
	for _, net := range []string{"", "64-64-64", "64-32-1", "64-8-64", "64-8-1"} {
		if got := Files(SpecOf(net, path)); !slices.Equal(got, []string{path}) {
			t.Errorf("%s names %q, want %q", SpecOf(net, path), got, path)
		}
	}
}
