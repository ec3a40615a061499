package wthor_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"testing"
	"testing/iotest"

	"github.com/outflank/outflank/wthor"
)

func TestReader10Games(t *testing.T) {
	h, games, errs := readAll10(t, tinyGames10)
	wantHeader := wthor.Header{Century: 20, YearOfCentury: 5, Month: 1, Day: 2, N1: 2, Year: 2005, P1: 10}
	if h != wantHeader || h.Depth() != 22 {
		t.Errorf("header is %+v, depth %d, want %+v, 22", h, h.Depth(), wantHeader)
	}
	if len(games) != 2 || len(nonNil(errs)) != 0 {
		t.Fatalf("%d games, errors %v, want 2 games", len(games), nonNil(errs))
	}
	want := wthor.Game10{Tournament: 0x201, Black: 0x403, White: 0x605, Score: 100, Theory: 50}
	copy(want.Moves[:], []byte{79, 89, 67, 53})
	if games[0] != want {
		t.Errorf("game 0 is %+v, want %+v", games[0], want)
	}
	g := games[1]
	if g.Tournament != 0 || g.Black != 65535 || g.White != 0 || g.Score != 0 || g.Theory != 100 ||
		g.Moves[95] != 130 {
		t.Errorf("game 1 is %+v", g)
	}
	if got := games[0].AppendSquares(nil); !slices.Equal(got, []uint8{56, 64, 46, 34}) { // g6 e7 g5 e4
		t.Errorf("game 0 has squares %v", got)
	}
}

// A file written field by field has the bytes of the format.
func TestWriter10Bytes(t *testing.T) {
	h, games, _ := readAll10(t, tinyGames10)
	if got := writeAll10(t, h, games); !bytes.Equal(got, tinyGames10) {
		t.Errorf("wrote\n%v, want\n%v", got, tinyGames10)
	}
	g := wthor.Game10{Tournament: 0x201, Black: 0x403, White: 0x605, Score: 100, Theory: 50}
	if err := g.SetSquares([]uint8{56, 64, 46, 34}); err != nil {
		t.Fatal(err)
	}
	got := writeAll10(t, wthor.Header{N1: 1, P1: 10, P3: 30, Reserved: 7}, []wthor.Game10{g})
	want := slices.Concat([]byte{0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 10, 0, 30, 7}, tinyGames10[16:120])
	if !bytes.Equal(got, want) {
		t.Errorf("wrote\n%v, want\n%v", got, want)
	}
}

func TestReader10HeaderErrors(t *testing.T) {
	for name, test := range map[string]struct {
		file []byte
		want wthor.FormatError
		text string
	}{
		"short header": {tinyGames10[:9],
			wthor.FormatError{Record: -1, Offset: 9, Field: "size", Value: "9 bytes", Want: "at least 16 bytes",
				Err: wthor.ErrSize},
			"wthor: file (byte 9): size is 9 bytes, expected at least 16 bytes"},
		"8x8": {tinyGames,
			wthor.FormatError{Record: -1, Offset: 12, Field: "P1", Value: "8",
				Want: "10 (0 and 8 are for NewReader and NewWriter)", Err: wthor.ErrHeader},
			"wthor: header (byte 12): P1 is 8, expected 10 (0 and 8 are for NewReader and NewWriter)"},
		"board": {with(tinyGames10, map[int]byte{12: 12}),
			wthor.FormatError{Record: -1, Offset: 12, Field: "P1", Value: "12", Want: "10", Err: wthor.ErrHeader},
			"wthor: header (byte 12): P1 is 12, expected 10"},
		"puzzles": {with(tinyGames10, map[int]byte{13: 1}),
			wthor.FormatError{Record: -1, Offset: 13, Field: "P2", Value: "1", Want: "0", Err: wthor.ErrHeader},
			"wthor: header (byte 13): P2 is 1, expected 0"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := wthor.NewReader10(bytes.NewReader(test.file))
			if r != nil {
				t.Error("a Reader10 came with the error")
			}
			checkError(t, err, test.want, test.text)
		})
	}
}

// The records of tinyGames10 start at bytes 16 and 120; it has 224 bytes.
func TestReader10RecordErrors(t *testing.T) {
	const anyMove = "12*row+column, each 1 to 10, or 0"
	const noMove = "0 after the end of the moves"
	move := func(record, number int, value, want string) wthor.FormatError {
		return wthor.FormatError{
			Record: record, Offset: int64(16 + 104*record + 7 + number), Field: "move " + strconv.Itoa(number),
			Value: value, Want: want, Err: wthor.ErrMove,
		}
	}
	for name, test := range map[string]struct {
		replace map[int]byte
		want    wthor.FormatError
	}{
		"score": {map[int]byte{16 + 6: 101},
			wthor.FormatError{Record: 0, Offset: 22, Field: "actual score", Value: "101", Want: "0 to 100",
				Err: wthor.ErrScore}},
		"theoretical score": {map[int]byte{120 + 7: 255},
			wthor.FormatError{Record: 1, Offset: 127, Field: "theoretical score", Value: "255", Want: "0 to 100",
				Err: wthor.ErrScore}},
		"row 0":              {map[int]byte{24: 12}, move(0, 1, "12", anyMove)},
		"column 11":          {map[int]byte{24: 23}, move(0, 1, "23", anyMove)},
		"column 0":           {map[int]byte{26: 24}, move(0, 3, "24", anyMove)},
		"row 11":             {map[int]byte{223: 133}, move(1, 96, "133", anyMove)},
		"j10 and one":        {map[int]byte{223: 131}, move(1, 96, "131", anyMove)},
		"255":                {map[int]byte{128: 255}, move(1, 1, "255", anyMove)},
		"move after the end": {map[int]byte{24 + 6: 79}, move(0, 7, "79", noMove)},
		"junk after the end": {map[int]byte{119: 1}, move(0, 96, "1", noMove)},
		"end in the middle":  {map[int]byte{128 + 50: 0}, move(1, 52, "76", noMove)},
	} {
		t.Run(name, func(t *testing.T) {
			file := with(tinyGames10, test.replace)
			_, games, errs := readAll10(t, file)
			if len(games) != 2 || len(nonNil(errs)) != 1 {
				t.Fatalf("%d games, errors %v, want 2 games and 1 error", len(games), nonNil(errs))
			}
			checkFormatError(t, errs[test.want.Record], test.want)
			g, record := games[test.want.Record], file[16+104*test.want.Record:]
			if g.Score != record[6] || g.Theory != record[7] || !bytes.Equal(g.Moves[:], record[8:104]) {
				t.Errorf("the game is %+v, want the raw record", g)
			}
		})
	}
}

func TestReader10IDs(t *testing.T) {
	for field, want := range map[string]wthor.FormatError{
		"tournament":   {Record: 0, Offset: 16, Field: "tournament", Value: "513", Want: "an id below 513", Err: wthor.ErrID},
		"black player": {Record: 1, Offset: 122, Field: "black player", Value: "65535", Want: "an id below 65535", Err: wthor.ErrID},
	} {
		r, err := wthor.NewReader10(bytes.NewReader(tinyGames10))
		if err != nil {
			t.Fatal(err)
		}
		if field == "tournament" {
			r.Tournaments = 513
		} else {
			r.Players = 65535
		}
		_, errs := records(r)
		checkFormatError(t, errs[want.Record], want)
	}
}

func TestReader10SizeErrors(t *testing.T) {
	for name, test := range map[string]struct {
		file  []byte
		games int // that come before the error
		want  wthor.FormatError
	}{
		"one byte short": {tinyGames10[:223], 1,
			wthor.FormatError{Record: -1, Offset: 223, Field: "size", Value: "223 bytes",
				Want: "224 bytes for N1 of 2", Err: wthor.ErrSize}},
		"a byte too many": {append(bytes.Clone(tinyGames10), 0), 2,
			wthor.FormatError{Record: -1, Offset: 224, Field: "size", Value: "over 224 bytes",
				Want: "224 bytes for N1 of 2", Err: wthor.ErrSize}},
		"N1 of 32 bits": {with(tinyGames10, map[int]byte{4: 255, 5: 255, 6: 255, 7: 255}), 2,
			wthor.FormatError{Record: -1, Offset: 224, Field: "size", Value: "224 bytes",
				Want: "446676598696 bytes for N1 of 4294967295", Err: wthor.ErrSize}},
	} {
		t.Run(name, func(t *testing.T) {
			_, games, errs := readAll10(t, test.file)
			if len(games) != test.games+1 || len(nonNil(errs)) != 1 || games[test.games] != (wthor.Game10{}) {
				t.Fatalf("%d games, errors %v, want %d games and 1 error", len(games)-1, nonNil(errs), test.games)
			}
			checkFormatError(t, errs[test.games], test.want)
		})
	}
}

func TestReader10IOError(t *testing.T) {
	file := io.MultiReader(bytes.NewReader(tinyGames10[:130]), iotest.ErrReader(io.ErrUnexpectedEOF))
	r, err := wthor.NewReader10(file)
	if err != nil {
		t.Fatal(err)
	}
	games, errs := records(r)
	if len(games) != 2 {
		t.Fatalf("%d yields, want a game and an error", len(games))
	}
	checkFormatError(t, errs[1], wthor.FormatError{Record: -1, Offset: 130, Field: "reading",
		Err: io.ErrUnexpectedEOF})
}

func TestWriter10Refuses(t *testing.T) {
	_, err := wthor.NewWriter10(io.Discard, wthor.Header{P1: 8})
	checkFormatError(t, err, wthor.FormatError{Record: -1, Offset: 12, Field: "P1", Value: "8",
		Want: "10 (0 and 8 are for NewReader and NewWriter)", Err: wthor.ErrHeader})

	var file bytes.Buffer
	w, err := wthor.NewWriter10(&file, wthor.Header{N1: 1, P1: 10})
	if err != nil {
		t.Fatal(err)
	}
	checkFormatError(t, w.Write(wthor.Game10{Theory: 101}), wthor.FormatError{Record: 0, Offset: 23,
		Field: "theoretical score", Value: "101", Want: "0 to 100", Err: wthor.ErrScore})
	if err := w.Write(wthor.Game10{Moves: [96]byte{23}}); !errors.Is(err, wthor.ErrMove) {
		t.Errorf("%v, want ErrMove", err)
	}
	if err := w.Write(wthor.Game10{}); err != nil {
		t.Fatal(err)
	}
	checkFormatError(t, w.Write(wthor.Game10{}),
		wthor.FormatError{Record: -1, Offset: 4, Field: "N1", Value: "1", Want: "at least 2", Err: wthor.ErrSize})
	if err := w.Close(); err != nil || file.Len() != 120 {
		t.Errorf("Close gave %v after %d bytes, want 120", err, file.Len())
	}
	if err := w.Write(wthor.Game10{}); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Write after Close: %v, want fs.ErrClosed", err)
	}

	w, err = wthor.NewWriter10(io.Discard, wthor.Header{N1: 1, P1: 10})
	if err != nil {
		t.Fatal(err)
	}
	checkFormatError(t, w.Close(), wthor.FormatError{Record: -1, Offset: 4, Field: "N1", Value: "1",
		Want: "0, the games written", Err: wthor.ErrSize})
}

// All 100 squares have the byte column+12*row and no other byte has a square.
func TestSquares10(t *testing.T) {
	var all []uint8
	for s := range uint8(100) {
		all = append(all, s)
	}
	known := map[byte]bool{0: true}
	for _, part := range [][]uint8{all[:96], all[96:], nil} {
		var g wthor.Game10
		if err := g.SetSquares(part); err != nil {
			t.Fatal(err)
		}
		for i, s := range part {
			row, column := s/10+1, s%10+1
			if want := column + 12*row; g.Moves[i] != want {
				t.Errorf("square %d is byte %d, want %d", s, g.Moves[i], want)
			}
			known[g.Moves[i]] = true
		}
		if got := g.AppendSquares(nil); !slices.Equal(got, part) {
			t.Errorf("squares are %v, want %v", got, part)
		}
	}
	for b := range 256 {
		if got := (wthor.Game10{Moves: [96]byte{byte(b)}}).
			AppendSquares(nil); (got != nil) != (known[byte(b)] && b != 0) {
			t.Errorf("byte %d has squares %v", b, got)
		}
	}
	var g wthor.Game10
	for text, squares := range map[string][]uint8{
		"wthor: invalid move: 97 squares, expected at most 96": make([]uint8, 97),
		"wthor: invalid move 2: square 100, expected 0 to 99":  {0, 100},
		"wthor: invalid move 96: square 255, expected 0 to 99": append(make([]uint8, 95), 255),
	} {
		if err := g.SetSquares(squares); !errors.Is(err, wthor.ErrMove) || err.Error() != text ||
			g != (wthor.Game10{}) {
			t.Errorf("error %v, want %s; game %v", err, text, g)
		}
	}
}
