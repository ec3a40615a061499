package wthor_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/outflank/outflank/wthor"
)

func TestReaderGames(t *testing.T) {
	h, games, errs := readAll(t, tinyGames)
	wantHeader := wthor.Header{
		Century: 20, YearOfCentury: 15, Month: 12, Day: 7, N1: 3, Year: 2015, P1: 8, P3: 24,
	}
	if h != wantHeader {
		t.Errorf("header is %+v, want %+v", h, wantHeader)
	}
	if len(games) != 3 || len(nonNil(errs)) != 0 {
		t.Fatalf("%d games, errors %v, want 3 games", len(games), nonNil(errs))
	}
	want := wthor.Game{Tournament: 2, Black: 1, White: 272, Score: 64, Theory: 33}
	copy(want.Moves[:], []byte{56, 64, 53, 46, 75, 66, 57, 65, 35})
	if games[0] != want {
		t.Errorf("game 0 is %+v, want %+v", games[0], want)
	}
	g := games[1]
	if g.Tournament != 256 || g.Black != 65535 || g.White != 0 || g.Score != 0 || g.Theory != 64 ||
		g.Moves[59] != 88 {
		t.Errorf("game 1 is %+v", g)
	}
	if want := (wthor.Game{Score: 32, Theory: 32}); games[2] != want {
		t.Errorf("game 2 is %+v, want %+v", games[2], want)
	}
}

// The records of tinyGames start at bytes 16, 84 and 152; it has 220 bytes.
func TestReaderHeaderErrors(t *testing.T) {
	for name, test := range map[string]struct {
		file []byte
		want wthor.FormatError
		text string
	}{
		"empty file": {nil,
			wthor.FormatError{Record: -1, Offset: 0, Field: "size", Value: "0 bytes", Want: "at least 16 bytes",
				Err: wthor.ErrSize},
			"wthor: file (byte 0): size is 0 bytes, expected at least 16 bytes"},
		"short header": {tinyGames[:15],
			wthor.FormatError{Record: -1, Offset: 15, Field: "size", Value: "15 bytes", Want: "at least 16 bytes",
				Err: wthor.ErrSize},
			"wthor: file (byte 15): size is 15 bytes, expected at least 16 bytes"},
		"10x10": {with(tinyGames, map[int]byte{12: 10}),
			wthor.FormatError{Record: -1, Offset: 12, Field: "P1", Value: "10",
				Want: "0 or 8 (10 is for NewReader10 and NewWriter10)", Err: wthor.ErrHeader},
			"wthor: header (byte 12): P1 is 10, expected 0 or 8 (10 is for NewReader10 and NewWriter10)"},
		"board": {with(tinyGames, map[int]byte{12: 124}),
			wthor.FormatError{Record: -1, Offset: 12, Field: "P1", Value: "124", Want: "0 or 8", Err: wthor.ErrHeader},
			"wthor: header (byte 12): P1 is 124, expected 0 or 8"},
		"puzzles": {with(tinyGames, map[int]byte{13: 1}),
			wthor.FormatError{Record: -1, Offset: 13, Field: "P2", Value: "1",
				Want: "0 (1 is for NewPuzzleReader and NewPuzzleWriter)", Err: wthor.ErrHeader},
			"wthor: header (byte 13): P2 is 1, expected 0 (1 is for NewPuzzleReader and NewPuzzleWriter)"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := wthor.NewReader(bytes.NewReader(test.file))
			if r != nil {
				t.Error("a Reader came with the error")
			}
			checkError(t, err, test.want, test.text)
		})
	}
}

// Peers write all of these: a date of zeros, N1 in N2, a board of 0, a depth of 0 or
// 1; anything may stand in the reserved byte.
func TestReaderToleratesHeaders(t *testing.T) {
	file := with(tinyGames, map[int]byte{0: 0, 1: 0, 2: 0, 3: 0, 8: 3, 12: 0, 14: 1, 15: 9})
	h, games, errs := readAll(t, file)
	if len(games) != 3 || len(nonNil(errs)) != 0 || h.N2 != 3 || h.Reserved != 9 {
		t.Errorf("header %+v, %d games, errors %v", h, len(games), nonNil(errs))
	}
	if got := writeAll(t, h, games); !bytes.Equal(got, file) {
		t.Error("the file changed in reading and writing")
	}
}

func TestHeaderDepth(t *testing.T) {
	for p3, want := range map[uint8]int{0: 22, 1: 1, 24: 24, 255: 255} {
		if got := (wthor.Header{P3: p3}).Depth(); got != want {
			t.Errorf("P3 %d: depth %d, want %d", p3, got, want)
		}
	}
}

func TestReaderSizeErrors(t *testing.T) {
	for name, test := range map[string]struct {
		file  []byte
		games int // that come before the error
		want  wthor.FormatError
		text  string
	}{
		"no record": {tinyGames[:16], 0,
			wthor.FormatError{Record: -1, Offset: 16, Field: "size", Value: "16 bytes", Want: "220 bytes for N1 of 3",
				Err: wthor.ErrSize},
			"wthor: file (byte 16): size is 16 bytes, expected 220 bytes for N1 of 3"},
		"two records": {tinyGames[:152], 2,
			wthor.FormatError{Record: -1, Offset: 152, Field: "size", Value: "152 bytes",
				Want: "220 bytes for N1 of 3", Err: wthor.ErrSize},
			"wthor: file (byte 152): size is 152 bytes, expected 220 bytes for N1 of 3"},
		"one byte short": {tinyGames[:219], 2,
			wthor.FormatError{Record: -1, Offset: 219, Field: "size", Value: "219 bytes",
				Want: "220 bytes for N1 of 3", Err: wthor.ErrSize},
			"wthor: file (byte 219): size is 219 bytes, expected 220 bytes for N1 of 3"},
		"a byte too many": {append(bytes.Clone(tinyGames), 0), 3,
			wthor.FormatError{Record: -1, Offset: 220, Field: "size", Value: "over 220 bytes",
				Want: "220 bytes for N1 of 3", Err: wthor.ErrSize},
			"wthor: file (byte 220): size is over 220 bytes, expected 220 bytes for N1 of 3"},
		"N1 too small": {with(tinyGames, map[int]byte{4: 0}), 0,
			wthor.FormatError{Record: -1, Offset: 16, Field: "size", Value: "over 16 bytes",
				Want: "16 bytes for N1 of 0", Err: wthor.ErrSize},
			"wthor: file (byte 16): size is over 16 bytes, expected 16 bytes for N1 of 0"},
		"N1 of 32 bits": {with(tinyGames, map[int]byte{4: 255, 5: 255, 6: 255, 7: 255}), 3,
			wthor.FormatError{Record: -1, Offset: 220, Field: "size", Value: "220 bytes",
				Want: "292057776076 bytes for N1 of 4294967295", Err: wthor.ErrSize},
			"wthor: file (byte 220): size is 220 bytes, expected 292057776076 bytes for N1 of 4294967295"},
	} {
		t.Run(name, func(t *testing.T) {
			_, games, errs := readAll(t, test.file)
			if len(games) != test.games+1 || len(nonNil(errs)) != 1 {
				t.Fatalf("%d games, errors %v, want %d games and 1 error", len(games)-1, nonNil(errs), test.games)
			}
			checkError(t, errs[test.games], test.want, test.text)
			if games[test.games] != (wthor.Game{}) {
				t.Error("a game came with the fatal error")
			}
		})
	}
}

// An error of the reader ends the sequence and is not taken for the end of the file,
// even io.ErrUnexpectedEOF, with which a decompressor reports a cut file.
func TestReaderIOErrors(t *testing.T) {
	for _, cause := range []error{errors.New("disk on fire"), io.ErrUnexpectedEOF} {
		for _, size := range []int{16, 150, 220} {
			file := io.MultiReader(bytes.NewReader(tinyGames[:size]), iotest.ErrReader(cause))
			r, err := wthor.NewReader(file)
			if err != nil {
				t.Fatal(err)
			}
			var last error
			for g, err := range r.All() {
				if last = err; err != nil && g != (wthor.Game{}) {
					t.Error("a game came with the error")
				}
			}
			// The buffer keeps a part of a record; the offset is the end of the bytes that came.
			checkError(t, last, wthor.FormatError{Record: -1, Offset: int64(size), Field: "reading", Err: cause},
				"wthor: file (byte "+map[int]string{16: "16", 150: "150", 220: "220"}[size]+"): reading: "+cause.Error())
		}
	}
	_, err := wthor.NewReader(iotest.ErrReader(io.ErrClosedPipe))
	checkError(t, err, wthor.FormatError{Record: -1, Offset: 0, Field: "reading", Err: io.ErrClosedPipe},
		"wthor: file (byte 0): reading: io: read/write on closed pipe")
}

// The pieces in which bytes arrive do not matter.
func TestReaderPieces(t *testing.T) {
	_, want, _ := readAll(t, tinyGames)
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "error with data": iotest.DataErrReader,
	} {
		r, err := wthor.NewReader(wrap(bytes.NewReader(tinyGames)))
		if err != nil {
			t.Fatal(name, err)
		}
		var got []wthor.Game
		for g, err := range r.All() {
			if err != nil {
				t.Error(name, err)
			}
			got = append(got, g)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

func TestReaderResumes(t *testing.T) {
	_, want, _ := readAll(t, tinyGames)
	r, err := wthor.NewReader(bytes.NewReader(tinyGames[:219]))
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range want[:2] {
		for g, err := range r.All() {
			if g != game || err != nil {
				t.Errorf("%+v, %v, want %+v", g, err, game)
			}
			break
		}
	}
	for range 2 { // a fatal error stays
		n := 0
		for _, err := range r.All() {
			if n++; !errors.Is(err, wthor.ErrSize) {
				t.Errorf("%v, want ErrSize", err)
			}
		}
		if n != 1 {
			t.Errorf("%d yields, want the error alone", n)
		}
	}
}

// An error of the reader stays although the reader would continue: nobody knows what
// was lost in between.
func TestReaderErrorStays(t *testing.T) {
	r, err := wthor.NewReader(iotest.TimeoutReader(iotest.HalfReader(bytes.NewReader(manyGames(1000)))))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		var last error
		yields := 0
		for _, err := range r.All() {
			last = err
			yields++
		}
		if !errors.Is(last, iotest.ErrTimeout) || i == 1 && yields != 1 {
			t.Errorf("sequence %d: %d yields, the last %v, want %v", i, yields, last, iotest.ErrTimeout)
		}
	}
}

// A file of 16 bytes that claims 4 294 967 295 games costs a buffer, as does a names
// file that claims 65 535 names, and an error a record costs no more than that record.
func TestReaderAllocation(t *testing.T) {
	const limit = 256 << 10
	games := []byte{20, 15, 12, 7, 255, 255, 255, 255, 0, 0, 0xDF, 7, 8, 0, 24, 0}
	names := []byte{20, 15, 12, 7, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0}
	puzzles := with(tinyPuzzles[:272], map[int]byte{7: 255, 255: 255})
	for name, read := range map[string]func(){
		"games":       func() { readAll(t, games) },
		"10x10 games": func() { readAll10(t, with(games, map[int]byte{12: 10})) },
		"puzzles":     func() { readPuzzles(t, puzzles) },
		"names":       func() { wthor.ReadPlayers(bytes.NewReader(names)) },
	} {
		if got := allocated(read); got > limit {
			t.Errorf("%s: %d bytes allocated, want at most %d", name, got, limit)
		}
	}
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Reading allocates for the Reader and nothing for a puzzle.
func TestPuzzleReaderAllocatesNothingPerPuzzle(t *testing.T) {
	allocs := func(puzzles int) float64 {
		file := manyPuzzles(puzzles)
		return testing.AllocsPerRun(5, func() { drainPuzzles(t, file) })
	}
	if few, many := allocs(10), allocs(10000); few != many {
		t.Errorf("%v allocations for 10 puzzles and %v for 10000", few, many)
	}
}

// Reading allocates for the Reader and nothing for a game.
func TestReaderAllocatesNothingPerGame(t *testing.T) {
	allocs := func(games int) float64 {
		file := manyGames(games)
		return testing.AllocsPerRun(5, func() { drain(t, file) })
	}
	if few, many := allocs(10), allocs(10000); few != many {
		t.Errorf("%v allocations for 10 games and %v for 10000", few, many)
	}
}

func TestSentinelsDiffer(t *testing.T) {
	all := []error{wthor.ErrHeader, wthor.ErrSize, wthor.ErrMove, wthor.ErrPosition, wthor.ErrScore, wthor.ErrID,
		wthor.ErrName}
	for i, a := range all {
		for _, b := range all[:i] {
			if errors.Is(a, b) || reflect.DeepEqual(a.Error(), b.Error()) {
				t.Errorf("%v and %v are the same", a, b)
			}
		}
	}
}
