package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Law: an answer that drill called right is kept, even if kill -9 or Ctrl-C ends it at the next question.
func TestDrillKilled(t *testing.T) {
	lines := filepath.Join(t.TempDir(), "lines.txt")
	putFile(t, lines, []byte("f5d6c3d3c4\n"))
	for _, step := range []struct {
		answer string
		end    os.Signal
		code   int
	}{{"f5", os.Kill, -1}, {"c3", os.Interrupt, cli.Interrupted}} {
		if step.end == os.Interrupt && runtime.GOOS == "windows" {
			continue
		}
		var said bytes.Buffer
		cmd := exec.Command("outflank", "drill", lines, "--side", "black")
		in, err1 := cmd.StdinPipe()
		out, err2 := cmd.StdoutPipe()
		cmd.Stderr = &said
		if err := errors.Join(err1, err2, cmd.Start()); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(in, step.answer+"\n"); err != nil {
			t.Fatal(err)
		}
		for answered, s := false, bufio.NewScanner(out); s.Scan(); { // until it asks again
			answered = answered || strings.HasPrefix(s.Text(), "Right: ")
			if answered && strings.HasPrefix(s.Text(), "black to move") {
				break
			}
		}
		if err := cmd.Process.Signal(step.end); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // the exit code tells
		if code := cmd.ProcessState.ExitCode(); code != step.code ||
			code > 0 && said.String() != "outflank: interrupted: your answers are kept\n" {
			t.Errorf("%v: exit code %d: %s", step.end, code, said.String())
		}
	}
	out, _ := runCommand(t, t.Context(), cli.Done, "drill", lines, "--side", "black", "--new", "0")
	if want := "0 answers, 0 right; 2 of 3 positions due tomorrow, 1 new\n"; out != want && runtime.GOOS != "windows" {
		t.Errorf("afterwards: %q, want %q", out, want)
	}
}
