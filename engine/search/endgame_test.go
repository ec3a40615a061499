package search

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// A puzzle is a line of an OBF file: a position and the value of its moves for
// the mover, best first.
type puzzle struct {
	text   string
	board  engine.Board
	values map[engine.Square]int
	best   int
}

// parsePuzzle reads "<64 squares> <side>; G8:+18; H1:+12; …".
func parsePuzzle(t testing.TB, text string) puzzle {
	t.Helper()
	fields := strings.Split(text, ";")
	p := puzzle{text: fields[0], board: position(t, fields[0]), values: map[engine.Square]int{}, best: -infinite}
	for _, f := range fields[1:] {
		name, value, ok := strings.Cut(strings.TrimSpace(f), ":")
		if !ok {
			continue
		}
		sq, err := engine.ParseSquare(name)
		n, err2 := strconv.Atoi(value)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		p.values[sq] = n
		p.best = max(p.best, n)
	}
	return p
}

// check solves the puzzle and says what is wrong with the answer.
func (p puzzle) check(t *testing.T) uint64 {
	t.Helper()
	info, err := Solve(t.Context(), p.board, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if int(info.Score) != p.best || p.values[info.Move()] != p.best || !info.Exact {
		t.Errorf("%s: got %v by %v, want %+d", p.text, info.Score, info.Move(), p.best)
	}
	return info.Nodes
}

// fforum are endings of the French federation's set (FFO #1, #3 and #7), with
// the values its file gives.
var fforum = []string{
	"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; " +
		"A3:+4; B1:-4; A4:-22; G2:-24",
	"----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2; G3:+0; B8:-2; B1:-4; C1:-4; " +
		"A2:-4; A3:-6; B2:-12",
	"--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X; A6:+8; G1:+0; A1:-2; H8:-6; " +
		"H7:-14; B1:-30",
}

// TestEndings solves published endings, best move and the value of every other.
func TestEndings(t *testing.T) {
	for _, text := range fforum {
		p := parsePuzzle(t, text)
		p.check(t)
		for sq, want := range p.values {
			after := p.board.Play(sq)
			info, err := Solve(t.Context(), after, Options{})
			if err != nil || int(-info.Score) != want {
				t.Errorf("%s %v: got %v %v, want %+d", p.text, sq, -info.Score, err, want)
			}
		}
	}
}

// TestEndingsOfFile solves the endings of up to 16 empty squares in the real file.
func TestEndingsOfFile(t *testing.T) {
	lines := bufio.NewScanner(dataFile(t, "endgames/fforum-1-19.obf"))
	solved, nodes := 0, uint64(0)
	for n := 1; lines.Scan(); n++ {
		p := parsePuzzle(t, lines.Text())
		if empties := p.board.Empty().Len(); empties <= 16 && !testing.Short() || empties <= 14 {
			t.Run(fmt.Sprintf("%d-%d", n, empties), func(t *testing.T) {
				k := p.check(t)
				nodes += k
				solved++
			})
		}
	}
	if err := lines.Err(); err != nil || solved < 5 {
		t.Fatalf("solved %d, %v", solved, err)
	}
	t.Logf("%d endings, %d nodes", solved, nodes)
}

func TestSolveStops(t *testing.T) {
	b := engine.Standard()
	if _, err := Solve(t.Context(), b, Options{Nodes: 100_000}); !errors.Is(err, ErrNodes) {
		t.Errorf("after the nodes: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Solve(ctx, b, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancel: %v", err)
	}
}
