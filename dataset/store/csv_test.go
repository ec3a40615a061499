package store_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

func writeCSV(t testing.TB, games ...dataset.Game) string {
	t.Helper()
	var text strings.Builder
	w := store.NewCSVWriter(&text)
	for i := range games {
		if err := w.Write(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// readCSV returns the good games and the errors.
func readCSV(r io.Reader) (games []dataset.Game, bad []error) {
	for g, err := range store.ReadCSV(r) {
		if err != nil {
			bad = append(bad, err)
		} else {
			games = append(games, g)
		}
	}
	return games, bad
}

func TestCSV(t *testing.T) {
	a, b := played(t, wipeout), played(t, "f5d6")
	a.ID, a.Source, a.Record = 7, "x.wtb", 3
	a.Year, a.Tournament, a.Black, a.White = 1999, "Cup, \"A\"", "Ann\r\nB", " É"
	a.TournamentID, a.BlackID, a.WhiteID, a.Theory, a.TheoryEmpties = 1, 2, 3, -4, 22
	b.Start, b.Moves = engine.Position{Board: b.Start.Board, Color: engine.White}, b.Moves[:0]
	_ = b.Replay()
	b.TournamentID, b.BlackID, b.WhiteID = -1, -1, -1

	text := writeCSV(t, a, b)
	want := `id,source,record,year,tournament_id,tournament,black_id,black,white_id,white,score,replayed,theory,theory_empties,status,plies,passes,empties,start,moves
7,x.wtb,3,1999,1,"Cup, ""A""",2,Ann B,3," É",64,64,-4,22,complete,9,0,51,,` + wipeout + `
0,,0,0,-1,,-1,,-1,,0,0,,,unfinished,0,0,60,---------------------------XO------OX--------------------------- O,
`
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
	if !store.IsCSV([]byte(text)) || store.IsCSV([]byte("f5d6,f4\n")) || store.IsCSV(nil) {
		t.Error("the first line tells")
	}
	a.ID, a.Source, a.Record, a.Black = 0, "", 2, "Ann B"
	b.Record = 3 // its line
	for _, variant := range []string{text, "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n") + "\n"} {
		got, bad := readCSV(strings.NewReader(variant))
		if diff := cmp.Diff([]dataset.Game{a, b}, got); diff != "" || bad != nil {
			t.Error(bad, diff)
		}
	}
}

// Bad lines are named and others follow; a score that is not there is the replayed one.
func TestCSVErrors(t *testing.T) {
	text := "moves,other,score,year,theory,start\n" + wipeout + ",x,,,1.0,\n" +
		"f5f5,,,,,\nf5,,,,,\nf5\nf5,,+66,,,\nf5,,,19x,,\nf5,,,,,XO\nf\"5,,,,,\nzz,,,,,\nf5,\xff,,,,\n"
	games, bad := readCSV(strings.NewReader(text))
	if len(games) != 2 || games[0].Score != 64 || games[0].Theory != 0 || games[0].BlackID != -1 {
		t.Errorf("got %+v", games)
	}
	for i, want := range []string{
		"line 3, column 1: engine: move 2: f5 by white is illegal",
		`line 5, column 1: "f5": want 6 fields in UTF-8`,
		`line 6, column 1: "+66": want score that is a whole number from -64 to 64`,
		`line 7, column 1: "19x": want year that is a whole number from 0 to`,
		`line 8, column 1: "XO": want start that is a position`,
		`line 9, column 1: "f\"5,,,,,": want 6 fields`,
		`line 10, column 1: engine: "zz" at character 1`,
		"line 11, column 1: ",
	} {
		if i >= len(bad) || !strings.Contains(bad[i].Error(), want) || !fault.IsBadInput(bad[i]) {
			t.Fatalf("got %v, want %q", bad, want)
		}
	}
	for _, text := range []string{"moves\n" + strings.Repeat("f5", notation.MaxLine), "move,score\nf5,0\n"} {
		if games, bad := readCSV(strings.NewReader(text)); len(games) > 0 || len(bad) != 1 ||
			!errors.Is(bad[0], dataset.ErrSchema) {
			t.Errorf("%.20s: %v", text, bad)
		}
	}
}

// Law: games of any text, written and read again, are the same, and so is the text.
func FuzzCSVIsFixed(f *testing.F) {
	f.Add([]byte("moves,score,black\nf5d6,10,\"A, B\"\nf5a1,0,\n"))
	f.Add([]byte("start,moves,theory,theory_empties,year\n,c4c3,2,22,1999\n"))
	f.Add([]byte("moves,moves,score\nf5,f5d6,1.0\n"))
	f.Add([]byte("moves\nf5d6,black\nf5d6\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		games, _ := readCSV(bytes.NewReader(text))
		for i := range games {
			games[i].Record = i // bad records before it are not written
		}
		once := writeCSV(t, games...)
		again, bad := readCSV(strings.NewReader(once))
		if diff := cmp.Diff(games, again); diff != "" || bad != nil {
			t.Fatalf("%v %s", bad, diff)
		}
		if twice := writeCSV(t, again...); twice != once {
			t.Fatalf("%q, then %q", once, twice)
		}
	})
}
