package study

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the report prints and says of its own weights, in its own numbers.
func TestPrintedWeights(t *testing.T) {
	wedge, grid := squaresOf("wedge"), squaresOf("grid")
	w, g := classes(wedge), classes(grid)
	if lead := cornerLead(w, 3); lead <= 0 || cornerLead(g, 3) >= 0 {
		t.Errorf("the corner's lead is %v in Wedge and %v in Grid", lead, cornerLead(g, 3))
	}
	for i, name := range classNames {
		positive := name == "a1" || name == "c1" || name == "d1"
		if w[i] > 0 != positive {
			t.Errorf("Wedge has %v on %s", w[i], name)
		}
	}
	sum := 0.0
	for _, x := range g {
		sum += max(x, -x)
	}
	if !near(sum, 1) {
		t.Errorf("the absolute weights of the classes are %v in all, want 1", sum)
	}
	if g[4] > -0.1 {
		t.Errorf("Grid has %v on b2", g[4])
	}
	if ratio := asymmetry(grid, true) / asymmetry(grid, false); ratio < 2 || asymmetry(wedge, true) > 1e-9 {
		t.Errorf("the centre of Grid is %v times as asymmetric as the rest, that of Wedge %v", ratio,
			asymmetry(wedge, true))
	}
}

// Five of five are won as often as not with a share of 2^(-1/5), and one of one with a half.
func TestEvenOdds(t *testing.T) {
	for _, test := range []struct {
		k, n int
		want float64
	}{{1, 1, 0.5}, {5, 5, 0.871}, {4, 5, 0.686}} {
		if got := evenOdds(test.k, test.n); !near(got, test.want) {
			t.Errorf("%d of %d: %v, want %v", test.k, test.n, got, test.want)
		}
	}
}

// Of the report's own two games of each pair Wedge and Grid won both against Flat, and one each
// against the other.
func TestTwoGamesOfThePaper(t *testing.T) {
	for _, test := range []struct {
		first, second string
		want          float64
	}{{"Wedge", "Flat", 1}, {"Grid", "Flat", 1}, {"Wedge", "Grid", 0.5}, {"Net (300)", "MMNet", 0.25}} {
		row := besideTwoGames(Row{}, test.first, test.second)
		if *row.Paper != test.want || row.Sample != 2 {
			t.Errorf("%s against %s: %v of %d games, want %v", test.first, test.second, *row.Paper,
				row.Sample, test.want)
		}
	}
}

// The report's shares by colour: Wedge won all but one game, MMNet drew one as black.
func TestGeneticSides(t *testing.T) {
	for a, want := range [6][3]float64{{0.2, 0.6, 0.7}, {0.8, 1, 0.6}, {0.6, 1, 0.7}, {0.1, 0.6, 0.75},
		{0, 0.2, 0.6}, {0.1, 0.8, 0.85}} {
		if black, white, in := geneticSides(a); !near(black, want[0]) || !near(white, want[1]) ||
			!near(in, want[2]) {
			t.Errorf("%s: %v, %v and %v, want %v", geneticNames[a], black, white, in, want)
		}
	}
}

// The depth needed is the first that wins more than half, 11 if none does; a depth that is
// unknown may do.
func TestDepthNeeded(t *testing.T) {
	d := depthNeeded{games: make([]int, 4)}
	var rows Rows
	for i, share := range [][3]float64{{0, 0.1, 0.4}, {0.2, 0.5, 0.8}, {0.4, 0.6, 0.9}, {0.6, 0.8, 1}} {
		rows = append(rows, Row{Label: depthLabel("x", "black", i+1), Unit: unitShare, Low: &share[0],
			Ours: &share[1], High: &share[2]},
			Row{Label: depthLabel("x", "white", i+1), Unit: unitShare, Ours: number(0.2)})
	}
	for color, want := range map[string]string{"black": "3 (2 to 4)", "white": "5 (1 to 5)"} {
		if row := d.needed(rows, "x", color); row.Text() != want {
			t.Errorf("as %s %s, want %s", color, row.Text(), want)
		}
	}
}

// No depth up to one wins where none has half of the points, and the bounds of a depth that is needed are no
// matter of trials.
func TestNoDepth(t *testing.T) {
	var rows Rows
	for d := range 3 {
		for _, color := range []string{"black", "white"} {
			rows = append(rows, shareRow(depthLabel("x", color, d+1), 0, 10))
		}
	}
	test := noDepth("x", 3)
	if got := test.judge(rows); got != verdictHolds {
		t.Errorf("no game of 10 is won: %s", got)
	}
	rows[5] = shareRow(rows[5].Label, 2, 5)
	if got := test.judge(rows); got != verdictOpen {
		t.Errorf("two of five games are won: %s", got)
	}
	rows[2] = shareRow(rows[2].Label, 28, 30)
	if got := test.judge(rows); got != verdictRefuted {
		t.Errorf("28 of 30 games are won: %s", got)
	}
	needed := Row{Unit: unitPlies, Ours: number(7), Low: number(5), High: number(9)}
	if more := needed.times(100); *more.Low != 5 || needed.settles() {
		t.Errorf("the bounds of a depth become %v", *more.Low)
	}
}

// MMNet is evolved once for both experiments: whichever runs first does it.
func TestTuningsAreShared(t *testing.T) {
	for _, names := range [][]string{{"genetic-table", "genetic-depth"}, {"genetic-depth", "genetic-table"}} {
		dir, tuned := t.TempDir(), 0
		for _, name := range names {
			host := &countingHost{}
			runAll(t, Runner{Host: host, Dir: dir, Scale: 0.001, Seed: 1, Workers: 1}, firstReading(All.Find(name)))
			tuned += host.mmnet
		}
		if tuned != netSeeds {
			t.Errorf("%v: MMNet was evolved %d times, want %d", names, tuned, netSeeds)
		}
		journal, err := os.ReadFile(filepath.Join(dir, "genetic-depth", "journal.ndjson"))
		if err != nil || strings.Contains(string(journal), `"key":"tune mmnet`) ||
			!strings.Contains(string(journal), "tuned mmnet-1 2") {
			t.Errorf("%v: the journal of the depths has tunings of its own, or does not play with them (%v)",
				names, err)
		}
	}
}

// A countingHost counts the evolutions of MMNet for the table.
type countingHost struct {
	fakeHost
	mmnet int
}

func (h *countingHost) Tune(ctx context.Context, job TuneJob) (Tuned, error) {
	if job.Features == "mmnet" && !strings.Contains(job.Name, "short") {
		h.mmnet++
	}
	return h.fakeHost.Tune(ctx, job)
}
