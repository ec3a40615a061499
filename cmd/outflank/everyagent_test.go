package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	runCommand(t, t.Context(), exitDone, "train", "-o", model, "--mode", "self", "--games", "4", "--features", "report")
	gtp := write("session.gtp", "boardsize 8\nclear_board\nplay black f5\ngenmove white\nquit\n")
	nboard := write("session.nboard", "nboard 2\nset depth 1\nset game "+
		"(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)\nhint 1\ngo\nquit\n")
	needs := map[string]string{
		"q": "model=" + model, "player": "file=" + player,
		"gtp": `cmd="outflank gtp --agent greedy"`, "nboard": `cmd="outflank nboard --agent greedy"`,
	}
	for _, entry := range agentKinds {
		t.Run(entry.name, func(t *testing.T) {
			t.Parallel()
			spec := fast(entry.name)
			if needs[entry.name] != "" {
				spec = entry.name + ":" + needs[entry.name]
			}
			runCommand(t, t.Context(), exitDone, "bench", spec, "random", "--games", "2", "--json")
			runCommand(t, t.Context(), exitDone, "match", spec, "greedy", "--games", "2", "--json")
			out, code := runPlay(t.Context(), strings.NewReader("f5\nquit\n"), "--white", spec)
			if code != exitDone || !strings.Contains(out, "white plays") {
				t.Errorf("play: exit code %d\n%s", code, out)
			}
			out, _ = runCommand(t, t.Context(), exitDone, "gtp", "--agent", spec, gtp)
			replies := strings.Split(strings.TrimSpace(out), "\n\n")
			if len(replies) != 5 || !slices.Contains([]string{"= D6", "= F4", "= F6"}, replies[3]) {
				t.Errorf("gtp: %q", replies)
			}
			out, _ = runCommand(t, t.Context(), exitDone, "nboard", "--agent", spec, nboard)
			if !strings.Contains(out, "\n=== ") || strings.Contains(out, "error") {
				t.Errorf("nboard: %s", out)
			}
		})
	}
}
