package study

import (
	"strings"
	"testing"
	"time"
)

// Whatever the clock says, the experiments that take times end and leave rows and tables.
// What the times do not tell has no number.
func TestClocks(t *testing.T) {
	if underRace {
		t.Skip("slow, and nothing runs side by side that TestRunGoesOn does not run")
	}
	start := time.Unix(0, 0)
	even := start
	for _, test := range []struct {
		name   string
		now    func() time.Time
		mean   bool // times are more than 0
		factor bool // the growth of the time is known
	}{
		{"none", nil, false, false},
		{"stands still", func() time.Time { return start }, false, false},
		{"the same time for all", func() time.Time { even = even.Add(time.Millisecond); return even }, true, true},
		{"slower and slower", slowingClock(), true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := Runner{Host: &fakeHost{}, Dir: t.TempDir(), Scale: 0.001, Seed: 1, Workers: 1, Now: test.now}
			for _, name := range []string{"search-iterations-time", "search-depth-time", "cs181-speed",
				"umea-depth-times"} {
				e := *All.Find(name)
				if _, ok := e.work(e.First()).(speed); ok {
					e.work = fixed(endings)
				}
				result := runAll(t, r, firstReading(&e))
				for _, row := range result.Rows {
					if row.Unit == unitSeconds && (row.Ours == nil || *row.Ours > 0 != test.mean) {
						t.Errorf("%s: row %q has %s", name, row.Label, row.Text())
					}
					if strings.HasSuffix(row.Label, "factor for one more") && row.Ours != nil != test.factor {
						t.Errorf("%s: row %q has %s", name, row.Label, row.Text())
					}
				}
			}
		})
	}
}
