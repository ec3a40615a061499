package store_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
)

// A table without its manifest is read as it was, filters and all.
func TestOpenForeignOwn(t *testing.T) {
	dir := tables(t)
	own := mustOpen(t, dir)
	path := filepath.Join(t.TempDir(), "x.parquet")
	if err := os.WriteFile(path, content(t, dir, "games.parquet"), 0o666); err != nil {
		t.Fatal(err)
	}
	g, err := store.OpenForeign(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(all(t, own), all(t, g)); diff != "" || g.Rows() != 40 || g.Manifest().Checksum != "" {
		t.Error(diff)
	}
	f := store.Filter{FromYear: 1980, ToYear: 1985}
	if diff := cmp.Diff(all(t, own.Where(f)), all(t, g.Where(f))); diff != "" {
		t.Error(diff)
	}
}

// foreign makes a file of two games as another program may write it: other order of
// the columns, everything nullable and 64 bits wide, theory with floats, one more column.
func foreign(t testing.TB, change func(name string, b array.Builder)) string {
	t.Helper()
	fields := []arrow.Field{{Name: "comment", Type: arrow.BinaryTypes.String, Nullable: true}}
	for _, c := range store.Columns() {
		f := arrow.Field{Name: c.Name, Type: c.Type, Nullable: true}
		if f.Type == arrow.PrimitiveTypes.Int32 {
			f.Type = arrow.PrimitiveTypes.Int64
		}
		if c.Name == "theory" || c.Name == "theory_empties" {
			f.Type = arrow.PrimitiveTypes.Float64
		}
		fields = append([]arrow.Field{f}, fields...)
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	defer b.Release()
	for i, f := range fields {
		switch fb := b.Field(i).(type) {
		case *array.Int64Builder:
			v := int64(map[string]int{"plies": 2, "black_id": 7}[f.Name])
			fb.AppendValues([]int64{v, v}, nil)
		case *array.Float64Builder:
			fb.AppendValues([]float64{24, math.NaN()}, nil)
		case *array.StringBuilder:
			if f.Name == "start" {
				fb.AppendNulls(2)
				break
			}
			v := map[string]string{"status": "unfinished", "moves": "f5d6", "black": "Ann"}[f.Name]
			fb.AppendValues([]string{v, v}, nil)
		}
		if change != nil {
			change(f.Name, b.Field(i))
		}
	}
	rec := b.NewRecord()
	defer rec.Release()
	var buf bytes.Buffer
	if err := store.WriteParquet(&buf, rec); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "foreign.parquet")
	if err := os.WriteFile(path, buf.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenForeignOther(t *testing.T) {
	g, err := store.OpenForeign(foreign(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	games := all(t, g)
	if len(games) != 2 || games[0].String() != "f5d6" || games[0].Theory != 24 || games[0].BlackID != 7 ||
		games[1].TheoryEmpties != 0 || !games[1].Standard() {
		t.Errorf("%+v", games)
	}
}

func TestOpenForeignRefuses(t *testing.T) {
	replace := func(name string, f func(b array.Builder)) func(string, array.Builder) {
		return func(n string, b array.Builder) {
			if n == name {
				b.NewArray().Release() // starts anew
				f(b)
			}
		}
	}
	for _, test := range []struct {
		want   string
		change func(string, array.Builder)
	}{
		{"column year: row 1 is null", replace("year", func(b array.Builder) { b.(*array.Int64Builder).AppendValues([]int64{1, 2}, []bool{true, false}) })},
		{"column score: row 0 is 4294967296", replace("score", func(b array.Builder) { b.(*array.Int64Builder).AppendValues([]int64{1 << 32, 2}, nil) })},
		{"column theory: row 0 is 0.5", replace("theory", func(b array.Builder) { b.(*array.Float64Builder).AppendValues([]float64{0.5, 2}, nil) })},
		{"column black: row 1 is \"\\xff\"", replace("black", func(b array.Builder) { b.(*array.StringBuilder).AppendValues([]string{"", "\xff"}, nil) })},
		{"column moves: transcript of 2 characters", replace("moves", func(b array.Builder) { b.(*array.StringBuilder).AppendValues([]string{"f5", "f5"}, nil) })},
	} {
		g, err := store.OpenForeign(foreign(t, test.change))
		if err != nil {
			t.Fatal(err)
		}
		var last error
		for _, last = range g.All() {
		}
		if !errors.Is(last, dataset.ErrSchema) || !strings.Contains(last.Error(), test.want) {
			t.Errorf("got %v, want %q", last, test.want)
		}
	}
	// Not a games table at all.
	path := filepath.Join(t.TempDir(), "p.parquet")
	if err := os.WriteFile(path, writePositions(t, manyPlayed(2), store.PositionOptions{}), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := store.OpenForeign(path); !errors.Is(err, dataset.ErrSchema) ||
		!strings.Contains(err.Error(), "no column id") {
		t.Errorf("positions: %v", err)
	}
	if _, err := store.OpenForeign(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// Law: no damage ends the process.
func TestOpenForeignDamaged(t *testing.T) {
	path := foreign(t, nil)
	mutations(content(t, path), manyMutations(), func(damaged []byte) {
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		g, err := store.OpenForeign(path)
		if err != nil {
			return
		}
		for range g.All() {
		}
		for range g.Where(store.Filter{Player: "x"}).All() {
		}
	})
}
