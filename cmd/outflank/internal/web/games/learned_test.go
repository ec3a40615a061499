package games

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/qlearn/workspace"
	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

// TestLearned: a model of a training run plays a whole game. While its run is away, the game waits with a
// problem, and continues when it is back.
func TestLearned(t *testing.T) {
	dir := t.TempDir()
	workspacetest.Fill(t, dir)
	files, err := workspace.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	at := serve(t, newHall(t, Options{Runs: files}))
	var a Answer
	want(t, 200, "GET", at+"agent?spec=run:small@last", "", &a)
	if a.About != "the run small after 60 games, squares+mobility" {
		t.Error(a.About)
	}
	var v View
	want(t, 200, "POST", at+"games", `{"black": "run:small@best", "white": "run:sweeps/lambda/001@last"}`, &v)
	next, stop := listen(t, at+"games/"+v.ID+"/events")
	v = until(t, next, func(v View) bool { return v.End != nil })
	stop()
	if v.End.Reason != "discs" || len(v.Board.Plies) < 9 {
		t.Errorf("%+v", v.End)
	}

	want(t, 200, "POST", at+"games", `{"black": "human", "white": "run:small"}`, &v)
	next, stop = listen(t, at+"games/"+v.ID+"/events")
	defer stop()
	aside := func(from, to string) {
		if err := os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)); err != nil {
			t.Fatal(err)
		}
	}
	aside("small", "other")
	want(t, 200, "POST", at+"games/"+v.ID+"/moves", `{"move": "f5"}`, nil)
	v = until(t, next, func(v View) bool { return v.Problem != "" || len(v.Board.Plies) == 2 })
	if !strings.Contains(v.Problem, `there is no run "small"`) || v.End != nil {
		t.Errorf("%+v", v)
	}
	aside("other", "small")
	want(t, 200, "POST", at+"games/"+v.ID+"/undo", `{}`, nil)
	want(t, 200, "POST", at+"games/"+v.ID+"/moves", `{"move": "d3"}`, nil)
	until(t, next, func(v View) bool { return len(v.Board.Plies) == 2 && v.Problem == "" })
}

// TestLearnedRefused: specs lead only to models of runs in the folder, whatever their path, and tell nothing of
// other files.
func TestLearnedRefused(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "runs")
	workspacetest.Fill(t, dir)
	workspacetest.Fill(t, filepath.Join(top, "elsewhere"))
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("the secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(top, "elsewhere", "small"), filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	files, err := workspace.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	at := serve(t, newHall(t, Options{Runs: files}))
	for _, spec := range []string{
		"run:../elsewhere/small@last", "run:small/../../elsewhere/small@last", "run:" + top + "/elsewhere/small@last",
		"run:link@last", "run:link", "run:small/@last", "run:./small@last", `run:..\elsewhere\small@last`,
		"run:secret@last", "run:tuned@last", "run:match.ndjson@last", "run:.@last", "run:", "run:@", "run:none@best",
		"run:small@card.md", "run:small@../small/last", "run:small@checkpoint", "run:small@7", "run:small@-60",
		"run:small@last\x00", "run:small\x00@last", "run:" + strings.Repeat("a/", 90) + "b@last",
	} {
		got, text := ask(t, "GET", at+"agent?"+url.Values{"spec": {spec}}.Encode(), "")
		if got != 400 || strings.Contains(text, "the secret") || strings.Contains(text, "squares") ||
			strings.Contains(text, top) && !strings.Contains(spec, top) {
			t.Errorf("%s: %d %s", spec, got, text)
		}
	}
	want(t, 200, "GET", at+"agent?spec=run:small@last", "", nil)
	want(t, 400, "GET", serve(t, newHall(t, Options{}))+"agent?spec=run:small@last", "", nil)
}
