package store_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
)

// golden compares got with a file of testdata, or writes it when UPDATE_GOLDEN is set.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "testdata/" + name
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (set UPDATE_GOLDEN=1 to accept):\n%s", path, diff)
	}
}

// A change here is a change of the format: SchemaVersion must grow with it.
func TestSchema(t *testing.T) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "version %d\n", store.SchemaVersion)
	for i, c := range store.Columns() {
		null := ""
		if c.Nullable {
			null = " or null"
		}
		fmt.Fprintf(&b, "%s: %s%s, unit %s\n\t%s\n", c.Name, c.Type, null, c.Unit, c.Meaning)
		f := store.GameSchema.Field(i)
		unit, _ := f.Metadata.GetValue("unit")
		meaning, _ := f.Metadata.GetValue("meaning")
		if f.Name != c.Name || unit != c.Unit || meaning != c.Meaning {
			t.Errorf("field %v of GameSchema does not say what Columns says: %v", f, c)
		}
	}
	golden(t, "schema.txt", b.Bytes())
}

// drawGame makes a game with anything in it that a row can hold.
func drawGame(t *rapid.T) dataset.Game {
	shape := rapid.SampledFrom([]string{"8x8", "8x8", "6x6", "4x4", "hex", "rhombus", "8x8-a1h8"}).
		Draw(t, "shape")
	sh, err := engine.ParseShape(shape)
	if err != nil {
		t.Fatal(err)
	}
	start, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	number, discs := rapid.IntRange(-1<<31, 1<<31-1), rapid.IntRange(-64, 64)
	name := rapid.StringN(0, 12, -1)
	g := dataset.Game{
		Game:   engine.Game{Start: start, Moves: []engine.Square{}},
		Source: name.Draw(t, "source"), Record: number.Draw(t, "record"), Year: rapid.IntRange(-1<<15, 1<<15-1).Draw(t, "year"),
		TournamentID: number.Draw(t, "tournament id"), BlackID: number.Draw(t, "black id"),
		WhiteID:    number.Draw(t, "white id"),
		Tournament: name.Draw(t, "tournament"), Black: name.Draw(t, "black"), White: name.Draw(t, "white"),
		Score: discs.Draw(t, "score"),
	}
	if g.TheoryEmpties = rapid.IntRange(0, 30).Draw(t, "theory empties"); g.TheoryEmpties > 0 {
		g.Theory = discs.Draw(t, "theory")
	}
	for _, choice := range rapid.SliceOfN(rapid.IntRange(0, 63), 0, 60).Draw(t, "moves") {
		// Mostly legal, so that games get long; now and then not.
		end, err := g.End()
		if legal := end.Board.Moves(); err == nil && legal != 0 && choice < 60 {
			choice = int(legal.Nth(choice % legal.Len()))
		}
		g.Moves = append(g.Moves, engine.Square(choice))
	}
	_ = g.Replay()
	return g
}

// Law: what is written is read back, from both formats.
func TestWriteRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfN(rapid.Custom(drawGame), 0, 5).Draw(t, "games")
		for _, f := range []store.Format{store.Parquet, store.Arrow} {
			dir, err := os.MkdirTemp("", "dataset")
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(dir)
			if diff := cmp.Diff(games, writeAndRead(t, dir, f, games)); diff != "" {
				t.Fatalf("%s: %s", f, diff)
			}
		}
	})
}

func writeAndRead(t *rapid.T, dir string, f store.Format, games []dataset.Game) []dataset.Game {
	w, err := store.Create(dir, store.Options{Formats: []store.Format{f}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for i := range games {
		if err := w.Write(games[i]); err != nil {
			t.Fatal(err)
		}
		games[i].ID = int64(i)
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	g, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	back := []dataset.Game{}
	for game, err := range g.All() {
		if err != nil {
			t.Fatal(err)
		}
		back = append(back, game)
	}
	return back
}

// More than one batch, so that row groups and pages end within the games.
func TestManyBatches(t *testing.T) {
	const n = 40_000
	long := strings.Repeat("Ünïcödé ", 8)
	for _, f := range []store.Format{store.Parquet, store.Arrow} {
		t.Run(string(f), func(t *testing.T) {
			dir := t.TempDir()
			w, err := store.Create(dir, store.Options{Formats: []store.Format{f}})
			if err != nil {
				t.Fatal(err)
			}
			defer w.Abort()
			game := func(i int) dataset.Game {
				g := played(t, "f5d6c3d3c4")
				g.Moves = g.Moves[:i%6]
				g.Black, g.Record = fmt.Sprint(long, i), i
				if i%3 == 0 {
					g.TheoryEmpties, g.Theory = 24, i%65
				}
				return g
			}
			for i := range n {
				if err := w.Write(game(i)); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := w.Commit(); err != nil {
				t.Fatal(err)
			}
			i := 0
			for got, err := range mustOpen(t, dir).All() {
				want := game(i)
				want.ID = int64(i)
				if err != nil || got.String() != want.String() || got.Black != want.Black || got.Theory != want.Theory ||
					got.ID != want.ID || got.Record != i {
					t.Fatalf("game %d: %+v, %v", i, got, err)
				}
				i++
			}
			if i != n {
				t.Errorf("%d games came back, want %d", i, n)
			}
		})
	}
}

func TestWriteRefuses(t *testing.T) {
	wide := math.MaxInt // on systems of 32 bits it fits
	for _, test := range []struct {
		name, want string
		change     func(*dataset.Game)
	}{
		{"square", "move 2 is square 64", func(g *dataset.Game) { g.Moves = []engine.Square{37, engine.None} }},
		{"moves", "65 moves", func(g *dataset.Game) { g.Moves = make([]engine.Square, 65) }},
		{"text", "not UTF-8", func(g *dataset.Game) { g.White = "Gr\xe9goire" }},
		{"number", "does not fit", func(g *dataset.Game) { g.BlackID = wide }},
		{"year", "year 32768 does not fit", func(g *dataset.Game) { g.Year = 1 << 15 }},
		{"score", "-65 discs or squares, want -64 to 64", func(g *dataset.Game) { g.Score = -65 }},
		{"empties", "65 discs or squares", func(g *dataset.Game) { g.Empties = 65 }},
		{"status", "status(3)", func(g *dataset.Game) { g.Status = 3 }},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "number" && wide == math.MaxInt32 {
				t.Skip("an int has 32 bits")
			}
			dir := t.TempDir()
			w, err := store.Create(dir, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer w.Abort()
			g := played(t, wipeout)
			test.change(&g)
			if err := w.Write(g); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
			if err := w.Write(played(t, wipeout)); err != nil {
				t.Errorf("the next game is refused: %v", err)
			}
			if m, err := w.Commit(); err != nil || m.Rows != 1 {
				t.Errorf("%d rows, %v; want 1", m.Rows, err)
			}
		})
	}
}
