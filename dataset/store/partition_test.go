package store_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/parquet/file"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// ofYears yields games of three years in turn, one of them unknown, and one without a result.
func ofYears(t *testing.T, n int) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for i := range n {
			g := played(t, "f5d6c3d3c4f4")
			g.ID, g.Year, g.NoResult = int64(i), []int{2001, 0, 1999}[i%3], i == 4
			if !yield(g, nil) {
				return
			}
		}
	}
}

// partitions writes a folder and returns its manifest.
func partitions(t *testing.T, dir string, by store.Partition, workers int) (m struct {
	Rows  int64
	Files []store.TableFile
}) {
	t.Helper()
	for _, err := range store.WritePartitions(t.Context(), dir, ofYears(t, 5000), by,
		store.PositionOptions{Workers: workers}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, store.PartitionManifest))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPartitionByYear: the parts hold the games of their years in order, with the sums of the
// manifest, and do not depend on the number of workers.
func TestPartitionByYear(t *testing.T) {
	dir, other := filepath.Join(t.TempDir(), "positions"), filepath.Join(t.TempDir(), "positions")
	m, same := partitions(t, dir, store.ByYear, 1), partitions(t, other, store.ByYear, 3)
	if !slices.Equal(m.Files, same.Files) {
		t.Errorf("with 3 workers %v, with one %v", same.Files, m.Files)
	}
	var names []string
	for _, f := range m.Files {
		names = append(names, f.Name)
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		data, err := os.ReadFile(path)
		if err != nil || int64(len(data)) != f.Bytes || durable.SHA256(data) != f.SHA256 {
			t.Errorf("%s is not the file of the manifest (%v)", f.Name, err)
		}
		p, err := store.OpenPositions(path)
		if err != nil {
			t.Fatal(err)
		}
		first := map[string]int64{"year=1999/part-0.parquet": 2, "year=2001/part-0.parquet": 0,
			"year=__HIVE_DEFAULT_PARTITION__/part-0.parquet": 1}[f.Name]
		n := int64(0)
		for row, err := range p.All() {
			game := first + n/6*3
			if first == 1 && game >= 4 {
				game += 3 // the one without a result
			}
			if err != nil || row.Game != game || row.Ply != int(n%6) {
				t.Fatalf("row %d of %s is ply %d of game %d (%v), want ply %d of game %d", n, f.Name, row.Ply, row.Game,
					err, n%6, game)
			}
			n++
		}
		if n != f.Rows {
			t.Errorf("%s has %d rows, the manifest says %d", f.Name, n, f.Rows)
		}
	}
	if want := []string{"year=__HIVE_DEFAULT_PARTITION__/part-0.parquet", "year=1999/part-0.parquet",
		"year=2001/part-0.parquet"}; !slices.Equal(names, want) {
		t.Errorf("parts %v, want %v", names, want)
	}
	if m.Rows != 6*4999 {
		t.Errorf("%d rows, want %d", m.Rows, 6*4999)
	}
}

// TestPartitionByPly: each part has the rows of its ply, without that column, and statistics.
func TestPartitionByPly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "positions")
	m := partitions(t, dir, store.ByPly, 2)
	if len(m.Files) != 6 {
		t.Fatalf("%d parts, want one for each of 6 plies", len(m.Files))
	}
	for _, f := range m.Files {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Name)))
		if err != nil {
			t.Fatal(err)
		}
		r, err := file.NewParquetReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		schema := r.MetaData().Schema
		if schema.ColumnIndexByName("ply") >= 0 || schema.NumColumns() != len(store.PositionColumns())-1 ||
			r.NumRows() != 4999 {
			t.Errorf("%s has %d columns, ply among them: %v, and %d rows", f.Name, schema.NumColumns(),
				schema.ColumnIndexByName("ply") >= 0, r.NumRows())
		}
		column, err := r.RowGroup(0).MetaData().ColumnChunk(schema.ColumnIndexByName("empties"))
		if err != nil {
			t.Fatal(err)
		}
		if stats, err := column.Statistics(); err != nil || stats == nil || !stats.HasMinMax() {
			t.Errorf("%s has no statistics of the empty squares (%v)", f.Name, err)
		}
	}
}

// TestPartitionRefuses: folders that hold something are left alone, and what fails leaves nothing.
func TestPartitionRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(path string, games iter.Seq2[dataset.Game, error], by store.Partition) (err error) {
		for _, err = range store.WritePartitions(t.Context(), path, games, by, store.PositionOptions{}) {
		}
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	for name, err := range map[string]error{
		"a folder that is not empty": write(dir, ofYears(t, 3), store.ByYear),
		"a file":                     write(filepath.Join(dir, "mine"), ofYears(t, 3), store.ByYear),
		"another partition":          write(out, ofYears(t, 3), "month"),
	} {
		if !fault.IsMisuse(err) {
			t.Errorf("%s: error %v, want misuse", name, err)
		}
	}
	if err := write(out, ofYears(t, 0), store.ByPly); !fault.IsBadInput(err) {
		t.Errorf("no games: error %v, want bad input", err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 || list[0].IsDir() {
		t.Errorf("%v is left (%v)", list, err)
	}
	for _, games := range []int{3, 3, 6} { // written, the same again, others
		if err := write(out, ofYears(t, games), store.ByYear); fault.IsMisuse(err) != (games == 6) {
			t.Errorf("%d games: %v", games, err)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("%v is left (%v)", list, err)
	}
}

// TestPartitionBySplit: the parts have the positions of their games, but those that a division removes, and the
// datasheet counts them.
func TestPartitionBySplit(t *testing.T) {
	games := func() iter.Seq2[dataset.Game, error] { return dataset.RandomGames(t.Context(), 1, 5000, 1) }
	d, err := dataset.Divide(games(), dataset.HoldOutGames, dataset.Shares{})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "positions")
	for _, err := range store.WritePartitions(t.Context(), dir, games(), store.BySplit,
		store.PositionOptions{Division: d, Meta: map[string]string{"license": "none"}}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	type row struct {
		game int64
		ply  int
	}
	var want [4][]row
	for p := range dataset.Positions(games()) {
		if s, _ := d.Of(p.Game); !d.Repeats(s, dataset.PositionHash(p.Position.Board)) {
			want[s] = append(want[s], row{p.Game.ID, p.Index})
		}
	}
	sheet, err := os.ReadFile(filepath.Join(dir, "_datasheet.md"))
	if err != nil {
		t.Fatal(err)
	}
	for s := dataset.Train; s <= dataset.Test; s++ {
		path := filepath.Join(dir, "split="+s.String(), "part-0.parquet")
		positions, err := store.OpenPositions(path)
		if err != nil {
			t.Fatal(err)
		}
		var got []row
		for r, err := range positions.All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, row{r.Game, r.Ply})
		}
		if !slices.Equal(got, want[s]) || int64(len(got)) != d.Parts[s].Positions-d.Parts[s].Removed {
			t.Errorf("%v: %d rows, want %d", s, len(got), len(want[s]))
		}
		sum, err := durable.SHA256File(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{sum, fmt.Sprintf("| %v | %d | %d | %d | %d |", s, d.Parts[s].Games,
			d.Parts[s].Positions, d.Parts[s].Removed, len(got)), "| license | none |"} {
			if !strings.Contains(string(sheet), text) {
				t.Errorf("the datasheet lacks %q:\n%s", text, sheet)
			}
		}
	}
	for _, err := range store.WritePartitions(t.Context(), dir+"2", games(), store.BySplit, store.PositionOptions{}) {
		if !fault.IsMisuse(err) {
			t.Errorf("without a division: error %v", err)
		}
	}
}

// TestPartOfPly: a part that lacks the column ply is read with the ply in the name of its folder, and labels
// are written behind it as behind a whole table.
func TestPartOfPly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "positions")
	var want, got []store.PositionRow
	for _, f := range partitions(t, dir, store.ByPly, 2).Files {
		table, err := store.OpenPositions(filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		labels := func(yield func(store.Label, error) bool) {
			for range table.Rows() {
				if !yield(store.Label{Known: true, Score: 4}, nil) {
					return
				}
			}
		}
		for _, err := range table.WriteLabelled(t.Context(), &b, labels, nil) {
			if err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(t.TempDir(), "labelled.parquet")
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		labelled, err := store.OpenPositions(path)
		if err != nil || !labelled.Labelled() || labelled.Rows() != table.Rows() {
			t.Fatalf("%d rows of %d, labelled: %v (%v)", labelled.Rows(), table.Rows(), labelled.Labelled(), err)
		}
		for r, err := range labelled.All() {
			if err != nil || r.Label.Score != 4 {
				t.Fatalf("label %+v (%v)", r.Label, err)
			}
			r.Label = store.Label{}
			got = append(got, r)
		}
	}
	whole := filepath.Join(t.TempDir(), "positions.parquet")
	err := durable.Replace(whole, func(w io.Writer) (err error) {
		for _, err = range store.WritePositions(t.Context(), w, ofYears(t, 5000), store.PositionOptions{}) {
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	table, err := store.OpenPositions(whole)
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range table.All() {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, r)
	}
	slices.SortStableFunc(want, func(a, b store.PositionRow) int { return a.Ply - b.Ply })
	if !slices.Equal(got, want) {
		t.Errorf("%d rows in parts, %d in one table, and not the same", len(got), len(want))
	}
}
