package wthor_test

import (
	"bytes"
	"iter"
	"slices"
	"testing"

	"github.com/outflank/outflank/wthor"
)

// tinyGames is a game file of three games: the wipe-out f5d6c5f4e7f6g5e6e3, one with
// all 60 move bytes in use, and one without moves.
var tinyGames = []byte{
	20, 15, 12, 7, 3, 0, 0, 0, 0, 0, 0xDF, 7, 8, 0, 24, 0, // 7 December 2015, 3 games of 2015, depth 24

	2, 0, 1, 0, 0x10, 1, 64, 33, // tournament 2, black 1, white 272
	56, 64, 53, 46, 75, 66, 57, 65, 35, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,

	0, 1, 0xFF, 0xFF, 0, 0, 0, 64, // tournament 256, black 65535, white 0
	11, 12, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26, 27, 28, 31, 32, 33, 34,
	35, 36, 37, 38, 41, 42, 43, 46, 47, 48, 51, 52, 53, 56, 57, 58, 61, 62, 63, 64,
	65, 66, 67, 68, 71, 72, 73, 74, 75, 76, 77, 78, 81, 82, 83, 84, 85, 86, 87, 88,

	0, 0, 0, 0, 0, 0, 32, 32,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
}

// tinyPlayers is a file of three players: a short name, 19 bytes and an empty name.
var tinyPlayers = []byte{
	20, 26, 2, 24, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0,
	'?', '?', '?', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	'O', 'k', 'a', 'b', 'a', 'y', 'a', 's', 'h', 'i', ' ', 'M', 'i', 't', 's', 'u', 'y', 'o', 's', 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
}

// tinyTournaments is a file of two tournaments with the header bytes that some
// programs leave behind (P1 = 124).
var tinyTournaments = []byte{
	20, 26, 2, 24, 0, 0, 0, 0, 2, 0, 0, 0, 124, 0, 0, 0,
	'P', 'r', 0xE9, 'q', 'u', 'a', 'l', 'i', 'f', ' ', 'd', 'e', ' ', 'P', 'a', 'r', 'i', 's', 0, 0, 0, 0,
	0, 0, 0, 0,
	0xFF, 0x80, 0xA0, 0xE8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
}

// with returns a copy of file with the byte at each offset replaced.
func with(file []byte, replace map[int]byte) []byte {
	file = bytes.Clone(file)
	for offset, b := range replace {
		file[offset] = b
	}
	return file
}

// readAll returns what a Reader yields for file, an entry of errs for each of games.
func readAll(t testing.TB, file []byte) (h wthor.Header, games []wthor.Game, errs []error) {
	t.Helper()
	r, err := wthor.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	games, errs = records(r)
	return r.Header(), games, errs
}

// writeAll returns the file that a Writer makes.
func writeAll(t testing.TB, h wthor.Header, games []wthor.Game) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := wthor.NewWriter(&file, h)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, w, games)
	return file.Bytes()
}

// checkFormatError fails unless err is the wanted *FormatError.
func checkFormatError(t *testing.T, err error, want wthor.FormatError) {
	t.Helper()
	got, ok := err.(*wthor.FormatError)
	if !ok {
		t.Fatalf("error is %T %v, want a *FormatError", err, err)
	}
	if *got != want {
		t.Errorf("error is\n%+v, want\n%+v", *got, want)
	}
	if got.Unwrap() != want.Err || got.Fatal() != (want.Record < 0) {
		t.Errorf("Unwrap is %v and Fatal %v", got.Unwrap(), got.Fatal())
	}
}

// checkError fails unless err is the wanted *FormatError and reads as text.
func checkError(t *testing.T, err error, want wthor.FormatError, text string) {
	t.Helper()
	checkFormatError(t, err, want)
	if err.Error() != text {
		t.Errorf("error reads\n%s, want\n%s", err, text)
	}
}

// nonNil returns the errors that are not nil.
func nonNil(errs []error) []error {
	return slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err == nil })
}

// tinyGames10 is a file of two games on 10x10 boards: one of four moves (g6 e7 …) and
// one with the corners among 96 move bytes in use.
var tinyGames10 = slices.Concat(
	[]byte{20, 5, 1, 2, 2, 0, 0, 0, 0, 0, 0xD5, 7, 10, 0, 0, 0}, // 2 January 2005, 2 games of 2005, depth 22

	[]byte{1, 2, 3, 4, 5, 6, 100, 50, 79, 89, 67, 53}, make([]byte, 92),

	[]byte{0, 0, 0xFF, 0xFF, 0, 0, 0, 100},
	[]byte{13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34},
	[]byte{37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58},
	[]byte{61, 62, 63, 64, 67, 68, 69, 70, 73, 74, 75, 76, 79, 80, 81, 82},
	[]byte{85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106},
	[]byte{109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130},
)

// tinyPuzzles is a file of two puzzles with 60 empty squares: the start of the game
// and a board with discs in three corners and on b8.
var tinyPuzzles = slices.Concat(
	[]byte{20, 2, 11, 30, 2, 0, 0, 0, 60, 0, 0, 0, 8, 1, 0, 0}, // 30 November 2002, 2 puzzles

	make([]byte, 4*59), []byte{2, 0, 0, 0}, make([]byte, 4*4),

	[]byte{0xCF, 7, 2, 1, 1, 2, 3, 4, 0xFF, 0xFF, 0xFF, 0xFF}, // 1999, tournament 258, players
	[]byte{0, 0, 0, 0, 0, 0, 0x02, 0xC0, 0x03, 0x80, 0, 0, 0, 0, 0, 0},
	[]byte{60, 1, 2, 56, 0, 0, 0, 0}, // black to move gets +2 by f5

	[]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
	[]byte{0xC0, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x30, 0x02},
	// white to move gets -64 by a1; game 64, move 25 h8, reserved bytes in use
	[]byte{60, 2, 0xC0, 11, 64, 88, 1, 2},
)

// file is a reader of any kind of records.
type file[T any] interface {
	Header() wthor.Header
	All() iter.Seq2[T, error]
}

// records returns what r yields, an entry of errs for each record.
func records[T any](r file[T]) (all []T, errs []error) {
	for record, err := range r.All() {
		all = append(all, record)
		errs = append(errs, err)
	}
	return all, errs
}

// fill writes the records and closes w.
func fill[T any](t testing.TB, w interface {
	Write(T) error
	Close() error
}, all []T) {
	t.Helper()
	for _, record := range all {
		if err := w.Write(record); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func readAll10(t testing.TB, b []byte) (wthor.Header, []wthor.Game10, []error) {
	t.Helper()
	r, err := wthor.NewReader10(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	games, errs := records(r)
	return r.Header(), games, errs
}

func writeAll10(t testing.TB, h wthor.Header, games []wthor.Game10) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := wthor.NewWriter10(&b, h)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, w, games)
	return b.Bytes()
}

func readPuzzles(t testing.TB, b []byte) (wthor.Header, []wthor.Puzzle, []error) {
	t.Helper()
	r, err := wthor.NewPuzzleReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	puzzles, errs := records(r)
	return r.Header(), puzzles, errs
}

func writePuzzles(t testing.TB, h wthor.Header, puzzles []wthor.Puzzle) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := wthor.NewPuzzleWriter(&b, h)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, w, puzzles)
	return b.Bytes()
}
