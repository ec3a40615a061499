package wthor_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/outflank/outflank/wthor"
)

// The records of tinyPuzzles start at bytes 272 and 308; it has 344 bytes.
func TestPuzzleReader(t *testing.T) {
	h, puzzles, errs := readPuzzles(t, tinyPuzzles)
	wantHeader := wthor.Header{Century: 20, YearOfCentury: 2, Month: 11, Day: 30, N1: 2, N2: 60, P1: 8, P2: 1}
	if h != wantHeader || len(puzzles) != 2 || len(nonNil(errs)) != 0 {
		t.Fatalf("header %+v, %d puzzles, errors %v, want 2 puzzles", h, len(puzzles), nonNil(errs))
	}
	start := wthor.Puzzle{
		Year: 1999, Tournament: 258, Black: 0x04030201, White: 0xFFFFFFFF,
		Position: [16]byte{6: 0x02, 7: 0xC0, 8: 0x03, 9: 0x80},
		Empties:  60, Side: wthor.BlackToMove, Score: 2, Solution: 56,
	}
	corners := wthor.Puzzle{
		Position: [16]byte{0: 0xC0, 1: 0x02, 14: 0x30, 15: 0x02},
		Empties:  60, Side: wthor.WhiteToMove, Score: -64, Solution: 11, Actual: 64, Move25: 88,
		Reserved: [2]byte{1, 2},
	}
	if puzzles[0] != start || puzzles[1] != corners {
		t.Errorf("puzzles are\n%+v, want\n%+v\n%+v", puzzles, start, corners)
	}
}

func TestPuzzleDiscs(t *testing.T) {
	_, puzzles, _ := readPuzzles(t, tinyPuzzles)
	for i, want := range [][2]uint64{
		{1<<28 | 1<<35, 1<<27 | 1<<36}, // black e4 d5, white d4 e5
		{1<<0 | 1<<57, 1<<7 | 1<<63},   // black a1 b8, white h1 h8
	} {
		black, white := puzzles[i].Discs()
		if black != want[0] || white != want[1] {
			t.Errorf("puzzle %d has discs %x %x, want %x %x", i, black, white, want[0], want[1])
		}
		var p wthor.Puzzle
		if err := p.SetDiscs(black, white); err != nil || p.Position != puzzles[i].Position || p.Empties != 60 {
			t.Errorf("SetDiscs gave %v, %+v, want the position of puzzle %d", err, p, i)
		}
	}
	for square := range 64 {
		var p wthor.Puzzle
		p.Position[square/4] = 0xC0 >> (2 * (square % 4)) // as the format has it
		if black, white := p.Discs(); black != 1<<square || white != 0 {
			t.Errorf("black on square %d reads as %x %x", square, black, white)
		}
		p.Position[square/4] = 0x80 >> (2 * (square % 4))
		if black, white := p.Discs(); black != 0 || white != 1<<square {
			t.Errorf("white on square %d reads as %x %x", square, black, white)
		}
		p.Position[square/4] = 0x40 >> (2 * (square % 4))
		if black, white := p.Discs(); black != 0 || white != 0 {
			t.Errorf("01 on square %d reads as %x %x, want an empty square", square, black, white)
		}
	}
}

func TestSetDiscsError(t *testing.T) {
	p := wthor.Puzzle{Position: [16]byte{1}, Empties: 7}
	before := p
	err := p.SetDiscs(1<<36|1<<63, 1<<36|1<<63)
	if !errors.Is(err, wthor.ErrPosition) || p != before {
		t.Errorf("error %v, puzzle %+v", err, p)
	}
	if want := "wthor: invalid position: black and white on e5, expected one " +
		"disc a square"; err.Error() != want {
		t.Errorf("error reads %s, want %s", err, want)
	}
}

// A file written field by field has the bytes of the format.
func TestPuzzleWriterBytes(t *testing.T) {
	start := wthor.Puzzle{
		Year: 1999, Tournament: 258, Black: 0x04030201, White: 0xFFFFFFFF,
		Side: wthor.BlackToMove, Score: 2, Solution: wthor.Move(37),
	}
	corners := wthor.Puzzle{
		Side: wthor.WhiteToMove, Score: -64, Solution: wthor.Move(0), Actual: 64, Move25: wthor.Move(63),
		Reserved: [2]byte{1, 2},
	}
	if err := errors.Join(start.SetDiscs(1<<28|1<<35, 1<<27|1<<36),
		corners.SetDiscs(1<<0|1<<57, 1<<7|1<<63)); err != nil {
		t.Fatal(err)
	}
	h := wthor.Header{Century: 20, YearOfCentury: 2, Month: 11, Day: 30, N1: 2, N2: 60, P1: 8, P2: 1}
	if got := writePuzzles(t, h, []wthor.Puzzle{start, corners}); !bytes.Equal(got, tinyPuzzles) {
		t.Errorf("wrote\n%v, want\n%v", got, tinyPuzzles)
	}
	for _, n2 := range []uint16{1, 64} { // the ends of the second header
		got := writePuzzles(t, wthor.Header{N2: n2, P1: 8, P2: 1}, nil)
		if want := slices.Concat([]byte{0, 0, 0, 0, 0, 0, 0, 0, byte(n2), 0, 0, 0, 8, 1, 0, 0},
			make([]byte, 256)); !bytes.Equal(got, want) {
			t.Errorf("an empty file is %v, want %v", got, want)
		}
	}
}

// Old files have neither flag nor board; they are written back as they were.
func TestPuzzleReaderToleratesHeaders(t *testing.T) {
	file := with(tinyPuzzles, map[int]byte{0: 0, 1: 0, 2: 0, 3: 0, 10: 1, 12: 0, 13: 0, 14: 24, 15: 9})
	h, puzzles, errs := readPuzzles(t, file)
	if len(puzzles) != 2 || len(nonNil(errs)) != 0 || h.Reserved != 9 {
		t.Errorf("header %+v, %d puzzles, errors %v", h, len(puzzles), nonNil(errs))
	}
	if got := writePuzzles(t, h, puzzles); !bytes.Equal(got, file) {
		t.Error("the file changed in reading and writing")
	}
}

func TestPuzzleReaderHeaderErrors(t *testing.T) {
	for name, test := range map[string]struct {
		file []byte
		want wthor.FormatError
		text string
	}{
		"empty file": {nil,
			wthor.FormatError{Record: -1, Offset: 0, Field: "size", Value: "0 bytes", Want: "at least 16 bytes",
				Err: wthor.ErrSize},
			"wthor: file (byte 0): size is 0 bytes, expected at least 16 bytes"},
		"no second header": {tinyPuzzles[:16],
			wthor.FormatError{Record: -1, Offset: 16, Field: "size", Value: "16 bytes", Want: "344 bytes for N1 of 2",
				Err: wthor.ErrSize},
			"wthor: file (byte 16): size is 16 bytes, expected 344 bytes for N1 of 2"},
		"short second header": {tinyPuzzles[:271],
			wthor.FormatError{Record: -1, Offset: 271, Field: "size", Value: "271 bytes",
				Want: "344 bytes for N1 of 2", Err: wthor.ErrSize},
			"wthor: file (byte 271): size is 271 bytes, expected 344 bytes for N1 of 2"},
		"games": {tinyGames,
			wthor.FormatError{Record: -1, Offset: 8, Field: "N2", Value: "0",
				Want: "1 to 64, the empty squares of the puzzles", Err: wthor.ErrHeader},
			"wthor: header (byte 8): N2 is 0, expected 1 to 64, the empty squares of the puzzles"},
		"N2": {with(tinyPuzzles, map[int]byte{8: 65}),
			wthor.FormatError{Record: -1, Offset: 8, Field: "N2", Value: "65",
				Want: "1 to 64, the empty squares of the puzzles", Err: wthor.ErrHeader},
			"wthor: header (byte 8): N2 is 65, expected 1 to 64, the empty squares of the puzzles"},
		"10x10": {with(tinyPuzzles, map[int]byte{12: 10}),
			wthor.FormatError{Record: -1, Offset: 12, Field: "P1", Value: "10", Want: "0 or 8", Err: wthor.ErrHeader},
			"wthor: header (byte 12): P1 is 10, expected 0 or 8"},
		"flag": {with(tinyPuzzles, map[int]byte{13: 2}),
			wthor.FormatError{Record: -1, Offset: 13, Field: "P2", Value: "2", Want: "1 (or 0 in old files)",
				Err: wthor.ErrHeader},
			"wthor: header (byte 13): P2 is 2, expected 1 (or 0 in old files)"},
		"count is not N1": {with(tinyPuzzles, map[int]byte{255: 1}),
			wthor.FormatError{Record: -1, Offset: 252, Field: "number of puzzles with 60 empty", Value: "16777218",
				Want: "2", Err: wthor.ErrHeader},
			"wthor: header (byte 252): number of puzzles with 60 empty is 16777218, expected 2"},
		"count elsewhere": {with(tinyPuzzles, map[int]byte{16: 2}),
			wthor.FormatError{Record: -1, Offset: 16, Field: "number of puzzles with 1 empty", Value: "2", Want: "0",
				Err: wthor.ErrHeader},
			"wthor: header (byte 16): number of puzzles with 1 empty is 2, expected 0"},
		"last count": {with(tinyPuzzles, map[int]byte{271: 255}),
			wthor.FormatError{Record: -1, Offset: 268, Field: "number of puzzles with 64 empty", Value: "4278190080",
				Want: "0", Err: wthor.ErrHeader},
			"wthor: header (byte 268): number of puzzles with 64 empty is 4278190080, expected 0"},
		"other N2": {with(tinyPuzzles, map[int]byte{8: 61}),
			wthor.FormatError{Record: -1, Offset: 252, Field: "number of puzzles with 60 empty", Value: "2", Want: "0",
				Err: wthor.ErrHeader},
			"wthor: header (byte 252): number of puzzles with 60 empty is 2, expected 0"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := wthor.NewPuzzleReader(bytes.NewReader(test.file))
			if r != nil {
				t.Error("a PuzzleReader came with the error")
			}
			checkError(t, err, test.want, test.text)
		})
	}
}

func TestPuzzleReaderRecordErrors(t *testing.T) {
	const move = "10*row+column, each 1 to 8"
	for name, test := range map[string]struct {
		replace map[int]byte
		want    wthor.FormatError
		text    string
	}{
		"01 on a1": {map[int]byte{284: 0x40},
			wthor.FormatError{Record: 0, Offset: 284, Field: "position", Value: "01 on a1", Want: "00, 10 or 11",
				Err: wthor.ErrPosition},
			"wthor: record 1 (byte 284): position is 01 on a1, expected 00, 10 or 11"},
		"01 on h8": {map[int]byte{308 + 27: 1},
			wthor.FormatError{Record: 1, Offset: 335, Field: "position", Value: "01 on h8", Want: "00, 10 or 11",
				Err: wthor.ErrPosition},
			"wthor: record 2 (byte 335): position is 01 on h8, expected 00, 10 or 11"},
		"a disc more": {map[int]byte{284: 0x80},
			wthor.FormatError{Record: 0, Offset: 300, Field: "empty squares", Value: "60",
				Want: "59 as in the position", Err: wthor.ErrPosition},
			"wthor: record 1 (byte 300): empty squares is 60, expected 59 as in the position"},
		"empty squares": {map[int]byte{336: 12},
			wthor.FormatError{Record: 1, Offset: 336, Field: "empty squares", Value: "12",
				Want: "60 as in the position", Err: wthor.ErrPosition},
			"wthor: record 2 (byte 336): empty squares is 12, expected 60 as in the position"},
		"not as N2": {map[int]byte{284: 0xC0, 300: 59},
			wthor.FormatError{Record: 0, Offset: 300, Field: "empty squares", Value: "59", Want: "60 as N2 says",
				Err: wthor.ErrPosition},
			"wthor: record 1 (byte 300): empty squares is 59, expected 60 as N2 says"},
		"side 0": {map[int]byte{301: 0},
			wthor.FormatError{Record: 0, Offset: 301, Field: "side to move", Value: "0",
				Want: "1 (black) or 2 (white)", Err: wthor.ErrPosition},
			"wthor: record 1 (byte 301): side to move is 0, expected 1 (black) or 2 (white)"},
		"side 3": {map[int]byte{337: 3},
			wthor.FormatError{Record: 1, Offset: 337, Field: "side to move", Value: "3",
				Want: "1 (black) or 2 (white)", Err: wthor.ErrPosition},
			"wthor: record 2 (byte 337): side to move is 3, expected 1 (black) or 2 (white)"},
		"score": {map[int]byte{302: 65},
			wthor.FormatError{Record: 0, Offset: 302, Field: "score", Value: "65", Want: "-64 to 64",
				Err: wthor.ErrScore},
			"wthor: record 1 (byte 302): score is 65, expected -64 to 64"},
		"negative score": {map[int]byte{338: 0xBF},
			wthor.FormatError{Record: 1, Offset: 338, Field: "score", Value: "-65", Want: "-64 to 64",
				Err: wthor.ErrScore},
			"wthor: record 2 (byte 338): score is -65, expected -64 to 64"},
		"no solution": {map[int]byte{303: 0},
			wthor.FormatError{Record: 0, Offset: 303, Field: "solution", Value: "0", Want: move, Err: wthor.ErrMove},
			"wthor: record 1 (byte 303): solution is 0, expected 10*row+column, each 1 to 8"},
		"solution": {map[int]byte{339: 19},
			wthor.FormatError{Record: 1, Offset: 339, Field: "solution", Value: "19", Want: move, Err: wthor.ErrMove},
			"wthor: record 2 (byte 339): solution is 19, expected 10*row+column, each 1 to 8"},
		"actual score": {map[int]byte{304: 65},
			wthor.FormatError{Record: 0, Offset: 304, Field: "actual score", Value: "65", Want: "0 to 64",
				Err: wthor.ErrScore},
			"wthor: record 1 (byte 304): actual score is 65, expected 0 to 64"},
		"move 25": {map[int]byte{341: 90},
			wthor.FormatError{Record: 1, Offset: 341, Field: "move 25", Value: "90", Want: move + ", or 0",
				Err: wthor.ErrMove},
			"wthor: record 2 (byte 341): move 25 is 90, expected 10*row+column, each 1 to 8, or 0"},
	} {
		t.Run(name, func(t *testing.T) {
			_, puzzles, errs := readPuzzles(t, with(tinyPuzzles, test.replace))
			if len(puzzles) != 2 || len(nonNil(errs)) != 1 {
				t.Fatalf("%d puzzles, errors %v, want 2 puzzles and 1 error", len(puzzles), nonNil(errs))
			}
			checkError(t, errs[test.want.Record], test.want, test.text)

			// A writer refuses the puzzle, which came as it stands in the file, alike.
			w, err := wthor.NewPuzzleWriter(io.Discard, wthor.Header{N1: 1, N2: 60})
			if err != nil {
				t.Fatal(err)
			}
			want := test.want
			want.Record, want.Offset = 0, want.Offset-int64(36*test.want.Record)
			checkFormatError(t, w.Write(puzzles[test.want.Record]), want)
		})
	}
}

func TestPuzzleReaderIDs(t *testing.T) {
	for _, test := range []struct {
		players, tournaments int
		want                 wthor.FormatError
	}{
		{0, 258, wthor.FormatError{Record: 0, Offset: 274, Field: "tournament", Value: "258", Want: "an id below 258", Err: wthor.ErrID}},
		{0x04030201, 0, wthor.FormatError{Record: 0, Offset: 276, Field: "black player", Value: "67305985", Want: "an id below 67305985", Err: wthor.ErrID}},
		{0x04030202, 259, wthor.FormatError{Record: 0, Offset: 280, Field: "white player", Value: "4294967295", Want: "an id below 67305986", Err: wthor.ErrID}},
	} {
		r, err := wthor.NewPuzzleReader(bytes.NewReader(tinyPuzzles))
		if err != nil {
			t.Fatal(err)
		}
		r.Players, r.Tournaments = test.players, test.tournaments
		_, errs := records(r)
		checkFormatError(t, errs[0], test.want)
		if errs[1] != nil {
			t.Error(errs[1])
		}
	}
}

func TestPuzzleReaderSizeErrors(t *testing.T) {
	huge := map[int]byte{4: 255, 5: 255, 6: 255, 7: 255, 252: 255, 253: 255, 254: 255, 255: 255}
	for name, test := range map[string]struct {
		file    []byte
		puzzles int // that come before the error
		want    wthor.FormatError
	}{
		"no record": {tinyPuzzles[:272], 0,
			wthor.FormatError{Record: -1, Offset: 272, Field: "size", Value: "272 bytes",
				Want: "344 bytes for N1 of 2", Err: wthor.ErrSize}},
		"one byte short": {tinyPuzzles[:343], 1,
			wthor.FormatError{Record: -1, Offset: 343, Field: "size", Value: "343 bytes",
				Want: "344 bytes for N1 of 2", Err: wthor.ErrSize}},
		"a byte too many": {append(bytes.Clone(tinyPuzzles), 0), 2,
			wthor.FormatError{Record: -1, Offset: 344, Field: "size", Value: "over 344 bytes",
				Want: "344 bytes for N1 of 2", Err: wthor.ErrSize}},
		"N1 of 32 bits": {with(tinyPuzzles, huge), 2,
			wthor.FormatError{Record: -1, Offset: 344, Field: "size", Value: "344 bytes",
				Want: "154618822892 bytes for N1 of 4294967295", Err: wthor.ErrSize}},
	} {
		t.Run(name, func(t *testing.T) {
			_, puzzles, errs := readPuzzles(t, test.file)
			if len(puzzles) != test.puzzles+1 || len(nonNil(errs)) != 1 || puzzles[test.puzzles] != (wthor.Puzzle{}) {
				t.Fatalf("%d puzzles, errors %v, want %d puzzles and 1 error", len(puzzles)-1, nonNil(errs), test.puzzles)
			}
			checkFormatError(t, errs[test.puzzles], test.want)
		})
	}
}

func TestPuzzleReaderIOErrors(t *testing.T) {
	for _, size := range []int{0, 16, 100, 272, 300, 344} {
		r, err := wthor.NewPuzzleReader(io.MultiReader(bytes.NewReader(tinyPuzzles[:size]),
			iotest.ErrReader(io.ErrUnexpectedEOF)))
		if err == nil {
			_, errs := records(r)
			err = errs[len(errs)-1]
		}
		checkFormatError(t, err, wthor.FormatError{Record: -1, Offset: int64(size), Field: "reading",
			Err: io.ErrUnexpectedEOF})
	}
}

// The pieces in which bytes arrive do not matter.
func TestPuzzleReaderPieces(t *testing.T) {
	_, want, _ := readPuzzles(t, tinyPuzzles)
	r, err := wthor.NewPuzzleReader(iotest.OneByteReader(bytes.NewReader(tinyPuzzles)))
	if err != nil {
		t.Fatal(err)
	}
	if got, errs := records(r); !slices.Equal(got, want) || len(nonNil(errs)) != 0 {
		t.Errorf("%+v, errors %v, want %+v", got, errs, want)
	}
}

func TestPuzzleWriterCount(t *testing.T) {
	_, err := wthor.NewPuzzleWriter(io.Discard, wthor.Header{P2: 1})
	checkFormatError(t, err, wthor.FormatError{Record: -1, Offset: 8, Field: "N2", Value: "0",
		Want: "1 to 64, the empty squares of the puzzles", Err: wthor.ErrHeader})

	h, puzzles, _ := readPuzzles(t, tinyPuzzles)
	w, err := wthor.NewPuzzleWriter(io.Discard, h)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(puzzles[0]); err != nil {
		t.Fatal(err)
	}
	checkFormatError(t, w.Close(), wthor.FormatError{Record: -1, Offset: 4, Field: "N1", Value: "2",
		Want: "1, the puzzles written", Err: wthor.ErrSize})
	if err := w.Write(puzzles[1]); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Write after Close: %v, want fs.ErrClosed", err)
	}
}

func TestSquareAndMove(t *testing.T) {
	for square := range uint8(64) {
		move := wthor.Move(square)
		if want := 10*(square/8+1) + square%8 + 1; move != want {
			t.Errorf("square %d is byte %d, want %d", square, move, want)
		}
		if got, ok := wthor.Square(move); got != square || !ok {
			t.Errorf("byte %d is square %d, %v, want %d", move, got, ok, square)
		}
	}
	for _, move := range []byte{0, 1, 8, 10, 19, 20, 81 + 8, 91, 100, 111, 255} {
		if square, ok := wthor.Square(move); ok {
			t.Errorf("byte %d is square %d, want none", move, square)
		}
	}
	if wthor.Move(64) != 0 || wthor.Move(255) != 0 {
		t.Error("a square off the board has a move")
	}
}

func TestSideString(t *testing.T) {
	for side, want := range map[wthor.Side]string{1: "black", 2: "white", 0: "side 0", 3: "side 3"} {
		if got := side.String(); got != want {
			t.Errorf("side %d reads %q, want %q", uint8(side), got, want)
		}
	}
}
