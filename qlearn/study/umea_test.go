package study

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/agents"
)

// A specHost writes down the players that it is asked for.
type specHost struct {
	fakeHost
	specs map[string]bool
}

func (h *specHost) Player(spec string) (arena.Player, error) {
	h.specs[spec] = true
	return h.fakeHost.Player(spec)
}

// Each reading of reports 002 and 003 has the same rows as the first, and plays otherwise: both readings of
// Algorithm 4 are in all experiments with the bonus. The plain run does report 003.
func TestReadingsOfGeneticAndUmea(t *testing.T) {
	if underRace {
		t.Skip("slow, and nothing runs side by side that TestRunGoesOn does not run")
	}
	for _, e := range All.Experiments {
		if e.Seed != "003" && (e.Seed != "002" || os.Getenv("OUTFLANK_LONG") == "") {
			continue
		}
		first, lines := []string(nil), 0
		for _, r := range e.readings() {
			host := &specHost{specs: map[string]bool{}}
			one := *e
			one.Choices = nil
			for _, c := range e.Choices {
				c.Values = []string{r[c.Name]}
				one.Choices = append(one.Choices, c)
			}
			runner := Runner{Host: host, Dir: t.TempDir(), Scale: 0.001, Seed: 1, Workers: 2, Now: slowingClock()}
			if e.Seed == "002" && !strings.Contains(e.Name, "mobility") {
				runner.Now = nil
			}
			var labels []string
			for _, row := range runAll(t, runner, &one).Rows {
				labels = append(labels, row.Label)
			}
			if first == nil {
				first = labels
			}
			if got, want := strings.Join(labels, "\n"), strings.Join(first, "\n"); got != want {
				t.Errorf("%s, %s: other rows than the first reading", e.Name, e.changes(r, e.First()))
			}
			for spec := range host.specs {
				if _, err := agents.Parse(spec); err != nil && !strings.Contains(spec, "model=tuned ") {
					t.Errorf("%s, %v: %v", e.Name, r, err)
				}
				if strings.Contains(spec, "stable=line") {
					lines++
					if r["edge"] != "line" {
						t.Errorf("%s, %v: %s", e.Name, r, spec)
					}
				}
			}
		}
		_, edge := e.First()["edge"]
		bonus := map[string]bool{"umea-heuristics": true, "umea-bonus": true, "umea-evaluation-times": true,
			"umea-time-limits": true}[e.Name]
		if edge != bonus || bonus != (lines > 0) {
			t.Errorf("%s: a choice of edge-stable discs %v, %d players with whole lines, want it %v", e.Name, edge,
				lines,
				bonus)
		}
	}
}

// What two evolutions differ in is in the names of their files and in the keys of their games.
func TestEvolutionsDoNotShareFiles(t *testing.T) {
	names := map[string]bool{}
	for _, r := range All.Find("genetic-weights").readings()[:3] {
		w := All.Find("genetic-weights").work(r).(weights)
		job := w.job(wedgeKind, 0, 300)
		if names[job.Name] || job.Depth != 4 {
			t.Errorf("%v: %+v", r, job)
		}
		names[job.Name] = true
	}
	if !names["Wedge-1"] || !names["Wedge-1-random0"] || !names["Wedge-1-step0.05"] {
		t.Errorf("names %v", names)
	}
	m := All.Find("genetic-mmnet-depth").work(All.Find("genetic-mmnet-depth").First()).(mmnetDepths)
	host := &tuneHost{}
	r := &Runner{Host: host, Dir: t.TempDir(), Scale: 0.001, Seed: 1, Workers: 1}
	runAll(t, *r, firstReading(All.Find("genetic-mmnet-depth")))
	if host.depths[4] != m.seeds || host.depths[2] != m.seeds {
		t.Errorf("MMNet was evolved at depths %v, want %d times at 2 and at 4", host.depths, m.seeds)
	}
}

// A tuneHost counts evolutions by the depth of their games.
type tuneHost struct {
	fakeHost
	depths map[int]int
}

func (h *tuneHost) Tune(ctx context.Context, job TuneJob) (Tuned, error) {
	if h.depths == nil {
		h.depths = map[int]int{}
	}
	h.depths[job.Depth]++
	return h.fakeHost.Tune(ctx, job)
}

// Which side has more moves, or fewer discs, in two games, and what it gets.
func TestLeaders(t *testing.T) {
	g := twoGames{Score: [2]int{10, -4}, A: use{Middle: [3]int{10, 90, 200}}, B: use{Middle: [3]int{10, 60,
		150}}}
	for m, want := range map[measure]float64{moreMoves: 1, fewerDiscs: 1, discsAndMoves: 0} {
		if sum, games := m.points(g); sum != want || games != 2 {
			t.Errorf("measure %d: %v of %d, want %v of 2", m, sum, games, want)
		}
	}
	g.Score = [2]int{10, 4} // A wins both, with more moves and more discs
	for m, want := range map[measure]float64{moreMoves: 2, fewerDiscs: 0} {
		if sum, _ := m.points(g); sum != want {
			t.Errorf("measure %d: %v, want %v", m, sum, want)
		}
	}
}

// Sides with more moves than the mean of all sides, 7, have 3 of 4 points; those whose opponents have fewer have
// as many of other games. A phase puts its numbers in the place of the midgame's.
func TestBesideTheMean(t *testing.T) {
	games := []twoGames{
		{Score: [2]int{10, 4}, A: use{Middle: [3]int{10, 90}}, B: use{Middle: [3]int{10, 60}}},
		{Score: [2]int{10, -4}, A: use{Middle: [3]int{10, 50}}, B: use{Middle: [3]int{10, 80}}},
	}
	for m, want := range map[measure]float64{manyMoves: 3. / 4, fewTheirs: 3. / 4} {
		if row := m.Row("x", games); *row.Ours != want || row.Games != 4 || row.alike != 2 {
			t.Errorf("measure %d: %v of %d games", m, *row.Ours, row.Games)
		}
	}
	if row := discsOfBoth.Row("x", games); *row.Ours != (35.5+33.5)/2 || row.Unit != unitDiscs {
		t.Errorf("%v discs", *row.Ours)
	}
	games[0].A.Early, games[0].B.Late = [3]int{1, 2, 3}, [3]int{4, 5, 6}
	if early, late := earlyPlies.of(games), latePlies.of(games); early[0].A.Middle != games[0].A.Early ||
		late[0].B.Middle != games[0].B.Late || middlePlies.of(games)[0] != games[0] || games[0].A.Middle[1] != 90 {
		t.Errorf("%+v, %+v", early, late)
	}
}

// A game of random players has a turn for each move and each pass.
func TestTurns(t *testing.T) {
	counted, rng := cases{}, rand.New(rand.NewPCG(1, 1))
	for range 200 {
		if err := counted.addTurns(rng); err != nil {
			t.Fatal(err)
		}
	}
	all, over := counted[turnsLabel], counted[overSixtyLabel]
	if all[1] != 200 || all[0] < 180 || over[0] < 30 || over[0] > 100 {
		t.Errorf("%d of %d games have 60 turns or more, %d more", all[0], all[1], over[0])
	}
}

// Squares of the captures: a1 touches b2, which is inside, and c1 not.
func TestParts(t *testing.T) {
	at := func(text string) engine.Square {
		for s := range engine.Square(64) {
			if s.String() == text {
				return s
			}
		}
		t.Fatal(text)
		return 0
	}
	for text, want := range map[string]string{"a1": "on corners", "h8": "on corners", "c1": "on sides",
		"h4": "on sides", "b2": "inside"} {
		if got := part(at(text)); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	if !next(at("a1"), at("b2")) || next(at("a1"), at("c1")) || next(at("a1"), at("a1")) {
		t.Error("squares that touch")
	}
}

// Sentences about Java and Python are shown and not judged.
func TestTimesOfJavaAreNotJudged(t *testing.T) {
	for _, c := range All.Find("umea-depth-times").Claims {
		if !c.Machine {
			t.Errorf("“%s” is judged", c.Says)
		}
	}
}
