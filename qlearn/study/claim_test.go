package study

import (
	"math"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/arena"
)

// row3 makes a row with an interval.
func row3(label string, unit Unit, low, x, high float64) Row {
	return Row{Label: label, Unit: unit, Low: &low, Ours: &x, High: &high, Games: 10}
}

// Where intervals leave a doubt, a claim is inconclusive.
func TestClaims(t *testing.T) {
	rows := Rows{
		row3("a", unitFactor, 0.1, 0.2, 0.3), row3("b", unitFactor, 0.15, 0.4, 0.6), row3("c", unitFactor, 0.7, 0.8, 0.9),
		row3("d", unitFactor, 0.6, 0.75, 0.9), row3("none", unitFactor, 0, 0.1, 0.2),
		{Label: "bare", Unit: unitSeconds, Ours: number(2), Games: 10},
		{Label: "every", Unit: unitShare, Ours: number(1), Games: 10},
	}
	for _, test := range []struct {
		name string
		test Test
		want Verdict
	}{
		{"above", above("c", 0.5), verdictHolds}, {"not above", above("a", 0.5), verdictRefuted}, {"perhaps above", above("b", 0.5), verdictOpen},
		{"above without interval", above("bare", 1), verdictOpen},
		{"below", below("a", 0.5), verdictHolds}, {"not below", below("c", 0.5), verdictRefuted}, {"perhaps below", below("b", 0.5), verdictOpen},
		{"more", more("c", "b"), verdictHolds}, {"less", more("a", "c"), verdictRefuted}, {"perhaps more", more("b", "a"), verdictOpen},
		{"equal", equal("a", 0.2, 0.15), verdictHolds}, {"equal, but loosely known", equal("b", 0.5, 0.1), verdictOpen}, {"not equal", equal("c", 0.5, 0.1), verdictRefuted},
		{"seen", atMost("bare", 3, 0), verdictHolds}, {"seen more", atMost("bare", 1, 0), verdictRefuted},
		{"rising", rising("a", "b", "c"), verdictHolds}, {"falling", rising("c", "b", "a"), verdictRefuted}, {"level", rising("a", "b"), verdictOpen},
		{"falls on the way", rising("a", "c", "b"), verdictRefuted},
		{"both", both(above("c", 0.5), below("a", 0.5)), verdictHolds}, {"one of both", both(above("c", 0.5), above("a", 0.5)), verdictRefuted},
		{"either", either(above("a", 0.5), above("c", 0.5)), verdictHolds}, {"neither", either(above("a", 0.5), below("c", 0.5)), verdictRefuted},
		{"either is unsure", either(above("a", 0.5), above("b", 0.5)), verdictOpen},
		{"one is unsure", both(above("c", 0.5), above("b", 0.5)), verdictOpen},
		{"same share", sameAs("a", "b", 0.6), verdictHolds}, {"other share", sameAs("a", "c", 0.3), verdictRefuted}, {"perhaps the same", sameAs("a", "b", 0.2), verdictOpen},
		{"reduced", reduced("a", "c", "c"), verdictHolds}, {"grows", reduced("a", "a", "c"), verdictRefuted}, {"perhaps reduced", reduced("a", "b", "c"), verdictOpen},
		{"three times", moreTimes("c", "a", 2), verdictHolds}, {"not twenty times", moreTimes("c", "a", 20), verdictRefuted}, {"perhaps four times", moreTimes("c", "a", 4), verdictOpen},
		{"times nothing", moreTimes("c", "none", 1), verdictOpen},
		{"larger change", largerChange("a", "c", "c", "c"), verdictHolds}, {"larger change, down", largerChange("c", "a", "a", "a"), verdictHolds},
		{"smaller change", largerChange("a", "a", "c", "a"), verdictRefuted}, {"perhaps a larger change", largerChange("a", "b", "b", "c"), verdictOpen},
		{"all points", allPoints("every", 10), verdictHolds}, {"not all", allPoints("c", 10), verdictRefuted}, {"all of few", allPoints("every", 11), verdictOpen},
		{"seen, but few", atMost("bare", 3, 100), verdictOpen}, {"seen more, of few", atMost("bare", 1, 100), verdictRefuted},
		{"falls, but it may be chance", rising("a", "c", "d"), verdictHolds}, {"both, one refuted and one unsure", both(above("a", 0.5), above("b", 0.5)), verdictRefuted},
		{"not more", notMore("a", "c", 0), verdictHolds}, {"more than allowed", notMore("c", "a", 0.2), verdictRefuted}, {"perhaps not more", notMore("b", "a", 0.2), verdictOpen},
		{"differ", differ(0.1, "a", "b", "c"), verdictHolds}, {"alike", differ(0.6, "a", "b"), verdictRefuted}, {"perhaps they differ", differ(0.05, "a", "b"), verdictOpen},
		{"on a line", onLine([]float64{1, 2, 3}, 0.5, "a", "b", "c"), verdictHolds}, {"off the line", onLine([]float64{1, 2, 3}, 0.05, "a", "c", "a"), verdictRefuted},
		{"perhaps on a line", onLine([]float64{1, 2, 3}, 0.15, "a", "b", "c"), verdictOpen},
	} {
		if got := test.test.judge(rows); got != test.want || test.test.because(rows) == "" {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// The highest whoever the opponent is: a player that another one beats somebody by more than
// does not have it, however many points it has in all.
func TestHighest(t *testing.T) {
	pair := func(label string, x, half float64) Row { return row3(label, unitFactor, x-half, x, x+half) }
	for _, test := range []struct {
		name string
		rows Rows
		want Verdict
	}{
		{"against both", Rows{pair("a – b", 0.8, 0.02), pair("a – c", 0.9, 0.02), pair("b – c", 0.5, 0.02)}, verdictHolds},
		{"as good against c", Rows{pair("a – b", 0.8, 0.02), pair("a – c", 0.9, 0.02), pair("b – c", 0.9, 0.02)}, verdictHolds},
		{"worse against c", Rows{pair("a – b", 0.8, 0.02), pair("a – c", 0.9, 0.02), pair("b – c", 1, 0.02)}, verdictRefuted},
		{"perhaps worse against c", Rows{pair("a – b", 0.8, 0.02), pair("a – c", 0.8, 0.1), pair("b – c", 0.85, 0.1)}, verdictOpen},
		{"worse against b", Rows{pair("a – b", 0.4, 0.02), pair("a – c", 0.9, 0.02), pair("b – c", 0.1, 0.02)}, verdictRefuted},
	} {
		if got := highestOf("a", 0.05, "a", "b", "c").judge(test.rows); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	rows := Rows{pair("b – a", 0.2, 0.02), pair("b – c", 0.5, 0.02), pair("a – c", 0.9, 0.02)}
	if got := highestOf("a", 0.05, "b", "a", "c").judge(rows); got != verdictHolds {
		t.Errorf("in another order: %s", got)
	}
}

// Numbers agree when the intervals meet; the report has one where its games are known.
// Where they are not, nothing is said that 30 games would say otherwise than all.
func TestCompare(t *testing.T) {
	with := func(r Row, paper float64, sample int) Row {
		r.Paper, r.Sample = &paper, sample
		return r
	}
	narrow, four := row3("x", unitShare, 0.45, 0.5, 0.55), shareRow("x", 3.5, 4)
	for _, test := range []struct {
		row  Row
		want string
	}{
		{narrow, ""},
		{with(narrow, 0.54, 0), "agrees"},
		{with(narrow, 0.6, 0), "inconclusive"},                       // of 30 games 0.423 to 0.754
		{with(narrow, 0.8, 0), "differs"},                            // 0.627 to 0.905
		{with(four, 1, 0), "inconclusive"},                           // ours 0.396 to 0.987
		{with(four, 1, 1000), "differs"},                             // 0.996 to 1
		{with(row3("x", unitShare, 0.2, 0.5, 0.7), 1, 0), "differs"}, // 0.886 to 1
		{with(narrow, 0.6, 100), "agrees"},                           // 0.502 to 0.691
		{with(narrow, 0.6, 10_000), "differs"},                       // 0.590 to 0.610
		{with(row3("x", unitShare, 0.2, 0.5, 0.8), 0.6, 0), "inconclusive"},
		{with(row3("x", unitDiscs, 30, 32, 34), 40, 0), "differs"},      // ± 2·√(10/30) = 1.15
		{with(row3("x", unitDiscs, 30, 32, 34), 35, 0), "inconclusive"}, // 33.85 to 36.15
		{with(row3("x", unitDiscs, -8, -6, -4), -10, 0), "differs"},     // a difference: -11.15 to -8.85
		{with(row3("x", unitSeconds, 1, 1.5, 2), 2.1, 0), "differs"},    // no games behind it
		{with(row3("x", unitDiscs, 30, 32, 34), 40, 1), "agrees"},       // of one game where ours are 10: 33.7 to 46.3
		{with(row3("x", unitDiscs, 30, 32, 34), 45, 1), "differs"},
		{with(Row{Label: "x", Ours: number(1)}, 1, 0), "inconclusive"},
	} {
		if got := test.row.Compare(); got != test.want {
			t.Errorf("%v: %q, want %q", test.row.Sentence(), got, test.want)
		}
	}
	if s := with(narrow, 0.6, 100).Sentence(); !strings.Contains(s, "the report gives 60.0 % (100 "+
		"games: 50.2 % to 69.1 %); ours is 50.0 % (45.0 % to 55.0 %): agrees.") {
		t.Error(s)
	}
	if s := with(four, 1, 0).Sentence(); s != "x: the report gives 100.0 % (number of games not stated; with "+
		"30 games: 88.6 % to 100.0 %); ours is 87.5 % (39.6 % to 98.7 %): inconclusive." {
		t.Error(s)
	}
}

// Numbers by hand: Wilson's interval of 8 of 10; mean and t interval of 1, 2, 3; Welch's
// interval.
func TestNumbers(t *testing.T) {
	check := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 5e-4 {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	low, high := arena.Wilson(0.8, 10)
	check("wilson low", low, 0.4902)
	check("wilson high", high, 0.9433)
	low, _ = arena.Wilson(0, 10)
	check("wilson of nothing", low, 0)
	mean, low, high := meanOf([]float64{1, 2, 3}) // 2 ± 4.3027/√3
	check("mean", mean, 2)
	check("low", low, 2-2.4841)
	check("high", high, 2+2.4841)
	if _, low, _ := meanOf([]float64{64, 64}); !math.IsNaN(low) {
		t.Errorf("two numbers alike have the interval from %v on", low)
	}
	d := differenceRow("", unitDiscs, []float64{3, 5}, []float64{1, 3}) // 2 ± 4.3027·√2
	check("difference", *d.Ours, 2)
	check("its low", *d.Low, 2-6.0849)
}

// Points and means of two games.
func TestMeasures(t *testing.T) {
	games := []twoGames{
		{Score: [2]int{10, -4}, A: use{Moves: 20, NS: 4e9, Turns: 20, Mobility: 100, Middle: [3]int{10, 70, 40}}, B: use{Moves: 10, NS: 2e9, Turns: 10, Mobility: 20}},
		{Score: [2]int{0, 64}, A: use{Moves: 10, NS: 1e9, Turns: 10, Mobility: 70, Middle: [3]int{10, 50, 80}}, B: use{Moves: 10, NS: 0, Turns: 10, Mobility: 40}},
	}
	for _, test := range []struct {
		measure measure
		want    float64
		games   int
	}{
		{points, 0.625, 4}, {pointsAsBlack, 0.75, 2}, {pointsAsWhite, 0.5, 2}, {whitePoints, 0.375, 4}, // white: 0, then 0; ½, then 1
		{discsOfBoth, 40.75, 4}, {mobilityA, 6, 4}, {mobilityB, 3, 4}, {middleA, 6, 4}, {middleDiscsA, 6, 4},
		{secondsA, 1.25, 4}, {secondsB, 0.5, 4}, {secondsAMove, 0.15, 4},
	} {
		row := test.measure.Row("x", games)
		if !near(*row.Ours, test.want) || row.Games != test.games {
			t.Errorf("measure %d: %v of %d games, want %v of %d", test.measure, *row.Ours, row.Games, test.want,
				test.games)
		}
	}
}

func near(x, y float64) bool { return x-y < 1e-9 && y-x < 1e-9 }
