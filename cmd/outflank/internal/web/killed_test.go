package web

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"
)

// TestKilled: a server is killed again and again, at once after an answer, and the game goes on as if
// it had not been.
func TestKilled(t *testing.T) {
	state := t.TempDir()
	var id, moves string
	for ply := range 6 {
		base, kill := process(t, "web", "--state", state, "--addr", "127.0.0.1:0", "--json", "--threads", "1")
		if id == "" {
			id = fmt.Sprint(post(t, base, "/api/v1/games",
				`{"black": "human", "white": "human", "start": "6x6"}`)["id"])
		}
		var v struct {
			Board struct {
				Moves string
				Legal []struct{ Move string }
			}
		}
		answer, err := http.Get(base + "/api/v1/games/" + id)
		if err == nil {
			err = json.NewDecoder(answer.Body).Decode(&v)
			answer.Body.Close()
		}
		if err != nil || v.Board.Moves != moves {
			t.Fatalf("after %d kills the moves are %q, want %q: %v", ply, v.Board.Moves, moves, err)
		}
		move := v.Board.Legal[0].Move
		post(t, base, "/api/v1/games/"+id+"/moves", fmt.Sprintf(`{"move": %q, "ply": %d}`, move, ply))
		moves += move
		kill()
	}
}

// process starts a server as a process of its own; kill ends it as kill -9 does.
func process(t *testing.T, args ...string) (base string, kill func()) {
	t.Helper()
	c := exec.Command("outflank", args...)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	kill = func() {
		_ = c.Process.Kill() // it may have ended
		_ = c.Wait()
	}
	t.Cleanup(kill)
	var said struct{ URL string }
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &said)
	}
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return strings.TrimSuffix(said.URL, "/"), kill
}

// post posts JSON and returns the answer, which must be fine.
func post(t *testing.T, base, path, body string) map[string]any {
	t.Helper()
	answer, err := http.Post(base+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	var v map[string]any
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d %s %v", path, body, answer.StatusCode, text, err)
	}
	return v
}

// TestKilledEvening: a server is killed at once after each answer, and the club evening has all that it answered.
func TestKilledEvening(t *testing.T) {
	state := t.TempDir()
	var at, organiser, ann, bo string
	var v struct {
		You, State string
		Round      int
		Pairings   []struct {
			Path string
			End  struct{ Reason string }
		}
	}
	steps := []struct {
		do   func(base string)
		want string
	}{
		{func(base string) {
			e := post(t, base, "/api/v1/evenings", `{"title":"Thursday","clock":"5m","start":"8x8","games":1}`)
			at, organiser = fmt.Sprint("/api/v1/evenings/", e["id"]), fmt.Sprint("?organiser=", e["key"])
		}, " open 0 0"},
		{func(base string) { ann = fmt.Sprint("?player=", post(t, base, at+"/join", `{"name":"Ann"}`)["key"]) }, "Ann open 0 0"},
		{func(base string) { bo = fmt.Sprint("?player=", post(t, base, at+"/join", `{"name":"Bo"}`)["key"]) }, "Ann open 0 0"},
		{func(base string) { post(t, base, at+"/rounds"+organiser, "") }, "Ann playing 1 1"},
		{func(base string) {
			game, key, _ := strings.Cut(strings.TrimPrefix(v.Pairings[0].Path, "/seat/"), "/")
			post(t, base, "/api/v1/games/"+game+"/resign?seat="+key, `{}`)
		}, "Ann over 1 1"},
		{func(string) {}, "Ann over 1 1"},
	}
	for i, step := range steps {
		base, kill := process(t, "web", "--state", state, "--addr", "127.0.0.1:0", "--json", "--threads", "1")
		step.do(base)
		kill()
		base, kill = process(t, "web", "--state", state, "--addr", "127.0.0.1:0", "--json", "--threads", "1")
		answer, err := http.Get(base + at + ann)
		if err == nil {
			err = json.NewDecoder(answer.Body).Decode(&v)
			answer.Body.Close()
		}
		if got := fmt.Sprint(v.You, " ", v.State, " ", v.Round, " ", len(v.Pairings)); err != nil || got != step.want {
			t.Fatalf("after step %d: %q, want %q: %v", i, got, step.want, err)
		}
		kill()
	}
	if v.Pairings[0].End.Reason != "resigned" || bo == ann {
		t.Errorf("%+v", v)
	}
}
