package study

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// A Result is the result.json of a finished experiment, stored as a [durable.Document]. The JSON fields are
// stable.
type Result struct {
	Name     string   `json:"name"`
	Seed     string   `json:"seed"` // number of the report
	Item     string   `json:"item"`
	Title    string   `json:"title"`
	Wording  string   `json:"paper_says"`
	Paper    string   `json:"paper_result"`
	Protocol string   `json:"protocol"`
	Machine  bool     `json:"depends_on_machine"`
	Choices  []Choice `json:"choices,omitempty"`
	Readings string   `json:"readings,omitempty"` // describes which readings were run
	Set      Reading  `json:"set,omitempty"`      // the reading of the rows, if it is not the first
	Settings Settings `json:"settings"`
	Rows     Rows     `json:"rows"` // of the first reading, or of Set
	Claims   []Judged `json:"claims"`
	Notes    []string `json:"notes"`
	Matrix   *Matrix  `json:"matrix,omitempty"`
	Plots    []string `json:"plots"` // file names without extension
}

// resultName is the file of a Result, and readingsName the file with the rows of all readings.
const resultName, readingsName = "result.json", "readings.csv"

// Folder returns the name of the folder for the results of one reading, or of all readings if set is nil.
func (e *Experiment) Folder(set Reading) string {
	if set == nil {
		return e.Name
	}
	changes := e.changes(set, e.First())
	if len(changes) == 0 {
		changes = []string{"ours"}
	}
	signs := strings.NewReplacer(",", "", " %", "pc", " ", "-", "/", "-")
	for i := range changes {
		changes[i] = signs.Replace(changes[i])
	}
	return e.Name + "," + strings.Join(changes, ",")
}

// result returns the result of an experiment without its numbers.
func (e *Experiment) result(readings []Reading, set Reading) Result {
	return Result{Name: e.Name, Seed: e.Seed, Item: e.Item, Title: e.Title, Wording: e.Wording, Paper: e.Result,
		Protocol: e.Protocol, Machine: e.Machine, Choices: e.Choices, Readings: e.coverage(), Set: set}
}

// write writes the files of an experiment, with result.json last.
func (r Result) write(dir string, e *Experiment, out outcome, list []readingRows) error {
	r.Rows, r.Notes, r.Matrix, r.Plots = out.Rows, out.Notes, out.Matrix, []string{}
	r.Claims = e.judge(list)
	for _, p := range append(out.Plots, curves(r.Claims)...) {
		if err := writePlot(dir, p); err != nil {
			return err
		}
		r.Plots = append(r.Plots, p.Name)
	}
	write := func(w io.Writer) error { return e.writeReadings(w, list) }
	if err := durable.Replace(filepath.Join(dir, readingsName), write); err != nil {
		return err
	}
	if err := r.writeTables(dir); err != nil {
		return err
	}
	text, err := durable.Document(r)
	if err != nil {
		return err
	}
	return durable.WriteFile(filepath.Join(dir, resultName), text)
}

// tableNames are the files with the rows: one for people, one for programs.
var tableNames = []string{"table.md", "table.csv"}

func (r Result) writeTables(dir string) error {
	for i, write := range []func(io.Writer) error{r.writeMarkdown, r.writeCSV} {
		if err := durable.Replace(filepath.Join(dir, tableNames[i]), write); err != nil {
			return err
		}
	}
	return nil
}

// pictureTypes are the file extensions of a plot.
var pictureTypes = []string{".svg", ".png"}

// pictures returns the file names of the plots.
func (r Result) pictures() (names []string) {
	for _, p := range r.Plots {
		for _, ext := range pictureTypes {
			names = append(names, p+ext)
		}
	}
	return names
}

// hasAll reports whether a folder contains all the named files.
func hasAll(dir string, names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return err != nil
	})
}

// writePlot writes a picture as SVG and PNG.
func writePlot(dir string, p namedPlot) error {
	for _, ext := range pictureTypes {
		if err := chart.Save(filepath.Join(dir, p.Name+ext), p.Chart); err != nil {
			return err
		}
	}
	return nil
}

// ReadResult reads the result of an experiment in its folder below dir. The error wraps [os.ErrNotExist] if
// there is none, and is a [*durable.FileError] if it is damaged or belongs to a different experiment.
func ReadResult(dir, name string) (r Result, err error) {
	path := filepath.Join(dir, name, resultName)
	text, err := durable.ReadFile(path)
	if err != nil {
		return r, err
	}
	if err := durable.ReadDocument(text, &r); err != nil {
		return r, &durable.FileError{File: path, Err: fmt.Errorf("%w; without the file the experiment is run "+
			"again from its journal", err)}
	}
	if base, _, _ := strings.Cut(name, ","); r.Name != base {
		return r, &durable.FileError{File: path, Err: fmt.Errorf("the result of experiment %q, not of %q",
			r.Name, name)}
	}
	r.Notes = append([]string{}, r.Notes...) // an empty list if the file contains null
	if r.Matrix != nil {
		if err := r.Matrix.check(); err != nil {
			return r, &durable.FileError{File: path, Err: err}
		}
	}
	for _, p := range r.Plots {
		if p == "" || strings.ContainsAny(p, `/\.`) {
			return r, &durable.FileError{File: path, Err: fmt.Errorf("plot %q: want the name of a file "+
				"in the folder", p)}
		}
	}
	return r, nil
}

// oneReading reports whether the result was written by a version that ran and judged only one reading.
func (r Result) oneReading() bool {
	return slices.ContainsFunc(r.Claims, func(c Judged) bool { return len(c.Curve) == 0 })
}

// writeMarkdown writes the rows as a Markdown table.
func (r Result) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("| | report | ours | 95 % | n | |\n| --- | ---: | ---: | ---: | ---: | --- |\n")
	for _, row := range r.Rows {
		c := row.Cells()
		c[0] = cell(c[0])
		fmt.Fprintf(&b, "| %s |\n", strings.Join(c[:], " | "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeReadings writes the rows of all readings.
func (e *Experiment) writeReadings(w io.Writer, list []readingRows) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"reading", "label", "unit", "ours", "low", "high", "games"}) // see Error
	for _, reading := range list {
		for _, row := range reading.Rows {
			_ = out.Write([]string{named(e.changes(reading.Reading, list[0].Reading)), row.Label, string(row.Unit),
				digits(row.Ours), digits(row.Low), digits(row.High), fmt.Sprint(row.Games)})
		}
	}
	out.Flush()
	return out.Error()
}

// curves draws the specification curves of claims with several readings: the margins, largest first, with a
// line at 0, below which the claim fails.
func curves(claims []Judged) (list []namedPlot) {
	for i, c := range claims {
		points := slices.DeleteFunc(slices.Clone(c.Curve), func(p Point) bool { return p.Margin == nil })
		if len(points) < 2 || c.Verdict == verdictOfMachine {
			continue
		}
		slices.SortStableFunc(points, func(a, b Point) int { return cmp.Compare(*b.Margin, *a.Margin) })
		dots := chart.Dots{Title: c.Title(), X: "margin by which the claim holds, with 99 % intervals",
			Marks: []float64{0}}
		for _, p := range points {
			d := chart.Dot{Label: cmp.Or(p.Name(), "our reading"), Value: *p.Margin, Low: *p.Margin, High: *p.Margin,
				Note: string(p.Verdict)}
			if p.Low != nil && p.High != nil {
				d.Low, d.High = *p.Low, *p.High
			}
			dots.Rows = append(dots.Rows, d)
		}
		list = append(list, namedPlot{fmt.Sprintf("claim-%d", i+1), dots})
	}
	return list
}

// writeCSV writes the rows with all digits. Unknown values are empty. Spaces separate the numbers of the
// seeds.
func (r Result) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"label", "unit", "paper", "ours", "low", "high", "games", "seeds"}) // see Error
	for _, row := range r.Rows {
		_ = out.Write([]string{row.Label, string(row.Unit), digits(row.Paper), digits(row.Ours), digits(row.Low),
			digits(row.High), fmt.Sprint(row.Games), strings.Trim(fmt.Sprint(row.Seeds), "[]")})
	}
	out.Flush()
	return out.Error()
}

func digits(x *float64) string {
	if x == nil {
		return ""
	}
	return fmt.Sprint(*x)
}

// rowPlot draws rows with the same unit as dots with intervals, and the report's numbers on the right.
func rowPlot(name, title string, rows []Row) namedPlot {
	dots := chart.Dots{Title: title}
	if slices.ContainsFunc(rows, func(r Row) bool { return r.Paper != nil }) {
		dots.Notes = "report"
	}
	for _, r := range rows {
		if r.Ours == nil || r.Unit != rows[0].Unit {
			continue
		}
		d := chart.Dot{Label: r.Label, Value: *r.Ours, Low: *r.Ours, High: *r.Ours}
		if dots.Notes != "" {
			d.Note = r.Unit.text(r.Paper)
		}
		if low, high, ok := r.interval(); ok {
			d.Low, d.High = min(low, d.Value), max(high, d.Value)
		}
		dots.Rows = append(dots.Rows, d)
	}
	dots.X = axis(rows)
	if len(rows) > 0 && rows[0].Unit == unitShare {
		dots.Marks = []float64{0.5}
	}
	return namedPlot{name, dots}
}

// axis names the quantity that rows show.
func axis(rows []Row) string {
	if len(rows) == 0 {
		return ""
	}
	names := map[Unit]string{unitShare: "share of the points", unitMoves: "legal moves", unitPlies: "plies"}
	return fmt.Sprintf("%s, with 95 %% intervals", cmp.Or(names[rows[0].Unit], string(rows[0].Unit)))
}
