package stats_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// Second implementation: boards in sets, each by the least of its images.
func TestVarietyAgainstNaive(t *testing.T) {
	games := madeGames(150)
	games[7].Start.Color = engine.White
	var seen, absolute [65]map[engine.Position]bool
	for i := range seen {
		seen[i], absolute[i] = map[engine.Position]bool{}, map[engine.Position]bool{}
	}
	for i, g := range games {
		if i == 7 {
			continue
		}
		for n := range len(g.Moves) + 1 {
			p, err := engine.Game{Start: g.Start, Moves: g.Moves[:n]}.End()
			if err != nil {
				t.Fatal(err)
			}
			p.Board, _ = p.Board.Canonical()
			absolute[n][p] = true
			p.Color = 0
			seen[n][p] = true
		}
	}
	r := add(new(stats.Variety), games).Result()
	if r.Games != 149 || r.Skipped != 1 {
		t.Errorf("%d games, %d skipped", r.Games, r.Skipped)
	}
	for _, row := range r.Plies {
		if row.Distinct != len(seen[row.Ply]) || row.DistinctAbsolute != len(absolute[row.Ply]) {
			t.Errorf("%+v, want %d and %d", row, len(seen[row.Ply]), len(absolute[row.Ply]))
		}
	}
}

// The distinct positions of each ply are those of the other program.
func TestRealVariety(t *testing.T) {
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		t.Run(folder, func(t *testing.T) {
			path, games := realGames(t, folder)
			type positions struct {
				Relative      []int `json:"distinct_positions_after_n_plies_relative_0_to_60"`
				Absolute      []int `json:"distinct_positions_after_n_plies_absolute_0_to_60"`
				TotalRelative int   `json:"distinct_positions_total_relative"`
				TotalAbsolute int   `json:"distinct_positions_total_absolute"`
			}
			var want, got positions
			readJSON(t, filepath.Join(path, "reference.json"), &want)
			r := count[stats.VarietyResult](t, "positions", games)
			got.TotalRelative, got.TotalAbsolute = r.Distinct, r.DistinctAbsolute
			for _, row := range r.Plies {
				got.Relative, got.Absolute = append(got.Relative, row.Distinct),
					append(got.Absolute, row.DistinctAbsolute)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
