package wthor_test

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"testing"

	"github.com/outflank/outflank/wthor"
)

func TestWriterBytes(t *testing.T) {
	h, games, _ := readAll(t, tinyGames)
	if got := writeAll(t, h, games); !bytes.Equal(got, tinyGames) {
		t.Errorf("wrote\n%v, want\n%v", got, tinyGames)
	}
	if got := writeAll(t, wthor.Header{}, nil); !bytes.Equal(got, make([]byte, 16)) {
		t.Errorf("an empty file is %v, want 16 zeros", got)
	}
}

func TestWriterRefusesHeader(t *testing.T) {
	var file bytes.Buffer
	w, err := wthor.NewWriter(&file, wthor.Header{P1: 10})
	if w != nil || file.Len() != 0 {
		t.Error("a Writer came with the error")
	}
	checkError(t, err, wthor.FormatError{Record: -1, Offset: 12, Field: "P1", Value: "10",
		Want: "0 or 8 (10 is for NewReader10 and NewWriter10)", Err: wthor.ErrHeader},
		"wthor: header (byte 12): P1 is 10, expected 0 or 8 (10 is for NewReader10 and NewWriter10)")
}

// A refused game leaves the file as it was and another can take its place.
func TestWriterRefusesGame(t *testing.T) {
	var file bytes.Buffer
	h, games, _ := readAll(t, tinyGames)
	w, err := wthor.NewWriter(&file, h)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		bad := g
		bad.Score = 65
		checkError(t, w.Write(bad), wthor.FormatError{Record: i, Offset: int64(16 + 68*i + 6),
			Field: "actual score", Value: "65", Want: "0 to 64", Err: wthor.ErrScore},
			[]string{
				"wthor: record 1 (byte 22): actual score is 65, expected 0 to 64",
				"wthor: record 2 (byte 90): actual score is 65, expected 0 to 64",
				"wthor: record 3 (byte 158): actual score is 65, expected 0 to 64",
			}[i])
		bad = g
		bad.Moves[0] = 99
		if err := w.Write(bad); !errors.Is(err, wthor.ErrMove) {
			t.Errorf("%v, want ErrMove", err)
		}
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file.Bytes(), tinyGames) {
		t.Error("the refused games changed the file")
	}
}

func TestWriterCount(t *testing.T) {
	var file bytes.Buffer
	w, err := wthor.NewWriter(&file, wthor.Header{N1: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(wthor.Game{}); err != nil {
		t.Fatal(err)
	}
	checkError(t, w.Close(), wthor.FormatError{Record: -1, Offset: 4, Field: "N1", Value: "2",
		Want: "1, the games written", Err: wthor.ErrSize},
		"wthor: file (byte 4): N1 is 2, expected 1, the games written")
	if err := w.Write(wthor.Game{}); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Write after Close: %v, want fs.ErrClosed", err)
	}

	w, err = wthor.NewWriter(&file, wthor.Header{})
	if err != nil {
		t.Fatal(err)
	}
	checkError(t, w.Write(wthor.Game{}), wthor.FormatError{Record: -1, Offset: 4, Field: "N1", Value: "0",
		Want: "at least 1", Err: wthor.ErrSize},
		"wthor: file (byte 4): N1 is 0, expected at least 1")
	if err := w.Close(); err != nil {
		t.Errorf("Close after a game too many that was refused: %v", err)
	}
}

// failWriter accepts n bytes and then fails.
type failWriter int

var errFull = errors.New("disk full")

func (w *failWriter) Write(b []byte) (int, error) {
	if len(b) > int(*w) {
		return int(*w), errFull
	}
	*w -= failWriter(len(b))
	return len(b), nil
}

// An error of the underlying writer reaches the caller at the latest in Close.
func TestWriterIOError(t *testing.T) {
	for _, room := range []failWriter{0, 16, 100, 40000} {
		w, err := wthor.NewWriter(&room, wthor.Header{N1: 1000})
		if err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			if err := w.Write(wthor.Game{}); err != nil && !errors.Is(err, errFull) {
				t.Fatal(err)
			}
		}
		if err := w.Close(); !errors.Is(err, errFull) {
			t.Errorf("Close gave %v, want %v", err, errFull)
		}
	}
	room := failWriter(15)
	if err := wthor.WritePlayers(&room, wthor.Names{}); !errors.Is(err, errFull) {
		t.Errorf("WritePlayers gave %v, want %v", err, errFull)
	}
}

func TestSquares(t *testing.T) {
	var g wthor.Game
	copy(g.Moves[:], []byte{11, 12, 21, 88, 56})
	want := []uint8{0, 1, 8, 63, 37}
	if got := g.AppendSquares([]uint8{7}); !slices.Equal(got, append([]uint8{7}, want...)) {
		t.Errorf("squares are %v, want 7 and %v", got, want)
	}
	g.Moves[3] = 19
	if got := g.AppendSquares(nil); !slices.Equal(got, want[:3]) {
		t.Errorf("up to an invalid byte the squares are %v, want %v", got, want[:3])
	}
	g.Moves[0] = 0
	if got := g.AppendSquares(nil); got != nil {
		t.Errorf("a game without moves has squares %v", got)
	}
}

func TestSetSquares(t *testing.T) {
	var all []uint8
	for s := range uint8(60) {
		all = append(all, s)
	}
	var g wthor.Game
	// from long to short, so that the rest must be cleared
	for _, squares := range [][]uint8{all, {63, 0}, nil} {
		if err := g.SetSquares(squares); err != nil {
			t.Fatal(err)
		}
		if got := g.AppendSquares(nil); !slices.Equal(got, squares) {
			t.Errorf("squares are %v, want %v", got, squares)
		}
		for _, b := range g.Moves[len(squares):] {
			if b != 0 {
				t.Errorf("moves are %v, want zeros after %d", g.Moves, len(squares))
			}
		}
	}
}

func TestSetSquaresErrors(t *testing.T) {
	var before wthor.Game
	if err := before.SetSquares([]uint8{37, 43}); err != nil {
		t.Fatal(err)
	}
	for text, squares := range map[string][]uint8{
		"wthor: invalid move: 61 squares, expected at most 60": make([]uint8, 61),
		"wthor: invalid move 3: square 64, expected 0 to 63":   {0, 1, 64},
		"wthor: invalid move 1: square 255, expected 0 to 63":  {255},
	} {
		g := before
		if err := g.SetSquares(squares); !errors.Is(err, wthor.ErrMove) || err.Error() != text {
			t.Errorf("%v: error %v, want %s", squares, err, text)
		}
		if g != before {
			t.Errorf("%v: the game changed", squares)
		}
	}
}
