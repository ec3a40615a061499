package run

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// A SweepTable contains the results of a sweep. The JSON fields are stable.
type SweepTable struct {
	Keys     []string       `json:"keys" doc:"the settings that vary"`
	Settings []SweepSetting `json:"settings" doc:"the best first"`
	Runs     []SweepRow     `json:"runs" doc:"a row for each"`

	tests []string // labels of the test matches
}

// A SweepSetting is a combination of settings with its results over all seeds.
type SweepSetting struct {
	Values []string `json:"values" doc:"of the keys, as TOML"`
	Runs   int      `json:"runs" doc:"number of runs that are finished"`
	Chosen float64  `json:"chosen" doc:"mean over these runs of the best model's score against the opponents that select it"`
	Low    float64  `json:"low" doc:"the lowest score of a run"`
	High   float64  `json:"high" doc:"the highest score of a run"`
}

// A SweepRow contains the results of a run of a sweep.
type SweepRow struct {
	SweepRun
	State   string        `json:"state" doc:"finished, running, interrupted, damaged or failed"`
	Games   int           `json:"games" doc:"games learned from so far"`
	Best    *Best         `json:"best" doc:"the best model so far, null = none yet"`
	Results []Measurement `json:"results" doc:"against the opponents that test it"`
	Problem string        `json:"problem,omitempty" doc:"what is wrong with a damaged run or made it fail"`
}

// Table reads the progress and the scores of the runs.
func (s *Sweep) Table() *SweepTable { return s.TableOf(Find) }

// TableOf is Table with a different function for reading the run in a folder.
func (s *Sweep) TableOf(look func(dir string) Listed) *SweepTable {
	t := &SweepTable{Keys: s.Keys}
	for i, r := range s.Runs {
		l := look(s.File(r.Dir))
		row := SweepRow{r, l.State, l.Games, l.Best, l.Results, l.Problem}
		if err := s.problems[i]; err != nil {
			row.State, row.Problem = "failed", fault.Text(err)
		}
		t.Runs = append(t.Runs, row)
		for _, e := range l.Results {
			if name := e.Match.Label(); !slices.Contains(t.tests, name) {
				t.tests = append(t.tests, name)
			}
		}
	}
	t.rank()
	return t
}

// rank groups the runs by combination and sorts the combinations, best first.
func (t *SweepTable) rank() {
	at := map[string]int{}
	for _, r := range t.Runs {
		key := strings.Join(r.Values, "\n")
		i, ok := at[key]
		if !ok {
			i, at[key] = len(t.Settings), len(t.Settings)
			t.Settings = append(t.Settings, SweepSetting{Values: r.Values, Low: 1})
		}
		if s := &t.Settings[i]; r.State == Finished {
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
	slices.SortStableFunc(t.Settings, func(a, b SweepSetting) int { return cmp.Compare(b.Chosen, a.Chosen) })
}

// WriteCSV writes the table with a line for each run.
func (t *SweepTable) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := append(append([]string{"run"}, t.Keys...), "seed", "state", "games", "best_games", "chosen")
	for _, name := range t.tests {
		head = append(head, name, name+" low", name+" high")
	}
	_ = out.Write(head) // out remembers errors until Flush
	for _, r := range t.Runs {
		_ = out.Write(append(append([]string{r.Dir}, r.Values...), r.cells(t.tests)...))
	}
	out.Flush()
	return out.Error()
}

func (r *SweepRow) cells(tests []string) []string {
	cells := []string{fmt.Sprint(r.Seed), r.State, strconv.Itoa(r.Games), "", ""}
	if r.Best != nil {
		cells[3], cells[4] = strconv.Itoa(r.Best.Games), exactly(r.Best.Score)
	}
	for _, name := range tests {
		i := slices.IndexFunc(r.Results, func(e Measurement) bool { return e.Match.Label() == name })
		if i < 0 {
			cells = append(cells, "", "", "")
			continue
		}
		e := r.Results[i]
		cells = append(cells, exactly(e.Score), exactly(e.Low), exactly(e.High))
	}
	return cells
}

// exactly formats a number with enough digits to restore it.
func exactly(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
