package play

import (
	"bytes"
	std "cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/engine"
)

// TestDrillDays: what a player is asked on the following days, with two new positions in a session.
func TestDrillDays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines.txt")
	if err := os.WriteFile(path, []byte("f5d6c3d3c4  # a remark\nf5d6c3f4f6\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := practice.ReadRepertoire(path, engine.Black)
	if err != nil {
		t.Fatal(err)
	}
	progress := filepath.Join(t.TempDir(), "p")
	for _, step := range []struct {
		day            int
		answers, asked string
		want           drilled
	}{
		{0, "f5 c4 c3", "start f5d6 f5d6", drilled{3, 2, 4, 2, 2}}, // c4 is wrong, so f5d6 is asked again
		{0, "show quit f6", "f5d6c3d3 f5d6c3f4", drilled{1, 0, 4, 3, 1}},
		{1, "e6 c3 c4 skip", "start f5d6 f5d6c3d3 f5d6c3f4", drilled{3, 3, 4, 1, 1}}, // e6 is f5 turned
		{1, "", "f5d6c3f4", drilled{0, 0, 4, 1, 1}},
		{2, "c4 f6", "f5d6c3d3 f5d6c3f4", drilled{2, 2, 4, 3, 0}},
		{2, "f5", "", drilled{0, 0, 4, 3, 0}},
		{4, "f5 c4 c4 f6 c3", "start f5d6 f5d6c3d3 f5d6c3f4 f5d6", drilled{5, 4, 4, 1, 0}},
	} {
		s := trainer{Repertoire: r, fresh: 2, cards: map[string]practice.Card{},
			now: func() time.Time { return time.Date(2026, 2, 27+step.day, 12, 0, 0, 0, time.UTC) }}
		j, err := openAttempts(progress, drillFormat, func(at reply) { s.cards[at.Position] = at.Card })
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		in := strings.NewReader(strings.ReplaceAll(step.answers, " ", "\n"))
		s.asker = newAsker(t.Context(), &cli.App{In: in, Out: &out})
		got, err := s.train(t.Context(), j)
		if err != nil || j.Close() != nil {
			t.Fatal(err)
		}
		var asked []string
		for line := range strings.Lines(out.String()) {
			if _, moves, ok := strings.Cut(line, "black to move"); ok {
				moves, _, _ = strings.Cut(strings.TrimSpace(strings.TrimLeft(moves, ":")), "  ") // before the name
				asked = append(asked, std.Or(strings.ReplaceAll(moves, " ", ""), "start"))
			}
		}
		if diff := cmp.Diff(step.asked, strings.Join(asked, " ")); diff != "" || got != step.want {
			t.Errorf("day %d, %q: %+v, want %+v\n%s", step.day, step.answers, got, step.want, diff)
		}
	}
}
