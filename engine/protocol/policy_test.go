package protocol

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/outflank/outflank/engine"
)

// fakePolicy plays the first legal move, and misbehaves on boards with 55 discs on the full board or fewer empty
// squares.
func fakePolicy(how string) {
	fmt.Fprintln(os.Stderr, "policy", os.Getenv("OUTFLANK_POLICY"))
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		line := in.Text()
		if line == policyGreeting {
			switch how {
			case "stranger":
				return
			case "slow":
				time.Sleep(2500 * time.Millisecond)
			}
			fmt.Printf("loading\n%s fake\n", line)
			continue
		}
		data, err := hex.DecodeString(line)
		if err != nil {
			panic(err)
		}
		var answer []byte
		late := false
		for ; len(data) > 0; data = data[boardBytes:] {
			set := func(i int) engine.Set { return engine.Set(binary.LittleEndian.Uint64(data[8*i:])) }
			late = late || (set(0)|set(1)).Len() > 55
			answer = append(answer, byte(set(2).First()))
		}
		switch {
		case late && how == "refuses":
			fmt.Println("error bad luck")
		case late && how == "dies":
			fmt.Fprintln(os.Stderr, "assertion failed")
			os.Exit(3)
		case late && how == "silent":
			time.Sleep(time.Hour)
		case late && how == "short":
			fmt.Println()
		case late && how == "illegal":
			fmt.Println(strings.Repeat("ff", len(answer)))
		case how == "counts" && len(answer) > 1:
			fmt.Fprintln(os.Stderr, "batch of several")
			fallthrough
		default:
			fmt.Println(hex.EncodeToString(answer))
		}
	}
}

// policy returns the fake policy with a behaviour.
func policy(t testing.TB, how string, timeout time.Duration) *Policy {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := NewPolicy(PolicyOptions{Args: []string{self, fakeArg + "policy " + how}, Timeout: timeout})
	t.Cleanup(func() { end(t, p) })
	return p
}

// end ends the program of a policy without games.
func end(t testing.TB, p *Policy) {
	p.mu.Lock()
	games := p.games
	p.mu.Unlock()
	if games != 0 {
		t.Errorf("%d games are open", games)
	}
	p.end()
}

// playOut plays a game of a policy with itself.
func playOut(t testing.TB, p *Policy, start engine.Game) (engine.Game, error) {
	a := p.Agent()
	defer a.Close()
	return engine.PlayOut(t.Context(), start, [2]engine.Agent{a, a})
}

// firstMoves is the game in which each move is the first legal one.
func firstMoves() engine.Game {
	g := engine.Game{Start: engine.StandardStart()}
	for p, legal := g.Start.Turn(); legal != 0; {
		g.Moves = append(g.Moves, legal.First())
		p, _ = p.Play(legal.First())
		p, legal = p.Turn()
	}
	return g
}

// TestPolicy: many games share one program, which gets several boards at once, and each game gets its moves.
func TestPolicy(t *testing.T) {
	p := policy(t, "counts", time.Minute)
	var mu sync.Mutex
	pids, several := map[int]bool{}, false
	log := func(pid int, mark byte, line string) {
		mu.Lock()
		defer mu.Unlock()
		pids[pid] = true
		several = several || mark == wrote && line == "batch of several"
	}
	agent := p.Agent()
	agent.LogTo(log)
	want := firstMoves()
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			if g, err := playOut(t, p, engine.Game{Start: engine.StandardStart()}); err != nil ||
				g.String() != want.String() {
				t.Errorf("game %v (%v), want %v", g, err, want)
			}
		})
	}
	all.Wait()
	agent.Close()
	agent.Close()
	mu.Lock()
	defer mu.Unlock()
	if len(pids) != 1 || !several {
		t.Errorf("%d programs, several boards in one question %t", len(pids), several)
	}
}

// TestPolicyFails: what a policy does wrong forfeits the game with its reason, and the next game is played.
func TestPolicyFails(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]string{
		"refuses":  "it answers: bad luck",
		"dies":     "the program ended; its standard error ends with: policy 1\nassertion failed",
		"silent":   "no answer in time: waited 300ms",
		"short":    `it answers "", want 1 bytes in hexadecimal`,
		"illegal":  "",
		"stranger": `the program ended without the line "outflank policy 1"`,
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			timeout := time.Minute
			if how == "silent" {
				timeout = 300 * time.Millisecond
			}
			p := policy(t, how, timeout)
			for range 2 {
				g, err := playOut(t, p, engine.Game{Start: engine.StandardStart()})
				_, forfeited := errors.AsType[*engine.ForfeitError](err)
				_, failed := errors.AsType[*EngineError](err)
				if !forfeited || failed != (how != "illegal") || !strings.Contains(err.Error(), want) {
					t.Errorf("after %v: error %v, want %q", g, err, want)
				}
			}
			err := p.Agent().Greet(t.Context())
			if (err != nil) != (how == "stranger") {
				t.Errorf("greeting: %v", err)
			}
		})
	}
}

// TestPolicyRefusesOne: a board that the policy refuses forfeits its game alone.
func TestPolicyRefusesOne(t *testing.T) {
	t.Parallel()
	p := policy(t, "refuses", time.Minute)
	late := firstMoves()
	late.Moves = late.Moves[:55]
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			start := engine.Game{Start: engine.StandardStart()}
			if i%2 == 1 {
				start = late
			}
			end, _ := start.End()
			a := p.Agent()
			defer a.Close()
			if _, err := a.Choose(t.Context(), end.Board); (err != nil) != (i%2 == 1) {
				t.Errorf("after %d moves: error %v", len(start.Moves), err)
			}
		})
	}
	all.Wait()
}

// TestPolicySlowStart: the time of a move does not include the start.
func TestPolicySlowStart(t *testing.T) {
	t.Parallel()
	p := policy(t, "slow", 2*time.Second) // an answer on a busy machine takes less, and the start more
	late := firstMoves()
	late.Moves = late.Moves[:55]
	if g, err := playOut(t, p, late); err != nil {
		t.Errorf("after %v: %v", g, err)
	}
}

// TestPolicyOneByOne: a policy of one board at a time never gets several.
func TestPolicyOneByOne(t *testing.T) {
	t.Parallel()
	p := policy(t, "counts", time.Minute)
	p.opt.Boards = 1
	agent := p.Agent()
	agent.LogTo(func(_ int, mark byte, line string) {
		if mark == wrote && line == "batch of several" {
			t.Error(line)
		}
	})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := playOut(t, p, engine.Game{Start: engine.StandardStart()}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	agent.Close()
}

// TestPolicyStops: a game that is stopped does not wait for the policy.
func TestPolicyStops(t *testing.T) {
	t.Parallel()
	p := policy(t, "silent", 300*time.Millisecond)
	late := firstMoves()
	late.Moves = late.Moves[:55]
	end, _ := late.End()
	a := p.Agent()
	defer a.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := a.Choose(ctx, end.Board); err != why {
		t.Errorf("error %v", err)
	}
	if _, err := a.Choose(t.Context(), end.Board); !errors.Is(err, errTimeout) { // also waits for the first question
		t.Errorf("error %v", err)
	}
}

// TestPolicyStopsProgram: a program that still thinks ends with its last game, so that none is left behind.
func TestPolicyStopsProgram(t *testing.T) {
	p := policy(t, "silent", time.Hour)
	late := firstMoves()
	late.Moves = late.Moves[:55]
	over, _ := late.End()
	a := p.Agent()
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan struct{})
	a.LogTo(func(_ int, mark byte, line string) {
		switch {
		case mark == told && line != policyGreeting:
			cancel() // it has the question
		case mark == ended:
			close(gone)
		}
	})
	if _, err := a.Choose(ctx, over.Board); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	a.Close()
	select {
	case <-gone:
	case <-time.After(20 * time.Second):
		t.Error("the program runs on")
	}
}

// TestPolicyAtAddress: a policy is reached at an address, and one that is not there is an error.
func TestPolicyAtAddress(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		for in := bufio.NewScanner(conn); in.Scan(); {
			answer := policyGreeting
			if data, err := hex.DecodeString(in.Text()); err == nil {
				answer = hex.EncodeToString([]byte{byte(engine.Set(binary.LittleEndian.Uint64(data[16:])).First())})
			}
			fmt.Fprintln(conn, answer)
		}
	})
	p := NewPolicy(PolicyOptions{Addr: l.Addr().String()})
	want := firstMoves()
	if g, err := playOut(t, p, engine.Game{Start: engine.StandardStart()}); err != nil || g.String() != want.String() {
		t.Errorf("game %v (%v), want %v", g, err, want)
	}
	end(t, p)
	served.Wait()
	l.Close()
	if _, err := playOut(t, p, engine.Game{Start: engine.StandardStart()}); err == nil ||
		!strings.Contains(err.Error(), l.Addr().String()) {
		t.Errorf("error %v, want one that names the address", err)
	}
	end(t, p)
}

// BenchmarkPolicy measures a move of one game, and one of 256 games at once, with a program in Go.
func BenchmarkPolicy(b *testing.B) {
	for _, games := range []int{1, 256} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			p := policy(b, "plays", time.Minute)
			start := engine.StandardStart().Board
			for b.Loop() {
				var all sync.WaitGroup
				for range games {
					all.Go(func() {
						a := p.Agent()
						defer a.Close()
						if _, err := a.Choose(b.Context(), start); err != nil {
							b.Error(err)
						}
					})
				}
				all.Wait()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*games), "ns/move")
		})
	}
}

// TestException: a traceback becomes one line, and other text stays.
func TestException(t *testing.T) {
	const frame = "  File \"/lib/a.py\", line 3, in f\n    g()\n    ~^^\n"
	for text, want := range map[string]string{
		"": "", "out of memory": "out of memory",
		"loading\nTraceback (most recent call last):\n" + frame + "  File \"/home/b.py\", line 12, in g\nKeyError: 'a8'": "KeyError: 'a8' (b.py:12)",
		"File \"b.py\", line 2\n    def f(\n         ^\nSyntaxError: '(' was never closed":                               "SyntaxError: '(' was never closed (b.py:2)",
		frame + "KeyError\n\nDuring handling:\n\n" + frame + "ValueError: no":                                            "ValueError: no (a.py:3)",
		frame + "KeyError\nkilled": frame + "KeyError\nkilled",
	} {
		if got := exception(text); got != want {
			t.Errorf("exception(%q) = %q, want %q", text, got, want)
		}
	}
}
