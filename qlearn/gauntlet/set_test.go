package gauntlet

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn/agents"
)

// OUTFLANK_UPDATE=1 OUTFLANK_LONG=1 go test ./qlearn/gauntlet -run TestSet -timeout 2h writes the data files. A
// new set needs a new Edition.
var (
	long   = os.Getenv("OUTFLANK_LONG") != ""
	update = os.Getenv("OUTFLANK_UPDATE") != "" && long
)

// anchorMatch is the round robin of the anchors.
func anchorMatch(t *testing.T) *arena.State {
	t.Helper()
	cfg := arena.Config{Games: 200, Openings: book.XOT, Shuffle: true, Seed: Edition}
	for _, a := range Anchors {
		cfg.Agents = append(cfg.Agents, a)
	}
	state, err := arena.New(cfg, agents.Resolver{})
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// letter is the result of a game from the view of the anchor that stands first.
func letter(r arena.Result) byte {
	score := r.Score
	if r.Black > r.White {
		score = -score
	}
	switch {
	case score > 0:
		return 'w'
	case score < 0:
		return 'l'
	}
	return 'd'
}

// TestSetAnchors: the file has the results of the anchors. Without OUTFLANK_LONG only the first opening of all
// pairs is played.
func TestSetAnchors(t *testing.T) {
	state := anchorMatch(t)
	n := len(Anchors)
	got := map[[2]int][]byte{}
	played, each := 0, n*(n-1)
	for r, err := range state.Run(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		pair := [2]int{min(r.Black, r.White), max(r.Black, r.White)}
		got[pair] = append(got[pair], letter(r))
		if played++; !long && played == each {
			break
		}
	}
	if update {
		var b strings.Builder
		fmt.Fprintf(&b, "# The results of the anchors of edition %d against each other; see TestSetAnchors.\n", Edition)
		for i := range n {
			for j := i + 1; j < n; j++ {
				fmt.Fprintf(&b, "%s %s %s\n", Anchors[i], Anchors[j], got[[2]int{i, j}])
			}
		}
		if err := os.WriteFile("anchors.txt", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	k := 0
	for _, line := range dataLines(anchorResults) {
		words := strings.Fields(line)
		i := slices.Index(Anchors[:], words[0])
		j := slices.Index(Anchors[:], words[1])
		if want := got[[2]int{i, j}]; len(words[2]) != 200 || !strings.HasPrefix(words[2], string(want)) {
			t.Errorf("%s – %s: %.10s…, but the games give %s: the set needs a new edition", words[0], words[1],
				words[2], want)
		}
		k++
	}
	if k != n*(n-1)/2 {
		t.Errorf("%d pairs", k)
	}
}

// The positions have minEmpties to maxEmpties empty squares, and there are eachEmpties of each number.
const minEmpties, maxEmpties, eachEmpties = 12, 51, 10

// drawPositions returns positions of games between agents of mixed strength: one of each game, with at least two
// moves, and equally many of each number of empty squares.
func drawPositions(t *testing.T) (list []engine.Position) {
	t.Helper()
	cfg := arena.Config{Games: 24, Random: 4, Perturb: 0.1, Seed: 1000 + Edition, Agents: []string{"random", "greedy",
		"swh", "local:eval=paip", "minimax:depth=2", "q", "ab:depth=4", "engine:nodes=1000"}}
	state, err := arena.New(cfg, agents.Resolver{})
	if err != nil {
		t.Fatal(err)
	}
	seen, count := map[engine.Board]bool{}, map[int]int{}
	levels := maxEmpties - minEmpties + 1
	for r, err := range state.Run(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		want := minEmpties + r.Pairing.Game*7%levels // 7 so that neighbours differ
		for ply, err := range r.Game.Plies() {
			if err != nil {
				t.Fatal(err)
			}
			b := ply.Position.Board
			if b.Empty().Len() == want && ply.Legal.Len() > 1 && !seen[b] && count[want] < eachEmpties {
				seen[b] = true
				count[want]++
				list = append(list, ply.Position)
			}
		}
	}
	if len(list) != levels*eachEmpties {
		t.Fatalf("%d positions, want %d: %v", len(list), levels*eachEmpties, count)
	}
	return list
}

// valued returns the line of a position.
func valued(ctx context.Context, p engine.Position) (string, error) {
	analyst := agents.NewAnalyst(engine.Full, agents.AnalystLimits{Depth: 12, Exact: exactEmpties, Threads: 1,
		Bytes: 16 << 20}, nil)
	ranking := analyst.Best(ctx, p.Board)
	if ranking.Exact != (p.Board.Empty().Len() <= exactEmpties) {
		return "", fmt.Errorf("%v: exact is %v", p, ranking.Exact)
	}
	line := p.String() + " "
	for m := range p.Board.Moves().All() {
		l, _ := ranking.Of(m)
		line += fmt.Sprintf(" %v:%g", m, math.Round(100*l.Score)/100+0)
	}
	return line, ctx.Err()
}

// TestSetPositions: the file has the positions of the games and the values of their moves. Without OUTFLANK_LONG only
// a few positions are valued.
func TestSetPositions(t *testing.T) {
	list := drawPositions(t)
	lines := dataLines(positionValues)
	if !update && len(lines) != len(list) {
		t.Fatalf("%d positions, want %d", len(lines), len(list))
	}
	if !long {
		list, lines = list[:4], lines[:4]
	}
	workers := runtime.GOMAXPROCS(0)
	var b strings.Builder
	fmt.Fprintf(&b, "# Positions of edition %d with the values of all moves, see TestSetPositions: exact up to %d empty\n"+
		"# squares, otherwise by the engine to depth 12, in discs for the side to move.\n", Edition, exactEmpties)
	i := 0
	for line, err := range parallel.Map(context.Background(), workers, 4*workers, slices.Values(list), valued) {
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Fprintln(&b, line); !update && line != lines[i] {
			t.Errorf("line %d: got %s, want %s: the set needs a new edition", i+1, line, lines[i])
		}
		i++
	}
	if update {
		if err := os.WriteFile("positions.txt", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
