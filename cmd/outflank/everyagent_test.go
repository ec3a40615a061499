package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/qlearn/agents"
)

// TestEveryAgentEverywhere: whatever `outflank agents` lists plays in bench, match,
// play, gtp and nboard.
func TestEveryAgentEverywhere(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	model, player := filepath.Join(dir, "q.model"), write("tiny.player", "1\n1 1 18 0 0 9")
	runCommand(t, t.Context(), cli.Done, "train", "-o", model, "--mode", "self", "--games", "4",
		"--features", "report")
	gtp := write("session.gtp", "boardsize 8\nclear_board\nplay black f5\ngenmove white\nquit\n")
	nboard := write("session.nboard", "nboard 2\nset depth 1\nset game "+
		"(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TY[8]BO[8 "+
		"---------------------------O*------*O--------------------------- *]B[F5];)\nhint 1\ngo\nquit\n")
	needs := map[string]string{
		"q": "model=" + model, "player": "file=" + player,
		"policy": "at=" + servePolicy(t),
		"gtp":    `cmd="outflank gtp --agent greedy"`, "nboard": `cmd="outflank nboard --agent greedy"`,
	}
	for _, entry := range agents.Kinds() {
		t.Run(entry.Name, func(t *testing.T) {
			t.Parallel()
			spec := fastSpec(entry.Name)
			if needs[entry.Name] != "" {
				spec = entry.Name + ":" + needs[entry.Name]
			}
			runCommand(t, t.Context(), cli.Done, "bench", spec, "random", "--games", "2", "--json")
			runCommand(t, t.Context(), cli.Done, "match", spec, "greedy", "--games", "2", "--json")
			var text bytes.Buffer
			a := &cli.App{In: strings.NewReader("f5\nquit\n"), Out: &text, Err: &text}
			if code := execute(a, t.Context(), []string{"play", "--white", spec}); code != cli.Done ||
				!strings.Contains(text.String(), "white plays") {
				t.Errorf("play: exit code %d\n%s", code, text.String())
			}
			out, _ := runCommand(t, t.Context(), cli.Done, "gtp", "--agent", spec, gtp)
			replies := strings.Split(strings.TrimSpace(out), "\n\n")
			if len(replies) != 5 || !slices.Contains([]string{"= D6", "= F4", "= F6"}, replies[3]) {
				t.Errorf("gtp: %q", replies)
			}
			out, _ = runCommand(t, t.Context(), cli.Done, "nboard", "--agent", spec, nboard)
			if !strings.Contains(out, "\n=== ") || strings.Contains(out, "error") {
				t.Errorf("nboard: %s", out)
			}
		})
	}
}

// servePolicy serves a policy that plays the first legal move, and returns its address.
func servePolicy(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				for in := bufio.NewScanner(conn); in.Scan(); {
					answer := in.Text()
					if boards, err := hex.DecodeString(answer); err == nil {
						var moves []byte
						for ; len(boards) > 0; boards = boards[24:] {
							legal := engine.Set(binary.LittleEndian.Uint64(boards[16:]))
							moves = append(moves, byte(legal.First()))
						}
						answer = hex.EncodeToString(moves)
					}
					if _, err := fmt.Fprintln(conn, answer); err != nil {
						return
					}
				}
			}()
		}
	}()
	return l.Addr().String()
}

// fastSpec returns the spec of an agent with small limits where it has any.
func fastSpec(name string) string {
	kind, err := agents.Find(name)
	if err != nil {
		return name
	}
	var pairs []string
	for key, value := range map[string]string{"depth": "2", "sims": "30"} {
		if slices.ContainsFunc(kind.Params, func(q agents.Param) bool { return q.Key == key }) {
			pairs = append(pairs, key+"="+value)
		}
	}
	slices.Sort(pairs)
	pairs = append(pairs, "exact=4")
	return name + ":" + strings.Join(pairs, ",")
}
