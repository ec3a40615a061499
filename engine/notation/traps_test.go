package notation_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// show tells what matters of a record in one line.
func show(r notation.Record) string {
	text := r.Game.String()
	if r.Start != engine.StandardStart() {
		text += " from " + r.Start.String()
	}
	if r.Result != (notation.Result{}) {
		text += " " + r.Result.String()
	}
	for _, n := range []string{r.Event, r.Site, r.Date, r.Round, r.Black, r.White} {
		if n != "" {
			text += " " + n
		}
	}
	for _, x := range []float64{r.BlackRating, r.WhiteRating} {
		if x != 0 {
			text += fmt.Sprint(" ", x)
		}
	}
	for i, n := range r.Notes {
		if n != (notation.Note{}) {
			text += fmt.Sprintf(" %d:{%v %v %v %v %s}", i, n.Eval, n.Seconds, n.HasEval, n.HasTime, n.Comment)
		}
		if n.Marks != "" {
			text += fmt.Sprintf("[%s]", n.Marks)
		}
	}
	if r.Marks != "" {
		text += fmt.Sprintf(" marks [%s]", r.Marks)
	}
	if r.Variations != nil {
		text += " tree " + r.Tree().String()
	}
	for _, t := range r.Tags {
		text += " " + t.Name + "=" + t.Value
	}
	return text
}

// start6 is the start of the 6×6 board as positions write it.
const start6 = "------##------##--OX--##--XO--##------##------################## X"

// What files do that is easily read wrong: a text and what it says.
func TestTraps(t *testing.T) {
	const board = "BO[8 ---------------------------O*------*O--------------------------- *]"
	for _, c := range []struct{ format, text, want string }{
		// transcripts: any case, any separator, passes in all spellings
		{"transcript", "F5d6C3", "f5d6c3"},
		{"transcript", "f5 d6 c3 -- pa PASS ps", "f5d6c3"},
		{"transcript", "1. f5 d6 2. c3", "f5d6c3"},
		{"transcript", "\xEF\xBB\xBFf5d6\r", "f5d6"},
		{"transcript", "d3c3", "d3c3"}, // not turned
		{"transcript", "f5d6;Ann;Bob", "f5d6 Ann Bob"},
		{"transcript", "f5\td6\tc3", "f5d6c3"}, // tabs between moves are blanks
		{"transcript", "f5,d6,c3,pass", "f5d6c3"},
		{"transcript", "f5d6,Pascal,Bob", "f5d6 Pascal Bob"},
		{"transcript", "f5,d6,+12,Ann,Bob", "f5d6 +12 Ann Bob"},
		{"transcript", "f5d6 40-24 # good", "f5d6 40-24 Comment=good"},
		{"transcript", "f5d6\t*\tM#1\t50% of Bob", "f5d6 * M#1 50% of Bob"},
		{"transcript", "f5d6;M\xFCller", "f5d6 Müller"}, // ISO-8859-1

		// GGF: what the server writes
		{"ggf", "(;GM[othello]B[F5]W[d6];)", "f5d6"},
		{"ggf", "(;GM[Othello]" + board + "B[f5//0.01]W[D6/2.39/0.01]B[c3/-1.5];)", "f5d6c3 0:{0 0.01 false true } 1:{2.39 0.01 true true } 2:{-1.5 0 true false }"},
		{"ggf", "(;GM[Othello]RE[+6.000]B[f5];)", "f5 +6"},
		{"ggf", "(;GM[Othello]RE[-64.00:t]B[f5];)", "f5 -64:t"},
		{"ggf", "(;GM[Othello]RE[+2.000:s]B[f5];)", "f5 +2:s"},
		{"ggf", "(;GM[Othello]RE[+2.000:l]B[f5];)", "f5 +2:l"},
		{"ggf", "(;GM[Othello]RE[?]B[f5];)", "f5 *"},
		{"ggf", "(;GM[Othello]TY[8k]KB[d3/1.5/2]KW[f5/1]KM[+1.5]RE[+3.5]B[f5];)", "f5 +3.5:a TY=8k KB=d3/1.5/2 KW=f5/1 KM=+1.5"},
		{"ggf", "(;GM[Othello]TY[s8r20]XX[unknown]B[f5];)", "f5 TY=s8r20 XX=unknown"},
		{"ggf", "(;GM[Othello]TB[15:00/00:05/02:00]TW[1]B[f5extra];)", "f5 TB=15:00/00:05/02:00 TW=1"},
		{"ggf", "(;GM[Othello]PB[Ann B.]PW[CO(PB]CO[see PB[x];])]W[];)", ""},
		{"ggf", "(;GM[Othello]PB[a;)b]CO[(;x;)]B[f5];)", "f5 a;)b CO=(;x;)"},
		{"ggf", "(;GM[Othello]\nPB[Ann]\nBO[8 -------- --------\n-------- ---O*--- ---*O---\n-------- -------- -------- *]\nB[f5]\n;)", "f5 Ann"},
		{"ggf", "(;GM[Othello]BO[8 " + strings.Repeat("-", 27) + "O*------*O" + strings.Repeat("-", 27) + " O]W[d6];)", "d6 from ---------------------------OX------XO--------------------------- O"},
		{"ggf", "(;GM[Othello]TY[6]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[d2];)", ""},
		{"ggf", "(;GM[Othello]TY[6]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[b3];)", "b3 from " + start6 + " TY=6"},
		{"ggf", "garbage\n(;GM[Othello]B[f5];)", "f5"},

		// PGN
		{"pgn", "[Black \"Ann\"]\n\n1. F5 D6\n2. C3 -- 47-17", "f5d6c3 47-17 Ann"},
		{"pgn", "[White \"Bob\"]\n[Black \"Ann\"]\n[WhiteRating \"591\"]\n[BlackElo \"618?\"]\n\n1. f5 0-1", "f5 0-1 Ann Bob 591 BlackElo=618?"},
		{"pgn", "1.f5d6 2.c3\n", "f5d6c3"},
		{"pgn", "1. f5 d6\n3. c3 d3\n", "f5d6c3d3"},
		{"pgn", "[Event \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n\n*", " * -"},
		{"pgn", "[Site \"a \\\"b\\\" \\\\\"]\n[Event \"the \"big\" one\"]\n\nf5 *", "f5 * the \"big\" one a \"b\" \\"},
		{"pgn", "[Result \"1-0\"]\n\n1. e6 {one\ntwo} d6 {three} ; four\n2. c7 (2. f6 (2. e6) d7) f6! $14 3. c4 " +
			"{Ann wins 40-24} 1-0",
			"e6d6c7f6c4 1-0 0:{0 0 false false one\ntwo} 1:{0 0 false false three four} 4:{0 0 false false Ann wins " +
				"40-24} tree e6d6c7f6c4"},
		{"pgn", "{[%csl Ge3,Rd4] go} 1. f5 ({first} 1. c4 c3 2. zz c2) ({x} 1. d3 c3) 1... f4 {[%cal Gc4f4] a [%csl " +
			"i9] [%csl e3, e3]} (1... f6 2. -- e6) (1... h8) *",
			"f5f4 * 1:{0 0 false false a [%csl i9]}[c4f4 e3] marks [e3 d4] tree f5(c4c3)(d3c3)f4(f6) Comment=go"},
		{"pgn", "1. f5 {won 40-24\n\nby [x \"y\"] \nhere } 2. d6 ; no { here\n40-24",
			"f5d6 40-24 0:{0 0 false false won 40-24\n\nby [x \"y\"] here} 1:{0 0 false false no { here}"},
		{"pgn", "1. f5 ((1. c4) 1. d3) (", ""},
		{"pgn", "[Result \"47-17\"]\n\n1. f5 46-18", "f5 47-17 ResultToken=46-18"},
		{"pgn", "[Result \"Ann won\"]\n\n1. f5 46-18", "f5 46-18 Result=Ann won"},
		{"pgn", "[Result \"*\"]\n\n1. f5 46-18", "f5 46-18"},
		{"pgn", "[Result \"0-0\"]\n1. f5 d6\n3. c3 d3\n0-0\n", "f5d6c3d3 *"},
		{"pgn", "[Result \"1-0\"]\n[Termination \"time forfeit\"]\n[Score \"+12\"]\n\n1. f5 1-0", "f5 +12:t"},
		{"pgn", "[Result \"1-0\"]\n[Termination \"rules infraction\"]\n\n1. f5 1-0", "f5 1-0 Termination=rules infraction"},
		{"pgn", "[FEN \"8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1\"]\n\n1... d6 2. c4 *",
			"d6c4 from ---------------------------OX------XO--------------------------- O *"},
		{"pgn", "[FEN \"" + start6 + "\"]\n\n1. b3 *", "b3 from " + start6 + " *"},
		{"pgn", "1. f5 {[%eval 1.5] [%emt 0:01:02.5] fine} d6 {[%eval x]} *", "f5d6 * 0:{1.5 62.5 true true fine} 1:{0 0 false false [%eval x]}"},
		{"pgn", "% an escaped line\n[Black \"M\xFCller\"]\n\n{before} 1. f5 *", "f5 * Müller Comment=before"},

		// SGF
		{"sgf", "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+6]B[f5];W[d6];B[c3];)", "f5d6c3 +6"},
		{"sgf", "(;GM[2];B[F5]V[2]C[a\\]b\\\\c];W[d6]V[1.5]C[[%emt 2\\] x])", "f5d6 0:{2 0 true false a]b\\c} 1:{-1.5 2 true true x}"},
		{"sgf", "(;GM[2];B[f5]C[ a\\\nb\n\n\tc\\\\\n\\(;GM[2\\] \\: ])", "f5 0:{0 0 false false ab\n\n\tc\\\n(;GM[2] :}"},
		{"sgf", "(;GM[2];B[f5](;W[d6];B[c3](;W[d3])(;W[f6]))(;W[f6];B[e6]))", "f5d6c3d3 tree f5d6(f6e6)c3d3"},
		{"sgf", "(;GM[2]C[all]CR[e3]LB[d4:A];B[f5]TR[c4][e6]AR[c4:f4](;W[d6]SL[a1:b2])(;W[f4]C[no]PB[x](;B[e3])(;B[z])))",
			"f5d6 0:{0 0 false false }[c4 e6 c4f4] marks [e3 d4] tree f5d6(f4e3) Comment=all Move2=SL[a1:b2]"},
		{"sgf", "(;GM[2](;B[f5])(;AB[a1]B[d3];W[c3];B[c3]))", "f5 tree f5(d3c3)"},
		{"sgf", "(;GM[2]PL[W];W[d6])", "d6 from ---------------------------OX------XO--------------------------- O"},
		{"sgf", "(;GM[2]AB[d4][e5]AW[e4:e4][d5];W[f5])", "f5 from ---------------------------XO------OX--------------------------- O"},
		{"sgf", "(;GM[2]SZ[6];B[b3])", "b3 from " + start6},
		{"sgf", "(;GM[2]GaMe[2]BlackSpec[x]CoPyright[y];B[f5])", "f5 BS=x CP=y"},
		{"sgf", "(;GM[2]RE[W+R]GC[Score: -6\nNote: a b];B[f5])", "f5 -6:r Note=a b"},
		{"sgf", "(;GM[2]RE[Draw]GC[free\ntext];B[f5])", "f5 1/2-1/2 GC=free\ntext"},
		{"sgf", "(;GM[2]RE[0];B[f5]BL[300])", "f5 +0 Move1=BL[300]"},
		{"sgf", "(;GM[2]RE[Void];B[f5])", "f5 *"},
		{"sgf", "(;GM[2]RE[B+T];B[f5])", "f5 1-0:t"},
		{"sgf", "(;GM[2]RE[W+F];B[f5])", "f5 0-1:a"},
		{"sgf", "(;GM[2]RE[black];B[f5])", "f5 RE=black"},

		// the logbook
		{"logbook", "+d3-c3+c4: -04 10", "d3c3c4 -4 Logbook=10"},
		{"logbook", "+d3-c3: +12", "d3c3 +12"},
	} {
		records, _ := readAll(format(t, c.format), strings.NewReader(c.text))
		got := ""
		if len(records) > 0 {
			got = show(records[0])
		}
		if got != c.want || len(records) > 1 {
			t.Errorf("%s: %q\ngot  %q\nwant %q", c.format, c.text, got, c.want)
		}
	}
}

// Damage is told by place, and what comes after it is read.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ format, text, want string }{
		{"transcript", "f5d6\nf5d9c3\n", `line 2, column 3: "d9c3": want a square such as f5, or a pass`},
		{"transcript", "f5d6 a1", `line 1, column 6: engine: move 3: a1 by black is illegal: it outflanks nothing (legal: c3 c4 c5 c6 c7)`},
		{"transcript", "f5d6;a1b", ""},
		{"transcript", "f5 d6 -- c3", `line 1, column 7: pass of a side that can move`},
		{"transcript", "f5,d6,Pass,c3", `line 1, column 7: pass of a side that can move`},
		{"transcript", " # x\n+6", `line 2, column 1: "+6": want a square such as f5, or a pass`},
		{"transcript", "--", `line 1, column 1: "--": want a square such as f5`},

		{"ggf", "(;GM[Amazons]B[f5];)", `line 1, column 6: "Amazons": a game that cannot be held here: want GM[Othello]`},
		{"ggf", "(;GM[Othello]TY[8a];)", `line 1, column 17: "8a": a game that cannot be held here: want a type of game without a (anti) and 88 (octagon)`},
		{"ggf", "(;GM[Othello]TY[88r20];)", `line 1, column 17: "88r20": a game that cannot be held here: want a type of game without a (anti) and 88 (octagon)`},
		{"ggf", "(;GM[Othello]BO[10 ---- *];)", `line 1, column 17: "10": a game that cannot be held here: want a board of 8×8, 6×6 or 4×4 squares`},
		{"ggf", "(;GM[Othello]BO[8 ---- *];)", `line 1, column 17: "8 ---- *": want a board such as 8 ---…--- *`},
		{"ggf", "(;GM[Othello]\n RE[won];)", `line 2, column 5: "won": want a result such as +6.000`},
		{"ggf", "(;GM[Othello]RE[+6:x];)", `line 1, column 17: "+6:x": want a result with the flag r, t, s or l`},
		{"ggf", "(;GM[Othello]B[f5/x];)", `line 1, column 16: "f5/x": want a move such as f5/2.39/0.01: square, discs, seconds`},
		{"ggf", "(;GM[Othello]B[f5]W[i1];)", `line 1, column 21: "i1": want a square such as f5, or a pass`},
		{"ggf", "(;GM[Othello]B[f5]B[d6];)", `line 1, column 21: wrong side: want move 2 by white`},
		{"ggf", "(;GM[Othello]B[f5]W[PA]B[d6];)", `line 1, column 21: pass of a side that can move`},
		{"ggf", "(;GM[Othello]B[f5]W[a1];)", `line 1, column 21: engine: move 2: a1 by white is illegal: it outflanks nothing (legal: f4 d6 f6)`},
		{"ggf", "(;GM[Othello]PB Ann[x];)", `line 1, column 14: "PB Ann[x];)": want a property such as PB[name]`},
		{"ggf", "(;GM[Othello]PB[Ann;)\n1 (;GM[Othello]B[f5];)", `line 1, column 22: want the end of the game, a closing parenthesis`},
		{"ggf", "(;GM[Othello]B[f5]", `line 1, column 19: want the end of the game, a closing parenthesis`},
		{"ggf", "hello there, all\n(;GM[Othello]B[f5];)", `line 1, column 1: "hello there,": want a game, beginning with (;`},

		{"pgn", "[Black \"Ann\"]\n\n1. f5 d9 *", `line 3, column 7: "d9 *\n": want a square such as f5, a pass (--) or a result`},
		{"pgn", "1. f5 ) *", `line 1, column 7: ") *\n": want a square such as f5, a pass (--) or a result`},
		{"pgn", "1. f5 -- 2. d6 *", `line 1, column 7: pass of a side that can move`},
		{"pgn", "1. f5 a1 *", `line 1, column 7: engine: move 2: a1 by white is illegal: it outflanks nothing (legal: f4 d6 f6)`},
		{"pgn", "[Black Ann]\n\n1. f5 *", `line 1, column 1: "[Black Ann]\n": want a tag such as [Black "name"]`},
		{"pgn", "1. f5 {no end", `line 1, column 7: "{no end\n": want a closing brace`},
		{"pgn", "1. f5 (d6", `line 1, column 7: "(d6\n": want a closing parenthesis`},
		{"pgn", "[FEN \"8/8\"]\n\n1. f5 *", `line 1, column 7: "8/8": want a position as Edax writes it or in 64 characters`},

		{"sgf", "(;GM[1];B[dd])", `line 1, column 6: "1": a game that cannot be held here: want GM[2], which is Othello`},
		{"sgf", "(;GM[2]SZ[10])", `line 1, column 11: "10": a game that cannot be held here: want a board of 8×8, 6×6 or 4×4 squares`},
		{"sgf", "(;GM[2];B[f5];AB[a1])", `line 1, column 18: "a1": a game that cannot be held here: want no discs put on the board after the first move`},
		{"sgf", "(;GM[2];B[f55])", `line 1, column 11: "f55": want a square such as f5, or a pass`},
		{"sgf", "(;GM[2]AB[i9])", `line 1, column 11: "i9": want a square such as e4`},
		{"sgf", "(;GM[2]PL[x])", `line 1, column 11: "x": want B or W`},
		{"sgf", "(;GM[2]SZ[4]AB[h8])", `line 1, column 1: want discs on the board`},
		{"sgf", "(;GM[2][x];B[f5];W[f5])", `line 1, column 9: "x": a game that cannot be held here: want GM[2], which is Othello`},
		{"sgf", "(;GM[2]PB[a\\];B[f5])", ""},
		{"sgf", "(;GM[2];W[f5])", `line 1, column 11: wrong side: want move 1 by black`},
		{"sgf", "([x])", `line 1, column 2: "[x])": want a property such as PB[name]`},

		{"logbook", ": +04 10", `line 1, column 1: ": +04 10": want a sign and a square such as +d3`},
		{"logbook", "+d3-c3", `line 1, column 7: want a colon and the disc difference`},
		{"logbook", "+d3c3: +4", `line 1, column 4: "c3: +4": want a sign and a square such as +d3, or a colon`},
		{"logbook", "+d3+c3: +4", `line 1, column 4: wrong side: want move 2 by white`},
		{"logbook", "+d3-c3: x", `line 1, column 8: "x": want the disc difference`},
		{"logbook", "+d3-c3: 65", `line 1, column 8: "65": want the disc difference`},
	} {
		f := format(t, c.format)
		_, errs := readAll(f, strings.NewReader(c.text))
		want := []string{"notation: " + c.format + ": " + c.want}
		if c.want == "" {
			want = nil
		}
		if fmt.Sprint(errs) != fmt.Sprint(want) {
			t.Errorf("%s: %q\ngot  %q\nwant %q", c.format, c.text, errs, want)
		}
		good := write(t, c.format, overGame(t))
		records, _ := readAll(f, strings.NewReader(c.text+"\n\n"+good))
		if n := len(records); n == 0 || records[n-1].Game.String() != gameA {
			t.Errorf("%s: what follows %q is not read: %d games", c.format, c.text, n)
		}
	}
}

// overGame is gameA with its result.
func overGame(t testing.TB) notation.Record {
	g, err := engine.ParseGame(engine.StandardStart(), gameA)
	if err != nil {
		t.Fatal(err)
	}
	return notation.Record{Game: g, Black: "Ann", White: "Bob",
		Result: notation.Result{Kind: notation.Discs, Diff: 38, Black: 51, White: 13}}
}

func TestProblemErrors(t *testing.T) {
	const start = "---------------------------OX------XO---------------------------"
	for _, c := range []struct{ format, text, want string }{
		{"obf", start + " X; F5+3;", `line 1, column 69: "F5+3": want a move and its score such as G8:+18`},
		{"obf", start + " X; F9:+3;", `line 1, column 69: "F9:+3": want a square such as G8, or a pass`},
		{"obf", start + " X; F5:+3; A1:-2;", `line 1, column 76: engine: move 1: a1 by black is illegal: it outflanks nothing (legal: d3 c4 f5 e6)`},
		{"obf", start + " X; PS:+3;", `line 1, column 69: "PS:+3": pass of a side that can move`},
		{"obf", start[1:] + "? X;", `line 1, column 64: "? X": want X, O, - or #`},
		{"obf", "XO X;", `line 1, column 1: engine: board text ends after 3 squares, want 64 and the side to move`},
		{"obf", start + ";", `line 1, column 1: engine: "" after the 64 squares: want the side to move, X or O, then nothing or hex`},
		{"boards", start, `line 1, column 65: want the side to move`},
		{"boards", start + " maybe no", `line 1, column 65: "maybe no": want the side to move`},
		{"boards", start + " X 64 3", `line 1, column 65: "64": want the number of a square, 0 to 63`},
		{"boards", start + " X 0 3", `line 1, column 65: engine: move 1: a1 by black is illegal: it outflanks nothing (legal: d3 c4 f5 e6)`},
		{"boards", start + " X 19 x", `line 1, column 65: "x": want a score`},
	} {
		got := ""
		for _, err := range format(t, c.format).ReadProblems(strings.NewReader(c.text)) {
			got += fmt.Sprint(err)
		}
		if want := "notation: " + c.format + ": " + c.want; got != want {
			t.Errorf("%s: %q\ngot  %s\nwant %s", c.format, c.text, got, want)
		}
	}
}

// Errors are told apart by what they wrap.
func TestErrorKinds(t *testing.T) {
	for text, want := range map[string]error{
		"(;GM[Amazons];)":     notation.ErrVariant,
		"(;GM[Othello]B[x];)": notation.ErrSyntax,
	} {
		for _, err := range notation.GGF.Read(strings.NewReader(text)) {
			at, ok := errors.AsType[*notation.Error](err)
			if !errors.Is(err, want) || !ok || at.Format != "ggf" || at.Line != 1 || at.Column < 6 {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
	for r, err := range notation.Transcript.Read(strings.NewReader("f5d6a1c3")) {
		illegal, ok := errors.AsType[*engine.IllegalMoveError](err)
		if !ok || illegal.Index != 2 || len(r.Moves) != 4 {
			t.Errorf("%v %v", r, err) // the record is there as it was written
		}
	}
}

// An outcome is black first, unless the game was played out the other way.
func TestOutcomeOfFinishedGame(t *testing.T) {
	for _, c := range []struct{ game, result, want string }{
		{gameA, "1-0", "1-0"}, {gameA, "0-1", "1-0"}, {gameB, "0-1", "0-1"}, {gameB, "1-0", "0-1"},
		{gameA, "1/2-1/2", "1/2-1/2"}, // a contradiction, for Check to find
		{gameA[:40], "0-1", "0-1"},
	} {
		r := read(t, "pgn", "[Result \""+c.result+"\"]\n\n"+c.game+" "+c.result)[0]
		if got := r.Result.String(); got != c.want || (r.Check() != nil) != (c.result == "1/2-1/2") {
			t.Errorf("%s of %s: %s, %v", c.result, c.game, got, r.Check())
		}
	}
}

// What a format cannot hold is refused with a reason.
func TestUnsupported(t *testing.T) {
	over := overGame(t)
	open, illegal, other, hex := over, over, over, over
	open.Moves = open.Moves[:20]
	illegal.Moves = append([]engine.Square{0}, over.Moves...)
	other.Start = engine.Position{Board: over.Start.Board.Pass(), Color: engine.White}
	other.Moves = nil
	hex.Start, _ = engine.Hexagon().Start()
	hex.Moves = nil
	whiteFirst := other
	whiteFirst.Moves = []engine.Square{engine.At(3, 5)}
	bracket := over
	bracket.Black = "Ann [1]"
	for _, c := range []struct {
		format string
		r      notation.Record
		want   string
	}{
		{"transcript", other, "the game does not start at the ordinary position"},
		{"transcript", notation.Record{Game: engine.Game{Start: engine.StandardStart()}}, "the game has no moves"},
		{"transcript", illegal, "its moves are illegal: engine: move 1: a1 by black is illegal: it outflanks nothing (legal: d3 c4 f5 e6)"},
		{"ggf", hex, "a board of shape hex"},
		{"ggf", bracket, `a closing bracket in "Ann [1]"`},
		{"sgf", hex, "a board of shape hex"},
		{"logbook", open, "the game was not played out"},
		{"logbook", other, "the game does not start at the ordinary position"},
		{"logbook", whiteFirst, "the game does not start at the ordinary position"},
	} {
		err := format(t, c.format).Write(nil, c.r)
		if want := "notation: " + c.format + " cannot hold this: " + c.want; err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %v", err, want)
		}
	}
	if _, err := format(t, "obf").Loses(over); err == nil {
		t.Error("OBF holds a game")
	}
}
