package book_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/notation"
)

// TestPublished compares the sets that ship with the files that were published, in
// $OUTFLANK_DATA, from which OUTFLANK_UPDATE=1 writes them anew.
func TestPublished(t *testing.T) {
	data := os.Getenv("OUTFLANK_DATA")
	if _, err := os.Stat(filepath.Join(data, "openings")); err != nil || !filepath.IsAbs(data) {
		t.Skip("no real data (OUTFLANK_DATA)")
	}
	same(t, "xot.bin", encodeGames(t, filepath.Join(data, "openings", "xot-large.txt")))
	same(t, "lucas1000.bin", encodeBoards(t, filepath.Join(data, "openings", "lucas-1000-boards.txt"), 7))
	var ffo []byte
	for _, part := range []string{"1-19", "20-39", "40-59", "60-79"} {
		ffo = append(ffo, encodeProblems(t, filepath.Join(data, "endgames", "fforum-"+part+".obf"))...)
	}
	same(t, "ffo.bin", ffo)
}

// TestReadNamed: a name is read without a file, ./ before it makes a file of it.
func TestReadNamed(t *testing.T) {
	list, err := book.ReadOpenings("lucas1000")
	if len(list) != 1000 || err != nil || book.File("lucas1000") != "" ||
		book.File("./lucas1000") != "./lucas1000" {
		t.Errorf("%d openings, %v", len(list), err)
	}
	if _, err := book.ReadOpenings("./lucas1000"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("./lucas1000: %v", err)
	}
}

func same(t *testing.T, name string, want []byte) {
	t.Helper()
	if os.Getenv("OUTFLANK_UPDATE") != "" {
		if err := os.WriteFile(name, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s does not hold what was published: %v", name, err)
	}
}

// A coder adds ranks of moves to a code, the first being the last digit.
type coder struct{ code, unit uint32 }

func (c coder) add(b engine.Board, move engine.Square) coder {
	legal := slices.Collect(b.Moves().All())
	return coder{c.code + c.unit*uint32(slices.Index(legal, move)), c.unit * uint32(len(legal))}
}

func (c coder) bytes() []byte { return []byte{byte(c.code >> 16), byte(c.code >> 8), byte(c.code)} }

func encodeGames(t *testing.T, path string) (code []byte) {
	for _, g := range readOpenings(t, path) {
		c := coder{0, 1}
		for p, err := range g.Plies() {
			if err != nil {
				t.Fatal(err)
			}
			c = c.add(p.Position.Board, p.Move)
		}
		code = append(code, c.bytes()...)
	}
	return code
}

// encodeBoards finds the games of a number of plies that lead to the boards, of several the one with
// the least code.
func encodeBoards(t *testing.T, path string, plies int) (code []byte) {
	found := map[engine.Board]uint32{}
	var walk func(b engine.Board, left int, c coder)
	walk = func(b engine.Board, left int, c coder) {
		if left == 0 {
			if other, ok := found[b]; !ok || c.code < other {
				found[b] = c.code
			}
			return
		}
		for move := range b.Moves().All() {
			walk(b.Play(move), left-1, c.add(b, move))
		}
	}
	walk(engine.Standard(), plies, coder{0, 1})
	for i, g := range readOpenings(t, path) {
		c, ok := found[g.Start.Board]
		if !ok || g.Start.Color != engine.White {
			t.Fatalf("%s: no game of %d plies leads to board %d", path, plies, i+1)
		}
		code = append(code, coder{c, 0}.bytes()...)
	}
	return code
}

func readOpenings(t *testing.T, path string) []engine.Game {
	t.Helper()
	list, err := book.ReadOpenings(path)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func encodeProblems(t *testing.T, path string) (code []byte) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for p, err := range notation.OBF.ReadProblems(f) {
		if err != nil {
			t.Fatal(err)
		}
		code = binary.BigEndian.AppendUint64(code, uint64(p.Board.Mine))
		code = binary.BigEndian.AppendUint64(code, uint64(p.Board.Theirs))
		code = append(code, byte(p.Color), byte(len(p.Moves)))
		for _, m := range p.Moves {
			code = append(code, byte(m.Move), byte(int8(m.Score)))
		}
	}
	return code
}
