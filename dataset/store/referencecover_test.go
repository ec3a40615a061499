package store_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// Each figure of the other program is compared somewhere: here, or in the tests named.
func TestReferenceIsCovered(t *testing.T) {
	covered := map[string]string{
		"files": "TestRealFiles", "totals": "TestRealFiles", "players": "TestRealNamesFiles",
		"tournaments": "TestRealNamesFiles",
		"W_all":       "stats.TestRealWeights", "W_2001_2015": "stats.TestRealWeights", "games_2001_2015": "here",
		"perft_1_to_9": "here", "illegal_kinds": "here", "terminal_mismatch_recorded_minus_replayed": "here",
		"conventions": "no figure", "generated_from": "no figure",
	}
	for _, name := range []string{
		"empties_at_terminal", "first_move", "first_two_moves", "first_three_moves", "games_by_year",
		"passes_before_ply",
		"plies_histogram", "plies_histogram_unfinished", "unfinished_recorded_minus_discs",
		"recorded_score_histogram_0_64",
		"theoretical_score_histogram_0_64", "distinct_positions_after_n_plies_absolute_0_to_60",
		"distinct_positions_after_n_plies_relative_0_to_60", "distinct_positions_total_absolute",
		"distinct_positions_total_relative", "sum_over_plies_distinct_relative",
	} {
		covered[name] = "TestRealFigures"
	}
	for _, name := range []string{
		"distinct_transcripts", "distinct_transcripts_up_to_symmetry", "games_sharing_their_transcript",
		"of_these_with_40_or_more_plies", "of_these_with_60_plies", "transcripts_occurring_more_than_once",
		"most_frequent_transcript_count", "repeat_games_same_moves_players_and_year",
	} {
		covered[name] = "TestRealDuplicates"
	}
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		var ref map[string]json.RawMessage
		readJSON(t, realPath(t, folder+"/reference.json"), &ref)
		for name := range ref {
			if covered[name] == "" {
				t.Errorf("%s: no test compares %s", folder, name)
			}
		}
		checkRest(t, folder)
	}
}

// checkRest compares the figures that no other test does.
func checkRest(t *testing.T, folder string) {
	t.Helper()
	type rest struct {
		Perft      [9]uint64      `json:"perft_1_to_9"`
		Games      int            `json:"games_2001_2015"`
		Illegal    map[string]int `json:"illegal_kinds"`
		Mismatches map[int]int    `json:"terminal_mismatch_recorded_minus_replayed"`
	}
	var want rest
	readJSON(t, realPath(t, folder+"/reference.json"), &want)
	got := rest{Illegal: map[string]int{}, Mismatches: map[int]int{}}
	for i := range got.Perft {
		var err error
		if got.Perft[i], err = engine.Perft(t.Context(), engine.Standard(), i+1); err != nil {
			t.Fatal(err)
		}
	}
	for g, err := range realTables(t, folder).All() {
		if err != nil {
			t.Fatal(err)
		}
		got.Games += count(g.Year >= 2001 && g.Year <= 2015)
		switch {
		case g.Status == dataset.Illegal:
			got.Illegal["illegal"]++
		case g.Status == dataset.Complete && g.Score != g.Replayed:
			got.Mismatches[(g.Score-g.Replayed)/2]++
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", folder, diff)
	}
}
