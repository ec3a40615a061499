package eval

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
)

// A mailbox is a board as a reader would write it down: rank by rank, 'X' for the
// side to move, 'O' for its opponent, '-' for empty and '#' for what is no square.
type mailbox struct {
	at         [8][8]byte
	directions [][2]int // file, rank
}

func newMailbox(b engine.Board) *mailbox {
	m := &mailbox{directions: [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {-1, 1}, {1, -1}, {1, 1}, {-1, -1}}}
	if b.Shape.Lattice == engine.Hexagonal {
		m.directions = m.directions[:6]
	}
	for s := range engine.Square(64) {
		c := byte('-')
		switch {
		case !b.Shape.Field.Has(s):
			c = '#'
		case b.Mine.Has(s):
			c = 'X'
		case b.Theirs.Has(s):
			c = 'O'
		}
		m.at[s.Rank()][s.File()] = c
	}
	return m
}

// get returns what is on a square, '#' outside the lattice.
func (m *mailbox) get(file, rank int) byte {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return '#'
	}
	return m.at[rank][file]
}

// moves counts the legal moves of a side.
func (m *mailbox) moves(side, other byte) (n int) {
	for rank := range 8 {
		for file := range 8 {
			if m.get(file, rank) == '-' && slices.ContainsFunc(m.directions, func(d [2]int) bool {
				f, r, run := file+d[0], rank+d[1], 0
				for ; m.get(f, r) == other; f, r, run = f+d[0], r+d[1], run+1 {
				}
				return run > 0 && m.get(f, r) == side
			}) {
				n++
			}
		}
	}
	return n
}

// difference sums a value over the discs of the side to move minus the opponent's.
func (m *mailbox) difference(value func(file, rank int) float64) (sum float64) {
	for rank := range 8 {
		for file := range 8 {
			switch m.get(file, rank) {
			case 'X':
				sum += value(file, rank)
			case 'O':
				sum -= value(file, rank)
			}
		}
	}
	return sum
}

func (m *mailbox) besideEmpty(file, rank int) float64 {
	for _, d := range m.directions {
		if m.get(file+d[0], rank+d[1]) == '-' {
			return 1
		}
	}
	return 0
}

// naive are the terms of one entry worked out square by square.
var naive = map[string]func(m *mailbox) float64{
	"position": func(m *mailbox) float64 {
		w := m.squareWeights()
		return m.difference(func(file, rank int) float64 { return w[rank][file] })
	},
	"own-mobility":        func(m *mailbox) float64 { return float64(m.moves('X', 'O')) / 8 },
	"own-stability":       func(m *mailbox) float64 { return m.own(m.stable(true)) },
	"own-cs181-stability": func(m *mailbox) float64 { return m.own(m.stable(false)) },
	"mobility":            func(m *mailbox) float64 { return float64(m.moves('X', 'O')-m.moves('O', 'X')) / 8 },
	"discs":               func(m *mailbox) float64 { return m.difference(func(int, int) float64 { return 1 }) / 16 },
	"frontier":            func(m *mailbox) float64 { return m.difference(m.besideEmpty) / 8 },
	"constant":            func(*mailbox) float64 { return 1 },
	"parity": func(m *mailbox) float64 {
		p := -1.0
		for _, rank := range m.at {
			for _, c := range rank {
				if c == '-' {
					p = -p
				}
			}
		}
		return p
	},
	"stability":       func(m *mailbox) float64 { return m.compared(m.stable(true)) },
	"cs181-stability": func(m *mailbox) float64 { return m.compared(m.stable(false)) },
}

// own counts the marked discs of the side to move, in eighths.
func (m *mailbox) own(marks [8][8]float64) (n float64) {
	m.difference(func(file, rank int) float64 {
		if m.get(file, rank) == 'X' {
			n += marks[rank][file]
		}
		return 0
	})
	return n / 8
}

// compared counts the marked discs, mine minus theirs, in eighths.
func (m *mailbox) compared(marks [8][8]float64) float64 {
	return m.difference(func(file, rank int) float64 { return marks[rank][file] }) / 8
}

func TestTermsNaively(t *testing.T) {
	for id, term := range naive {
		f := features(t, id)
		for _, shape := range kinds {
			for _, b := range slices.Concat(gameBoards(t, shape, 4), wildBoards(t, shape, 50)) {
				if got, want := value(f, b), term(newMailbox(b)); math.Abs(got-want) > 1e-12 {
					t.Fatalf("%s on %v: %v, want %v", id, engine.Position{Board: b}, got, want)
				}
			}
		}
	}
}

func TestSquaresNaively(t *testing.T) {
	f := features(t, "squares")
	for _, b := range slices.Concat(gameBoards(t, "8x8", 4), wildBoards(t, "6x6", 50)) {
		got := vector(f, b)
		for i, class := range Classes {
			want := newMailbox(b).difference(func(file, rank int) float64 {
				if class.Has(engine.At(file, rank)) {
					return 0.5
				}
				return 0
			})
			if got[int32(i)] != want {
				t.Fatalf("%s: %v, want %v", f.Name(i), got[int32(i)], want)
			}
		}
	}
}

// TestPositionWithoutSymmetry takes 64 different weights, as no training makes
// but a file may hold.
func TestPositionWithoutSymmetry(t *testing.T) {
	w := make([]float64, 64)
	for s := range w {
		w[s] = float64(s) - 20
	}
	f, err := New("position", w)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range wildBoards(t, "8x8", 100) {
		want := newMailbox(b).difference(func(file, rank int) float64 { return float64(8*rank + file - 20) })
		if got := value(f, b); got != want {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// TestStartAndFirstMove has the report's terms worked by hand: the start is even
// in all but parity (60 empty squares), and after f5 white has one disc against
// four, three moves against three, an odd number of empty squares to fill, and
// has lost e5 (d4, e5 and d5 weigh 0) while black has won f5 (760.5/14924.25).
func TestStartAndFirstMove(t *testing.T) {
	f := features(t, ReportID)
	b := engine.Standard()
	if got := f.Append(nil, b); !slices.Equal(got, []Feature{{3, -1}}) {
		t.Errorf("start: %v", got)
	}
	s, _ := engine.ParseMoves("f5")
	want := []Feature{{0, -760.5 / 14924.25}, {3, 1}, {4, -3.0 / 16}}
	if got := f.Append(nil, b.Play(s[0])); !slices.Equal(got, want) {
		t.Errorf("after f5: %v, want %v", got, want)
	}
}

func TestClasses(t *testing.T) {
	var all engine.Set
	for i, class := range Classes {
		if class&all != 0 {
			t.Errorf("class %d overlaps others", i)
		}
		all |= class
		for s := range class.All() {
			if Class(s) != i {
				t.Errorf("%v is in class %d, listed in %d", s, Class(s), i)
			}
		}
		if y := engine.Symmetry(5); y.Set(class) != class {
			t.Errorf("class %d is not symmetric", i)
		}
	}
	if all != engine.AllSquares || Classes[0] != engine.Corners || Classes[1] != engine.CSquares ||
		Classes[4] != engine.XSquares {
		t.Errorf("classes %v", Classes)
	}
}

// TestDefaultSquares compares with what an independent program counted in the
// report's 52,441 games.
func TestDefaultSquares(t *testing.T) {
	var reference struct {
		W struct {
			Weights []float64 `json:"same_divided_by_max_abs"`
		} `json:"W_2001_2015"`
	}
	data, err := os.ReadFile(dataFile("wthor-2001-2015/reference.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real games: %v (set OUTFLANK_DATA to the folder that holds wthor-2001-2015/)", err)
	}
	if err == nil {
		err = json.Unmarshal(data, &reference)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := DefaultSquares(); !slices.Equal(got, reference.W.Weights) {
		t.Errorf("got  %v\nwant %v", got, reference.W.Weights)
	}
}

// dataFile returns the path of a file of real data. A relative OUTFLANK_DATA
// begins at the top of the repository.
func dataFile(name string) string {
	root := os.Getenv("OUTFLANK_DATA")
	if root == "" {
		root = filepath.Join("..", "shared")
	}
	if !filepath.IsAbs(root) {
		root = filepath.Join("..", root)
	}
	return filepath.Join(root, filepath.FromSlash(name))
}
