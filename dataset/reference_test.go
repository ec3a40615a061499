package dataset_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// figures are those of reference.json that the games and positions tell.
type figures struct {
	Totals struct {
		TheoryEqualsScore int `json:"theoretical_equals_recorded"`
		ReplayedEquals    int `json:"replayed_final_score_equals_recorded"`
		TerminalMatch     int `json:"terminal_score_match"`
		UnfinishedMatch   int `json:"unfinished_score_match"`
		UnfinishedDiffers int `json:"unfinished_score_mismatch"`
		SameSign          int `json:"unfinished_recorded_result_same_sign_as_discs"`
		SixtyMoves        int `json:"terminal_with_60_moves"`
		TwoPasses         int `json:"games_with_two_or_more_passes"`
		NoMoves           int `json:"zero_move_games"`
		BlackUnknown      int `json:"black_id_zero"`
		WhiteUnknown      int `json:"white_id_zero"`
		TournamentUnknown int `json:"tournament_id_zero"`
		SameIDs           int `json:"black_id_equals_white_id"`
		TheoryZero        int `json:"theoretical_score_zero"`
		Short             int `json:"games_shorter_than_60_minus_p3_plies"`
		ShortEquals       int `json:"short_games_theo_equals_recorded"`
		XOT               int `json:"games_in_xot_named_tournaments"`
	}
	Empties         map[int]int    `json:"empties_at_terminal"`
	First           map[string]int `json:"first_move"`
	FirstTwo        map[string]int `json:"first_two_moves"`
	FirstThree      map[string]int `json:"first_three_moves"`
	ByYear          map[int]int    `json:"games_by_year"`
	PassesBefore    map[int]int    `json:"passes_before_ply"`
	Plies           map[int]int    `json:"plies_histogram"`
	PliesUnfinished map[int]int    `json:"plies_histogram_unfinished"`
	Unfinished      map[int]int    `json:"unfinished_recorded_minus_discs"`
	Scores          [65]int        `json:"recorded_score_histogram_0_64"`
	Theories        [65]int        `json:"theoretical_score_histogram_0_64"`
	Absolute        [61]int        `json:"distinct_positions_after_n_plies_absolute_0_to_60"`
	Relative        [61]int        `json:"distinct_positions_after_n_plies_relative_0_to_60"`
	AbsoluteTotal   int            `json:"distinct_positions_total_absolute"`
	RelativeTotal   int            `json:"distinct_positions_total_relative"`
	RelativeSum     int            `json:"sum_over_plies_distinct_relative"`
}

// namesFigures are those about the names files.
type namesFigures struct {
	Count int
	Used  int `json:"ids_used_by_some_game"`
	First []string
	Last  []string
}

// add counts what a game tells.
func (f *figures) add(g *dataset.Game) {
	t := &f.Totals
	black := (g.Score + 64) / 2
	discs := (g.Replayed + 64) / 2 // empties to the winner
	t.TheoryEqualsScore += count(g.Theory == g.Score)
	t.ReplayedEquals += count(g.Replayed == g.Score)
	t.NoMoves += count(len(g.Moves) == 0)
	t.TwoPasses += count(g.Passes >= 2)
	t.BlackUnknown += count(g.BlackID == 0)
	t.WhiteUnknown += count(g.WhiteID == 0)
	t.TournamentUnknown += count(g.TournamentID == 0)
	t.SameIDs += count(g.BlackID == g.WhiteID)
	t.TheoryZero += count(g.Theory == -64)
	if len(g.Moves) < 60-g.TheoryEmpties {
		t.Short++
		t.ShortEquals += count(g.Theory == g.Score)
	}
	t.XOT += count(strings.Contains(g.Tournament, "XOT"))
	f.Scores[black]++
	f.Theories[(g.Theory+64)/2]++
	f.ByYear[g.Year]++
	f.Plies[len(g.Moves)]++
	f.First[g.String()[:2]]++
	f.FirstTwo[g.String()[:4]]++
	f.FirstThree[g.String()[:6]]++
	if g.Status == dataset.Complete {
		t.TerminalMatch += count(g.Replayed == g.Score)
		t.SixtyMoves += count(len(g.Moves) == 60)
		f.Empties[g.Empties]++
		return
	}
	f.PliesUnfinished[len(g.Moves)]++
	t.UnfinishedMatch += count(g.Replayed == g.Score)
	t.UnfinishedDiffers += count(g.Replayed != g.Score)
	t.SameSign += count(signum(g.Replayed) == signum(g.Score))
	if black != discs {
		f.Unfinished[black-discs]++
	}
}

func signum(n int) int { return count(n > 0) - count(n < 0) }

// addPositions counts the passes and returns the hashes of the positions: relative
// ones and absolute ones, with the last six bits for the ply.
func (f *figures) addPositions(g *dataset.Game, relative, absolute []uint64) ([]uint64, []uint64) {
	add := func(n int, p engine.Position) {
		// The absolute board is black's and white's discs with the side to move.
		b := engine.Board{Mine: p.Discs(engine.Black), Theirs: p.Discs(engine.White), Shape: engine.Full}
		relative = append(relative, dataset.PositionHash(p.Board)<<6|uint64(n))
		absolute = append(absolute, (dataset.PositionHash(b)+uint64(p.Color)*0x9e3779b97f4a7c15)<<6|uint64(n))
	}
	for ply := range g.Plies() {
		add(ply.Index, ply.Position)
		if ply.Passed {
			f.PassesBefore[ply.Index+1]++ // plies count from 1 there
		}
	}
	end, _ := g.End()
	add(len(g.Moves), end)
	return relative, absolute
}

// distinct counts different numbers by their last six bits.
func distinct(hashes []uint64) (byPly [61]int, total int) {
	slices.Sort(hashes)
	for _, h := range slices.Compact(hashes) {
		byPly[h&63]++
		total++
	}
	return byPly, total
}

// Every figure of the independent program that the tables can give is the same.
func TestRealFigures(t *testing.T) {
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		t.Run(folder, func(t *testing.T) {
			g := realTables(t, folder)
			var want figures
			readJSON(t, realPath(t, folder+"/reference.json"), &want)
			got := figures{
				Empties: map[int]int{}, First: map[string]int{}, FirstTwo: map[string]int{}, FirstThree: map[string]int{}, ByYear: map[int]int{},
				PassesBefore: map[int]int{}, Plies: map[int]int{}, PliesUnfinished: map[int]int{}, Unfinished: map[int]int{},
			}
			var relative, absolute []uint64
			players, tournaments := map[int]bool{}, map[int]bool{}
			for game, err := range g.All() {
				if err != nil {
					t.Fatal(err)
				}
				got.add(&game)
				relative, absolute = got.addPositions(&game, relative, absolute)
				players[game.BlackID], players[game.WhiteID], tournaments[game.TournamentID] = true, true, true
			}
			var sorting sync.WaitGroup
			sorting.Go(func() { got.Absolute, got.AbsoluteTotal = distinct(absolute) })
			got.Relative, got.RelativeTotal = distinct(relative)
			sorting.Wait()
			got.RelativeSum = got.RelativeTotal
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			checkNames(t, folder, g, len(players), len(tournaments))
		})
	}
}

// checkNames compares the names tables with what the other program found.
func checkNames(t *testing.T, folder string, g *dataset.Games, usedPlayers, usedTournaments int) {
	t.Helper()
	var ref struct{ Players, Tournaments namesFigures }
	readJSON(t, realPath(t, folder+"/reference.json"), &ref)
	for _, test := range []struct {
		want namesFigures
		list []dataset.Name
		used int
	}{{ref.Players, players(t, g), usedPlayers}, {ref.Tournaments, tournaments(t, g), usedTournaments}} {
		var labels []string
		for _, n := range test.list {
			labels = append(labels, n.Label)
		}
		got := namesFigures{len(labels), test.used, labels[:3], labels[len(labels)-3:]}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// The figures by file are those of the manifest and of the games of each source.
func TestRealFiles(t *testing.T) {
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		g := realTables(t, folder)
		type file struct {
			File, SHA256         string
			Games, Plies, Passes int
			Year                 int `json:"hdr_game_year"`
			BlackWins            int `json:"black_wins_recorded"`
			Draws                int `json:"draws_recorded"`
			WhiteWins            int `json:"white_wins_recorded"`
			SumScore             int `json:"sum_black_recorded_score"`
			SumTheory            int `json:"sum_theoretical_score"`
			Terminal             int `json:"terminal_games"`
			WithPass             int `json:"games_with_pass"`
			Wipeouts             int `json:"wipeouts_replayed"`
		}
		var ref struct{ Files []file }
		readJSON(t, realPath(t, folder+"/reference.json"), &ref)
		bySource := map[string]*file{}
		for _, s := range g.Manifest().Sources {
			bySource[s.Name] = &file{File: s.Name, SHA256: s.SHA256}
		}
		for game, err := range g.All() {
			if err != nil {
				t.Fatal(err)
			}
			f := bySource[game.Source]
			f.Games++
			f.Plies += len(game.Moves)
			f.Passes += game.Passes
			f.Year = game.Year
			f.BlackWins += count(game.Score > 0)
			f.Draws += count(game.Score == 0)
			f.WhiteWins += count(game.Score < 0)
			f.SumScore += (game.Score + 64) / 2
			f.SumTheory += (game.Theory + 64) / 2
			f.Terminal += count(game.Status == dataset.Complete)
			f.WithPass += count(game.Passes > 0)
			f.Wipeouts += count(game.Replayed == 64 || game.Replayed == -64)
		}
		for _, want := range ref.Files {
			if got := bySource[want.File]; got == nil || *got != want {
				t.Errorf("%s: got %+v, want %+v", folder, got, want)
			}
		}
	}
}
