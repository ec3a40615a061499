package agents

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
	d, err := book.Read(book.SmallName)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "games.txt") // told by what it holds, not by its name
	if err := d.Write(path); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{book.SmallName, path} {
		for _, drop := range []int{0, 2} {
			a := parsedAgent(t, fmt.Sprintf("greedy:book=%s,book-drop=%d", file, drop))
			worst := 0
			for i, least := range boardsOf(t, b) {
				board := least.Transform(engine.Symmetry(i % engine.Symmetries))
				e, _, _ := b.Look(board)
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

// TestBookDamaged: an opening book that is damaged is bad input, when it is opened or when an agent reads the
// part that is damaged.
func TestBookDamaged(t *testing.T) {
	d, err := book.Read(book.SmallName)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.book")
	if err := d.Write(path); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:len(data)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Parse("greedy:book=" + path); !fault.IsBadInput(err) {
		t.Errorf("%v", err)
	}
	for i := range len(data) / 4 {
		data[i+8] ^= 1
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	small, err := book.Small()
	if err != nil {
		t.Fatal(err)
	}
	a, failed := parsedAgent(t, "greedy:book="+path), 0
	for _, b := range boardsOf(t, small) {
		if _, err := a.Choose(t.Context(), b); err != nil {
			if failed++; !fault.IsBadInput(err) || !strings.Contains(err.Error(), path) {
				t.Fatal(err)
			}
		}
	}
	if failed == 0 || failed == d.Len() {
		t.Errorf("%d of %d positions are damaged", failed, d.Len())
	}
}

// boardsOf returns the positions that moves of a book reach.
func boardsOf(t *testing.T, b *book.Book) []engine.Board {
	t.Helper()
	list := []engine.Board{engine.Standard()}
	seen := map[engine.Board]bool{}
	for i := 0; i < len(list); i++ {
		e, _, err := b.Look(list[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range e.Moves {
			after := list[i].Play(m.Square)
			if after.Moves() == 0 {
				after = after.Pass()
			}
			if m.Inside && !seen[after.Least()] {
				seen[after.Least()] = true
				list = append(list, after.Least())
			}
		}
	}
	return list
}
