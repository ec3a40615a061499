package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/arena"
)

// TestClass: a tournament of twelve files of Python ends, although one crashes, one loops for ever and one plays
// illegal moves. The report and the page name them, with what happened and the number of games.
func TestClass(t *testing.T) {
	source, err := filepath.Abs(filepath.Join("..", "..", "notebooks", "python"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PYTHONPATH", source)
	if err := exec.Command("python3", "-c", "import outflank").Run(); err != nil {
		t.Skip("python3 has no NumPy")
	}
	files, err := filepath.Glob(filepath.Join("testdata", "class", "*.py"))
	if err != nil || len(files) != 12 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	page := filepath.Join(t.TempDir(), "class.html")
	args := append([]string{"tournament", "--games", "2", "--timeout", "3s", "--cross", page, "--json"}, files...)
	out, _ := runCommand(t, t.Context(), cli.Done, args...)
	var r arena.Summary
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]string{
		"crashes": "it answers: IndexError: list index out of range", "loops": "no answer in time: waited 3s",
		"illegal": "d4 by white is illegal: the square is taken",
	}
	for _, p := range r.Players {
		name := strings.TrimSuffix(filepath.Base(p.Name), ".py")
		reason, bad := reasons[name]
		switch {
		case !bad && p.Forfeits != 0:
			t.Errorf("%s forfeited %d games: %s", name, p.Forfeits, p.Reason)
		case bad && (p.Forfeits != 20 || p.Unplayed != 17): // of the games of two bad files, each forfeits one
			t.Errorf("%s forfeited %d games, %d without play", name, p.Forfeits, p.Unplayed)
		case bad && (!strings.Contains(p.Reason, strings.TrimPrefix(reason, "d4 by white ")) ||
			!strings.Contains(string(html), fmt.Sprintf(`<td class="reason">%s</td>`, reason))):
			t.Errorf("%s: %s", name, p.Reason)
		}
	}
	if n := strings.Count(string(html), `<td class="reason">not played after 3 forfeits in a row</td>`); n != 3 {
		t.Errorf("%d files are excluded", n)
	}
}
