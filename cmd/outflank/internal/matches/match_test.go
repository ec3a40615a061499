package matches

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/qlearn/agents"
)

// gamesOfMatch plays a match and returns its games.
func gamesOfMatch(t *testing.T, cfg arena.Config) []arena.Result {
	t.Helper()
	m, err := cfg.Match(agents.Resolver{})
	if err != nil {
		t.Fatal(err)
	}
	var list []arena.Result
	for r, err := range m.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		r.Usage = [2]arena.Usage{}
		list = append(list, r)
	}
	return list
}

// TestSameGamesThroughProtocols: two processes of this program play through GTP and
// through NBoard the games that the agents play in one, with random openings and
// moves, and from another start than the ordinary one.
func TestSameGamesThroughProtocols(t *testing.T) {
	boards := filepath.Join(t.TempDir(), "boards.pos")
	text := "---------------------------OX------XO--------------------------- O\n" // white first
	if err := os.WriteFile(boards, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, openings := range []string{"", boards} {
		cfg := arena.Config{Agents: []string{"ab:depth=2,exact=6", "swh:ties=first"}, Games: 6, Random: 6,
			Perturb: 0.1, Seed: 3, Openings: openings}
		want := gamesOfMatch(t, cfg)
		for _, protocol := range []string{"gtp", "nboard"} {
			through := cfg
			through.Agents = nil
			for _, spec := range cfg.Agents {
				through.Agents = append(through.Agents, fmt.Sprintf(`%s:cmd="outflank %s --agent %s"`, protocol,
					protocol, spec))
			}
			if diff := cmp.Diff(want, gamesOfMatch(t, through)); diff != "" {
				t.Errorf("%s, openings %q: (-in-process +through)\n%s", protocol, openings, diff)
			}
		}
	}
}

// TestGRhino plays a real external engine, twice: the same games, none forfeited.
// It needs Debian's package grhino, and the openings of XOT.
func TestGRhino(t *testing.T) {
	rhino, err := exec.LookPath("/usr/games/gtp-rhino")
	if err != nil {
		t.Skip("gtp-rhino is not installed")
	}
	xot := clitest.RealData(t, "openings", "xot-large.txt")
	// No opening book, whose choice is random, and no randomness in the evaluation.
	cfg := arena.Config{Agents: []string{"ab:depth=2", fmt.Sprintf(`gtp:cmd="%s -b 0 -r 0 -l 1"`, rhino)},
		Games: 20, Seed: 1, Openings: xot}
	if os.Getenv("OUTFLANK_LONG") != "" {
		cfg.Games = 200
	}
	first := gamesOfMatch(t, cfg)
	for _, r := range first {
		if r.Forfeit != nil || r.Book != 8 {
			t.Errorf("game %d: book %d, %v", r.Pairing.Game, r.Book, r.Forfeit)
		}
	}
	if diff := cmp.Diff(first, gamesOfMatch(t, cfg)); diff != "" {
		t.Errorf("the second match is another one:\n%s", diff)
	}
}

// runTournament writes a file of agents and returns the command for a tournament whose
// results lie in the given folder.
func runTournament(t *testing.T, dir string, more ...string) []string {
	t.Helper()
	specs := filepath.Join(dir, "agents.txt")
	text := "ab:depth=3,exact=8   # the favourite\n\nswh\nminimax:depth=2,exact=6\n"
	if err := os.WriteFile(specs, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return append([]string{"tournament", specs, "--games", "60", "--random-plies", "6", "--adjudicate",
		"4"}, more...)
}

// results are the flags that write all that a tournament leaves behind.
func results(dir string) []string {
	return []string{
		"-o", filepath.Join(dir, "games"), "--cross", filepath.Join(dir, "cross.txt"), "--cross",
		filepath.Join(dir, "cross.csv"),
		"--cross", filepath.Join(dir, "cross.json"), "--cross", filepath.Join(dir, "cross.md"),
		"--cross", filepath.Join(dir, "cross.html"),
	}
}

// TestTournamentSurvivesKills: a tournament that is killed again and again, each time
// three games later, leaves the same tables, byte for byte, as one that
// is not.
func TestTournamentSurvivesKills(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	room.Want(t, cli.Done, append(runTournament(t, whole), results(whole)...)...)

	state := filepath.Join(dir, "state.ndjson")
	args := append(runTournament(t, dir, "--state", state), results(dir)...)
	resume := append([]string{"tournament", "--resume", state}, results(dir)...)
	kills := 20
	if testing.Short() {
		kills = 8
	}
	for kill := range kills {
		if stderr, code := clitest.Kill(t, clitest.Step{What: "playing", Done: 3 * (kill + 1)},
			args...); code != clitest.Killed {
			t.Fatalf("kill %d: exit code %d: %s", kill, code, stderr)
		}
		args = resume
	}
	room.Want(t, cli.Done, resume...)
	for _, name := range []string{"cross.txt", "cross.csv", "cross.json", "cross.md", "cross.html", "games/games.parquet"} {
		want, err := os.ReadFile(filepath.Join(whole, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs: %v\n%.2000s\nwant\n%.2000s", name, err, got, want)
		}
	}
}

// TestInterruptedMatch: Ctrl-C ends with exit code 4 and the command that resumes the match,
// which does.
func TestInterruptedMatch(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state.ndjson")
	_, stderr, code := room.Interrupt(t, clitest.Step{What: "playing", Done: 5}, "match", "ab:depth=4",
		"minimax:depth=3", "--games", "200", "--random-plies", "4", "--state", state, "--workers", "1")
	if code != cli.Interrupted {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	_, after, _ := strings.Cut(stderr, "continue with\n")
	words := strings.Fields(after)
	if want := []string{"outflank", "match", "--resume", state, "--workers", "1"}; !cmp.Equal(words, want) {
		t.Fatalf("told to continue with %q in:\n%s", words, stderr)
	}
	if n := clitest.Lines(state); n < 5 || n > 200 {
		t.Errorf("%d lines are kept", n)
	}
	room.Want(t, cli.Misused, "match", "ab", "swh", "--state", state)
	room.Want(t, cli.Misused, "match", "--resume", state, "--games", "3")
	room.Want(t, cli.Misused, "match", "ab", "swh", "--resume", state)
}

// TestSPRTStops: a match that is clear stops, and says which hypothesis it accepts.
func TestSPRTStops(t *testing.T) {
	out, _ := room.Want(t, cli.Done, "match", "ab:depth=3", "random", "--games", "4000", "--random-plies", "6",
		"--sprt", "0,20")
	if !strings.Contains(out, "SPRT H0: elo = 0, H1: elo = 20, α = 0.05, β = 0.05: H1 accepted") ||
		!strings.Contains(out, ", LLR 3.81 (-2.94, 2.94), Ptnml [") {
		t.Errorf("got\n%s", out)
	}
}

// TestLucasBoards: the boards of digits are read as the literature has them, each
// after seven moves from the ordinary start, so that white is to move.
func TestLucasBoards(t *testing.T) {
	list, err := book.ReadOpenings(clitest.RealData(t, "openings", "lucas-1000-boards.txt"))
	if err != nil || len(list) != 1000 {
		t.Fatalf("%d boards, %v", len(list), err)
	}
	for i, g := range list {
		if g.Start.Color != engine.White || g.Start.Board.Moves() == 0 ||
			(g.Start.Board.Mine|g.Start.Board.Theirs).Len() != 11 {
			t.Errorf("board %d: %v", i+1, g.Start)
		}
	}
}
