package store

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// A TableSummary describes a table of transitions, tokens or probes.
type TableSummary struct {
	Table   string // transitions, tokens or probes
	Rows    int64
	Columns []Column
	Splits  map[string]int64  // rows of each split; empty = the table has no column split
	Meta    map[string]string // as in Options
}

// Summarize reads all pages of a Parquet file that [WriteTransitions], [WriteTokens] or [WriteProbes] wrote.
// It returns nil for a file with other columns. Errors about the content are bad input, see
// [fault.IsBadInput].
func Summarize(path string) (*TableSummary, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer f.Close()
	s, err := guard(func() (*TableSummary, error) {
		r, err := file.NewParquetReader(f)
		if err != nil {
			return nil, err
		}
		s, err := summaryOf(r), checkVersion(r.MetaData().KeyValueMetadata().FindValue(versionKey))
		for g := 0; s != nil && g < r.NumRowGroups() && err == nil; g++ {
			err = s.read(r.RowGroup(g))
		}
		return s, err
	})
	if err == nil {
		return s, nil
	}
	return nil, fault.BadInput(fmt.Errorf("store: %s: damaged table: %w", path, err))
}

// summaryOf returns a summary without the splits, or nil for a table of another kind.
func summaryOf(r *file.Reader) *TableSummary {
	s := &TableSummary{Rows: r.NumRows(), Splits: map[string]int64{}, Meta: map[string]string{}}
	root := r.MetaData().Schema.Root()
	var columns []Column
	switch {
	case root.FieldIndexByName("reward") >= 0:
		s.Table, columns = "transitions", TransitionColumns()
	case root.FieldIndexByName("tokens") >= 0:
		s.Table, columns = tokensTable.name, TokenColumns()
	case root.FieldIndexByName("stable") >= 0:
		s.Table, columns = probesTable.name, ProbeColumns()
	default:
		return nil
	}
	for i := range root.NumFields() {
		c := phiColumns([]string{root.Field(i).Name()})[0].Column
		if at := slices.IndexFunc(columns, func(known Column) bool { return known.Name == c.Name }); at >= 0 {
			c = columns[at]
		}
		s.Columns = append(s.Columns, c)
	}
	for _, pair := range r.MetaData().KeyValueMetadata() {
		if key, ours := strings.CutPrefix(pair.Key, metaPrefix); ours && pair.Value != nil {
			s.Meta[key] = *pair.Value
		}
	}
	return s
}

// read reads all pages of a row group, and counts its splits.
func (s *TableSummary) read(rg *file.RowGroupReader) error {
	for i, c := range s.Columns {
		pages, err := rg.GetColumnPageReader(i)
		for err == nil && pages.Next() {
		}
		if err == nil {
			err = pages.Err()
		}
		if err == nil && c.Name == "split" {
			err = s.countSplits(rg, i)
		}
		if err != nil {
			return fmt.Errorf("column %s: %w", c.Name, err)
		}
	}
	return nil
}

// countSplits counts the splits of a row group in column i.
func (s *TableSummary) countSplits(rg *file.RowGroupReader, i int) error {
	col, err := rg.Column(i)
	if err != nil {
		return err
	}
	return appendValues(col.(*file.ByteArrayColumnChunkReader).ReadBatch, int(rg.NumRows()),
		func(splits []parquet.ByteArray, _ []bool) {
			for _, split := range splits {
				s.Splits[string(split)]++
			}
		})
}
