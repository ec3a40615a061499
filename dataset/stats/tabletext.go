package stats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"

	"github.com/outflank/outflank/engine/runtime/text"
)

// sparse are columns that are details if they are 0 or unknown in all rows, as without analysed moves.
var sparse = []string{"no_result", "moves", "accuracy", "move_loss", "best_share", "inaccuracies", "mistakes",
	"blunders", "black_accuracy", "white_accuracy", "black_loss", "white_loss"}

// IsDetail reports whether column k is a detail: an id, a bound of an interval, or a figure of games without
// a result or of analysed moves that is 0 or unknown in all rows. [Table.Text] shows bounds after values.
func (t *Table) IsDetail(k int) bool {
	c := t.Columns[k]
	if slices.Contains(sparse, c.Name) {
		return !slices.ContainsFunc(t.Rows, func(row []any) bool { return row[k] != int64(0) && row[k] != nil })
	}
	return c.Unit == "id" || strings.HasSuffix(c.Name, "_low") || strings.HasSuffix(c.Name, "_high")
}

// Importance ranks column k for windows that are too narrow for all columns. Such a window first drops counts
// that add up to the games, then numbers without an interval, then numbers with one and the cells of a
// cross-table. It keeps games, points and texts.
func (t *Table) Importance(k int) int {
	c := t.Columns[k]
	interval := slices.ContainsFunc(t.Columns, func(other Column) bool { return other.Name == c.Name+"_low" })
	switch {
	case c.Unit == "result" || interval:
		return 2
	case c.Name == "games" || c.Name == "points" || t.IsText(k):
		return 3
	case c.Type.ID() == arrow.FLOAT64:
		return 1
	}
	return 0
}

// IsText reports whether column k contains text.
func (t *Table) IsText(k int) bool { return t.Columns[k].Type.ID() == arrow.STRING }

// IsShare reports whether column k contains shares, 0 to 1, which pages and pictures show in per cent.
func (t *Table) IsShare(k int) bool {
	c := t.Columns[k]
	return c.Unit == "1" && c.Type.ID() == arrow.FLOAT64 &&
		(c.Name == "expected" || strings.HasSuffix(c.Name, "share") || strings.HasSuffix(c.Name, "score"))
}

// Text formats the cell of a row in column k for display, with any interval. It returns "" if the value is
// unknown.
func (t *Table) Text(row []any, k int) string {
	text := valueText(row[k], t.Columns[k].Unit)
	bound := func(suffix string) string {
		name := t.Columns[k].Name + suffix
		i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
		if i < 0 {
			return ""
		}
		return valueText(row[i], t.Columns[i].Unit)
	}
	if low, high := bound("_low"), bound("_high"); low != "" && high != "" {
		text += fmt.Sprintf(" (%s to %s)", low, high)
	}
	return text
}

// valueText formats a value: shares with three decimals, other means with two, and years without a separator.
func valueText(v any, unit string) string {
	switch v := v.(type) {
	case nil:
		return ""
	case int64:
		if unit == "year" {
			return strconv.FormatInt(v, 10)
		}
		return text.Number(int(v))
	case float64:
		switch unit {
		case "1":
			return strconv.FormatFloat(v, 'f', 3, 64)
		case "elo":
			return strconv.FormatFloat(v, 'f', 0, 64)
		}
		return strconv.FormatFloat(v, 'f', 2, 64)
	case bool:
		if v {
			return "yes"
		}
		return ""
	}
	return fmt.Sprint(v)
}
