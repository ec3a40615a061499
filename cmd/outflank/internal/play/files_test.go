package play

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// TestPlayFiles: what is saved is loaded again, in every format of games, on every board
// that it holds.
func TestPlayFiles(t *testing.T) {
	setUTF8(t)
	for _, test := range []struct{ shape, names string }{
		{"8x8", "a.txt a.pgn a.ggf a.sgf a"}, {"6x6", "a.txt a.pgn a.ggf a.sgf"}, {"hex", "a.txt a.pgn"}, {"8x8-a1c6", "a.txt a.pgn"}, {"rhombus", "a.txt a.pgn"},
	} {
		for name := range strings.FieldsSeq(test.names) {
			path := filepath.Join(t.TempDir(), name)
			out, code := runPlay(t.Context(), strings.NewReader("save "+path+"\nundo\nundo\nundo\nload "+path+
				"\nmoves\n"), "--white", "human", "--shape", test.shape, "--random", "5")
			if code != cli.Done || !strings.Contains(out, "wrote "+path) {
				t.Errorf("%s on %s: exit code %d\n%s", name, test.shape, code, out)
			}
			g, err := settings{shape: test.shape, random: 5, seed: 1}.game()
			if err != nil || !strings.Contains(out, "played: "+g.String()+"\n") {
				t.Errorf("%s on %s: %v, %v is not loaded\n%s", name, test.shape, err, g, out)
			}
		}
	}
}

// TestPlayPosition: a format of positions holds the board now, and a game continues from it.
func TestPlayPosition(t *testing.T) {
	setUTF8(t)
	path := filepath.Join(t.TempDir(), "a.obf")
	out, _ := runPlay(t.Context(), strings.NewReader("f5d6\nsave "+path+"\nload "+path+"\nc3\n"),
		"--white", "human")
	after, err := engine.Game{Start: engine.StandardStart(),
		Moves: []engine.Square{engine.At(5, 4), engine.At(3, 5)}}.End()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, "--board '"+strings.ReplaceAll(after.String(), "-", ".")+"' --start c3\n") {
		t.Errorf("no way to continue in\n%s", out)
	}
	again, code := runPlay(t.Context(), strings.NewReader("moves\n"), "--white", "human", "--board",
		strings.ReplaceAll(after.String(), "-", "."), "--start", "c3")
	if code != cli.Done || !strings.Contains(again, "played: c3\n") {
		t.Errorf("exit code %d\n%s", code, again)
	}
}

// TestPlayRecord: names, the result and how the game ended are in the file.
func TestPlayRecord(t *testing.T) {
	setUTF8(t)
	path := filepath.Join(t.TempDir(), "a.pgn")
	runPlay(t.Context(), strings.NewReader("f5\nresign\n"), "--white", "human", "--save", path, "--clock", "5m")
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for r, err := range notation.PGN.Read(f) {
		if err != nil || r.Black != human || r.Result.End != notation.Resigned || r.Result.Diff != 1 ||
			!r.Note(0).HasTime {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// TestPlayRefused: what cannot be is said before the game, or during it without harm.
func TestPlayRefused(t *testing.T) {
	setUTF8(t)
	dir := t.TempDir()
	base := filepath.Join(dir, "WTH_2026.wtb")
	for _, test := range []struct {
		args, want string
		code       int
	}{
		{"--holes 0.6", "--holes 0.6: want a share of 0 to 0.5", cli.Misused},
		{"--holes NaN", "--holes NaN", cli.Misused},
		{"--random 61", "--random 61: want 0 to 60", cli.Misused},
		{"--random 60 --shape 4x4", "the game is over within 60 random moves", cli.Misused},
		{"--board XO --white human", "--board: ", cli.Misused},
		{"--load x.pgn --start f5", "want no --start", cli.Misused},
		{"--load " + filepath.Join(dir, "none.pgn"), "none.pgn", cli.BadInput},
		{"--save a.xyz", "unknown extension: want one of", cli.Misused},
		{"--save a.json", "unknown extension: want one of", cli.Misused}, // a format that is only read
		{"--save " + base, "its extension is that of a game database", cli.Misused},
		{"--hint nobody", `no agent "nobody"`, cli.Misused},
		{"--clock soon", "want a time such as 5m", cli.Misused},
		{"--white engine --shape 6x6", "not on 6x6", cli.Misused},
	} {
		out, code := runPlay(t.Context(), strings.NewReader(""), strings.Fields(test.args)...)
		if code != test.code || !strings.Contains(out, test.want) {
			t.Errorf("%s: exit code %d, output\n%s", test.args, code, out)
		}
	}
	out, code := runPlay(t.Context(), strings.NewReader("save "+base+
		"\nload none\nload\nsave a.xyz\nhint nobody\nf5\n"), "--white", "human")
	for _, want := range []string{"its extension is that of a game database", "none", "load what?",
		"unknown extension: want one of", `no agent "nobody"`, "transcript: f5"} {
		if code != cli.Done || !strings.Contains(out, want) {
			t.Errorf("exit code %d, no %q in\n%s", code, want, out)
		}
	}
}
