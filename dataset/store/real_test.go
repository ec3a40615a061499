package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/transfer"
)

func sha(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// reference is what an independent program found in a folder of real games.
type reference struct {
	Totals struct {
		Games         int
		Plies         int
		Passes        int
		BlackWins     int `json:"black_wins_recorded"`
		Draws         int `json:"draws_recorded"`
		WhiteWins     int `json:"white_wins_recorded"`
		SumScore      int `json:"sum_black_recorded_score"`
		SumTheory     int `json:"sum_theoretical_score"`
		Finished      int `json:"terminal_games"`
		Unfinished    int `json:"unfinished_games"`
		ScoreMismatch int `json:"terminal_score_mismatch"`
		Differs       int `json:"replayed_final_score_differs"`
		Illegal       int `json:"games_with_illegal_move"`
		WithPass      int `json:"games_with_pass"`
		WithEmpties   int `json:"terminal_with_empties"`
		Wipeouts      int `json:"wipeouts_replayed"`
	}
	GamesByYear map[int]int `json:"games_by_year"`
	Files       []struct {
		File, SHA256 string
		Games        int `json:"hdr_n1"`
	}
}

// Every total that the tables can give equals that of the other program.
func TestRealTotals(t *testing.T) {
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		t.Run(folder, func(t *testing.T) {
			src, dir := realSources(t, folder), t.TempDir()
			var ref reference
			readJSON(t, realPath(t, folder+"/reference.json"), &ref)
			want := ref.Totals
			sum := mustImport(t, src, dir, transfer.ImportOptions{})

			got := want
			got.Games, got.Plies, got.Passes = sum.Games, sum.Plies, sum.Passes
			got.BlackWins, got.Draws, got.WhiteWins = sum.BlackWins, sum.Draws, sum.WhiteWins
			got.Finished, got.Unfinished, got.Illegal, got.ScoreMismatch = sum.Finished, sum.Unfinished, sum.Illegal,
				sum.ScoreMismatch
			got.SumScore, got.SumTheory, got.Differs, got.WithPass, got.WithEmpties, got.Wipeouts = 0, 0, 0, 0, 0, 0
			years := map[int]int{}
			for _, g := range all(t, mustOpen(t, dir)) {
				years[g.Year]++
				got.SumScore += (g.Score + 64) / 2
				got.SumTheory += (g.Theory + 64) / 2
				got.Differs += count(g.Score != g.Replayed)
				got.WithPass += count(g.Passes > 0)
				got.WithEmpties += count(g.Status == dataset.Complete && g.Empties > 0)
				got.Wipeouts += count(g.Replayed == 64 || g.Replayed == -64)
			}
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			for year, n := range ref.GamesByYear {
				if years[year] != n {
					t.Errorf("%d: %d games, want %d", year, years[year], n)
				}
			}
			if sum.Records != src.Count() || sum.Files != len(ref.Files) || sum.BadCount != 0 {
				t.Errorf("%d records of %d, %d files, %d bad", sum.Records, src.Count(), sum.Files, sum.BadCount)
			}
		})
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
