package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A sweepTable is what came of a sweep; the JSON fields are stable.
type sweepTable struct {
	Keys     []string       `json:"keys"`
	Settings []sweepSetting `json:"settings"` // the best first
	Runs     []sweepRow     `json:"runs"`

	reports []string // labels of the matches that are reported
}

// A sweepSetting is a combination of settings over all its seeds.
type sweepSetting struct {
	Values []string `json:"values"`
	Runs   int      `json:"runs"`   // that came to their end
	Chosen float64  `json:"chosen"` // mean over them of the best model's score against who chooses
	Low    float64  `json:"low"`    // of the lowest of them
	High   float64  `json:"high"`   // of the highest
}

// A sweepRow is a run of a sweep.
type sweepRow struct {
	sweepRun
	State   string        `json:"state"`
	Games   int           `json:"games"`
	Best    *bestModel    `json:"best"`
	Results []measurement `json:"results"`
	Problem string        `json:"problem,omitempty"`
}

// table reads what came of the runs.
func (s *sweep) table(problems map[int]error) *sweepTable {
	t := &sweepTable{Keys: s.Keys}
	for i, r := range s.Runs {
		l := listRun(s.file(r.Dir))
		row := sweepRow{r, l.State, l.Games, l.Best, l.Results, l.Problem}
		if err := problems[i]; err != nil {
			row.State, row.Problem = "failed", errorText(err)
		}
		t.Runs = append(t.Runs, row)
		for _, e := range l.Results {
			if name := e.Match.label(); !slices.Contains(t.reports, name) {
				t.reports = append(t.reports, name)
			}
		}
	}
	t.rank()
	return t
}

// rank puts the runs of each combination together, the best combination first.
func (t *sweepTable) rank() {
	at := map[string]int{}
	for _, r := range t.Runs {
		key := strings.Join(r.Values, "\n")
		i, ok := at[key]
		if !ok {
			i, at[key] = len(t.Settings), len(t.Settings)
			t.Settings = append(t.Settings, sweepSetting{Values: r.Values, Low: 1})
		}
		if s := &t.Settings[i]; r.State == runFinished {
			s.Runs++
			s.Chosen += r.Best.Score
			s.Low, s.High = min(s.Low, r.Best.Score), max(s.High, r.Best.Score)
		}
	}
	for i := range t.Settings {
		s := &t.Settings[i]
		s.Chosen /= math.Max(1, float64(s.Runs))
		s.Low = min(s.Low, s.High)
	}
	slices.SortStableFunc(t.Settings, func(a, b sweepSetting) int { return cmp.Compare(b.Chosen, a.Chosen) })
}

// print prints the combinations and then the runs that failed.
func (t *sweepTable) print(a *app) {
	table := a.table()
	table.row(append(append([]string{"rank"}, t.Keys...), "runs", "chosen by", "lowest", "highest", "")...)
	for i, s := range t.Settings {
		cells := append([]string{strconv.Itoa(i + 1)}, s.Values...)
		table.row(append(cells, strconv.Itoa(s.Runs), percentOf(s.Chosen), percentOf(s.Low), percentOf(s.High), "")...)
	}
	table.flush()
	for _, r := range t.Runs {
		if r.Problem != "" {
			a.printf("\n%s %s: %s\n", r.Dir, r.State, r.Problem)
		}
	}
}

// writeCSV writes a line for each run.
func (t *sweepTable) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := append(append([]string{"run"}, t.Keys...), "seed", "state", "games", "best_games", "chosen")
	for _, name := range t.reports {
		head = append(head, name, name+" low", name+" high")
	}
	_ = out.Write(head) // errors stay in out until Flush
	for _, r := range t.Runs {
		_ = out.Write(append(append([]string{r.Dir}, r.Values...), r.cells(t.reports)...))
	}
	out.Flush()
	return out.Error()
}

func (r *sweepRow) cells(reports []string) []string {
	cells := []string{fmt.Sprint(r.Seed), r.State, strconv.Itoa(r.Games), "", ""}
	if r.Best != nil {
		cells[3], cells[4] = strconv.Itoa(r.Best.Games), exactly64(r.Best.Score)
	}
	for _, name := range reports {
		i := slices.IndexFunc(r.Results, func(e measurement) bool { return e.Match.label() == name })
		if i < 0 {
			cells = append(cells, "", "", "")
			continue
		}
		e := r.Results[i]
		cells = append(cells, exactly64(e.Score), exactly64(e.Low), exactly64(e.High))
	}
	return cells
}

// exactly64 has as many digits as it takes to read the same number back.
func exactly64(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
