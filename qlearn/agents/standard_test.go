package agents

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// TestStandardError: the values of the engine lie within the standard error that is stated
// for them, in each phase, of those of an independent program.
func TestStandardError(t *testing.T) {
	root := os.Getenv("OUTFLANK_DATA")
	if root == "" {
		root = filepath.Join("..", "shared")
	}
	if !filepath.IsAbs(root) { // from the top of the repository
		root = filepath.Join("..", "..", root)
	}
	text, err := os.ReadFile(filepath.Join(root, "yardstick", "midgame-values.txt"))
	if err != nil {
		t.Skipf("no real data (OUTFLANK_DATA): %v", err)
	}
	type sum struct{ n, squares, stated float64 }
	for _, depth := range []int{2, 6} {
		e := deep.New(deep.Options{Depth: depth, Evaluator: shippedEvaluator, TableBytes: 1 << 20})
		var phases [4]sum // by 13 empty squares
		for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			var board, side, source string
			var empties int
			var value float64
			if _, err := fmt.Sscan(line, &board, &side, &empties, &value, &source); err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			if source != "human" {
				continue
			}
			p, err := engine.ParsePosition(board + side)
			if err != nil {
				t.Fatal(err)
			}
			var last deep.Info
			for last = range e.Search(t.Context(), p.Board) {
			}
			stated := deep.DefaultErrors.Standard(empties, depth)
			at := &phases[(empties-13)/13]
			at.n++
			at.squares += (last.Score - value) * (last.Score - value)
			at.stated += stated * stated
		}
		for i, s := range phases {
			if i*13+13 > 52 || s.n < 100 {
				continue
			}
			if found, stated := math.Sqrt(s.squares/s.n), math.Sqrt(s.stated/s.n); found > stated || found < stated/3 {
				t.Errorf("depth %d, %d to %d empty squares: error %.2f discs, stated are %.2f", depth, i*13+13, i*13+25, found, stated)
			}
		}
	}
}
