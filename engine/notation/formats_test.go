package notation_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// Every file of testdata is recognised by what it holds.
func TestDetectSamples(t *testing.T) {
	want := map[string]string{
		".pgn": "pgn", ".ggf": "ggf", ".sgf": "sgf", ".sof": "sgf", ".gam": "logbook", ".txt": "transcript",
		".obf": "obf", ".pos": "boards", ".json": "quest",
	}
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		if file.IsDir() {
			continue
		}
		name := file.Name()
		if got := detected(t, name).Name; got != want[name[strings.LastIndex(name, "."):]] {
			t.Errorf("%s is detected as %s", name, got)
		}
		n++
	}
	if n < 10 {
		t.Errorf("only %d files", n)
	}
}

func TestDetect(t *testing.T) {
	const start = "---------------------------OX------XO---------------------------"
	for _, c := range []struct{ head, name, want string }{
		{"f5d6c3\n", "", "transcript"}, {"F5 D6", "", "transcript"}, {"1. f5 d6 2. c3\n1. f5 f6\n", "", "transcript"},
		{"f5\n", "", "transcript"}, {"f5 -- d6", "", "transcript"}, {"f5,+64", "", "transcript"},
		{"# names\n\nf5d6", "x.pgn", "transcript"}, {"1. f5 d6\n2. c3", "", "pgn"},
		{"\xEF\xBB\xBF[Event \"x\"]\r\n", "", "pgn"}, {"% y\n[Black \"x\"][White \"y\"]", "", "pgn"},
		{"(;GM[Othello]", "", "ggf"}, {"  1 (;GM[Othello]", "", "ggf"}, {"2 (;PC[GGS/os]BO[8", "", "ggf"},
		{"(;FF[4]GM[2]", "", "sgf"}, {"(\n;GM[2]", "", "sgf"}, {"(;GM[1]FF[3]", "", "sgf"}, {"(;B[f5])", "", "sgf"},
		{"+d3-c3+c4", "", "logbook"}, {start + " X; F5:+0", "", "obf"}, {start + " X;", "", "obf"},
		{`{"id": 1, "players": `, "", "quest"}, {"[\n {\"games\"", "", "quest"}, {"{}", "", ""}, {`["games"`, "", ""}, {"", "me.json", "quest"},
		{start + " X\n", "", "boards"}, {"8 " + start + " *", "", "boards"}, {strings.ToLower(start) + "\n", "x", "boards"},
		{"", "games.PGN", "pgn"}, {"\n % only a comment\n", "a/b.obf", "obf"},
		{"", "games", ""}, {"", "x.wtb", ""}, {"hello", "x.pgn", ""}, {"(hello", "", ""}, {"b4 the end", "", ""},
		{"\x14\x10\x07\x02\x00\x00", "WTH.wtb", ""}, {"PAR1", "g.parquet", ""}, {"e4 e5 2. Nf3", "", "transcript"},
	} {
		f, err := notation.Detect([]byte(c.head), c.name)
		if f.Name != c.want || (err == nil) != (c.want != "") || err != nil && !errors.Is(err, notation.ErrFormat) {
			t.Errorf("%q (%s) is detected as %q: %v", c.head, c.name, f.Name, err)
		}
	}
}

func TestFormats(t *testing.T) {
	for _, f := range notation.Formats() {
		same, err := notation.Named(f.Name)
		if err != nil || same.Name != f.Name || f.About == "" || len(f.Extensions) == 0 ||
			(f.Read == nil) == (f.ReadProblems == nil) || f.Read == nil && f.Write != nil ||
			(f.Write == nil) != (f.Read == nil || f.Name == "quest") ||
			(f.ReadProblems == nil) != (f.WriteProblem == nil) {
			t.Errorf("%+v", f)
		}
	}
	_, err := notation.Named("xof")
	if want := `notation: format "xof": want ggf, sgf, pgn, logbook, quest, obf, boards, transcript`; err == nil ||
		err.Error() != want {
		t.Errorf("%v", err)
	}
}

// Games of all shapes are turned onto every first move that their start allows, and
// back; what they come to stays the same.
func TestTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	six, _ := engine.SquareShape(6)
	for i := range 200 {
		sh := []engine.Shape{engine.Full, six, engine.Hexagon()}[i%3]
		g := randomGame(rng, sh, 1+rng.IntN(60))
		end, _ := g.End()
		for first := range g.Start.Board.Moves().All() {
			turned, ok := notation.Turn(g, first)
			if !ok {
				if sh.Lattice == engine.Orthogonal {
					t.Fatalf("%v onto %v", g, first)
				}
				continue
			}
			after, err := turned.End()
			if err != nil || turned.Moves[0] != first || after.Score(engine.Black) != end.Score(engine.Black) {
				t.Fatalf("%v onto %v: %v %v", g, first, turned, err)
			}
			if back, ok := notation.Turn(turned, g.Moves[0]); !ok || back.String() != g.String() {
				t.Fatalf("%v onto %v and back: %v", g, first, back)
			}
		}
	}
	g, _ := engine.ParseGame(engine.StandardStart(), "d3c3")
	if same, ok := notation.Turn(g, 0); ok || same.String() != "d3c3" {
		t.Errorf("%v onto a1", same)
	}
	if _, ok := notation.Turn(engine.Game{Start: engine.StandardStart()}, 37); ok {
		t.Error("a game without moves is turned")
	}
	turned, ok := notation.Turn(g, engine.At(5, 4))
	if !ok || turned.String() != "f5f6" || g.String() != "d3c3" {
		t.Errorf("%v of %v", turned, g)
	}
}

func TestParseResult(t *testing.T) {
	for _, text := range []string{"47-17", "0-64", "+6", "-4", "+0", "-0.5", "+64:t", "1-0", "0-1", "1/2-1/2",
		"1-0:r", "40-24:s", "*", "+1:l", "+1:a"} {
		r, err := notation.ParseResult(text)
		if err != nil || r.String() != text {
			t.Errorf("%s: %v %v", text, r, err)
		}
	}
	for _, text := range []string{"", "6", "-", "+", "0-0", "65-0", "33-32", "a-b", "47-", "-4-4", "+101",
		"1-0:x", "1-0:rt", "*:r", "+1e3", "+0x1", "+nan", "+inf", "1-0:", "47:r"} {
		if r, err := notation.ParseResult(text); err == nil {
			t.Errorf("%q is read as %v", text, r)
		}
	}
	_, err := notation.ParseResult("who knows")
	if want := `notation: result "who knows": want discs (47-17), a difference (+6), 1-0, 0-1, 1/2-1/2 or *`; err.Error() != want {
		t.Error(err)
	}
}

func TestYear(t *testing.T) {
	for date, want := range map[string]int{
		"": 0, "2003.12.15_12:33:18.MST": 2003, "2021.03.11": 2021, "2014-02-21 20:52:27 GMT": 2014,
		"2000-4-16 11:13 EST": 2000,
		"945277754":           1999, "1699999999": 2023, "1994": 1994, "????.??.??": 0, "0.0.0": 0, "0000.00.00": 0,
		"19941": 0, "May 1994": 0,
	} {
		if got := (notation.Record{Date: date}).Year(); got != want {
			t.Errorf("%q: %d, want %d", date, got, want)
		}
	}
}
