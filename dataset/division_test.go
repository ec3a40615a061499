package dataset_test

import (
	"iter"
	"slices"
	"strconv"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// dividedGames are random games of twenty years between 31 players. Every tenth game repeats an earlier one, turned
// around, and one in twenty has no year and no name of black.
func dividedGames(t testing.TB, n int64) (list []dataset.Game) {
	for i, g := range randomGames(t, 7, n, 0) {
		if i%10 == 9 {
			g.Moves = nil
			for _, m := range list[i-5].Moves {
				g.Moves = append(g.Moves, 63-m)
			}
		}
		g.Year = 2000 + i%20
		g.Black, g.White = "player "+strconv.Itoa(i%31), "player "+strconv.Itoa(i*7%31)
		if i%20 == 3 {
			g.Year, g.Black = 0, ""
		}
		list = append(list, g)
	}
	return list
}

func listed(list []dataset.Game) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for _, g := range list {
			if !yield(g, nil) {
				return
			}
		}
	}
}

// firstImage returns the discs of the first of a board's images.
func firstImage(b engine.Board) [2]engine.Set {
	var list [][2]engine.Set
	for y := range engine.Symmetry(engine.Symmetries) {
		image := b.Transform(y)
		list = append(list, [2]engine.Set{image.Mine, image.Theirs})
	}
	return slices.MinFunc(list, func(a, b [2]engine.Set) int { return slices.Compare(a[:], b[:]) })
}

// TestDivide: parts share no game, player or year as asked, and no position is in a part and in one that is learned
// from. The counts are those of a naive count.
func TestDivide(t *testing.T) {
	games := dividedGames(t, 2000)
	for _, by := range []dataset.HoldOut{dataset.HoldOutGames, dataset.HoldOutYears, dataset.HoldOutPlayers} {
		t.Run(string(by), func(t *testing.T) {
			d, err := dataset.Divide(listed(games), by, dataset.Shares{})
			if err != nil {
				t.Fatal(err)
			}
			var want [4]dataset.Part
			repeated := 0
			boards := [4]map[[2]engine.Set]bool{{}, {}, {}, {}}
			players, years := map[string]dataset.Split{}, map[int]dataset.Split{}
			for pass := range 2 { // the first collects boards, the second compares
				for i := range games {
					g := &games[i]
					part, again := d.Of(g)
					if again != (i%10 == 9) {
						t.Fatalf("game %d: repeated %t", i, again)
					}
					if again {
						repeated++
						continue
					}
					if part != dataset.AnySplit {
						if old, ok := years[g.Year]; by == dataset.HoldOutYears && ok && old != part {
							t.Fatalf("year %d is in %v and %v", g.Year, old, part)
						}
						years[g.Year] = part
						for _, name := range []string{g.Black, g.White} {
							if old, ok := players[name]; by == dataset.HoldOutPlayers && ok && old != part {
								t.Fatalf("%s is in %v and %v", name, old, part)
							}
							players[name] = part
						}
					}
					if pass == 1 {
						want[part].Games++
					}
					for p := range dataset.Positions(listed(games[i : i+1])) {
						board := firstImage(p.Position.Board)
						if pass == 0 {
							boards[part][board] = true
							continue
						}
						want[part].Positions++
						learned := part == dataset.Validation && boards[dataset.Train][board] ||
							part == dataset.Test && (boards[dataset.Train][board] || boards[dataset.Validation][board])
						if learned {
							want[part].Removed++
						}
						if d.Repeats(part, dataset.PositionHash(p.Position.Board)) != learned {
							t.Fatalf("game %d, ply %d: learned %t", i, p.Index, learned)
						}
					}
				}
			}
			if d.Parts != want || d.Duplicates != repeated/2 {
				t.Errorf("parts %+v and %d duplicates, want %+v and %d", d.Parts, d.Duplicates, want, repeated/2)
			}
			if want[dataset.Test].Removed == 0 || want[dataset.Test].Games == 0 || want[dataset.Validation].Removed == 0 {
				t.Errorf("too few games: %+v", want)
			}
			switch by {
			case dataset.HoldOutYears:
				// All games of 2019 are copies.
				if years[2018] != dataset.Test || years[2017] != dataset.Test || years[2016] != dataset.Validation ||
					years[2015] != dataset.Validation || years[2014] != dataset.Train || want[dataset.AnySplit].Games != 100 {
					t.Errorf("years %v, %+v", years, want)
				}
			case dataset.HoldOutPlayers:
				if _, ok := players[""]; ok || want[dataset.AnySplit].Games < 100 {
					t.Errorf("players %v, %+v", players, want)
				}
			}
		})
	}
	if _, err := dataset.Divide(listed(games[:5]), dataset.HoldOutGames, dataset.Shares{}); !fault.IsBadInput(err) {
		t.Errorf("five games: error %v", err)
	}
	if _, err := dataset.Divide(listed(games), "colour", dataset.Shares{}); err == nil {
		t.Error("an unknown way to divide was taken")
	}
}
