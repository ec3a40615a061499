package stats_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset/stats"
)

// TestNewTable: fields in their order, embedded ones too, are columns that say what
// their tags say; a nil pointer is an empty cell.
func TestNewTable(t *testing.T) {
	type where struct {
		Games int `json:"games" unit:"game" meaning:"games learned from"`
	}
	type row struct {
		where
		Score *float64 `json:"score" unit:"1" meaning:"share of the points"`
		Name  string   `json:"name,omitempty" unit:"text" meaning:"of the opponent"`
		Best  bool     `json:"best" unit:"1" meaning:"whether it is the best"`
	}
	half := 0.5
	table := stats.NewTable("results", "Results",
		[]row{{where{10}, &half, "swh", true}, {where{20}, nil, "", false}})
	var text strings.Builder
	if err := table.WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("games,score,name,best\n10,0.5,swh,true\n20,,,false\n", text.String()); diff != "" {
		t.Error(diff)
	}
	if c := table.Columns[1]; !c.Nullable || c.Unit != "1" || c.Meaning != "share of the points" {
		t.Errorf("column %+v", c)
	}
	if n := table.Record().NumRows(); n != 2 {
		t.Errorf("%d rows", n)
	}
}
