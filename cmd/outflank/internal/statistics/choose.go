package statistics

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// choose returns the tables to show.
func (o *statOutput) choose(tables []stats.Table) ([]stats.Table, error) {
	if o.table == "" {
		return tables, nil
	}
	for i, t := range tables {
		if t.Name == o.table {
			return tables[i : i+1], nil
		}
	}
	return nil, fault.Misuse(fmt.Errorf("--table %s: want one of %s", o.table, tableNames(tables)))
}

func tableNames(tables []stats.Table) string {
	var names []string
	for _, t := range tables {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// numbered returns the path for the i-th table: path for the first, and path with the table's name for the
// others. If path is "", it returns "".
func numbered(path string, i int, name string) string {
	if i == 0 || path == "" {
		return path
	}
	ext := filepath.Ext(path)
	return strings.TrimSuffix(path, ext) + "-" + name + ext
}

// shown returns the columns of each table to print: the requested columns, or by default all columns that are
// not details ([stats.Table.IsDetail]).
func (o *statOutput) shown(tables []stats.Table) ([][]int, error) {
	lists := make([][]int, len(tables))
	asked := map[string]bool{}
	for i, t := range tables {
		for k, c := range t.Columns {
			if len(o.columns) == 0 && !t.IsDetail(k) || slices.Contains(o.columns, c.Name) {
				lists[i] = append(lists[i], k)
				asked[c.Name] = true
			}
		}
		slices.SortStableFunc(lists[i], func(a, b int) int {
			return cmp.Compare(slices.Index(o.columns, t.Columns[a].Name), slices.Index(o.columns, t.Columns[b].Name))
		})
	}
	for _, name := range o.columns {
		if !asked[name] {
			return nil, fault.Misuse(fmt.Errorf("--columns %s%w: want some of %s", name,
				text.Meant(name, columnNames(tables)), strings.Join(columnNames(tables), ", ")))
		}
	}
	return lists, nil
}

func columnNames(tables []stats.Table) (names []string) {
	for _, t := range tables {
		for _, c := range t.Columns {
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	return names
}
