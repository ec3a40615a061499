package stats_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
)

func readJSON(t testing.TB, path string, v any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func counted(t testing.TB, n int) (p stats.PhaseWeights) {
	t.Helper()
	for _, g := range randomGames(n) {
		p.Add(&g)
	}
	return p
}

func TestJSON(t *testing.T) {
	p := counted(t, 20)
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Games         int         `json:"games"`
		DrawsExcluded int         `json:"draws_excluded"`
		Winner        [64]int     `json:"winner_moves"`
		Loser         [64]int     `json:"loser_moves"`
		Weights       [64]float64 `json:"weights"`
		Phases        map[string]stats.SquareWeights
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	total := p.Total()
	if got.Games != 20 || got.DrawsExcluded != total.DrawsExcluded || got.Winner != total.WinnerMoves ||
		got.Loser != total.LoserMoves || got.Weights != total.Weights() {
		t.Errorf("got %s", text)
	}
	want := map[string]stats.SquareWeights{"opening": p[0], "midgame": p[1], "endgame": p[2]}
	if diff := cmp.Diff(want, got.Phases, cmpopts.IgnoreUnexported(stats.SquareWeights{})); diff != "" {
		t.Error(diff)
	}
	text, err = json.Marshal(total)
	if err != nil || !strings.HasPrefix(string(text), `{"games":20,"draws_excluded":`) ||
		strings.Contains(string(text), "phases") {
		t.Errorf("one SquareWeights is %s, %v", text, err)
	}
}

func TestCSV(t *testing.T) {
	g := game(t, "f5d6c3", 10)
	var p stats.PhaseWeights
	p.Add(&g)
	var b bytes.Buffer
	if err := p.Tables()[0].WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if len(lines) != 1+4*64+1 ||
		lines[0] != "phase,games,draws_excluded,square,winner_moves,loser_moves,difference,weight,weight_low,weight_high,relative" {
		t.Errorf("%d lines, the first is %s", len(lines), lines[0])
	}
	// c3 stands for 4 squares and 1 move, f5 and d6 for 8 squares and 1-1 moves.
	for _, want := range []string{"all,1,0,c3,1,0,1,1,,,false", "opening,1,0,f5,1,0,1,0,,,false",
		"all,1,0,d6,0,1,-1,0,,,false", "midgame,1,0,c3,0,0,0,,,,false", "endgame,1,0,h8,0,0,0,,,,false"} {
		if !strings.Contains(b.String(), "\n"+want+"\n") {
			t.Errorf("no line %s", want)
		}
	}
}

// Where no square differs, as in a band without games, weights are unknown, and games
// count the same in JSON and in tables: with the draws.
func TestUnknownWeights(t *testing.T) {
	draw := game(t, "f5d6c3", 0)
	draw.Black, draw.White, draw.BlackID, draw.WhiteID = "a", "b", 1, 2
	r := add(stats.NewBandWeights(), []dataset.Game{draw}).Result([]float64{3000})
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Bands []struct {
			Weights struct {
				Games   int
				Draws   int `json:"draws_excluded"`
				Weights *[64]float64
			}
		}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	table := r.Tables()[0]
	for i, b := range got.Bands {
		want := []any{r.Bands[i].Name, int64(b.Weights.Games), int64(b.Weights.Draws), "a1", int64(0), int64(0),
			int64(0), nil, nil, nil}
		if diff := cmp.Diff(want, table.Rows[64*i]); diff != "" || b.Weights.Weights != nil {
			t.Errorf("%s: weights %v, %s", r.Bands[i].Name, b.Weights.Weights, diff)
		}
	}
	if one := got.Bands[0].Weights; one.Games != 1 || one.Draws != 1 {
		t.Errorf("a draw is %+v", one)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestWriteErrors(t *testing.T) {
	weights := counted(t, 1)
	p := weights.Tables()[0]
	if err := p.WriteCSV(failing{}); err == nil {
		t.Error("CSV: no error")
	}
	if err := p.WriteParquet(failing{}); err == nil {
		t.Error("Parquet: no error")
	}
}

func TestRecordAndParquet(t *testing.T) {
	p := counted(t, 30)
	table := p.Tables()[0]
	rec := table.Record()
	defer rec.Release()
	if rec.NumRows() != 4*64 {
		t.Fatalf("%d rows", rec.NumRows())
	}
	total, endgame := p.Total(), p[stats.Endgame]
	weights := rec.Column(7).(*array.Float64)
	if got, want := weights.Value(0), total.Weights()[0]; got != want {
		t.Errorf("a1 of all weighs %v, want %v", got, want)
	}
	if got, want := weights.Value(4*64-1), endgame.Weights()[63]; got != want {
		t.Errorf("h8 of the endgame weighs %v, want %v", got, want)
	}

	var b bytes.Buffer
	if err := table.WriteParquet(&b); err != nil {
		t.Fatal(err)
	}
	f, err := file.NewParquetReader(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	col, err := f.RowGroup(0).Column(7)
	if err != nil {
		t.Fatal(err)
	}
	values := make([]float64, 4*64)
	known := make([]int16, 4*64) // the column may have unknown values
	n, _, err := col.(*file.Float64ColumnChunkReader).ReadBatch(4*64, values, known, nil)
	if err != nil || n != 4*64 {
		t.Fatalf("%d values, %v", n, err)
	}
	if diff := cmp.Diff(weights.Float64Values(), values); diff != "" {
		t.Error(diff)
	}
}

func TestPhases(t *testing.T) {
	for p, want := range map[stats.Phase]string{stats.Opening: "opening", stats.Midgame: "midgame",
		stats.Endgame: "endgame"} {
		if got := p.String(); got != want {
			t.Errorf("phase %d is called %s, want %s", p, got, want)
		}
	}
}

// The common form, in each of its clothes.
func TestTable(t *testing.T) {
	table := add(stats.NewResults(), []dataset.Game{{Year: 1999, Score: 2}}).Years().Tables()[0]
	table.Columns, table.Rows = table.Columns[:6],
		[][]any{table.Rows[0][:6], {int64(2000), int64(0), int64(0), int64(0), int64(0), nil}}
	var b bytes.Buffer
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	if want := "year,games,black_wins,draws,white_wins,black_score\n1999,1,1,0,0,1\n2000,0,0,0,0,\n"; b.String() != want {
		t.Errorf("CSV is %q, want %q", b.String(), want)
	}
	text := asJSON(t, table)
	for _, want := range []string{
		`{"name":"years","title":"Results by year","columns":[{"name":"year","type":"int64","nullable":false,"unit":"year","meaning":"calendar year, 0 = unknown"}`,
		`{"name":"black_score","type":"float64","nullable":true,"unit":"1",`,
		`"rows":[[1999,1,1,0,0,1],[2000,0,0,0,0,null]]}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	rec := table.Record()
	defer rec.Release()
	if got := rec.Column(5); got.NullN() != 1 || !got.IsNull(1) || got.(*array.Float64).Value(0) != 1 {
		t.Errorf("scores are %v", got)
	}
	if unit, _ := rec.Schema().Field(0).Metadata.GetValue("unit"); unit != "year" {
		t.Errorf("unit of the year is %q", unit)
	}
}
