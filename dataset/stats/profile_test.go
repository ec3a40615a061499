package stats_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// madeAnalysis makes values up: the fifth part of the moves loses some discs.
func madeAnalysis(g engine.Game) (list []analysis.Move) {
	for ply, err := range g.Plies() {
		if err != nil {
			break
		}
		loss := max(0, int(ply.Position.Board.Mine%31)-24)
		list = append(list, analysis.KnownMove(ply, ply.Legal.First(), 4, float64(4-loss), 8, false, float64(loss)/20))
	}
	return list
}

// tableOf returns a table of a statistic.
func tableOf(t *testing.T, s stats.Statistic, games []dataset.Game, name string) stats.Table {
	t.Helper()
	r, err := s.Count(t.Context(), sequence(games), nil, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	return namedTable(t, r, name)
}

func namedTable(t *testing.T, r stats.Result, name string) stats.Table {
	t.Helper()
	for _, table := range r.Tables() {
		if table.Name == name {
			return table
		}
	}
	t.Fatalf("no table %s", name)
	return stats.Table{}
}

// figures returns the rows of a player as texts, of the columns that both tables have.
func figures(t stats.Table, other stats.Table, column, player string) (rows []string) {
	at := slices.IndexFunc(t.Columns, func(c stats.Column) bool { return c.Name == column })
	for _, row := range t.Rows {
		if at >= 0 && row[at] != player {
			continue
		}
		var words []string
		for k, c := range t.Columns {
			if slices.ContainsFunc(other.Columns, func(o stats.Column) bool { return o.Name == c.Name }) {
				words = append(words, fmt.Sprintf("%s=%.9v", c.Name, row[k]))
			}
		}
		slices.Sort(words)
		rows = append(rows, strings.Join(words, " "))
	}
	slices.Sort(rows)
	return rows
}

// Law: the figures of a player's page are those of the statistics.
func TestProfileFigures(t *testing.T) {
	games := madeGames(300)
	const player = "Player 3"
	r, err := stats.NewProfile(t.Context(), games, nil, madeAnalysis, "PLAYER 3")
	if err != nil || r.Player != player {
		t.Fatalf("%s, %v", r.Player, err)
	}
	find := func(name string) stats.Statistic {
		s, _ := stats.Find(name)
		return s
	}
	for _, test := range []struct {
		page, table string
		of          stats.Statistic
	}{
		{"player", "players", find("players")}, {"form", "ratings", find("ratings")},
		{"losses", "moves", stats.Accuracy(madeAnalysis)},
	} {
		have, want := namedTable(t, r, test.page), tableOf(t, test.of, games, test.table)
		if test.page == "losses" {
			have.Rows = slices.DeleteFunc(have.Rows, func(row []any) bool { return row[1] != "the player" })
		}
		a, b := figures(have, want, "player", player), figures(want, have, "player", player)
		if len(a) == 0 || !slices.Equal(a, b) {
			t.Errorf("%s: %q, want %q", test.page, a, b)
		}
	}
	players := add(stats.NewPlayers(), games)
	for _, o := range r.Opponents {
		pair := players.HeadToHead(stats.PlayerIDOf(3, player), stats.PlayerIDOf(o.OpponentID, o.Opponent))
		if pair.Games != o.Games || *pair.Score != *o.Score || *pair.MeanDiscDifference != *o.MeanDiscDifference {
			t.Errorf("%+v, want %+v", o, pair)
		}
	}
	if len(r.Form) < 2 || len(r.Opponents) < 5 {
		t.Errorf("%d years, %d opponents", len(r.Form), len(r.Opponents))
	}
}

// Law: expectations, events, losses and mistakes are those of a plain count.
func TestProfileCounts(t *testing.T) {
	games := madeGames(100)
	const id = 3
	r, err := stats.NewProfile(t.Context(), games, nil, madeAnalysis, "player 3")
	if err != nil {
		t.Fatal(err)
	}
	elo := add(stats.NewPlayers(), games).Elo()
	expected, counts := map[int]float64{}, map[int]float64{} // by year
	points, mistakes, moves := 0.0, 0, map[string]int{}
	for _, g := range games {
		if g.BlackID == g.WhiteID || g.BlackID != id && g.WhiteID != id || g.Black == "???" || g.White == "???" {
			continue
		}
		other, color := g.WhiteID, "black"
		if g.WhiteID == id {
			other, color = g.BlackID, "white"
		}
		counts[g.Year]++
		ahead := elo[stats.PlayerIDOf(id, "")] - elo[stats.PlayerIDOf(other, "")]
		expected[g.Year] += 1 / (1 + math.Exp(-ahead/arena.Scale))
		for _, m := range madeAnalysis(g.Game) {
			if m.Color != color {
				moves["opponents"]++
				continue
			}
			moves["the player"]++
			moves[color]++
			moves[[]string{"opening", "midgame", "endgame"}[min((m.Ply-1)/20, 2)]]++
			if *m.PointsLost >= 0.1 {
				points += *m.PointsLost
				mistakes++
			}
		}
	}
	for _, y := range r.Form {
		near(t, "expected score", y.Expected, expected[y.Year]/counts[y.Year])
	}
	sums := map[string]int{}
	for _, l := range r.Losses {
		if sums[l.By] += l.Moves; l.By != "opening" && l.Moves != moves[l.Of] {
			t.Errorf("%s: %d moves, want %d", l.Of, l.Moves, moves[l.Of])
		}
	}
	own := moves["the player"]
	if want := map[string]int{"all": own + moves["opponents"], "color": own, "phase": own, "opening": own}; own == 0 ||
		!maps.Equal(sums, want) {
		t.Errorf("%v moves of each kind, want %v", sums, want)
	}
	played := 0
	for _, e := range r.Events {
		played += e.Games
	}
	if all := r.Colors[0].Games; played != all || all == 0 {
		t.Errorf("%d games of events, want %d", played, all)
	}
	times, lost := 0, 0.0
	for i, m := range r.Mistakes {
		times, lost = times+m.Times, lost+m.PointsLost
		if i > 0 && m.PointsLost > r.Mistakes[i-1].PointsLost {
			t.Error("mistakes out of order")
		}
		g, err := engine.ParseGame(engine.StandardStart(), m.Moves)
		if end, _ := g.End(); err != nil || !slices.Contains([]string{"?!", "?", "??"}, m.Mark) || end.Board.Over() {
			t.Errorf("%+v: %v", m, err)
		}
	}
	if len(r.Mistakes) == 100 || times != mistakes || math.Abs(lost-points) > 1e-6 || times == len(r.Mistakes) {
		t.Errorf("%d mistakes cost %v, want %d and %v", times, lost, mistakes, points)
	}
	if _, err := stats.NewProfile(t.Context(), games, nil, nil, "Zzyzx"); !fault.IsBadInput(err) {
		t.Error(err)
	}
	bare, err := stats.NewProfile(t.Context(), games, nil, nil, "player 3")
	if err != nil || len(bare.Losses)+len(bare.Mistakes) > 0 {
		t.Errorf("without analysed moves: %+v, %v", bare.Losses, err)
	}
}

// Law: a cross-table has the results of the event's games, each from both sides.
func TestEventCounts(t *testing.T) {
	games := madeGames(300)
	r, err := stats.NewEvent(games, madeAnalysis, "T1")
	if err != nil || r.Tournament != "t1" || r.Year != 2003 {
		t.Fatalf("%+v, %v", r, err)
	}
	points, losses := map[int]float64{}, map[int]int{}
	n := 0
	for _, g := range games {
		if g.Tournament != "t1" || g.Year != 2003 {
			continue
		}
		row := r.Games[n]
		if n++; row.GameID != int(g.ID) || *row.Score != g.Score {
			t.Errorf("game %+v", row)
		}
		for _, m := range madeAnalysis(g.Game) {
			losses[[]int{g.BlackID, g.WhiteID}[m.Side]]++
		}
		if g.BlackID != g.WhiteID {
			p := float64(1+cmp.Compare(g.Score, 0)) / 2
			points[g.BlackID] += p
			points[g.WhiteID] += 1 - p
		} else {
			points[g.BlackID] += 0
		}
	}
	if n != len(r.Games) || len(r.Cross) != len(points) {
		t.Errorf("%d games of %d, %d players of %d", len(r.Games), n, len(r.Cross), len(points))
	}
	opposite := strings.NewReplacer("1", "0", "0", "1")
	for i, row := range r.Cross {
		if row.Place != i+1 || row.Points != points[row.PlayerID] || row.Moves != losses[row.PlayerID] {
			t.Errorf("%+v, want %v points, %d moves", row, points[row.PlayerID], losses[row.PlayerID])
		}
		if i > 0 && row.Points > r.Cross[i-1].Points {
			t.Error("places out of order")
		}
		for k, text := range row.Results {
			if text != opposite.Replace(r.Cross[k].Results[i]) || i == k && text != "" {
				t.Errorf("results %d against %d: %q, %q", i, k, text, r.Cross[k].Results[i])
			}
		}
	}
	years := slices.Sorted(maps.Keys(map[int]bool{2000: true, 2001: true, 2002: true, 2003: true}))
	if len(r.Years) != len(years) {
		t.Errorf("years %+v", r.Years)
	}
	cross := r.Tables()[0]
	if len(cross.Columns) != len(cross.Rows[0]) || cross.Columns[4].Name != "1" || cross.Importance(4) != 2 {
		t.Errorf("columns %+v", cross.Columns)
	}
	if _, err := stats.NewEvent(games, nil, "Zzyzx"); !fault.IsBadInput(err) {
		t.Error(err)
	}
}
