package stats

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/outflank/outflank/dataset/store"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// A Table is the common form of all statistics, so the same code can print, draw or store any of them.
type Table struct {
	Name    string   `json:"name"`    // one word, such as "years", for file names
	Title   string   `json:"title"`   // one line, for display
	Columns []Column `json:"columns"` // in the order of the cells of a row
	// The cells are int64, float64, string or bool, as the column says; nil = unknown.
	Rows  [][]any `json:"rows"`
	Brief []int   `json:"-"` // indices of the most important rows of a long table; nil = the first rows
}

// A Column describes a column of a [Table].
type Column struct {
	Name     string         // in snake_case, stable, as in JSON
	Type     arrow.DataType // Int64, Float64, String or Boolean
	Nullable bool           // whether cells may be unknown
	Unit     string         // "game", "disc", "ply", "elo", "text", "year", "1" for shares …
	Meaning  string         // one line, with the range
}

// MarshalJSON writes the column with Arrow's name for its type: int64, float64, utf8 or bool.
func (c Column) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name     string `json:"name"`
		Type     string `json:"type"`
		Nullable bool   `json:"nullable"`
		Unit     string `json:"unit"`
		Meaning  string `json:"meaning"`
	}{c.Name, c.Type.Name(), c.Nullable, c.Unit, c.Meaning})
}

// Schema returns the Arrow schema of the table. The metadata of each field contains the column's unit and
// meaning; the metadata of the schema contains the table's name and title.
func (t *Table) Schema() *arrow.Schema {
	fields := make([]arrow.Field, len(t.Columns))
	for i, c := range t.Columns {
		fields[i] = arrow.Field{
			Name: c.Name, Type: c.Type, Nullable: c.Nullable,
			Metadata: arrow.NewMetadata([]string{"unit", "meaning"}, []string{c.Unit, c.Meaning}),
		}
	}
	meta := arrow.NewMetadata([]string{"outflank.table", "outflank.title"}, []string{t.Name, t.Title})
	return arrow.NewSchema(fields, &meta)
}

// Record returns the table as an Arrow batch. The caller must release it.
func (t *Table) Record() arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, t.Schema())
	defer b.Release()
	for _, row := range t.Rows {
		for i, cell := range row {
			appendCell(b.Field(i), cell)
		}
	}
	return b.NewRecord()
}

func appendCell(b array.Builder, cell any) {
	switch v := cell.(type) {
	case nil:
		b.AppendNull()
	case int64:
		b.(*array.Int64Builder).Append(v)
	case float64:
		b.(*array.Float64Builder).Append(v)
	case string:
		b.(*array.StringBuilder).Append(v)
	case bool:
		b.(*array.BooleanBuilder).Append(v)
	}
}

// WriteParquet writes the table as a Parquet file.
func (t *Table) WriteParquet(w io.Writer) error {
	rec := t.Record()
	defer rec.Release()
	return store.WriteParquet(w, rec)
}

// WriteCSV writes the table as comma-separated values, starting with a line of column names. Numbers have
// enough digits to restore their exact values. Unknown values are empty cells.
func (t *Table) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	cells := make([]string, len(t.Columns))
	for i, col := range t.Columns {
		cells[i] = col.Name
	}
	c.Write(cells) // c remembers errors until Flush
	for _, row := range t.Rows {
		for i, cell := range row {
			cells[i] = cellText(cell)
		}
		c.Write(cells)
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("stats: writing CSV: %w", err)
	}
	return nil
}

func cellText(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(cell)
}
