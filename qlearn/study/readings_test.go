package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// reportsHere are those whose experiments are of this file's tests.
var reportsHere = []string{"000", "001"}

// Each reading of each experiment has work of one kind, and the players of two readings differ where the
// readings do; a choice quotes the report or says that it says nothing.
func TestEveryReadingHasWork(t *testing.T) {
	for _, e := range All.Experiments {
		for _, r := range e.readings() {
			if e.work(r) == nil {
				t.Errorf("%s: no work of %v", e.Name, r)
			}
		}
		if !slices.Contains(reportsHere, e.Seed) {
			continue
		}
		for _, c := range e.Choices {
			if quotes := strings.Contains(c.Open, "“") && strings.Contains(c.Open, "”"); !quotes || len(c.Values) < 2 {
				t.Errorf("%s: choice %s has the values %q and quotes %q", e.Name, c.Name, c.Values, c.Open)
			}
			seen := map[string]string{}
			for _, v := range c.Values {
				r := e.First()
				r[c.Name] = v
				text := strings.Join(playersOf(e.work(r)), "; ")
				if same, ok := seen[text]; ok && text != "" {
					t.Errorf("%s: %s is the same with %s as with %s", e.Name, c.Name, v, same)
				}
				seen[text] = v
			}
		}
	}
}

// playersOf are the specs of a work with what else differs, nil of works that have others.
func playersOf(w work) (list []string) {
	switch w := w.(type) {
	case duels:
		list = append(list, string(rune('0'+w.Random)))
		for _, d := range w.Duels {
			list = append(list, d.A, d.B)
		}
	case crossTable:
		list = append(list, string(rune('0'+w.Random)))
		for _, p := range w.Players {
			list = append(list, p.Spec)
		}
	case timing:
		for _, l := range w.Lines {
			list = append(list, l.spec(l.At[len(l.At)-1]))
		}
	case depthGames:
		return append(playersOf(w.table), playersOf(w.start)...)
	case linearity:
		return playersOf(w.table)
	case together:
		for _, one := range w {
			players := playersOf(one)
			if players == nil {
				players = []string{fmt.Sprintf("%+v", one)}
			}
			list = append(list, players...)
		}
	case evolvedFirst:
		return append(playersOf(w.work(w.reading)), "evolved")
	}
	return list
}

// Each row that a claim is about is there under all readings, with all meanings.
func TestClaimsUnderAllReadings(t *testing.T) {
	for _, name := range []string{"cassio-depths", "search-equal-depth", "cassio-mc-selection",
		"search-branching"} {
		e := All.Find(name)
		r := Runner{Host: &fakeHost{}, Dir: t.TempDir(), Scale: 0.001, Seed: 1, Workers: 2, Now: slowingClock()}
		result := runAll(t, r, e)
		for i, c := range result.Claims {
			meanings := len(e.Claims[i].Meanings()) // of all under the first reading, and of what differs under others
			if n := len(c.Curve); n < meanings || n > len(e.readings())*meanings {
				t.Errorf("%s, “%s”: %d points of %d meanings", name, c.Says, n, meanings)
			}
		}
	}
}

// Of one sentence there is one claim: what is said twice is one with two meanings.
func TestOneClaimOfASentence(t *testing.T) {
	for _, seed := range reportsHere {
		said := map[string]string{}
		for _, e := range All.Experiments {
			if e.Seed != seed {
				continue
			}
			for _, c := range e.Claims {
				if where, ok := said[c.Says]; ok {
					t.Errorf("%s says “%s” as %s does", e.Name, c.Says, where)
				}
				said[c.Says] = e.Name
			}
		}
	}
	depths := All.Find("cassio-depths").Claims
	if len(depths) != 1 || len(depths[0].Meanings()) != 4 {
		t.Errorf("the sentence about deeper searches is %d claims", len(depths))
	}
}

// What is said of seconds, or of what is feasible, is of the machine of its time.
func TestOfItsTime(t *testing.T) {
	for name, want := range map[string]int{"cassio-depth-times": 4, "cassio-mc-times": 1,
		"cassio-mc-minimax": 3} {
		n := 0
		for _, c := range All.Find(name).Claims {
			if c.Machine {
				n++
			}
		}
		if n != want {
			t.Errorf("%s has %d claims of its time, want %d", name, n, want)
		}
	}
}

// The weights of an evolution are in the specs that play.
func TestEvolvedFirst(t *testing.T) {
	for spec, want := range map[string]string{
		`ab:depth=2,model="$DIR/weights-20.model"`:         `"$DIR/weights-20.model"`,
		`ab:model="$DIR/weights-20.model",depth=2,exact=0`: `"$DIR/weights-20.model"`,
		"ab:model=tuned weights 20":                        "tuned weights 20",
	} {
		if got := modelOf(spec); got != want {
			t.Errorf("model of %s: %s, want %s", spec, got, want)
		}
	}
	r := Reading{"ending": "10", "model": `"$DIR/x.model"`}
	if got, want := r.minimax(3), `cassio:depth=3,plain,exact=10,model="$DIR/x.model"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// With hard bounds each later move seems as good as the best before it, so that the last is played.
func TestLastOfEquals(t *testing.T) {
	r := &execution{Runner: Runner{Seed: 1}}
	boards, err := r.Boards([]int{20, 31}, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range boards {
		if b.Moves() == 0 {
			continue
		}
		var last = b.Moves().First()
		for s := range b.Moves().All() {
			last = s
		}
		if got, err := newLastOfEquals(3, hardBounds).Choose(t.Context(), b); err != nil || got != last {
			t.Errorf("plays %v (%v), want %v", got, err, last)
		}
		if got, err := newLastOfEquals(2, "the last with soft bounds").Choose(t.Context(), b); err != nil || !b.Moves().Has(got) {
			t.Errorf("plays %v (%v)", got, err)
		}
		exact := newLastOfEquals(1, exactValues)
		last = engine.None
		for s := range b.Moves().All() {
			if last == engine.None || exact.leaf(b.Play(s)) <= exact.leaf(b.Play(last)) {
				last = s
			}
		}
		if got, err := exact.Choose(t.Context(), b); err != nil || got != last {
			t.Errorf("with exact values it plays %v (%v), want %v", got, err, last)
		}
	}
}
