package notation_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/notation"
)

// Errors in JSON name the line, the column and the expected value.
func TestQuestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{\"id\": \"q1\",\n \"players\": [{}, {}]}", `line 1, column 1: "q1": want "moves" in its "position"; a list of games has none`},
		{`[{"players": [{}]}]`, `line 1, column 2: want an object with two "players"`},
		{"[1]", `line 1, column 2: "number": want an object with two "players"`},
		{`{"players": 1}`, `line 1, column 13: "number": want "players" as a list`},
		{`{"players": [{}, {}], "position": {"moves": [{"m": "k9"}]}}`, `line 1, column 1: "k9": want a square such as f5, or the pass -`},
		{`{"players": [{}, {}], "position": {"moves": [{"m": "f5"}, {"m": "-"}, {"m": "d6"}]}}`, `line 1, column 1: pass of a side that can move`},
		{`{"players": [{}, {}], "position": {"moves": [{"m": "a1"}]}}`, `line 1, column 1: engine: move 1: a1 by black is illegal: it outflanks nothing (legal: d3 c4 f5 e6)`},
		{"{\n\"id\": x}", `line 2, column 7: invalid character 'x' looking for beginning of value`},
		{`{"id": "a"`, `line 1, column 11: unexpected EOF`},
	} {
		_, errs := readAll(notation.Quest, strings.NewReader(c.text))
		if got, want := fmt.Sprint(errs), fmt.Sprint([]string{"notation: quest: " + c.want}); got != want {
			t.Errorf("%q\ngot  %s\nwant %s", c.text, got, want)
		}
	}
}

// A game is read the same alone, in a list, among the games of a user, and after others. A bad game does not
// hide the next.
func TestQuestShapes(t *testing.T) {
	const game = `{"players": [{"name": "A"}, {"id": "b"}], "position": {"moves": [{"m": "f5"}, {"m": "d6"}, {}]}}`
	for text, want := range map[string]string{
		game: "A b f5d6", "[" + game + "]": "A b f5d6", `{"user": "A", "games": [` + game + "]}": "A b f5d6",
		game + "\n" + game: "A b f5d6 A b f5d6", "[1,\n" + game + "]": "A b f5d6", "[]": "", " \n": "", `{"games": []}`: "",
	} {
		var got []string
		records, _ := readAll(notation.Quest, strings.NewReader(text))
		for _, r := range records {
			got = append(got, r.Black, r.White, r.Game.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
