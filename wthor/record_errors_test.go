package wthor_test

import (
	"bytes"
	"testing"

	"github.com/outflank/outflank/wthor"
)

// An error in a record comes with that record as it stands and leaves the others.
func TestReaderRecordErrors(t *testing.T) {
	const anyMove = "10*row+column, each 1 to 8, or 0"
	const noMove = "0 after the end of the moves"
	for name, test := range map[string]struct {
		replace map[int]byte
		want    wthor.FormatError
		text    string
	}{
		"score": {map[int]byte{84 + 6: 77},
			wthor.FormatError{Record: 1, Offset: 90, Field: "actual score", Value: "77", Want: "0 to 64",
				Err: wthor.ErrScore},
			"wthor: record 2 (byte 90): actual score is 77, expected 0 to 64"},
		"theoretical score": {map[int]byte{152 + 7: 65},
			wthor.FormatError{Record: 2, Offset: 159, Field: "theoretical score", Value: "65", Want: "0 to 64",
				Err: wthor.ErrScore},
			"wthor: record 3 (byte 159): theoretical score is 65, expected 0 to 64"},
		"both scores": {map[int]byte{16 + 6: 255, 16 + 7: 255},
			wthor.FormatError{Record: 0, Offset: 22, Field: "actual score", Value: "255", Want: "0 to 64",
				Err: wthor.ErrScore},
			"wthor: record 1 (byte 22): actual score is 255, expected 0 to 64"},
		"column 9": {map[int]byte{24: 59},
			wthor.FormatError{Record: 0, Offset: 24, Field: "move 1", Value: "59", Want: anyMove, Err: wthor.ErrMove},
			"wthor: record 1 (byte 24): move 1 is 59, expected 10*row+column, each 1 to 8, or 0"},
		"column 0": {map[int]byte{24 + 8: 20},
			wthor.FormatError{Record: 0, Offset: 32, Field: "move 9", Value: "20", Want: anyMove, Err: wthor.ErrMove},
			"wthor: record 1 (byte 32): move 9 is 20, expected 10*row+column, each 1 to 8, or 0"},
		"row 0": {map[int]byte{84 + 8: 8},
			wthor.FormatError{Record: 1, Offset: 92, Field: "move 1", Value: "8", Want: anyMove, Err: wthor.ErrMove},
			"wthor: record 2 (byte 92): move 1 is 8, expected 10*row+column, each 1 to 8, or 0"},
		"row 9": {map[int]byte{151: 91},
			wthor.FormatError{Record: 1, Offset: 151, Field: "move 60", Value: "91", Want: anyMove,
				Err: wthor.ErrMove},
			"wthor: record 2 (byte 151): move 60 is 91, expected 10*row+column, each 1 to 8, or 0"},
		"255": {map[int]byte{151: 255},
			wthor.FormatError{Record: 1, Offset: 151, Field: "move 60", Value: "255", Want: anyMove,
				Err: wthor.ErrMove},
			"wthor: record 2 (byte 151): move 60 is 255, expected 10*row+column, each 1 to 8, or 0"},
		"move after the end": {map[int]byte{24 + 11: 56},
			wthor.FormatError{Record: 0, Offset: 35, Field: "move 12", Value: "56", Want: noMove, Err: wthor.ErrMove},
			"wthor: record 1 (byte 35): move 12 is 56, expected 0 after the end of the moves"},
		"junk after the end": {map[int]byte{219: 1},
			wthor.FormatError{Record: 2, Offset: 219, Field: "move 60", Value: "1", Want: noMove, Err: wthor.ErrMove},
			"wthor: record 3 (byte 219): move 60 is 1, expected 0 after the end of the moves"},
		"a1 after the end": {map[int]byte{160 + 1: 11}, // square 0, which must not pass for "no byte"
			wthor.FormatError{Record: 2, Offset: 161, Field: "move 2", Value: "11", Want: noMove, Err: wthor.ErrMove},
			"wthor: record 3 (byte 161): move 2 is 11, expected 0 after the end of the moves"},
		"end in the middle": {map[int]byte{92 + 30: 0},
			wthor.FormatError{Record: 1, Offset: 123, Field: "move 32", Value: "52", Want: noMove, Err: wthor.ErrMove},
			"wthor: record 2 (byte 123): move 32 is 52, expected 0 after the end of the moves"},
		"score before move": {map[int]byte{16 + 6: 65, 24: 9},
			wthor.FormatError{Record: 0, Offset: 22, Field: "actual score", Value: "65", Want: "0 to 64",
				Err: wthor.ErrScore},
			"wthor: record 1 (byte 22): actual score is 65, expected 0 to 64"},
	} {
		t.Run(name, func(t *testing.T) {
			file := with(tinyGames, test.replace)
			_, games, errs := readAll(t, file)
			if len(games) != 3 || len(nonNil(errs)) != 1 {
				t.Fatalf("%d games, errors %v, want 3 games and 1 error", len(games), nonNil(errs))
			}
			checkError(t, errs[test.want.Record], test.want, test.text)
			checkRaw(t, games[test.want.Record], file[16+68*test.want.Record:])
		})
	}
}

// checkRaw fails unless g holds the score and move bytes of record.
func checkRaw(t *testing.T, g wthor.Game, record []byte) {
	t.Helper()
	if g.Score != record[6] || g.Theory != record[7] || !bytes.Equal(g.Moves[:], record[8:68]) {
		t.Errorf("the game is %+v, want the raw record", g)
	}
}

func TestReaderIDs(t *testing.T) {
	for name, test := range map[string]struct {
		players, tournaments int
		want                 wthor.FormatError
		text                 string
	}{
		"black player": {65535, 0,
			wthor.FormatError{Record: 1, Offset: 86, Field: "black player", Value: "65535", Want: "an id below 65535",
				Err: wthor.ErrID},
			"wthor: record 2 (byte 86): black player is 65535, expected an id below 65535"},
		"white player": {272, 0,
			wthor.FormatError{Record: 0, Offset: 20, Field: "white player", Value: "272", Want: "an id below 272",
				Err: wthor.ErrID},
			"wthor: record 1 (byte 20): white player is 272, expected an id below 272"},
		"tournament": {0, 256,
			wthor.FormatError{Record: 1, Offset: 84, Field: "tournament", Value: "256", Want: "an id below 256",
				Err: wthor.ErrID},
			"wthor: record 2 (byte 84): tournament is 256, expected an id below 256"},
		"tournament before player": {1, 2,
			wthor.FormatError{Record: 0, Offset: 16, Field: "tournament", Value: "2", Want: "an id below 2",
				Err: wthor.ErrID},
			"wthor: record 1 (byte 16): tournament is 2, expected an id below 2"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := wthor.NewReader(bytes.NewReader(tinyGames))
			if err != nil {
				t.Fatal(err)
			}
			r.Players, r.Tournaments = test.players, test.tournaments
			var first error
			for _, err := range r.All() {
				first = cmpFirst(first, err)
			}
			checkError(t, first, test.want, test.text)
		})
	}
}

func cmpFirst(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// An id equal to the number of names is out of range and the one below it is not.
func TestReaderIDBound(t *testing.T) {
	r, err := wthor.NewReader(bytes.NewReader(tinyGames))
	if err != nil {
		t.Fatal(err)
	}
	r.Players, r.Tournaments = 65536, 257
	for _, err := range r.All() {
		if err != nil {
			t.Error(err)
		}
	}
}
