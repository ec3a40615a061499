package wthor_test

import (
	"bytes"
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
	'P', 'r', 0xE9, 'q', 'u', 'a', 'l', 'i', 'f', ' ', 'd', 'e', ' ', 'P', 'a', 'r', 'i', 's', 0, 0, 0, 0, 0, 0, 0, 0,
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
	for g, err := range r.All() {
		games = append(games, g)
		errs = append(errs, err)
	}
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
	for _, g := range games {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// checkError fails unless err is the wanted *FormatError and reads as text.
func checkError(t *testing.T, err error, want wthor.FormatError, text string) {
	t.Helper()
	got, ok := err.(*wthor.FormatError)
	if !ok {
		t.Fatalf("error is %T %v, want a *FormatError", err, err)
	}
	if *got != want {
		t.Errorf("error is\n%+v, want\n%+v", *got, want)
	}
	if got.Error() != text {
		t.Errorf("error reads\n%s, want\n%s", got, text)
	}
	if got.Unwrap() != want.Err || got.Fatal() != (want.Record < 0) {
		t.Errorf("Unwrap is %v and Fatal %v", got.Unwrap(), got.Fatal())
	}
}

// nonNil returns the errors that are not nil.
func nonNil(errs []error) []error {
	return slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err == nil })
}
