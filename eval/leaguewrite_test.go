package eval

import (
	"bytes"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// fileOf returns the table's file.
func fileOf(t testing.TB, table *Table) string {
	t.Helper()
	var file strings.Builder
	if err := WriteTable(&file, table); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// TestTable is worked by hand: tuple a1b1 with weight 10·a + b for digits a, b of the
// model, whose contents are a + 3·b. The file counts a first, 0 theirs, 2 mine, of the
// side that has moved: mine in the model, so that the digits 2 1 0 of a file are 2 0 1.
func TestTable(t *testing.T) {
	m := NewModel(features(t, "a1b1"))
	for c := range m.Weights {
		m.Weights[c] = float64(10*(c%3) + c/3)
	}
	table, err := m.Table()
	if err != nil {
		t.Fatal(err)
	}
	want := "{ 1\n  { 2 8\n    { 0 1 }\n"
	got := fileOf(t, table)
	if weights := "    { -11 -10 -12 -1 0 -2 -21 -20 -22 }\n  }\n}\n"; !strings.HasPrefix(got, want) ||
		!strings.HasSuffix(got, weights) {
		t.Errorf("wrote\n%s", got)
	}
}

// TestTableIsQ compares what the exported player and the model say of every move of 200
// positions of random games.
func TestTableIsQ(t *testing.T) {
	boards := gameBoards(t, "8x8", 4)
	for _, id := range []string{"all1", "all2+all3", "logistello", "balanced-edge+corner",
		"snakes-8x4-1+balanced-snakes-3x5-2", "a1b1+a1b1"} {
		m := randomModel(t, id)
		m.Actions = make([]float64, len(Classes)) // which weigh nothing
		table, err := m.Table()
		if err != nil {
			t.Fatal(err)
		}
		table, err = ReadTable(strings.NewReader(fileOf(t, table)))
		if err != nil {
			t.Fatal(err)
		}
		l, positions := m.Linear(), 0
		for _, b := range boards {
			for s := range b.Moves().All() {
				after := b.Play(s)
				if q, v := l.Q(b, s), table.Value(after.Theirs, after.Mine); math.Abs(q-v) > 1e-9 {
					t.Fatalf("%s: Q = %v, the player says %v", id, q, v)
				}
			}
			positions++
		}
		if positions < 200 {
			t.Fatalf("only %d positions", positions)
		}
	}
}

// TestTableRoundTrip is bit-true, and what is written again is the same text.
func TestTableRoundTrip(t *testing.T) {
	m := randomModel(t, "all2+diag8")
	m.Weights[1], m.Weights[2], m.Weights[4] = math.SmallestNonzeroFloat64, -math.MaxFloat64, 1.0/3
	written, err := m.Table()
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := ReadTable(strings.NewReader(strings.Repeat("0.1 -2 ", 32)))
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []*Table{written, pieces} {
		file := fileOf(t, table)
		read, err := ReadTable(strings.NewReader(file))
		if err != nil || !reflect.DeepEqual(read, table) || fileOf(t, read) != file {
			t.Errorf("read %v", err)
		}
	}
}

func TestTableErrors(t *testing.T) {
	m := randomModel(t, "all1+constant")
	actions := randomModel(t, "all1")
	actions.Actions = slices.Repeat([]float64{0.5}, 10)
	nan := randomModel(t, "all1")
	nan.Weights[1] = math.NaN()
	for want, m := range map[string]*Model{
		"eval: player: term constant is no tuple of squares": m,
		"term d3 has 3 stages, want one":                     randomModel(t, "a1+d3@3"),
		"the weight of actions like a1 is 0.5":               actions,
		"weight that is not finite: number 1 (a1 X)":         nan,
		`features "some": none are tuples of squares`:        NewModel(someFeatures{}),
	} {
		if _, err := m.Table(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	table, _ := randomModel(t, "a1").Table()
	if err := WriteTable(brokenWriter{}, table); err == nil ||
		!strings.Contains(err.Error(), io.ErrClosedPipe.Error()) {
		t.Errorf("broken writer: %v", err)
	}
}

// FuzzTableRoundTrip: what can be read is read again from what is written.
func FuzzTableRoundTrip(f *testing.F) {
	f.Add(tiny)
	f.Add(strings.Repeat("1e-7 ", 64))
	f.Add("1 2 1 0 0 1 2 3 4 5 6 7 8 -0")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadTable(strings.NewReader(text))
		if err != nil {
			return
		}
		var file bytes.Buffer
		if err := WriteTable(&file, table); err != nil {
			t.Fatal(err)
		}
		again, err := ReadTable(&file)
		if err != nil || !reflect.DeepEqual(again, table) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}
