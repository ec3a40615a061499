package notation_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// The games of testdata are two, of our own making, in all dialects: gameA fills the
// board, 51 discs to 13, with three passes; gameB leaves two squares empty, 16 discs
// to 46, which the rules make 16 to 48, with two passes.
const (
	gameA = "e6d6c7f6c4b8c6c5b7e7g6c3e8a7f4f3b3f8f2g3b5b6d8a5g8g2a6a3c2d3e3b1g5e1a4f7h3g4g1g7d2c1h8e2c8h5a8h2b4h7h1f5a2d7h6h4b2d1f1a1"
	gameB = "e6f6f5f4g6d7d6f7g5h6d8e7h5c5g7h4c3g8f3c8c6c4h7b5h3e3e2h8b6d2c1c7a5a6b8f8a7d3b4b3e8h2b2f2g3a2c2f1a3b1g1g4e1a8a1a4g2b7"
)

func TestSamples(t *testing.T) {
	a, b := gameA, gameB
	type want struct {
		line        int
		moves       string
		result, end string
		year        int
		tags        string
	}
	for file, wants := range map[string][]want{
		"playok.pgn": {{1, a, "51-13", "normal", 2024, "Time=20:13:30 TimeControl=120"}},
		"flyordie.pgn": {{1, b[:2*50], "0-1", "normal", 2025,
			"WhiteTime=R0:07:43 BlackTime=R0:07:36 TimeControl=600 UTCDate=2025.01.30"}},
		"edax.pgn": {
			{1, b, "0-1", "normal", 2024, "Date=2024.0.0"},
			{17, "d6c4", "*", "unfinished", 2026, "Date=0.0.0 Time=0.0.0"},
		},
		"cassio.pgn": {
			{1, a, "51-13", "normal", 1994, "Database=WTHOR 1994 TheoreticalScore=36-28"},
			{15, b[:2*40], "16-48", "normal", 1994, "Database=WTHOR 1994 TheoreticalScore=32-32"},
		},
		"converter.pgn": {{1, b, "16-48", "normal", 1999, ""}, {37, a, "51-13", "normal", 1999, ""}},
		"ggs.ggf": {
			{1, a, "+38", "normal", 2003, "TI=05:00//02:00 TY=8 Pass=56 PA/11.25/57.25 Pass=58 PA//0.01"},
			{2, b, "-32", "normal", 2003, "Match=1/2 TI=05:00//02:00 TY=s8 Pass=56 pass//0.01 Pass=57 pass/-1.50"},
			{2, b[:2*30], "+64:t", "time", 2003, "Match=2/2 TI=05:00//02:00 TY=s8"},
			{3, "", "+1.5:a", "awarded", 1999, "TB=15:00/00:05/02:00 TW=10:00 TY=8kr14 KB=c4/1.00/2.00 KW=d3/2.50 KM=-2.50"},
		},
		"nboard.ggf": {{1, a, "*", "unfinished", 2014, "TI=5:00 TY=8 CO=a comment"}},
		"quest.json": {
			{2, a, "*", "normal", 2026, "Id=q1 Termination=NORMAL TimeControl=300"},
			{3, b[:2*20], "*", "normal", 2026, "Id=q2 Termination=RESIGN TimeControl=300"},
		},
		"edax.sgf":   {{1, a, "+38", "normal", 2024, "AP=edax:4.4"}, {2, b, "-32", "normal", 2024, "AP=edax:4.4"}},
		"cassio.sof": {{1, b, "+32", "normal", 1999, "TM=1500 BL=1500 WL=1500 AP=Cassio:8.4 US=A B CP=Copyleft 2024, A federation"}},
		"logbook.gam": {
			{1, a, "+38", "normal", 0, "Logbook=10"},
			{2, b, "-30", "normal", 0, "Logbook=10"},
		},
		"games.txt": {
			{2, a, "*", "normal", 0, ""},
			{3, a, "*", "normal", 0, ""},
			{4, b, "16-48", "normal", 0, ""},
			{6, b, "-32", "normal", 0, ""},
			{7, b, "16-48", "normal", 0, ""},
			{8, b[:2*20], "1-0:t", "time", 0, "Field=2024"},
			{9, "f5d6c3d3c4", "*", "normal", 0, "Comment=tiger, unfinished"},
		},
	} {
		t.Run(file, func(t *testing.T) {
			records, errs := readAll(detected(t, file), open(t, file))
			if errs != nil || len(records) != len(wants) {
				t.Fatalf("%d games, want %d; %q", len(records), len(wants), errs)
			}
			for i, r := range records {
				var tags []string
				for _, tag := range r.Tags {
					tags = append(tags, tag.Name+"="+tag.Value)
				}
				got := want{r.Line, r.Game.String(), r.Result.String(), r.Result.End.String(), r.Year(),
					strings.Join(tags, " ")}
				if got != wants[i] {
					t.Errorf("game %d\ngot  %+v\nwant %+v", i, got, wants[i])
				}
				if err := r.Check(); (err != nil) != (file == "cassio.sof") {
					t.Errorf("game %d: %v", i, err)
				}
			}
		})
	}
}

// detected returns the format of a file of testdata, found without its name.
func detected(t *testing.T, file string) notation.Format {
	t.Helper()
	head, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := notation.Detect(head, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestSampleProblems(t *testing.T) {
	const start = "---------------------------OX------XO--------------------------- "
	for file, want := range map[string]string{
		"problems.obf": "2 " + start + "X [{f5 0} {d3 0} {c4 0} {e6 0}] all alike\n" +
			"3 -------------------X-------XX------OXX-----O-------------------- O [] \n" +
			"4 XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X [{h8 64}] \n",
		"boards.pos": "1 " + start + "X [] \n2 " + start + "X [] \n3 " + start + "X [] \n4 " + start +
			"X [{d3 -2}] \n" +
			"5 " + start + "O [{e3 2.5}] \n6 " + start + "X [{-- -2}] \n7 " + start + "O [] \n",
	} {
		got := ""
		for p, err := range detected(t, file).ReadProblems(open(t, file)) {
			if err != nil {
				t.Error(err)
			}
			got += fmt.Sprintf("%d %v %v %s\n", p.Line, p.Position, p.Moves, p.Comment)
		}
		if got != want {
			t.Errorf("%s\n%s\nwant\n%s", file, got, want)
		}
	}
}

// The empties of gameB are told apart: raw in the logbook, the winner's in discs.
func TestEmpties(t *testing.T) {
	for file, want := range map[string]string{
		"logbook.gam": "-30 2", "converter.pgn": "16-48 1", "edax.sgf": "-32 0",
	} {
		records, _ := readAll(detected(t, file), open(t, file))
		for _, r := range records {
			end, _ := r.End()
			if end.Board.Empty() != 0 && fmt.Sprint(r.Result, r.Result.Empties) != want {
				t.Errorf("%s: %v %v", file, r.Result, r.Result.Empties)
			}
		}
	}
	g, err := engine.ParseGame(engine.StandardStart(), gameB)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		result  string
		empties notation.Empties
		ok      bool
	}{
		{"-30", notation.Raw, true}, {"-30", notation.ToWinner, false}, {"-30", notation.EmptiesUnsaid, true},
		{"-32", notation.Raw, false}, {"-32", notation.ToWinner, true}, {"-32", notation.EmptiesUnsaid, true},
		{"-31", notation.EmptiesUnsaid, false}, {"+32", notation.EmptiesUnsaid, false},
		{"16-48", notation.ToWinner, true}, {"16-46", notation.Raw, true}, {"17-47", notation.ToWinner, false},
		{"16-47", notation.Raw, false}, {"0-1", 0, true}, {"1-0", 0, false}, {"1/2-1/2", 0, false}, {"*", 0, true},
		{"+64:t", 0, true}, {"1-0:r", 0, true},
	} {
		result, err := notation.ParseResult(c.result)
		if err != nil {
			t.Fatal(err)
		}
		result.Empties = c.empties
		if err := (notation.Record{Game: g, Result: result}).Check(); (err == nil) != c.ok {
			t.Errorf("%s %v: %v", c.result, c.empties, err)
		}
	}
}
