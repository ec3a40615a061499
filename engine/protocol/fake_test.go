package protocol

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/engine"
)

// fakeArg makes the test binary a program to talk with: how it behaves follows.
const fakeArg = "fake "

func TestMain(m *testing.M) {
	if how, ok := strings.CutPrefix(os.Args[len(os.Args)-1], fakeArg); ok {
		fake(how)
		return
	}
	_ = flag.Set("test.parallel", "8") // parallel tests wait for programs
	goleak.VerifyTestMain(m)
}

// fake is the program: it plays greedily over GTP, or over NBoard when the name of
// the behaviour ends in -nboard, and misbehaves when it is to move.
func fake(how string) {
	if how, ok := strings.CutPrefix(how, "policy "); ok {
		fakePolicy(how)
		return
	}
	how, nboard := strings.CutSuffix(how, "-nboard")
	if answer, ok := strings.CutPrefix(how, "says "); ok {
		parrot(answer)
		return
	}
	if how == "no numbers" || how == "knows little" || how == "dies at once" || how == "endless" {
		stranger(how)
		return
	}
	agent := misbehaving{how}
	if how == "noise" {
		fmt.Println("hello\n\n=x\n? 99 no\n=== \nstatus 7")
	}
	if nboard {
		_ = NBoardServer{Name: "Fake", New: func(int) (engine.Agent, error) {
			return agent, nil
		}}.Serve(context.Background(), os.Stdin, os.Stdout)
		return
	}
	_ = GTPServer{Name: "Fake", Version: "1", Agent: agent}.Serve(context.Background(), os.Stdin, os.Stdout)
	if how == "clings" { // ignores quit and its closed input
		time.Sleep(time.Hour)
	}
}

// parrot answers every question of either protocol with the same move.
func parrot(answer string) {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch words := strings.Fields(in.Text()); {
		case words[0] == "go":
			fmt.Println("===", answer)
		case words[0] == "ping":
			fmt.Println("pong", words[1])
		case strings.Contains(in.Text(), " genmove "):
			fmt.Printf("=%s %s\n\n", words[0], answer)
		default:
			fmt.Printf("=%s\n\n", words[0])
		}
	}
}

// stranger does not speak the protocol as it should from the first command on.
func stranger(how string) {
	if how == "dies at once" {
		fmt.Fprint(os.Stderr, "cannot open book.dat\nno book, no game")
		os.Exit(3)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		id, _, _ := strings.Cut(in.Text(), " ")
		if how == "no numbers" {
			fmt.Printf("= yes\n\n")
		} else {
			fmt.Printf("=%s boardsize\nplay\nname\n", id)
			for i := 0; how == "endless" && i < 1<<18; i++ {
				fmt.Println("command", i)
			}
			fmt.Println()
		}
	}
}

// misbehaving is a greedy player with a fault.
type misbehaving struct{ how string }

func (m misbehaving) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	s, err := engine.Greedy{}.Choose(ctx, b)
	late := b.Empty().Len() < 50
	switch m.how {
	case "slow":
		time.Sleep(100 * time.Millisecond)
	case "timed": // wants to be given two minutes
		if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > 2*time.Minute ||
			time.Until(deadline) < time.Minute {
			return engine.None, fmt.Errorf("not two minutes: %v, %v", deadline, ok)
		}
	case "silent":
		time.Sleep(time.Hour)
	case "garbage":
		fmt.Println("= 1 2 3\n=99 a1\n\n? what\n\n=== zz\x00\xff")
		fmt.Println("=== nothing")
	case "flood":
		w := bufio.NewWriter(os.Stdout)
		for {
			fmt.Fprint(w, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
		}
	case "chatter":
		w := bufio.NewWriter(os.Stdout)
		for {
			fmt.Fprintln(w, "thinking…")
		}
	case "dies":
		if late {
			fmt.Fprintln(os.Stderr, strings.Repeat("x", 2*tailSize)+"\nassertion failed: bad luck")
			os.Exit(3)
		}
	case "dies once":
		if mark := os.Getenv("OUTFLANK_FAKE_MARK"); late && os.Mkdir(mark, 0o777) == nil {
			os.Exit(3)
		}
	case "daemon":
		daemon()
	case "children":
		_ = exec.Command("sleep", "1000").Start()
	}
	return s, err
}

// program returns the fake program with a behaviour.
func program(t testing.TB, how string, timeout time.Duration) *Client {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Args: []string{self, fakeArg + how}, Timeout: timeout}
	p := NewGTPClient(opt)
	if strings.HasSuffix(how, "-nboard") {
		p = NewNBoardClient(opt)
	}
	t.Cleanup(func() { p.Close() })
	return p
}
