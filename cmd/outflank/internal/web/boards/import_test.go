package boards

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// importText posts a text and returns the answer.
func importText(t *testing.T, server, text, name string) (status int, in Imported, problem string) {
	t.Helper()
	body, err := json.Marshal(importBody{text, name})
	if err != nil {
		t.Fatal(err)
	}
	status, answer := ask(t, http.MethodPost, server+"/api/v1/import", bytes.NewReader(body))
	if status != http.StatusOK {
		return status, in, answer
	}
	if err := json.Unmarshal([]byte(answer), &in); err != nil {
		t.Fatal(err)
	}
	return status, in, ""
}

// TestImport: each format is recognised by what it holds, and all that a page shows is there.
func TestImport(t *testing.T) {
	server := serve(t)
	value, seconds, score := -2.5, 0.7, 2
	for name, test := range map[string]struct {
		text, format string
		want         ImportedGame
	}{
		"bare moves": {"F5 D6 c3", "transcript", ImportedGame{Place: position.Place{Start: "8x8", Moves: "f5d6c3"}, Line: 1, Result: "*"}},
		"pgn": {
			`[Event "Open <i>cup</i>"]
[Date "2024.05.01"]
[Black "Ann <script>alert(1)</script>"]
[White "Bob"]
[BlackElo "1800"]
[Result "33-31"]

1. f5 {strange & good [%emt 0.7]} d6 33-31
`, "pgn",
			ImportedGame{
				Place: position.Place{Start: "8x8", Moves: "f5d6"}, Line: 1, Black: "Ann <script>alert(1)</script>", White: "Bob",
				Event: "Open <i>cup</i>", Date: "2024.05.01",
				BlackRating: 1800, Result: "33-31", Score: &score,
				Notes: []Note{{Ply: 1, Moves: "f5", Comment: "strange & good", Seconds: &seconds}},
			},
		},
		"ggf": {
			"(;GM[Othello]PC[GGS/os]PB[Ann]PW[Bob]RE[+2.000]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- " +
				"-------- -------- -------- *]B[f5/-2.5/0.7]W[d6];)", "ggf",
			ImportedGame{Place: position.Place{Start: "8x8", Moves: "f5d6"}, Line: 1, Black: "Ann", White: "Bob", Site: "GGS/os",
				Result: "+2", Score: &score, Notes: []Note{{Ply: 1, Moves: "f5", Value: &value, Seconds: &seconds}}},
		},
		"sgf": {
			"(;GM[2]FF[4]SZ[8]PB[Ann]C[hello]CR[e3];B[f5](;W[d6])(;W[f4]AR[c4:f4]))", "sgf",
			ImportedGame{Place: position.Place{Start: "8x8", Moves: "f5d6"}, Line: 1, Black: "Ann", Result: "*", Text: "hello",
				Tree: "f5d6(f4)", Notes: []Note{{Marks: "e3"}, {Ply: 2, Moves: "f5f4", Marks: "c4f4"}}},
		},
		"obf": {
			"---------------------------OX------XO--------------------------- X; F5:+1; D3:-1; % easy", "obf",
			ImportedGame{Place: position.Place{Start: "8x8"}, Line: 1, Text: "easy", Result: "*",
				Scores: []Scored{{"f5", 1}, {"d3", -1}}},
		},
		"board": {
			"-------------------O-------OO------XO--------------------------- X", "boards",
			ImportedGame{Place: position.Place{Start: "-------------------O-------OO------XO--------------------------- X"},
				Line: 1, Result: "*"},
		},
	} {
		status, in, problem := importText(t, server, test.text, "")
		if status != http.StatusOK || len(in.Games) != 1 || in.More || len(in.Problems) > 0 {
			t.Errorf("%s: %d %s %+v", name, status, problem, in)
			continue
		}
		g := in.Games[0]
		if test.want.Notes == nil {
			test.want.Notes = []Note{}
		}
		if test.want.Scores == nil {
			test.want.Scores = []Scored{}
		}
		if test.want.Tree == "" {
			test.want.Tree = test.want.Moves
		}
		if in.Format != test.format || !reflect.DeepEqual(g, test.want) {
			t.Errorf("%s: %s\n%+v, want\n%+v", name, in.Format, g, test.want)
		}
	}
}

// TestImportRoundTrip: what Write writes, import reads.
func TestImportRoundTrip(t *testing.T) {
	server := serve(t)
	const moves = "c4d4a2a3a4b4d3b1c1a1d2d1"
	for _, test := range []struct{ format, start, moves string }{
		{"pgn", "8x8", "f5d6c3"},
		{"pgn", "hex-d4", "e2f3"},
		{"pgn", "4x4", moves},
		{"ggf", "4x4", moves},
		{"sgf", "6x6", "c2b4"},
		{"transcript", "8x8", "f5d6c3"},
		{"ggf", "-------------------O-------OO------XO--------------------------- X", ""},
	} {
		game, err := position.Place{Start: test.start, Moves: test.moves}.Game()
		if err != nil {
			t.Fatal(err)
		}
		file, err := Write(test.format, notation.Record{Game: game, Black: "Ann <b>", White: "Bob"})
		if err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		_, in, problem := importText(t, server, string(file.Data), "")
		if len(in.Games) != 1 {
			t.Errorf("%+v: %s: %s", test, problem, file.Data)
			continue
		}
		g := in.Games[0]
		if in.Format != test.format || g.Start != test.start || g.Moves != test.moves || g.Black != "Ann <b>" ||
			g.White != "Bob" {
			t.Errorf("%+v: %+v", test, g)
		}
		if over := test.moves == moves; over != (g.Score != nil) || over && *g.Score != -2 {
			t.Errorf("%+v: score %v", test, g.Score)
		}
	}
}

// TestImportBad: damaged games are named with their lines, the others are there.
func TestImportBad(t *testing.T) {
	server := serve(t)
	_, in, _ := importText(t, server, "f5d6\nf5f5\nf5d6c3\n", "")
	if len(in.Games) != 3 || in.Games[2].Line != 3 || len(in.Problems) != 0 ||
		in.Games[1].Moves != "f5" || !strings.Contains(in.Games[1].Cut, "line 2, column 3: move 2: f5 by white") {
		t.Errorf("%+v", in)
	}
	_, in, _ = importText(t, server, "f5d6\na1f5\nf5d6c3\n", "")
	if len(in.Games) != 2 || in.Games[1].Line != 3 || len(in.Problems) != 1 ||
		!strings.HasPrefix(in.Problems[0], "transcript: line 2, column 1: move 1: a1 by black is illegal") {
		t.Errorf("%+v", in)
	}
	for text, cut := range map[string]string{
		"f5d6c3d3c4f4c5b3c2 a1": "only the first 9 moves of the game could be read: transcript: line 1, column 20: " +
			"move 10: a1 by white is illegal: it outflanks nothing (legal: d1 d2 e3 b4 e6 f6)",
		"f5 d6 c3 zz9 d3": "only the first 3 moves of the game could be read: transcript: line 1, column 10: \"zz9 d3\": want ",
		"f5 d6 a1 zz9":    "only the first 2 moves of the game could be read: transcript: line 1, column 7: ",
		"f5d6c3 and more": "only the first 3 moves of the game could be read: transcript: line 1, column 8: \"and more\": want ",
		"f5 d6 -- c3 c4": "only the first 2 moves of the game could be read: transcript: line 1, column 7: " +
			"pass of a side that can move",
		"[Black \"A\"]\n\n1. f5 {so} d6 {on} 2. c3 a1 {x} 3. c4 *": "only the first 3 moves of the game could be read: " +
			"pgn: line 3, column 26: move 4: a1",
		"f5 d6 c3 --": "",
	} {
		_, in, problem := importText(t, server, text, "")
		if len(in.Games) != 1 || len(in.Problems) != 0 || !strings.HasPrefix(in.Games[0].Cut, cut) ||
			(cut == "") != (in.Games[0].Cut == "") || len(in.Games[0].Notes) > 2 {
			t.Errorf("%s: %s %+v", text, problem, in)
		}
	}
	for text, want := range map[string]string{
		"":                           "",
		"a1f5":                       "line 1",
		"hello world":                "",
		"\x00\xff":                   "",
		"[Black \"A\"]\n\n1. a1 f5":  "line 3",
		strings.Repeat("x", 1<<20+1): "1048577 bytes",
	} {
		if status, _, problem := importText(t, server, text, ""); status != http.StatusUnprocessableEntity ||
			!strings.Contains(problem, want) {
			t.Errorf("%.20q: %d %s, want %q", text, status, problem, want)
		}
	}
	for _, body := range []string{"", "[]", `{"text": 5}`, `{"text": "f5", "path": "/etc/passwd"}`,
		strings.Repeat("[", 100_000)} {
		if status, answer := ask(t, http.MethodPost, server+"/api/v1/import",
			strings.NewReader(body)); status != http.StatusBadRequest {
			t.Errorf("%.20q: %d %s", body, status, answer)
		}
	}
}

// TestImportMuch: only so many games are read, and what is nested deep is read or refused.
func TestImportMuch(t *testing.T) {
	server := serve(t)
	_, in, problem := importText(t, server, strings.Repeat("f5d6c3\n", 20_000), "")
	if len(in.Games) != mostGames || !in.More {
		t.Errorf("%d games: %s", len(in.Games), problem)
	}
	_, in, _ = importText(t, server, "f5d6\n"+strings.Repeat("a1f5\n", 20_000), "")
	if len(in.Games) != 1 || len(in.Problems) != mostGames-1 || !in.More {
		t.Errorf("%d games, %d problems", len(in.Games), len(in.Problems))
	}
	for _, text := range []string{
		"(;GM[2]SZ[8]" + strings.Repeat("(;B[f5]", 100_000) + strings.Repeat(")", 100_000) + ")",
		"[Black \"A\"]\n\n1. f5 " + strings.Repeat("(", 500_000),
		"(;GM[Othello]" + strings.Repeat("B[", 300_000),
		strings.Repeat("(;", 400_000),
		strings.Repeat("[a \"b\"]\n", 100_000),
	} {
		if status, _, problem := importText(t, server, text, ""); status != http.StatusOK &&
			status != http.StatusUnprocessableEntity {
			t.Errorf("%.20q: %d %.200s", text, status, problem)
		}
	}
}

// TestWriteRefused: what cannot be written is a misuse error that says why.
func TestWriteRefused(t *testing.T) {
	for _, c := range []struct{ format, start, moves, black, want string }{
		{"exe", "8x8", "", "", "format: "},
		{"obf", "8x8", "", "", "no games are written in the format obf"},
		{"ggf", "hex", "", "", "ggf"},
		{"transcript", "8x8", "", "", "transcript"},
		{"ggf", "8x8", "f5", "a]", "bracket"},
	} {
		g, err := position.Place{Start: c.start, Moves: c.moves}.Game()
		if err != nil {
			t.Fatal(err)
		}
		_, err = Write(c.format, notation.Record{Game: g, Black: c.black})
		if !fault.IsMisuse(err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
