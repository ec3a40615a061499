package store_test

import (
	"errors"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
)

func TestFilter(t *testing.T) {
	g := dataset.Game{ID: 17, Year: 1996, Black: "Tamenori Hideshi", White: "Pérez Ángel",
		Tournament: "World Championship", Status: dataset.Unfinished}
	unknown := dataset.Game{}
	for _, test := range []struct {
		name          string
		filter        store.Filter
		game, unknown bool
	}{
		{"zero", store.Filter{}, true, true},
		{"ids", store.Filter{IDs: []int64{3, 17, 40}}, true, false},
		{"from", store.Filter{FromYear: 1996}, true, false},
		{"too late", store.Filter{FromYear: 1997}, false, false},
		{"to", store.Filter{ToYear: 1996}, true, false},
		{"too early", store.Filter{ToYear: 1995}, false, false},
		{"player is black", store.Filter{Player: "tamenori"}, true, false},
		{"player is white", store.Filter{Player: "PÉREZ á"}, true, false},
		{"black", store.Filter{Black: "hide"}, true, false},
		{"black is not white", store.Filter{Black: "Pérez"}, false, false},
		{"white", store.Filter{White: "gel"}, true, false},
		{"white is not black", store.Filter{White: "hide"}, false, false},
		{"longer than the name", store.Filter{White: "Pérez Ángel Maria"}, false, false},
		{"tournament", store.Filter{Tournament: "world ch"}, true, false},
		{"humans", store.Filter{Kind: dataset.Humans}, true, true},
		{"programs", store.Filter{Kind: dataset.Programs}, false, false},
		{"status", store.Filter{Status: []dataset.Status{dataset.Unfinished, dataset.Illegal}}, true, false},
		{"other status", store.Filter{Status: []dataset.Status{dataset.Complete}}, false, true},
		{"all fields", store.Filter{FromYear: 1990, ToYear: 2000, Player: "Hideshi", White: "Pérez", Tournament: "World"}, true, false},
		{"all but one", store.Filter{FromYear: 1990, ToYear: 2000, Player: "Hideshi", White: "Pérez", Tournament: "Open"}, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.filter.Match(&g); got != test.game {
				t.Errorf("%+v: %v, want %v", test.filter, got, test.game)
			}
			if match := test.filter.Matcher(); match(&g) != test.game || match(&unknown) != test.unknown ||
				match(&g) != test.game {
				t.Errorf("%+v: the matcher differs", test.filter)
			}
			if got := test.filter.Match(&unknown); got != test.unknown {
				t.Errorf("%+v of an unknown game: %v, want %v", test.filter, got, test.unknown)
			}
		})
	}
}

// Errors are not games and pass every filter.
func TestFilterApply(t *testing.T) {
	bad := errors.New("bad")
	seq := func(yield func(dataset.Game, error) bool) {
		_ = yield(dataset.Game{Year: 1990}, nil) && yield(dataset.Game{}, bad) &&
			yield(dataset.Game{Year: 2000}, nil)
	}
	var years []int
	errs := 0
	for g, err := range (store.Filter{FromYear: 1995}).Apply(seq) {
		if err != nil {
			errs++
			continue
		}
		years = append(years, g.Year)
	}
	if errs != 1 || len(years) != 1 || years[0] != 2000 {
		t.Errorf("%d errors, years %v; want 1 and 2000", errs, years)
	}
}
