package arena_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// played plays a match to its end and returns the lines of its file, and its result after each game.
func played(t *testing.T, cfg arena.Config) (lines [][]byte, results []*arena.Summary) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "match.ndjson")
	state, err := arena.Create(path, cfg, simple{})
	if err != nil {
		t.Fatal(err)
	}
	results = append(results, state.Result())
	for _, err := range state.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, state.Result())
	}
	if err := state.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines = bytes.SplitAfter(text, []byte("\n"))
	return lines[:len(lines)-1], results
}

var sameResults = cmp.Options{cmpopts.IgnoreUnexported(arena.Summary{}), cmpopts.EquateEmpty()}

// Law: a view has the results that the command has after as many games, however the file grows and in
// whatever order the games ended.
func TestView(t *testing.T) {
	for name, cfg := range map[string]arena.Config{
		"match":      {Agents: []string{"random", "greedy"}, Games: 30, Random: 4, Seed: 2},
		"tournament": {Agents: []string{"random", "greedy", "random"}, Games: 6, Random: 4, Seed: 2, Shape: "6x6"},
		"holes":      {Agents: []string{"random", "greedy"}, Games: 8, Seed: 3, Shape: "hex", Holes: engine.Holes{Share: 0.2}},
		"test":       {Agents: []string{"greedy", "random"}, Games: 4000, Random: 4, Seed: 1, SPRT: "0,50"},
	} {
		t.Run(name, func(t *testing.T) {
			lines, want := played(t, cfg)
			head, games := lines[0], lines[1:]
			rand.New(rand.NewPCG(1, 2)).Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
			v, err := arena.OpenView("m", bytes.NewReader(head))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(cfg, v.Config); diff != "" {
				t.Error(diff)
			}
			text := head
			ended := map[int]arena.Result{}
			for i, line := range games {
				text = append(text, line[:len(line)/2]...)
				if more, err := v.Read(bytes.NewReader(text)); more || err != nil {
					t.Fatalf("a game that is being written: %v, %v", more, err)
				}
				text = append(text, line[len(line)/2:]...)
				if more, err := v.Read(bytes.NewReader(text)); !more || err != nil {
					t.Fatalf("game %d: %v, %v", i, more, err)
				}
				if last, ok := v.Last(); !ok || v.Ended() != i+1 ||
					!bytes.Contains(line, []byte(`"moves":"`+last.Game.String()+`"`)) {
					t.Fatalf("%d games ended, the last one is %v: %s", v.Ended(), last.Game, line)
				}
				last, _ := v.Last()
				ended[last.Pairing.Game] = last
				checkGames(t, v, text, ended, i)
				got := v.Result()
				if diff := cmp.Diff(want[got.Played], got, sameResults); diff != "" {
					t.Fatalf("after %d games (-command +view)\n%s", got.Played, diff)
				}
			}
			if got := v.Result().Played; got != len(want)-1 || !v.Done() {
				t.Errorf("%d games count, done %v, want %d", got, v.Done(), len(want)-1)
			}
			checkLLR(t, want, v.LLR())
		})
	}
}

// checkGames compares the games that a view reads again, all and a part, with those that have ended.
func checkGames(t *testing.T, v *arena.View, text []byte, ended map[int]arena.Result, from int) {
	t.Helper()
	if len(text) > 1<<16 && from%500 != 0 {
		return // long matches need too much time
	}
	numbers := slices.Sorted(maps.Keys(ended))
	if got := v.Highest(); got != numbers[len(numbers)-1]+1 {
		t.Fatalf("the highest number is %d, %v have ended", got, numbers)
	}
	for _, part := range [][2]int{{0, 1 << 20}, {from / 2, from/2 + 5}, {-3, 2}} {
		var want []arena.Result
		for _, n := range numbers {
			if part[0] <= n && n < part[1] {
				want = append(want, ended[n])
			}
		}
		got, err := v.Games(bytes.NewReader(text), part[0], part[1])
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("games %v: %v, %v, want %v", part, got, err, want)
		}
	}
}

// checkLLR compares a curve with the results after each pair of games.
func checkLLR(t *testing.T, results []*arena.Summary, curve []arena.LLR) {
	t.Helper()
	var want []arena.LLR
	for i := 2; i < len(results); i += 2 {
		if test := results[i].Test; test != nil {
			want = append(want, arena.LLR{Pairs: i / 2, LLR: test.LLR})
		}
	}
	if diff := cmp.Diff(want, curve); diff != "" {
		t.Error(diff)
	}
}

// TestViewOfOpenings: a file whose openings are elsewhere, or gone, is viewed without them.
func TestViewOfOpenings(t *testing.T) {
	openings := filepath.Join(t.TempDir(), "openings.txt")
	if err := os.WriteFile(openings, []byte("f5d6c3\nf5f6e6f4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	lines, want := played(t, arena.Config{Agents: []string{"random", "greedy"}, Games: 6, Seed: 2,
		Openings: openings})
	if err := os.Remove(openings); err != nil {
		t.Fatal(err)
	}
	text := bytes.NewReader(bytes.Join(lines, nil))
	v, err := arena.OpenView("m", text)
	if err == nil {
		_, err = v.Read(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want[6], v.Result(), sameResults); diff != "" {
		t.Error(diff)
	}
	if last, _ := v.Last(); !strings.HasPrefix(last.Game.String(), "f5") {
		t.Errorf("the last game is %v", last.Game)
	}
}

func TestViewRefuses(t *testing.T) {
	lines, _ := played(t, arena.Config{Agents: []string{"random", "greedy"}, Games: 4, Seed: 2})
	for name, tt := range map[string]struct {
		text []byte
		want string
	}{
		"empty":   {nil, "m, line 1: nothing is kept in it yet"},
		"foreign": {[]byte("PAR1\x00"), "m, line 1: it begins with"},
		"twice":   {bytes.Join([][]byte{lines[0], lines[1], lines[2], lines[1]}, nil), "is there already; did two commands"},
		"damaged": {bytes.Join([][]byte{lines[0], []byte("{\n"), lines[2]}, nil), "m, line 2: damaged"},
	} {
		in := bytes.NewReader(tt.text)
		v, err := arena.OpenView("m", in)
		if err == nil {
			_, err = v.Read(in)
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) || !fault.IsBadInput(err) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	path := filepath.Join(t.TempDir(), "j")
	bad := map[string]any{"fingerprint": "", "settings": arena.Config{Agents: []string{"random"}, Games: 4}}
	j, err := durable.CreateJournal(path, durable.Format{Name: "match", Version: 2}, bad)
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	text, _ := os.ReadFile(path)
	if _, err := arena.OpenView("m", bytes.NewReader(text)); err == nil ||
		!strings.Contains(err.Error(), "m, line 1: a match needs two agents") {
		t.Errorf("settings of no match: %v", err)
	}
}
