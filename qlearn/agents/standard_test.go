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
	judged := judgedPositions(t)
	type sum struct{ n, squares, stated float64 }
	for _, depth := range []int{2, 6} {
		e := deep.New(deep.Options{Depth: depth, Evaluator: shippedEvaluator, TableBytes: 1 << 20})
		var phases [4]sum // by 13 empty squares
		for _, v := range judged {
			if !v.human {
				continue
			}
			var last deep.Info
			for last = range e.Search(t.Context(), v.position.Board) {
			}
			empties := v.position.Board.Empty().Len()
			stated := deep.DefaultErrors.Standard(empties, depth)
			at := &phases[(empties-13)/13]
			at.n++
			at.squares += (last.Score - v.value) * (last.Score - v.value)
			at.stated += stated * stated
		}
		for i, s := range phases {
			if i*13+13 > 52 || s.n < 100 {
				continue
			}
			if found, stated := math.Sqrt(s.squares/s.n), math.Sqrt(s.stated/s.n); found > stated || found < stated/3 {
				t.Errorf("depth %d, %d to %d empty squares: error %.2f discs, stated are %.2f", depth, i*13+13, i*13+25,
					found, stated)
			}
		}
	}
}

// TestStaticError: the evaluator that ships, without search, misses the values of an independent program by
// no more than it did when it was made: 4.76 discs, and 4.01 with 24 to 52 empty squares.
func TestStaticError(t *testing.T) {
	e := shippedEvaluator()
	var sum, n [2]float64 // fewer than 24 empty squares, more
	for _, v := range judgedPositions(t) {
		b := v.position.Board
		e.Reset(uint64(b.Mine), uint64(b.Theirs))
		late := 0
		if b.Empty().Len() >= 24 {
			late = 1
		}
		sum[late] += math.Abs(float64(e.Eval(0, uint64(b.Mine), uint64(b.Theirs)))/deep.Unit - v.value)
		n[late]++
	}
	all, middle := (sum[0]+sum[1])/(n[0]+n[1]), sum[1]/n[1]
	t.Logf("mean absolute error %.2f discs, %.2f from 24 empty squares on", all, middle)
	if all > 4.77 || middle > 4.02 {
		t.Error("it was 4.76 and 4.01")
	}
}

// A judgedPosition is one with the value, in discs for the side to move, that an independent program finds.
type judgedPosition struct {
	position engine.Position
	value    float64
	human    bool // of a game of people
}

// judgedPositions reads the positions of the real data, and skips the test where there are none.
func judgedPositions(t *testing.T) (list []judgedPosition) {
	t.Helper()
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
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var board, side, source string
		var empties int
		var value float64
		if _, err := fmt.Sscan(line, &board, &side, &empties, &value, &source); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		p, err := engine.ParsePosition(board + side)
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		list = append(list, judgedPosition{p, value, source == "human"})
	}
	return list
}
