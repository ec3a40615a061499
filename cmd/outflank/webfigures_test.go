package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// serveWeb runs the command web until the test ends, and returns its address.
func serveWeb(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	first, out := io.Pipe()
	var complaints bytes.Buffer
	done := make(chan int, 1)
	go func() {
		a := &cli.App{In: strings.NewReader(""), Out: out, Err: &complaints}
		done <- execute(a, ctx, append([]string{"web", "--addr", "127.0.0.1:0", "--json"}, args...))
		out.Close()
	}()
	t.Cleanup(func() {
		cancel()
		if code := <-done; code != cli.Done && code != cli.Interrupted {
			t.Errorf("exit code %d: %s", code, complaints.String())
		}
	})
	var where struct{ URL string }
	if err := json.NewDecoder(first).Decode(&where); err != nil {
		t.Fatalf("%v: %s", err, complaints.String())
	}
	go io.Copy(io.Discard, first)
	return strings.TrimSuffix(where.URL, "/") + "/api/v1/"
}

// lastEvent returns the last message of an event stream.
func lastEvent(t *testing.T, url string) (text string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && data != "{}" {
			text = data
		}
	}
	return text
}

// TestWebFigures: the pages show the figures that the commands print with the same limits.
func TestWebFigures(t *testing.T) {
	url := serveWeb(t)
	const moves = "f5d6c3d3c4f4f6f3e6e7d7g6"
	for _, test := range []struct{ shape, moves, depth string }{{"8x8", moves, "5"},
		{"4x4", "c4d2d1d4b1a3", "8"}, {"hex", "c3b3", "4"}} {
		var review struct{ Game json.RawMessage }
		parse(t, lastEvent(t, url+"review?start="+test.shape+"&moves="+test.moves+"&depth="+test.depth), &review)
		stdout, _ := runCommand(t, t.Context(), cli.Done, "analyze", "--json", "--hash", "8M", "--shape",
			test.shape, "--depth", test.depth, test.moves)
		var command struct{ Games []map[string]any }
		parse(t, stdout, &command)
		var web map[string]any
		parse(t, string(review.Game), &web)
		for _, key := range []string{"moves", "players", "start_value", "depth", "exact", "search", "transcript"} {
			if web[key] == nil || !cmp.Equal(web[key], command.Games[0][key]) {
				t.Errorf("%s, %s: %s", test.shape, key, cmp.Diff(command.Games[0][key], web[key]))
			}
		}
	}

	var live struct {
		Value float64
		Depth int
		Moves []struct {
			Move, Line string
			Value      float64
		}
	}
	parse(t, lastEvent(t, url+"analysis?moves="+moves+"&depth=8"), &live)
	stdout, _ := runCommand(t, t.Context(), cli.Done, "solve", moves, "--json", "--depth", "8", "--all-moves",
		"--hash", "8M")
	var solve struct {
		Positions []struct {
			Moves []struct {
				Move, PV string
				Score    float64
			}
		}
	}
	parse(t, stdout, &solve)
	if len(live.Moves) == 0 || len(solve.Positions) != 1 || len(solve.Positions[0].Moves) != len(live.Moves) ||
		live.Depth != 8 {
		t.Fatalf("%+v, the command has %s", live, stdout)
	}
	for i, m := range solve.Positions[0].Moves {
		if l := live.Moves[i]; l.Move != m.Move || l.Value != m.Score || l.Line != m.PV {
			t.Errorf("%+v, the command has %+v", l, m)
		}
	}
}

func parse(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}
