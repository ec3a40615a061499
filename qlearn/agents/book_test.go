package agents

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// bookOf writes a book and returns an agent that follows it, and is greedy elsewhere.
func bookOf(t *testing.T, text string, seed uint64) engine.Agent {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book.txt")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := Parse("greedy:book=" + path)
	if err != nil {
		t.Fatal(err)
	}
	return p.New(rand.New(rand.NewPCG(seed, 0)))
}

// TestBook: an agent follows its book on all symmetric images of the lines, and
// plays by itself where they end.
func TestBook(t *testing.T) {
	line, err := engine.ParseGame(engine.StandardStart(), "f5d6c3d3c4f4")
	if err != nil {
		t.Fatal(err)
	}
	a := bookOf(t, "f5d6c3d3c4f4\n", 1)
	for y := engine.Symmetry(0); y < engine.Symmetries; y++ {
		for ply := range line.Transform(y).Plies() {
			got, err := a.Choose(t.Context(), ply.Position.Board)
			if ply.Index == 0 { // all first moves are symmetric
				continue
			}
			if err != nil || got != ply.Move {
				t.Errorf("symmetry %d, ply %d: %v %v, want %v", y, ply.Index, got, err, ply.Move)
			}
		}
	}
	end, _ := line.End()
	want, _ := engine.Greedy{}.Choose(t.Context(), end.Board)
	if got, _ := a.Choose(t.Context(), end.Board); got != want {
		t.Errorf("after the book %v, want %v", got, want)
	}
}

// TestBookWeights: of two moves the book plays each as often as its games do.
func TestBookWeights(t *testing.T) {
	a := bookOf(t, strings.Repeat("f5d6\n", 3)+"f5f4\n", 2)
	after, _ := engine.ParseGame(engine.StandardStart(), "f5")
	end, _ := after.End()
	counts := map[string]int{}
	for range 4000 {
		s, _ := a.Choose(t.Context(), end.Board)
		counts[s.String()]++
	}
	if counts["d6"]+counts["f4"] != 4000 || counts["d6"] < 2850 || counts["d6"] > 3150 {
		t.Errorf("%v, want 3 to 1 for d6", counts)
	}
}

func TestBookErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.txt")
	if err := os.WriteFile(path, []byte("f5d6\nf5a1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Parse("greedy:book=" + path)
	if !fault.IsBadInput(err) || !strings.Contains(err.Error(), "a1") {
		t.Error(err)
	}
	if _, err = Parse("greedy:book=none.txt"); !fault.IsBadInput(err) {
		t.Errorf("a missing book: %v", err)
	}
}
