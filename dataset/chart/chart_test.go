package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// sampleBoard has a different value on every square, of both signs.
func sampleBoard() Board {
	b := Board{Title: "Sample", Subtitle: "in between", Legend: "value"}
	for s := range b.Values {
		b.Values[s] = float64(s)/10 - 3.2
	}
	return b
}

func sampleLines() Lines {
	x := []float64{0, 1000, 2000, 5000}
	return Lines{
		Title: "Learning", X: "games", Y: "score", Marks: []float64{0.5},
		Series: []Series{
			{Name: "random", X: x, Y: []float64{0.5, 0.8, 0.9, 0.95}, Low: []float64{0.4, 0.7, 0.85, 0.9}, High: []float64{0.6, 0.9, 0.95, 1}},
			{Name: "minimax & <friends>", X: x, Y: []float64{0.1, 0.3, 0.5, 0.52}},
		},
	}
}

func sampleDots() Dots {
	return Dots{
		Title: "Ratings", Subtitle: "of players", X: "Elo", Notes: "games", Marks: []float64{1500},
		Rows: []Dot{{"anna & <bert>", 1700, 1600, 1800, "12"}, {"carl", 1400, 1400, 1400, ""}},
	}
}

func sampleBars() Bars {
	return Bars{
		Title: "Openings", Parts: [3]string{"black wins", "draws", "white wins"}, Notes: "games",
		Rows: []Bar{{"f5", 0, [3]float64{5, 1, 4}, "10"}, {"d6", 1, [3]float64{0, 0, 7}, "7"}},
	}
}

func sampleColumns() Columns {
	return Columns{Title: "Scores", X: "discs", Y: "games", At: []float64{-2, 0, 4},
		Heights: []float64{3, 1, 0}, Step: 2}
}

func sampleGrid() Grid {
	return Grid{Title: "Three", Subtitle: "at once", Columns: 2, Scale: 0.6,
		Charts: []Chart{sampleColumns(), sampleLines(), sampleColumns()}}
}

var samples = map[string]Chart{
	"board": sampleBoard(), "lines": sampleLines(), "dots": sampleDots(), "bars": sampleBars(),
	"columns": sampleColumns(), "grid": sampleGrid(),
	"diagram": Diagram{Title: "Start", Position: engine.StandardStart()},
}

func written(t *testing.T, path string, c Chart) []byte {
	t.Helper()
	var w bytes.Buffer
	if err := Write(&w, path, c); err != nil {
		t.Fatal(err)
	}
	return w.Bytes()
}

func TestPNG(t *testing.T) {
	for name, c := range samples {
		img, err := png.Decode(bytes.NewReader(written(t, name+".PNG", c)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if size := img.Bounds().Size(); size.X < 800 || size.Y < 200 || size.X > 2000 || size.Y > 2000 {
			t.Errorf("%s is %v pixels", name, size)
		}
	}
}

// texts returns the contents of the text elements of an SVG, and fails if it is
// not well-formed.
func texts(t *testing.T, svg []byte) []string {
	t.Helper()
	var all []string
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "text" {
			var text string
			if err := d.DecodeElement(&text, &start); err != nil {
				t.Fatal(err)
			}
			all = append(all, text)
		}
	}
}

func TestBoardSVG(t *testing.T) {
	count := map[string]int{}
	number := regexp.MustCompile(`^−?\d\.\d$`)
	values := 0
	for _, text := range texts(t, written(t, "w.svg", sampleBoard())) {
		count[text]++
		if number.MatchString(text) {
			values++
		}
	}
	// −3.2 to 3.1 in the squares; on the scale ±3.2 and ±1.6.
	if values != 64+4 {
		t.Errorf("%d numbers, want 64 and 4 on the scale", values)
	}
	for _, label := range []string{"a", "h", "1", "8", "−0.1", "Sample", "in between", "value"} {
		if count[label] != 1 {
			t.Errorf("%q is there %d times, want once", label, count[label])
		}
	}
}

// A margin stands below its value, with a digit more if it is small; 0 is none.
func TestBoardMargins(t *testing.T) {
	b := Board{Values: [64]float64{1, -0.5, 0.25}, Margins: [64]float64{0, 0.0062, 0.31}}
	all := strings.Join(texts(t, written(t, "w.svg", b)), "|")
	for label, want := range map[string]int{"± 0.006": 1, "± 0.31": 1, "±": 2, "−0.50": 1} {
		if got := strings.Count(all, label); got != want {
			t.Errorf("%q is there %d times, want %d: %s", label, got, want, all)
		}
	}
	big := newScale([]float64{2e5, 1}, 0)
	if got := big.marginText(2e4); got != "20k" {
		t.Errorf("margin of large values: %q", got)
	}
}

func TestBoardField(t *testing.T) {
	b := sampleBoard()
	shape, _ := engine.SquareShape(4)
	b.Field = shape.Field
	b.Values[engine.At(7, 7)] = math.NaN() // no square of it
	if n := len(texts(t, written(t, "w.svg", b))); n > 16+16+5+3 {
		t.Errorf("%d texts for 16 squares", n)
	}
}

// TestTexts: what a reader needs to know stands in the picture.
func TestTexts(t *testing.T) {
	for name, want := range map[string][]string{
		"lines":   {"Learning", "games", "score", "random", "minimax & <friends>", "2000"},
		"dots":    {"Ratings", "of players", "Elo", "games", "anna & <bert>", "carl", "12", "1600"},
		"bars":    {"Openings", "black wins", "draws", "white wins", "games", "f5", "d6", "50 %", "100 %", "7"},
		"columns": {"Scores", "discs", "games", "−2", "0", "4", "3"},
		"grid":    {"Three", "at once", "Scores", "Learning"},
	} {
		all := strings.Join(texts(t, written(t, "x.svg", samples[name])), "|")
		for _, label := range want {
			if !strings.Contains("|"+all+"|", "|"+label+"|") {
				t.Errorf("%s: %q is missing in %s", name, label, all)
			}
		}
	}
}

func TestDeterministic(t *testing.T) {
	for name, c := range samples {
		for _, ext := range []string{".png", ".svg"} {
			if !bytes.Equal(written(t, name+ext, c), written(t, name+ext, c)) {
				t.Errorf("%s%s: two different files", name, ext)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	withValue := func(v float64) Chart { b := sampleBoard(); b.Values[27] = v; return b }
	withLimit := func(v float64) Chart { b := sampleBoard(); b.Limit = v; return b }
	withMargin := func(v float64) Chart { b := sampleBoard(); b.Margins[27] = v; return b }
	series := func(s ...Series) Chart { return Lines{Series: s} }
	one, two := []float64{1}, []float64{1, 2}
	for name, c := range map[string]Chart{
		"NaN":              withValue(math.NaN()),
		"infinite":         withValue(math.Inf(-1)),
		"limit NaN":        withLimit(math.NaN()),
		"limit below 0":    withLimit(-1),
		"margin NaN":       withMargin(math.NaN()),
		"margin below 0":   withMargin(-1),
		"no series":        series(),
		"no points":        series(Series{Name: "s"}),
		"fewer y":          series(Series{X: two, Y: one}),
		"low without high": series(Series{X: one, Y: one, Low: one}),
		"short interval":   series(Series{X: two, Y: two, Low: one, High: one}),
		"y NaN":            series(Series{X: one, Y: []float64{math.NaN()}}),
		"x infinite":       series(Series{X: []float64{math.Inf(1)}, Y: one}),
		"mark NaN":         Lines{Series: []Series{{X: one, Y: one}}, Marks: []float64{math.NaN()}},
		"range":            Lines{Series: []Series{{X: one, Y: one}}, Low: 1},
		"no dots":          Dots{},
		"dot mark":         Dots{Rows: []Dot{{}}, Marks: []float64{math.NaN()}},
		"dot NaN":          Dots{Rows: []Dot{{Value: math.NaN()}}},
		"dot outside":      Dots{Rows: []Dot{{Value: 3, Low: 1, High: 2}}},
		"no bars":          Bars{},
		"bar of nothing":   Bars{Rows: []Bar{{}}},
		"bar below 0":      Bars{Rows: []Bar{{Parts: [3]float64{1, -1, 1}}}},
		"no columns":       Columns{Step: 1},
		"fewer heights":    Columns{At: two, Heights: one, Step: 1},
		"height below 0":   Columns{At: one, Heights: []float64{-1}, Step: 1},
		"no step":          Columns{At: one, Heights: one},
		"no charts":        Grid{Columns: 1},
		"no grid columns":  Grid{Charts: []Chart{sampleBars()}},
		"grid scale":       Grid{Columns: 1, Scale: -1, Charts: []Chart{sampleBars()}},
		"bad chart inside": Grid{Columns: 1, Charts: []Chart{Bars{}}},
	} {
		for _, path := range []string{"x.png", "x.svg"} {
			var w bytes.Buffer
			if err := Write(&w, path, c); err == nil || w.Len() > 0 {
				t.Errorf("%s as %s: error %v, %d bytes written", name, path, err, w.Len())
			}
		}
	}
	if err := Write(io.Discard, "x.jpg", sampleBoard()); err == nil {
		t.Error("x.jpg is written")
	}
}

// TestExtremes: charts that are odd but drawable.
func TestExtremes(t *testing.T) {
	b := Board{Title: strings.Repeat("a very long title ", 20)}
	var big, small Board
	for s := range 64 {
		big.Values[s] = 1e300 * float64(s-20)
		small.Values[s] = 1e-300 * float64(s)
	}
	one := []float64{1}
	many := Lines{}
	for range 20 {
		many.Series = append(many.Series, Series{Name: "s", X: one, Y: one})
	}
	next := math.Nextafter(1, 2)
	for name, c := range map[string]Chart{
		"zeros": b, "big": big, "small": small, "20 equal series": many,
		"neighbours": Lines{Series: []Series{{X: []float64{1, next}, Y: []float64{1, next}}}},
		"wide":       Lines{Series: []Series{{X: []float64{-1e308, 1e308}, Y: []float64{-1e308, 1e308}}}},
		"fixed":      Lines{Low: 0, High: 0.1, Series: []Series{{X: []float64{0, 1}, Y: []float64{-5, 5}}}},
		"single year": Lines{Diagonal: true, Series: []Series{{X: []float64{2026}, Y: one, Low: []float64{0},
			High: []float64{2}}}},
		"equal dots": Dots{Rows: []Dot{{Value: 5, Low: 5, High: 5}}},
		"long label": Bars{Rows: []Bar{{Label: strings.Repeat("long ", 60), Indent: 3,
			Parts: [3]float64{1, 0, 0}}}},
		"all zero":  Columns{At: []float64{0, 1}, Heights: []float64{0, 0}, Step: 1},
		"half grid": Grid{Columns: 3, Charts: []Chart{sampleBars()}},
		"long name": Lines{Series: []Series{{Name: strings.Repeat("long ", 60), X: one, Y: one}}},
	} {
		t.Run(name, func(t *testing.T) {
			texts(t, written(t, "x.svg", c))
			written(t, "x.png", c)
		})
	}
}

type failingWriter struct{}

var errFull = errors.New("full")

func (failingWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	for name, c := range samples {
		for _, path := range []string{"x.png", "x.svg"} {
			if err := Write(failingWriter{}, path, c); !errors.Is(err, errFull) {
				t.Errorf("%s as %s: error %v", name, path, err)
			}
		}
	}
}
