package agents

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// TestBookByValue: an agent plays the best moves of an opening book on every image of every
// position; with book-drop others too, but none that lose more; elsewhere it plays by itself.
func TestBookByValue(t *testing.T) {
	b, err := book.Small()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "games.txt") // told by what it holds, not by its name
	if err := b.Write(path); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{SmallBook, path} {
		for _, drop := range []int{0, 2} {
			a := parsedAgent(t, fmt.Sprintf("greedy:book=%s,book-drop=%d", file, drop))
			worst := 0
			for i, least := range b.Boards() {
				board := least.Transform(engine.Symmetry(i % engine.Symmetries))
				e, _ := b.Look(board)
				got, err := a.Choose(t.Context(), board)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range e.Moves {
					if m.Square == got {
						if worst = max(worst, m.Drop); m.AtMost {
							t.Fatalf("%v: %v, whose value is not known", board, got)
						}
					}
				}
			}
			if worst != drop {
				t.Errorf("book-drop=%d: the worst move loses %d discs", drop, worst)
			}
		}
	}
	a := parsedAgent(t, "greedy:book=small")
	for _, text := range []string{"6x6", "4x4"} {
		sh, err := engine.ParseShape(text)
		if err != nil {
			t.Fatal(err)
		}
		at, err := sh.Start()
		if err != nil {
			t.Fatal(err)
		}
		start := at.Board
		want, _ := engine.Greedy{}.Choose(t.Context(), start)
		if got, err := a.Choose(t.Context(), start); err != nil || got != want {
			t.Errorf("%s: %v %v, want %v", text, got, err, want)
		}
	}
}

// TestBookDamaged: an opening book that is damaged is bad input.
func TestBookDamaged(t *testing.T) {
	b, err := book.Small()
	if err != nil {
		t.Fatal(err)
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.book")
	if err := os.WriteFile(path, data[:len(data)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Parse("greedy:book=" + path); !fault.IsBadInput(err) {
		t.Errorf("%v", err)
	}
}
