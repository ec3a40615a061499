package store

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"github.com/outflank/outflank/dataset"

	"github.com/apache/arrow/go/v17/arrow"
)

// CSVFormat is the name of the format of [CSVWriter] and [ReadCSV]. Package notation implements the other
// formats.
const CSVFormat = "csv"

// csvBatch is the number of games that are encoded together.
const csvBatch = 512

// A CSVWriter writes games as comma-separated values (RFC 4180): a line with the names of the [Columns], then
// a line for each game. Null is an empty field. Line breaks in labels become spaces, so each game takes one
// line. Call Close at the end.
type CSVWriter struct {
	out  *csv.Writer
	rows *rowBuilder
}

// NewCSVWriter returns a writer after writing the names of the columns.
func NewCSVWriter(w io.Writer) *CSVWriter {
	c := &CSVWriter{out: csv.NewWriter(w), rows: newRowBuilder()}
	var names []string
	for _, column := range columns {
		names = append(names, column.Name)
	}
	_ = c.out.Write(names) // Close reports errors
	return c
}

// Write writes a game. It returns an error for a game that a table cannot store; further games may follow.
// Any other error is a write error.
func (c *CSVWriter) Write(g *dataset.Game) error {
	if err := g.Check(); err != nil {
		return fmt.Errorf("store: game %d: %w", g.ID, err)
	}
	if c.rows.add(g); c.rows.rows == csvBatch {
		return c.flush()
	}
	return nil
}

// Close writes buffered rows. It does not close the underlying writer.
func (c *CSVWriter) Close() error {
	err := c.flush()
	c.rows.release()
	return err
}

func (c *CSVWriter) flush() error {
	rec := c.rows.take()
	defer rec.Release()
	fields := make([]string, rec.NumCols())
	for row := range int(rec.NumRows()) {
		for i, column := range rec.Columns() {
			fields[i] = csvField(column, row)
		}
		if err := c.out.Write(fields); err != nil {
			return err
		}
	}
	c.out.Flush()
	return c.out.Error()
}

// oneLine replaces line breaks.
var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

func csvField(column arrow.Array, row int) string {
	if column.IsNull(row) {
		return ""
	}
	return oneLine.Replace(column.ValueStr(row))
}
