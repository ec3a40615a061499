package protocol

import (
	"context"
	"errors"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
)

// both runs a test with both protocols.
func both(t *testing.T, test func(t *testing.T, suffix string)) {
	t.Run("gtp", func(t *testing.T) { test(t, "") })
	t.Run("nboard", func(t *testing.T) { test(t, "-nboard") })
}

// game plays a game of black against a random player, from a position or the start.
func game(t *testing.T, black engine.Agent, start engine.Game, seed uint64) (engine.Game, error) {
	t.Helper()
	random := engine.Random{Rand: rand.New(rand.NewPCG(seed, 0))}
	return engine.PlayOut(t.Context(), start, [2]engine.Agent{engine.Black: black, engine.White: random})
}

var standard = engine.Game{Start: engine.StandardStart()}

// TestSameGames: through the protocol an agent plays the games that it plays here,
// with passes, on small boards, from any start, and when moves are replaced.
func TestSameGames(t *testing.T) {
	both(t, func(t *testing.T, suffix string) {
		p := program(t, "good"+suffix, 0)
		starts := []engine.Game{standard, smallBoard(t, 6), smallBoard(t, 4), afterPass(t)}
		for seed := range uint64(12) {
			start := starts[seed%4]
			want, err := game(t, engine.Greedy{}, start, seed)
			if err != nil {
				t.Fatal(err)
			}
			got, err := game(t, p, start, seed)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Fatalf("seed %d: %v\n%s", seed, err, diff)
			}
		}
		perturbed := func(a engine.Agent) engine.Agent {
			return engine.Perturbed{Agent: a, P: 0.3, Rand: rand.New(rand.NewPCG(5, 5))}
		}
		want, _ := game(t, perturbed(engine.Greedy{}), standard, 1)
		got, err := game(t, perturbed(p), standard, 1)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("perturbed: %v\n%s", err, diff)
		}
		if p.Crashes() != 0 {
			t.Errorf("%d crashes", p.Crashes())
		}
	})
}

func smallBoard(t *testing.T, size int) engine.Game {
	t.Helper()
	shape, err := engine.SquareShape(size)
	if err != nil {
		t.Fatal(err)
	}
	start, err := shape.Start()
	if err != nil {
		t.Fatal(err)
	}
	return engine.Game{Start: start}
}

// afterPass is a game in which black has just passed; the colours are turned, so
// that the program, which is black, is to move.
func afterPass(t *testing.T) engine.Game {
	t.Helper()
	start := engine.StandardStart()
	start.Color = engine.White
	g, err := engine.ParseGame(start, passGame)
	if err != nil {
		t.Fatal(err)
	}
	if end, _ := g.End(); end.Color != engine.Black {
		t.Fatalf("%v is to move after %v", end.Color, g)
	}
	return g
}

// TestBoardAlone: a program that is given a board without a game plays it as the
// start of one.
func TestBoardAlone(t *testing.T) {
	both(t, func(t *testing.T, suffix string) {
		p := program(t, "good"+suffix, 0)
		b := engine.Standard().Play(19).Play(18)
		want, _ := engine.Greedy{}.Choose(t.Context(), b)
		if got, err := p.Choose(t.Context(), b); err != nil || got != want {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
		if _, err := p.Choose(t.Context(), engine.Board{Shape: engine.Full}); !errors.Is(err, engine.ErrNoMove) {
			t.Errorf("no move: got %v", err)
		}
	})
}

// TestMisbehaviour: whatever a program does, the game ends soon, with a forfeit that
// says why, or continues.
func TestMisbehaviour(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		how     string
		want    string // part of the error; "" = the game is finished
		crashes int
	}{
		{"noise", "", 0},
		{"slow", "", 0},
		{"silent", "no answer in time: waited 300ms", 0},
		{"garbage", "", 0}, // lines that are no answers, then the answer
		{"flood", "a line of more than 65536 bytes", 0},
		{"chatter", "no answer in time", 0},
		{"dies", "the program ended; its standard error ends with: ", 1},
		{"children", "", 0},
		{"clings", "", 0},
	} {
		t.Run(c.how, func(t *testing.T) {
			t.Parallel()
			both(t, func(t *testing.T, suffix string) {
				if suffix != "" && c.how == "garbage" {
					c.want = "want === and a square" // its garbage looks like an answer
				}
				patience := 20 * time.Second
				if strings.HasPrefix(c.want, "no answer") {
					patience = 300 * time.Millisecond
				}
				p := program(t, c.how+suffix, patience)
				start := standard
				if c.how == "slow" || c.how == "children" {
					start = smallBoard(t, 4)
				}
				begin := time.Now()
				_, err := game(t, p, start, 1)
				p.Close()
				if took := time.Since(begin); took > time.Minute {
					t.Errorf("took %v", took)
				}
				if p.Crashes() != c.crashes {
					t.Errorf("%d crashes, want %d", p.Crashes(), c.crashes)
				}
				if c.want == "" {
					if err != nil {
						t.Error(err)
					}
					return
				}
				forfeit, ok := errors.AsType[*engine.ForfeitError](err)
				if _, mine := errors.AsType[*EngineError](err); !ok || !mine || forfeit.Color != engine.Black ||
					!strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want %q", err, c.want)
				}
				if c.how == "dies" && !strings.HasSuffix(err.Error(), "assertion failed: bad luck") {
					t.Errorf("standard error is missing: …%s", err.Error()[len(err.Error())-60:])
				}
			})
		})
	}
}

// TestAnswersThatAreNoMoves: an illegal move is the referee's to judge, what is no
// square is the program's failure. Neither is asked for twice.
func TestAnswersThatAreNoMoves(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, suffix string) {
		for answer, want := range map[string]string{
			"A1": "a1 by black is illegal", "d4": "the square is taken", "pass": "want", "PA": "want",
			"resign": "want", "i9": "want", "": "want",
		} {
			p := program(t, "says "+answer+suffix, 20*time.Second)
			g, err := game(t, p, standard, 1)
			forfeit, ok := errors.AsType[*engine.ForfeitError](err)
			if !ok || forfeit.Color != engine.Black || !strings.Contains(err.Error(), want) || len(g.Moves) != 0 ||
				p.Crashes() != 0 {
				t.Errorf("%q: %v after %v, %d crashes, want %q", answer, err, g, p.Crashes(), want)
			}
			if _, illegal := errors.AsType[*engine.IllegalMoveError](err); illegal == (want == "want") {
				t.Errorf("%q: illegal: %v", answer, illegal)
			}
		}
	})
}

// TestRestart: a program that dies once is started again where that is wanted, told the game, and plays
// on as if nothing had been.
func TestRestart(t *testing.T) {
	both(t, func(t *testing.T, suffix string) {
		t.Setenv("OUTFLANK_FAKE_MARK", filepath.Join(t.TempDir(), "died"))
		p := program(t, "dies once"+suffix, 0)
		p.opt.Restart = true
		want, _ := game(t, engine.Greedy{}, standard, 3)
		got, err := game(t, p, standard, 3)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v\n%s", err, diff)
		}
		if p.Crashes() != 1 {
			t.Errorf("%d crashes, want 1", p.Crashes())
		}
	})
}

// TestDeadline: the deadline of a move is stretched by the timeout, a cancelled match
// ends the program at once.
func TestDeadline(t *testing.T) {
	t.Parallel()
	p := program(t, "silent", 200*time.Millisecond)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, err := p.Choose(ctx, engine.Standard())
	if took := time.Since(begin); !errors.Is(err, errTimeout) || took < 300*time.Millisecond ||
		took > time.Minute {
		t.Errorf("after %v: %v", took, err)
	}
	p = program(t, "silent", time.Hour)
	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	begin = time.Now()
	_, err = p.Choose(ctx, engine.Standard())
	if took := time.Since(begin); !errors.Is(err, context.Canceled) || took > time.Minute {
		t.Errorf("after %v: %v", took, err)
	}
}

// TestTimeIsTold: the deadline of a move reaches a GTP program as its time.
func TestTimeIsTold(t *testing.T) {
	t.Parallel()
	p := program(t, "timed", 0)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if _, err := p.Choose(ctx, engine.Standard()); err != nil {
		t.Error(err)
	}
	p.Close()
	if _, err := p.Choose(t.Context(), engine.Standard()); err == nil ||
		!strings.Contains(err.Error(), "not two minutes") {
		t.Errorf("without a limit: %v", err)
	}
}

// TestNoProgram: what cannot be started is an error of the agent, not of the match.
func TestNoProgram(t *testing.T) {
	for _, args := range [][]string{nil, {"/nonexistent/program"}} {
		_, err := NewGTPClient(Options{Args: args}).Choose(t.Context(), engine.Standard())
		if _, ok := errors.AsType[*EngineError](err); !ok {
			t.Errorf("%v: got %v", args, err)
		}
	}
}

// TestNothingStays: after Close nothing of a program runs, also no child of it that
// holds its streams open.
func TestNothingStays(t *testing.T) {
	p := program(t, "children", 0)
	if _, err := p.Choose(t.Context(), engine.Standard()); err != nil {
		t.Fatal(err)
	}
	group := p.process.cmd.Process.Pid
	if !alive(group) {
		t.Fatal("the program has no process group")
	}
	p.Close()
	for range 100 { // the children are reaped by init, in its own time
		if !alive(group) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	out, _ := exec.Command("ps", "-o", "pid,pgid,stat,args", "-A").Output()
	t.Errorf("process group %d is alive:\n%s", group, out)
}

func TestCheck(t *testing.T) {
	both(t, func(t *testing.T, suffix string) {
		r, err := program(t, "good"+suffix, 0).Check(t.Context())
		if err != nil || r.Name != "Fake" || !cmp.Equal(r.Sizes, []int{8, 6, 4}) || !r.Setup || !r.Passes ||
			r.Start <= 0 {
			t.Errorf("%+v, %v", r, err)
		}
		want := "genmove"
		if suffix != "" {
			want = "hint learn"
		}
		if !strings.Contains(strings.Join(r.Commands, " "), want) {
			t.Errorf("commands %v", r.Commands)
		}
	})
	if r, err := program(t, "silent", 100*time.Millisecond).Check(t.Context()); err == nil {
		t.Errorf("a silent program: %+v", r)
	}
}

// BenchmarkProgram measures what a move of another program costs beside its thinking:
// the opponent's move and the question, over two pipes.
func BenchmarkProgram(b *testing.B) {
	for _, how := range []string{"good", "good-nboard"} {
		b.Run(how, func(b *testing.B) {
			p := program(b, how, 0)
			moves := 0
			for b.Loop() {
				g, err := engine.PlayOut(b.Context(), standard,
					[2]engine.Agent{engine.Black: p, engine.White: engine.Greedy{}})
				if err != nil {
					b.Fatal(err)
				}
				moves += len(g.Moves) / 2
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
		})
	}
}
