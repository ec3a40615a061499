//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// A typist sits at a pseudo-terminal.
type typist struct {
	master *os.File
	mutex  sync.Mutex
	text   bytes.Buffer // what the terminal shows, from the beginning
	seen   int          // how much of it was waited for
}

// listen keeps what the terminal is told, until it ends.
func (y *typist) listen() {
	buffer := make([]byte, 4096)
	for {
		n, err := y.master.Read(buffer)
		y.mutex.Lock()
		y.text.Write(buffer[:n])
		y.mutex.Unlock()
		if err != nil {
			return
		}
	}
}

// shown returns what the terminal shows.
func (y *typist) shown() string {
	y.mutex.Lock()
	defer y.mutex.Unlock()
	return y.text.String()
}

// await waits until the terminal shows a text after what was waited for before.
func (y *typist) await(t *testing.T, want string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		text := y.shown()
		if at := strings.Index(text[y.seen:], want); at >= 0 {
			y.seen += at + len(want)
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the terminal does not show %q:\n%q", want, text)
		}
	}
}

// TestRealTerminal: what is typed and clicked at a terminal walks the tree of explore and plays in play, a
// window of another size is drawn anew, and afterwards the terminal is as it was.
func TestRealTerminal(t *testing.T) {
	demoTables(t)
	for name, value := range map[string]string{"LC_ALL": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1",
		"COLUMNS": ""} {
		t.Setenv(name, value)
	}
	for _, test := range []struct {
		command string
		steps   []string // what is waited for, and what is typed then; a size is taken by the window
		want    string
	}{
		{"explore games", []string{
			"1,980 games", "\x1b[C", // right: f5
			"Parallel", "\x1b[B", // down: the second move
			"\u25b6 f4", "8x20",
			"too small", "24x80",
			"\u25b6 f4", "\r",
			"660 games, Parallel", "q",
		}, "transcript: f5f4\r\n"},
		{"explore games f5 --plain", nil, "Parallel"},
		{"explore games f5", []string{"0x0", "", "Parallel", "q"}, "transcript: f5\r\n"},
		{"play --white human", []string{
			"black> ", "\x1b[<0;21;6M\x1b[<0;21;6m", // f5
			"white> ", "\t\r",
			"black> ", "quit\r",
		}, "transcript: f5d6\r\n"},
	} {
		master, tty, err := pty.Open()
		if err != nil {
			t.Skip("no pseudo-terminals: ", err)
		}
		resize := func(rows, columns uint16) {
			if err := pty.Setsize(master, &pty.Winsize{Rows: rows, Cols: columns}); err != nil {
				t.Fatal(err)
			}
		}
		resize(24, 80)
		if len(test.steps) > 0 && test.steps[0] == "0x0" { // a terminal that does not know its size
			resize(0, 0)
			test.steps = test.steps[2:]
		}
		before, err := term.GetState(int(tty.Fd()))
		if err != nil {
			t.Fatal(err)
		}
		y := &typist{master: master}
		go y.listen()
		done := make(chan int)
		go func() {
			a := &cli.App{In: tty, Out: tty, Err: io.Discard, InTerminal: true, OutTerminal: true}
			done <- execute(a, t.Context(), strings.Fields(test.command))
		}()
		for i := 0; i < len(test.steps); i += 2 {
			y.await(t, test.steps[i])
			switch keys := test.steps[i+1]; keys {
			case "8x20":
				resize(8, 20)
			case "24x80":
				resize(24, 80)
			default:
				if _, err := io.WriteString(master, keys); err != nil {
					t.Fatal(err)
				}
			}
		}
		if code := <-done; code != cli.Done {
			t.Errorf("outflank %s: exit code %d", test.command, code)
		}
		y.await(t, test.want)
		after, err := term.GetState(int(tty.Fd()))
		if err != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("outflank %s leaves the terminal in another state, %v", test.command, err)
		}
		if _, err := io.WriteString(tty, "that is all"); err != nil {
			t.Fatal(err)
		}
		y.await(t, "that is all") // what was said before has come too
		for _, pair := range [][2]string{{"\x1b[?1049h", "\x1b[?1049l"}, {"\x1b[?1000h", "\x1b[?1000l"},
			{"\x1b[?25l", "\x1b[?25h"}} {
			text := y.shown()
			taken, given := strings.Count(text, pair[0]), strings.Count(text, pair[1])
			if wants := min(len(test.steps), 1); taken != wants || given != wants {
				t.Errorf("outflank %s: %q is sent %d times and %q %d times, want %d", test.command, pair[0], taken,
					pair[1], given, wants)
			}
		}
		tty.Close()
		master.Close()
	}
}

// TestSignalEndsPager: SIGTERM, or SIGHUP as from a window that is closed, ends the program and a pager that does
// not end of itself.
func TestSignalEndsPager(t *testing.T) {
	pager := filepath.Join(t.TempDir(), "pager")
	if err := os.WriteFile(pager, []byte("#!/bin/sh\necho paging\nexec sleep 120\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, sign := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sign) {
			continue // as nohup has it, which the program respects
		}
		master, tty, err := pty.Open()
		if err != nil {
			t.Skip("no pseudo-terminals: ", err)
		}
		if err := pty.Setsize(master, &pty.Winsize{Rows: 10, Cols: 80}); err != nil {
			t.Fatal(err)
		}
		y := &typist{master: master}
		go y.listen()
		cmd := exec.Command("outflank", "agents")
		cmd.Env = append(os.Environ(), "PAGER="+pager, "TERM=xterm", "LC_ALL=C.UTF-8")
		cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		y.await(t, "paging")
		hanging := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		if err := cmd.Process.Signal(sign); err != nil {
			t.Fatal(err)
		}
		exit, ok := errors.AsType[*exec.ExitError](cmd.Wait())
		hanging.Stop()
		if !ok || exit.ExitCode() != cli.Interrupted {
			t.Errorf("%v: %v, want exit code %d", sign, exit, cli.Interrupted)
		}
		y.await(t, "outflank: interrupted")
		tty.Close()
		master.Close()
	}
}
