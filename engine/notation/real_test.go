package notation_test

import (
	"fmt"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// The samples are read without a flaw, and their results are those of their moves.
func TestRealGames(t *testing.T) {
	for _, c := range []struct {
		file, format string
		games        int
	}{
		{"games/TestGames.ggf", "ggf", 12},
		{"games/playok_normal.pgn", "pgn", 1},
		{"games/playok_xot.pgn", "pgn", 1},
		{"games/flyordie_2025.pgn", "pgn", 1},
		{"openings/xot-large.txt", "transcript", 10784},
	} {
		t.Run(c.file, func(t *testing.T) {
			records, errs := readAll(format(t, c.format), dataFile(t, c.file))
			if len(records) != c.games || errs != nil {
				t.Fatalf("%d games, errors %q; want %d", len(records), errs, c.games)
			}
			for _, r := range records {
				if err := r.Check(); err != nil {
					t.Errorf("line %d: %v", r.Line, err)
				}
			}
		})
	}
}

// What the samples hold, read off by eye.
func TestRealGamesHold(t *testing.T) {
	records, _ := readAll(format(t, "pgn"), dataFile(t, "games/playok_normal.pgn"))
	r := records[0]
	if got := fmt.Sprintf("%s|%s|%s|%v|%v|%v|%v|%d", r.Site, r.Date, r.Black, r.BlackRating, r.WhiteRating,
		r.Result, r.Result.Empties, r.Year()); got != "PlayOK|2021.03.11|alcupone|1224|1314|47-17|1|2021" {
		t.Error(got)
	}
	end, _ := r.End()
	if len(r.Moves) != 60 || !end.Board.Over() || end.Score(engine.Black) != 30 {
		t.Errorf("%d moves to %v", len(r.Moves), end)
	}
	records, _ = readAll(format(t, "pgn"), dataFile(t, "games/flyordie_2025.pgn"))
	r = records[0]
	end, _ = r.End()
	// Six squares are empty and black would lose by 40: 0-1 has black first.
	if r.Black != "ozi28" || r.BlackRating != 618 ||
		r.Result != (notation.Result{Kind: notation.Outcome, Diff: -1}) || end.Board.Over() {
		t.Errorf("%+v %v %v", r.Result, r.Black, end)
	}
	records, _ = readAll(format(t, "ggf"), dataFile(t, "games/TestGames.ggf"))
	r = records[0]
	note := notation.Note{Eval: 2.39, HasEval: true, Seconds: 0.01, HasTime: true}
	if r.White != "Saio3000" || r.WhiteRating != 2200.35 || r.Notes[7] != note || r.Site != "GGS/os" ||
		r.Year() != 2003 {
		t.Errorf("%s %v %+v %s", r.White, r.WhiteRating, r.Notes[7], r.Site)
	}
	if ti, _ := r.Tag("TI"); ti != "05:00//02:00" {
		t.Errorf("TI %q", ti)
	}
}

// All endgames of the FFO are read, and no score is better than the one before it.
func TestRealProblems(t *testing.T) {
	for file, want := range map[string]int{"1-19": 19, "20-39": 20, "40-59": 20, "60-79": 20} {
		t.Run(file, func(t *testing.T) {
			n := 0
			for p, err := range notation.OBF.ReadProblems(dataFile(t, "endgames/fforum-"+file+".obf")) {
				if err != nil {
					t.Error(err)
				}
				for i, m := range p.Moves {
					if i > 0 && m.Score > p.Moves[i-1].Score {
						t.Errorf("line %d: %v", p.Line, m)
					}
				}
				if len(p.Moves) == 0 {
					t.Errorf("line %d has no moves", p.Line)
				}
				n++
			}
			if n != want {
				t.Errorf("%d problems, want %d", n, want)
			}
		})
	}
}
