package store_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
)

// figures are the distributions of reference.json that the games and positions tell.
type figures struct {
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
	black := (g.Score + 64) / 2
	discs := (g.Replayed + 64) / 2 // empties to the winner
	f.Scores[black]++
	f.Theories[(g.Theory+64)/2]++
	f.ByYear[g.Year]++
	f.Plies[len(g.Moves)]++
	f.First[g.String()[:2]]++
	f.FirstTwo[g.String()[:4]]++
	f.FirstThree[g.String()[:6]]++
	if g.Status == dataset.Complete {
		f.Empties[g.Empties]++
		return
	}
	f.PliesUnfinished[len(g.Moves)]++
	if black != discs {
		f.Unfinished[black-discs]++
	}
}

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
				Empties: map[int]int{}, First: map[string]int{}, FirstTwo: map[string]int{}, FirstThree: map[string]int{},
				ByYear:       map[int]int{},
				PassesBefore: map[int]int{}, Plies: map[int]int{}, PliesUnfinished: map[int]int{},
				Unfinished: map[int]int{},
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
func checkNames(t *testing.T, folder string, g *store.Games, usedPlayers, usedTournaments int) {
	t.Helper()
	var ref struct{ Players, Tournaments namesFigures }
	readJSON(t, realPath(t, folder+"/reference.json"), &ref)
	for _, test := range []struct {
		want namesFigures
		list []store.Name
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
