package store_test

import (
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
)

func TestKind(t *testing.T) {
	const human, program, nameless, cut = "Tamenori Hideshi", "Thor (quin/becquet)", "Pvs ()",
		"Othello Master (wei"
	for _, test := range []struct {
		black, white string
		programs     bool
	}{
		{human, human, false}, {human, program, true}, {nameless, human, true}, {program, cut, true},
		{"", "???", false}, {"#17", human, false}, {human, cut, true},
	} {
		g := dataset.Game{Black: test.black, White: test.white}
		for kind, want := range map[dataset.Kind]bool{dataset.AnyKind: true, dataset.Programs: test.programs,
			dataset.Humans: !test.programs} {
			if got := (store.Filter{Kind: kind}).Match(&g); got != want {
				t.Errorf("%s: %s - %s: %v", kind, test.black, test.white, got)
			}
		}
	}
}

func TestParseKind(t *testing.T) {
	for k := dataset.AnyKind; k <= dataset.Programs; k++ {
		if got, err := dataset.ParseKind(k.String()); got != k || err != nil {
			t.Errorf("%v: %v, %v", k, got, err)
		}
	}
	if _, err := dataset.ParseKind("robots"); err == nil {
		t.Error("robots are a kind")
	}
}

// The real base has 87,103 games between people: counted from the bytes of the records
// and of WTHOR.JOU in ten lines of Python.
func TestRealKind(t *testing.T) {
	src := realSources(t, "wthor")
	dir := t.TempDir()
	mustImport(t, src, dir, transfer.ImportOptions{})
	g := mustOpen(t, dir)
	people, programs := all(t, g.Where(store.Filter{Kind: dataset.Humans})), all(t, g.Where(store.Filter{Kind: dataset.Programs}))
	if len(people) != 87_103 || len(people)+len(programs) != g.Rows() {
		t.Errorf("%d of people and %d with programs", len(people), len(programs))
	}
}
