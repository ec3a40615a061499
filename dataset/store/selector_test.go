package store_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
)

// Law: reading some columns first chooses the games that Match chooses, in both
// formats.
func TestSelect(t *testing.T) {
	var games []dataset.Game
	names := []string{"", "Ann", "ANNE", "Bob (x)", "Zoë"}
	i := 0
	for g := range manyPlayed(120) {
		g.Year = []int{0, 1999, 2000, 2001}[i%4]
		g.Black, g.White, g.Tournament = names[i%5], names[i/5%5], names[i/25%5]
		g.Status = dataset.Status(i % 3)
		games = append(games, g)
		i++
	}
	tables := map[store.Format]*store.Games{}
	for _, f := range bothFormats {
		dir := t.TempDir()
		write(t, dir, store.Options{Formats: []store.Format{f}}, games...)
		tables[f] = mustOpen(t, dir)
	}
	rapid.Check(t, func(t *rapid.T) {
		year := rapid.SampledFrom([]int{0, 0, 1999, 2000, 2001})
		name := rapid.SampledFrom([]string{"", "", "ann", "o", "ZOË", "nobody"})
		draw := func() store.Filter {
			return store.Filter{
				IDs:      rapid.SampledFrom([][]int64{nil, nil, {0, 1, 2, 3, 50, 70, 119, 500}, {7}}).Draw(t, "ids"),
				FromYear: year.Draw(t, "from"), ToYear: year.Draw(t, "to"),
				Player: name.Draw(t, "player"), Black: name.Draw(t, "black"), White: name.Draw(t, "white"),
				Tournament: name.Draw(t, "tournament"),
				Kind:       rapid.SampledFrom([]dataset.Kind{0, 0, dataset.Humans, dataset.Programs}).Draw(t, "kind"),
				Status: rapid.SampledFrom([][]dataset.Status{nil, nil, {dataset.Complete},
					{dataset.Illegal, dataset.Unfinished}}).Draw(t, "status"),
				Split:  rapid.SampledFrom([]dataset.Split{0, 0, dataset.Train, dataset.Test}).Draw(t, "split"),
				Shares: dataset.Shares{Train: 1, Test: 1},
			}
		}
		one, two := draw(), draw()
		if rapid.Bool().Draw(t, "one filter") {
			two = store.Filter{}
		}
		var want []int64
		matches := one.Matcher()
		for id := range games {
			if one.Match(&games[id]) && two.Match(&games[id]) {
				want = append(want, int64(id))
			}
			if matches(&games[id]) != one.Match(&games[id]) {
				t.Errorf("game %d: the matcher of %+v differs", id, one)
			}
		}
		for f, table := range tables {
			g := table.Where(one).Where(two)
			var got []int64
			for game, err := range g.All() {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, game.ID)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: games %v, want %v", f, got, want)
			}
		}
	})
}

// BenchmarkFilter chooses games by player and years.
func BenchmarkFilter(b *testing.B) {
	src := realSources(b, "wthor")
	for _, format := range bothFormats {
		dir := b.TempDir()
		mustImport(b, src, dir, transfer.ImportOptions{Options: store.Options{Formats: []store.Format{format}}})
		g := mustOpen(b, dir)
		for _, test := range []struct {
			name   string
			filter store.Filter
		}{
			{"player", store.Filter{Player: "Tamenori"}},
			{"player and years", store.Filter{Player: "Tamenori", FromYear: 1990, ToYear: 1999}},
			{"year", store.Filter{FromYear: 2005, ToYear: 2005}},
			{"black, white, tournament", store.Filter{Black: "e", White: "a", Tournament: "world"}},
		} {
			part := g.Where(test.filter)
			b.Run(string(format)+"/games/"+test.name, func(b *testing.B) {
				for b.Loop() {
					for _, err := range part.All() {
						if err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
		b.Run(string(format)+"/open", func(b *testing.B) {
			for b.Loop() {
				mustOpen(b, dir)
			}
		})
	}
}
