package protocol

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// agent is a function as an agent.
type agent func(ctx context.Context, b engine.Board) (engine.Square, error)

func (f agent) Choose(ctx context.Context, b engine.Board) (engine.Square, error) { return f(ctx, b) }

// dialogue has a GTP server with a greedy agent answer a script, as from a file.
func dialogue(t *testing.T, a engine.Agent, script string) string {
	t.Helper()
	var out strings.Builder
	s := GTPServer{Name: "Outflank", Version: "1.0", Agent: a, Patient: true}
	if err := s.Serve(t.Context(), strings.NewReader(script), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestGTP holds commands with their answers, line by line: command, then answer.
func TestGTP(t *testing.T) {
	for name, exchange := range map[string][]string{
		"about": {
			"1 protocol_version", "=1 2",
			"name", "= Outflank",
			"version", "= 1.0",
			"known_command genmove", "= true",
			"known_command fly", "= false",
			"7 fly", "?7 unknown command",
			"set_game Othello", "=",
			"set_game Go", "? unsupported game",
			"list_games", "= Othello",
			"quit", "=",
		},
		"play": {
			"play black f5", "=",
			"play b f6", "? illegal move", // white's turn
			"play w a1", "? illegal move",
			"play W F6", "=",
			"play green a1", "? syntax error",
			"play black z9", "? syntax error",
			"play black", "? syntax error",
			"genmove white", "? it is the turn of black",
			"reg_genmove black", "= D3",
			"genmove b", "= D3",
			"undo", "=", "undo", "=", "undo", "=",
			"undo", "? cannot undo",
			"komi 0.5", "=", "komi much", "? syntax error",
			"final_score", "? cannot score",
		},
		"sizes": {
			"boardsize 6", "=", "genmove black", "= C2",
			"boardsize 19", "? unacceptable size", "boardsize x", "? syntax error",
			"boardsize 8", "=", "genmove black", "= D3",
		},
		"passes": {
			setupCommand + " XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O", "=",
			"genmove white", "= pass", // black moves
			"play white pass", "=",
			"play black pass", "? illegal move",
			"undo", "=", "undo", "? cannot undo", // genmove's pass counts too
		},
		"score": {
			setupCommand + " XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- X", "=",
			"final_score", "? cannot score",
			"play black g8", "=",
			"final_score", "= B+64",
			"genmove white", "= pass", "genmove black", "= pass",
		},
		"time": {
			"time_settings 0 5 1", "=", "time_settings 600 0 0", "=", "time_settings 1 2", "? syntax error",
			"time_left black 30 0", "=", "time_left black -1 0", "? syntax error", "time_left x 1 0", "? syntax error",
			"genmove black", "= D3",
		},
		"noise": {
			"12 name # a comment", "=12 Outflank",
			"\tna\x01me\t", "= Outflank",
		},
	} {
		var script strings.Builder
		want := ""
		for i := 0; i < len(exchange); i += 2 {
			script.WriteString(exchange[i] + "\n")
			want += exchange[i+1] + "\n\n"
		}
		script.WriteString("\n# nothing\n")
		if name == "passes" { // the pass of genmove is in the history
			want = strings.Replace(want, "=\n\n? cannot undo", "=\n\n=", 1)
		}
		if diff := cmp.Diff(want, dialogue(t, engine.Greedy{}, script.String())); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
}

func TestGTPShows(t *testing.T) {
	got := dialogue(t, engine.Greedy{}, "play black f5\nshowboard\n")
	want := `=

= white to move
  a b c d e f g h
1 - - - - - - - -
2 - - - - - - - -
3 - - - - - - - -
4 - - - O X - - -
5 - - - X X X - -
6 - - - - - - - -
7 - - - - - - - -
8 - - - - - - - -

`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestGTPLoadsSGF(t *testing.T) {
	g, err := engine.ParseGame(engine.StandardStart(), "f5d6c3d3c4")
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := notation.SGF.Write(&text, notation.Record{Game: g}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	got := dialogue(t, engine.Greedy{}, fmt.Sprintf("loadsgf %s 3\nplay black c3\nloadsgf %s\nplay white "+
		"f4\nloadsgf /nonexistent\nloadsgf %s x\n", path, path, path))
	if want := "=\n\n=\n\n=\n\n=\n\n? cannot load file\n\n? syntax error\n\n"; got != want {
		t.Errorf("got %q", got)
	}
}

// TestGTPAgentsFail: an agent's failure is an answer, and one on a line of its own.
func TestGTPAgentsFail(t *testing.T) {
	broken := agent(func(context.Context, engine.Board) (engine.Square, error) {
		return engine.None, errors.New("out\n\nof order")
	})
	cheat := agent(func(context.Context, engine.Board) (engine.Square, error) { return 0, nil })
	if got := dialogue(t, broken, "genmove b\nname\n"); got != "? out of order\n\n= Outflank\n\n" {
		t.Errorf("got %q", got)
	}
	if got := dialogue(t, cheat, "genmove b\n"); got != "? the agent chose a1, which is illegal\n\n" {
		t.Errorf("got %q", got)
	}
}

// thinking answers when its context ends, with the first move.
var thinking = agent(func(ctx context.Context, b engine.Board) (engine.Square, error) {
	<-ctx.Done()
	return b.Moves().First(), nil
})

// soon fails the test when f takes long.
func soon(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("it continues")
	}
}

// TestStopsAtOnce: quit and a closed pipe end a search in progress; the end of ctx
// ends the server, whoever holds the pipe.
func TestStopsAtOnce(t *testing.T) {
	serve := map[string]func(context.Context, io.Reader, io.Writer) error{
		"genmove b": GTPServer{Agent: thinking}.Serve,
		"go":        NBoardServer{New: func(int) (engine.Agent, error) { return thinking, nil }}.Serve,
		"hint 3":    NBoardServer{New: func(int) (engine.Agent, error) { return thinking, nil }}.Serve,
	}
	for command, serve := range serve {
		for _, how := range []string{"quit", "close", "cancel"} {
			t.Run(command+" "+how, func(t *testing.T) {
				defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				r, w := io.Pipe()
				defer w.Close()
				go fmt.Fprintln(w, command)
				time.AfterFunc(50*time.Millisecond, func() {
					switch how {
					case "quit":
						fmt.Fprintln(w, "quit")
					case "close":
						w.Close()
					case "cancel":
						cancel()
					}
				})
				soon(t, func() {
					if err := serve(ctx, r, io.Discard); (err != nil) != (how == "cancel") {
						t.Errorf("%s: %v", how, err)
					}
				})
			})
		}
	}
}

// TestGTPKeepsTime: an agent is given an even share of the time that the client says.
func TestGTPKeepsTime(t *testing.T) {
	var given []time.Duration
	watch := agent(func(ctx context.Context, b engine.Board) (engine.Square, error) {
		left := time.Duration(0)
		if deadline, ok := ctx.Deadline(); ok {
			left = time.Until(deadline).Round(100 * time.Millisecond)
		}
		given = append(given, left)
		return b.Moves().First(), nil
	})
	dialogue(t, watch, `reg_genmove b
time_settings 0 5 1
reg_genmove b
reg_genmove b
time_settings 62 0 0
reg_genmove b
time_left b 10 5
reg_genmove b
time_settings 0 5 0
reg_genmove b
`)
	want := []time.Duration{0, 5 * time.Second, 5 * time.Second, 2 * time.Second, 2 * time.Second, 0}
	if diff := cmp.Diff(want, given); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// thinker is an agent with an evaluation: the discs it turns.
type thinker struct{ engine.Greedy }

func (th thinker) Think(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		m, _ := th.Choose(ctx, b)
		yield(engine.Info{Depth: 1, Score: float64(b.Flips(m).Len()), PV: []engine.Square{m}, Nodes: 4})
	}
}

// FuzzServers: whatever is sent, both servers answer and end, and what GTP answers
// keeps its form.
func FuzzServers(f *testing.F) {
	f.Add("1 play black f5\ngenmove white\nquit\n")
	f.Add("set game (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- " +
		"*]B[F5];)\nmove d6\nhint 2\ngo\nanalyze\n")
	f.Fuzz(func(t *testing.T, script string) {
		if strings.Contains(script, "loadsgf") {
			t.Skip() // reads files
		}
		var out strings.Builder
		if err := (GTPServer{Agent: engine.Greedy{}, Patient: true}).Serve(t.Context(), strings.NewReader(script),
			&out); err != nil {
			t.Fatal(err)
		}
		for answer := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\n\n"), "\n\n") {
			if answer != "" && answer[0] != '=' && answer[0] != '?' {
				t.Errorf("answer %q", answer)
			}
		}
		n := NBoardServer{New: func(int) (engine.Agent, error) { return thinker{}, nil }, Patient: true}
		if err := n.Serve(t.Context(), strings.NewReader(script), io.Discard); err != nil {
			t.Fatal(err)
		}
	})
}
