package data

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
)

// Ten wrong claims among 10,000 are found, and only these, whether they are exact or bounds.
func TestAuditFindsPlanted(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	rng := rand.New(rand.NewPCG(35, 8))
	var boards []string
	for len(boards) < 10_000 {
		_, p := engine.StandardStart().RandomMoves(58-len(boards)%4, rng)
		if !p.Board.Over() {
			boards = append(boards, p.String()+";")
		}
	}
	write := func(name string, lines []string) {
		if err := os.WriteFile(path(name), []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("boards.obf", boards)
	room.Want(t, cli.Done, "label", path("boards.obf"), "-o", path("scored.obf"), "--hash", "1M")
	data, err := os.ReadFile(path("scored.obf"))
	if err != nil {
		t.Fatal(err)
	}
	claims := strings.Split(strings.TrimSpace(string(data)), "\n")
	bounds := []string{"obf,accuracy,score_lowerbound,score_upperbound"}
	var planted []int
	for i, line := range claims {
		board, rest, _ := strings.Cut(line, ";")
		var move string
		var score int
		if _, err := fmt.Sscanf(strings.Replace(rest, ":", " ", 1), "%s %d;", &move, &score); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		low, high := -64, score
		if i%1000 == 7 {
			planted = append(planted, i+1)
			claims[i] = fmt.Sprintf("%s; %s:%+d;", board, move, score-2)
			low, high = score+1, 64
		}
		bounds = append(bounds, fmt.Sprintf("%s;,100,%d,%d", board, low, high))
	}
	write("claims.obf", claims)
	write("bounds.csv", bounds)
	for file, before := range map[string]int{"claims.obf": 0, "bounds.csv": 1} {
		stdout, _ := room.Want(t, cli.Failed, "audit", path(file), "-o", path(file+".obf"), "--sample", "0", "--hash", "1M", "--json")
		var r auditResult
		if err := json.Unmarshal([]byte(stdout), &r); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		var found []int
		for _, w := range r.Wrong {
			found = append(found, w.Line-before)
		}
		if !slices.Equal(found, planted) || r.Checked != 10_000 || r.Rate != 0.001 || r.RateAtMost < 0.0018 || r.RateAtMost > 0.0019 {
			t.Errorf("%s: found %v of %v: %+v", file, found, planted, r)
		}
	}
}
