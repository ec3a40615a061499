package clitest

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Serve runs a server command in this process with --addr 127.0.0.1:0 --json, and returns its address. At the
// end of the test, it interrupts the command, which must end with exit code 0.
func (r Room) Serve(t testing.TB, args ...string) (url string) {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background()) // the test's own context ends before Cleanup
	out, in := io.Pipe()
	var complaints strings.Builder
	ended := make(chan int, 1)
	go func() {
		a := &cli.App{In: strings.NewReader(""), Out: in, Err: &complaints}
		code := a.Run(ctx, r.root(a), append(args, "--addr", "127.0.0.1:0", "--json"))
		_ = in.Close()
		ended <- code
	}()
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	var said struct{ URL string }
	if err == nil {
		err = json.Unmarshal([]byte(first), &said)
	}
	if err != nil {
		interrupt()
		<-ended
		t.Fatalf("outflank %s: %q: %v: %s", strings.Join(args, " "), first, err, complaints.String())
	}
	t.Cleanup(func() {
		interrupt()
		_, _ = io.Copy(io.Discard, lines)
		if code := <-ended; code != 0 {
			t.Errorf("outflank %s: exit code %d: %s", strings.Join(args, " "), code, complaints.String())
		}
	})
	return strings.TrimSuffix(said.URL, "/")
}
