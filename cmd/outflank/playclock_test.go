package main

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// TestPlayClock goes through some turns with a clock that stands still by itself.
func TestPlayClock(t *testing.T) {
	now := time.Unix(1000, 0)
	k := &playClock{limit: clockFlag{10 * time.Second, 2 * time.Second}, now: func() time.Time { return now }}
	pass := func(d time.Duration) { now = now.Add(d) }
	k.start(engine.Black)
	pass(3 * time.Second)
	k.start(engine.Black) // goes on
	if spent := k.stop(engine.Black); spent != 3*time.Second || k.left(engine.Black) != 9*time.Second {
		t.Errorf("spent %v, left %v", spent, k.left(engine.Black))
	}
	k.start(engine.White)
	pass(4 * time.Second)
	if k.left(engine.White) != 6*time.Second || k.left(engine.Black) != 9*time.Second {
		t.Errorf("left %v and %v", k.left(engine.White), k.left(engine.Black))
	}
	k.halt() // a move was taken back: the time is spent, nothing is earned
	k.start(engine.White)
	pass(6 * time.Second)
	if !k.fallen(engine.White) || k.fallen(engine.Black) {
		t.Error("white's time is over, black's is not")
	}
	if k.stop(engine.White); !k.fallen(engine.White) {
		t.Error("a move that comes too late earns time")
	}
}

func TestClockText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00.0", 9990 * time.Millisecond: "0:09.9", 10 * time.Second: "0:10", 90 * time.Second: "1:30", time.Hour: "60:00",
	} {
		if got := clockText(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestClockFlag(t *testing.T) {
	for text, want := range map[string]string{"5m": "5m0s", "3m+2s": "3m0s+2s", "90s": "1m30s"} {
		var f clockFlag
		if err := f.Set(text); err != nil || f.String() != want {
			t.Errorf("%q: %v, %v", text, &f, err)
		}
	}
	for _, text := range []string{"", "5", "-5m", "0s", "5m+", "5m+-2s", "m"} {
		if err := new(clockFlag).Set(text); err == nil {
			t.Errorf("%q is a time", text)
		}
	}
}

// TestPlayTimeIsUp: who has no time left loses, a person and an agent.
func TestPlayTimeIsUp(t *testing.T) {
	setUTF8(t)
	silence, hold := io.Pipe()
	defer hold.Close()
	out, code := runPlay(t.Context(), silence, "--white", "human", "--clock", "20ms")
	if code != exitDone || !strings.Contains(out, "black has no time left, white wins\n") {
		t.Errorf("exit code %d, output\n%s", code, out)
	}
	var text bytes.Buffer
	s, err := (&app{out: &text}).newPlaySession(playSettings{players: [2]string{"greedy", "greedy"}, shape: "8x8", color: "never", clock: clockFlag{all: 20 * time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	s.players[engine.Black].agent = lazy(50 * time.Millisecond)
	lines := &playLines{out: &text}
	s.front = lines
	if err := s.endToEnd(t.Context(), lines); err != nil || !strings.Contains(text.String(), "black has no time left, white wins\n") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

// lazy takes a while, whatever is asked of it.
type lazy time.Duration

func (l lazy) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	time.Sleep(time.Duration(l))
	return b.Moves().First(), nil
}

// TestPlayShare: an agent that takes all the time it is given does not lose on time.
func TestPlayShare(t *testing.T) {
	setUTF8(t)
	out, code := runPlay(t.Context(), strings.NewReader(""), "--black", "ab:depth=60", "--white", "greedy", "--clock", "1s", "--shape", "6x6")
	if code != exitDone || !strings.Contains(out, "game over") {
		t.Errorf("exit code %d, output\n%s", code, out)
	}
}

// TestHoles: as many as asked for, never under the start discs, and black can move.
func TestHoles(t *testing.T) {
	for _, name := range []string{"4x4", "6x6", "8x8", "hex", "rhombus", "8x8-a1"} {
		shape, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		start, err := shape.Start()
		if err != nil {
			t.Fatal(err)
		}
		different := map[engine.Set]bool{}
		for seed := range uint64(50) {
			share := float64(seed%5) / 20
			holed, err := withHoles(shape, share, rand.New(rand.NewPCG(seed, randomHoles)))
			if err != nil {
				t.Fatal(err)
			}
			holes := shape.Field &^ holed.Field
			want := int(share*float64(start.Board.Empty().Len()) + 0.5)
			p, err := holed.Start()
			if err != nil || holes.Len() != want || holes&(start.Board.Mine|start.Board.Theirs) != 0 || p.Discs(engine.Black) != start.Discs(engine.Black) || p.Board.Moves() == 0 {
				t.Fatalf("%s with share %v: %v, %v", name, share, holed, err)
			}
			if share == 0.2 {
				different[holes] = true
			}
		}
		if len(different) < 5 {
			t.Errorf("%s: only %d ways of 10 seeds", name, len(different))
		}
	}
}

// TestPlayRandomStart: a seed makes a start, another seed another, with that many moves.
func TestPlayRandomStart(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(10) {
		for range 2 {
			g, err := playSettings{shape: "hex", holes: 0.1, random: 6, seed: seed}.game()
			if end, endErr := g.End(); err != nil || endErr != nil || len(g.Moves) != 6 || end.Board.Over() {
				t.Fatalf("%v, %v, %v", g, err, endErr)
			}
			seen[g.Start.String()+g.String()] = true
		}
	}
	if len(seen) != 10 {
		t.Errorf("%d starts of 10 seeds", len(seen))
	}
}

// TestPlayFiles: what is saved is loaded again, in every format of games, on every board
// that it holds.
func TestPlayFiles(t *testing.T) {
	setUTF8(t)
	for _, test := range []struct{ shape, names string }{
		{"8x8", "a.txt a.pgn a.ggf a.sgf a"}, {"6x6", "a.txt a.pgn a.ggf a.sgf"}, {"hex", "a.txt a.pgn"}, {"8x8-a1c6", "a.txt a.pgn"}, {"rhombus", "a.txt a.pgn"},
	} {
		for name := range strings.FieldsSeq(test.names) {
			path := filepath.Join(t.TempDir(), name)
			out, code := runPlay(t.Context(), strings.NewReader("save "+path+"\nundo\nundo\nundo\nload "+path+"\nmoves\n"), "--white", "human", "--shape", test.shape, "--random", "5")
			if code != exitDone || !strings.Contains(out, "wrote "+path) {
				t.Errorf("%s on %s: exit code %d\n%s", name, test.shape, code, out)
			}
			g, err := playSettings{shape: test.shape, random: 5, seed: 1}.game()
			if err != nil || !strings.Contains(out, "played: "+g.String()+"\n") {
				t.Errorf("%s on %s: %v, %v is not loaded\n%s", name, test.shape, err, g, out)
			}
		}
	}
}

// TestPlayPosition: a format of positions holds the board now, and a game goes on from it.
func TestPlayPosition(t *testing.T) {
	setUTF8(t)
	path := filepath.Join(t.TempDir(), "a.obf")
	out, _ := runPlay(t.Context(), strings.NewReader("f5d6\nsave "+path+"\nload "+path+"\nc3\n"), "--white", "human")
	after, err := engine.Game{Start: engine.StandardStart(), Moves: []engine.Square{engine.At(5, 4), engine.At(3, 5)}}.End()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, "--board '"+strings.ReplaceAll(after.String(), "-", ".")+"' --start c3\n") {
		t.Errorf("no way to go on in\n%s", out)
	}
	again, code := runPlay(t.Context(), strings.NewReader("moves\n"), "--white", "human", "--board", strings.ReplaceAll(after.String(), "-", "."), "--start", "c3")
	if code != exitDone || !strings.Contains(again, "played: c3\n") {
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
	for r, err := range notation.ReadPGN(f) {
		if err != nil || r.Black != human || r.Result.End != notation.Resigned || r.Result.Diff != 1 || !r.Note(0).HasTime {
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
		{"--holes 0.6", "--holes 0.6: want a share of 0 to 0.5", exitMisused},
		{"--holes NaN", "--holes NaN", exitMisused},
		{"--random 61", "--random 61: want 0 to 60", exitMisused},
		{"--random 60 --shape 4x4", "games do not last so long", exitMisused},
		{"--board XO --white human", "--board: ", exitMisused},
		{"--load x.pgn --start f5", "can be no --start", exitMisused},
		{"--load " + filepath.Join(dir, "none.pgn"), "none.pgn", exitBadInput},
		{"--save a.xyz", "no format has such files", exitMisused},
		{"--save " + base, "named like a file of a game database", exitMisused},
		{"--hint nobody", `no agent "nobody"`, exitMisused},
		{"--clock soon", "want a time such as 5m", exitMisused},
		{"--white engine --shape 6x6", "not on 6x6", exitMisused},
	} {
		out, code := runPlay(t.Context(), strings.NewReader(""), strings.Fields(test.args)...)
		if code != test.code || !strings.Contains(out, test.want) {
			t.Errorf("%s: exit code %d, output\n%s", test.args, code, out)
		}
	}
	out, code := runPlay(t.Context(), strings.NewReader("save "+base+"\nload none\nload\nsave a.xyz\nhint nobody\nf5\n"), "--white", "human")
	for _, want := range []string{"named like a file of a game database", "none", "load what?", "no format has such files", `no agent "nobody"`, "transcript: f5"} {
		if code != exitDone || !strings.Contains(out, want) {
			t.Errorf("exit code %d, no %q in\n%s", code, want, out)
		}
	}
}

// TestPlayHint: hints come from a search, or from any agent.
func TestPlayHint(t *testing.T) {
	setUTF8(t)
	out, _ := runPlay(t.Context(), strings.NewReader("hint greedy\nhint ab:depth=3\nhint\nvalues\n"), "--white", "human")
	for _, want := range []string{"greedy plays d3\n", "ab:depth=3 plays ", " and expects ", " is best: ", "expected discs for black, looking 8 moves ahead"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
