package chart_test

import (
	"bytes"
	"fmt"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
)

func ExampleBoard() {
	b := chart.Board{Title: "What a square is worth", Legend: "W"}
	for s := range engine.Corners.All() {
		b.Values[s] = 1
	}
	for s := range engine.XSquares.All() {
		b.Values[s] = -0.53
	}
	var file bytes.Buffer
	if err := chart.WriteSVG(&file, b); err != nil {
		fmt.Println(err)
	}
	fmt.Println(bytes.Count(file.Bytes(), []byte("−0.53")), "squares are worth −0.53")
	// Output: 4 squares are worth −0.53
}

func ExampleLines() {
	l := chart.Lines{
		Title: "Learning from games", X: "games", Y: "score",
		Marks: []float64{0.5},
		Series: []chart.Series{{
			Name: "random",
			X:    []float64{0, 1000, 10000},
			Y:    []float64{0.50, 0.81, 0.93},
			Low:  []float64{0.45, 0.77, 0.90},
			High: []float64{0.55, 0.85, 0.95},
		}},
	}
	var file bytes.Buffer
	fmt.Println(chart.Write(&file, "learning.png", l), file.Len() > 0)
	fmt.Println(chart.CheckPath("learning.pdf"))
	// Output:
	// <nil> true
	// chart: learning.pdf: want a name that ends in .png or .svg
}

func ExampleDots() {
	d := chart.Dots{
		Title: "Black's share of the points", X: "share of the points", Notes: "games",
		Rows: []chart.Dot{
			{Label: "Heath", Value: 0.534, Low: 0.521, High: 0.548, Note: "5,475"},
			{Label: "Horse", Value: 0.345, Low: 0.326, High: 0.366, Note: "2,213"},
		},
		Marks: []float64{0.5},
	}
	var file bytes.Buffer
	fmt.Println(chart.WriteSVG(&file, chart.Grid{Columns: 1, Charts: []chart.Chart{d, d}}))
	fmt.Println(bytes.Count(file.Bytes(), []byte(">Heath<")), "rows of the Heath in two charts")
	// Output:
	// <nil>
	// 2 rows of the Heath in two charts
}
