package stats_test

import (
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
)

func TestEndingsAgainstNaive(t *testing.T) {
	games := madeGames(200)
	plies, empties, passes, scores := map[int]int{}, map[int]int{}, map[int]int{}, map[int]int{}
	total, withPass, unfinished := 0, 0, 0
	for _, g := range games {
		m, before := newMailbox(), total
		for i, s := range g.Moves {
			if m.play(s) {
				passes[i+1]++
				total++
			}
		}
		if total > before {
			withPass++
		}
		plies[len(g.Moves)]++
		scores[g.Score]++
		if anyMove(&m.board, 'X') || anyMove(&m.board, 'O') {
			unfinished++
		} else {
			empties[m.count(func(x, y int) bool { return m.at(x, y) == 0 })]++
		}
	}
	r := add(new(stats.Endings), games).Result()
	if r.Total.Games != 200 || r.Total.Passes != total || r.Total.GamesWithPass != withPass ||
		r.Total.Unfinished != unfinished || r.Total.Complete != 200-unfinished {
		t.Errorf("got %+v", r.Total)
	}
	for _, row := range r.Plies {
		check(t, "plies", row.Plies, row.Games, plies)
	}
	for _, row := range r.Empties {
		check(t, "empties", row.Empties, row.Games, empties)
	}
	for _, row := range r.Passes {
		check(t, "passes", row.Ply, row.Passes, passes)
	}
	for _, row := range r.Scores {
		if row.Games > 0 {
			check(t, "scores", row.Score, row.Games, scores)
		}
	}
	if len(plies)+len(empties)+len(passes)+len(scores) > 0 {
		t.Errorf("left over: %v %v %v %v", plies, empties, passes, scores)
	}
}

// check compares a row and takes it out of what is wanted.
func check(t *testing.T, what string, key, got int, want map[int]int) {
	t.Helper()
	if got != want[key] {
		t.Errorf("%s %d: %d, want %d", what, key, got, want[key])
	}
	delete(want, key)
}

// The shortest wipe-out: white has no disc after nine moves.
func TestWipeout(t *testing.T) {
	g := game(t, "e6f4e3f6g5d6e7f5c5", 64)
	if err := g.Replay(); err != nil {
		t.Fatal(err)
	}
	total := add(new(stats.Endings), []dataset.Game{g}).Result().Total
	if total.Wipeouts != 1 || total.RecordedWipeouts != 1 || total.WithEmpties != 1 || total.Plies != 9 {
		t.Errorf("got %+v", total)
	}
	near(t, "share", total.WipeoutsPart, 1)
}

// By hand: theory +10, score +4: black lost 6 more than white. The other game is
// exact. Unfinished games and those without theory do not count.
func TestAccuracyByHand(t *testing.T) {
	made := func(black, white, theory, score int) dataset.Game {
		g := dataset.Game{BlackID: black, WhiteID: white, Black: playerName(black), White: playerName(white)}
		g.Start = madeGames(1)[0].Start
		g.Moves = madeGames(2)[1].Moves
		g.Theory, g.TheoryEmpties, g.Score = theory, 24, score
		return g
	}
	games := []dataset.Game{made(2, 3, 10, 4), made(3, 2, -2, -2), made(2, 0, 8, 0), made(2, 3, 0, 64),
		made(2, 3, 0, 64)}
	games[3].Status = dataset.Unfinished
	games[4].TheoryEmpties = 0
	r := add(stats.NewAccuracy(nil), games).Result(1)
	if r.Total.Games != 3 || r.Total.Skipped != 2 || r.Total.Exact != 1 || len(r.Players) != 2 {
		t.Fatalf("got %+v", r)
	}
	near(t, "mean absolute difference", r.Total.MeanAbs, 14.0/3)
	best, worst := r.Players[0], r.Players[1]
	if best.Name != "Player 3" || worst.Name != "Player 2" || best.Games != 2 {
		t.Errorf("got %+v", r.Players)
	}
	near(t, "loss of player 2", worst.MeanLoss, 3) // 6 and 0; the unknown opponent's game counts for no player
	near(t, "its error", worst.LossError, 3)       // deviations 3 and -3: variance 18, √(18/2)
	near(t, "theory of player 2", worst.MeanTheory, 6)
	near(t, "score of player 2", worst.MeanScore, 3)
	near(t, "loss of player 3", best.MeanLoss, -3)
}
