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

// A Result is what the folder of a finished experiment holds as result.json, a [durable.Document]. The
// JSON fields are stable.
type Result struct {
	Name     string   `json:"name"`
	Seed     string   `json:"seed"` // of the report
	Item     string   `json:"item"`
	Title    string   `json:"title"`
	Wording  string   `json:"paper_says"`
	Paper    string   `json:"paper_result"`
	Protocol string   `json:"protocol"`
	Machine  bool     `json:"depends_on_machine"`
	Settings Settings `json:"settings"`
	Rows     Rows     `json:"rows"`
	Claims   []Judged `json:"claims"`
	Notes    []string `json:"notes"`
	Matrix   *Matrix  `json:"matrix,omitempty"`
	Plots    []string `json:"plots"` // names of files without extension
}

// resultName is the file of a Result.
const resultName = "result.json"

// writeOutcome writes the files of an experiment, its result last.
func writeOutcome(dir string, e *Experiment, s Settings, out outcome) error {
	r := Result{
		Name: e.Name, Seed: e.Seed, Item: e.Item, Title: e.Title, Wording: e.Wording, Paper: e.Result,
		Protocol: e.Protocol, Machine: e.Machine,
		Settings: s, Rows: out.Rows, Claims: judge(e.Claims, out.Rows), Notes: out.Notes, Matrix: out.Matrix,
		Plots: []string{},
	}
	for _, p := range out.Plots {
		if err := writePlot(dir, p); err != nil {
			return err
		}
		r.Plots = append(r.Plots, p.Name)
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

// tableNames are the files of the rows, for people and for programs.
var tableNames = []string{"table.md", "table.csv"}

func (r Result) writeTables(dir string) error {
	for i, write := range []func(io.Writer) error{r.writeMarkdown, r.writeCSV} {
		if err := durable.Replace(filepath.Join(dir, tableNames[i]), write); err != nil {
			return err
		}
	}
	return nil
}

// pictureTypes are the endings of the files of a plot.
var pictureTypes = []string{".svg", ".png"}

// pictures are the files of the plots.
func (r Result) pictures() (names []string) {
	for _, p := range r.Plots {
		for _, ext := range pictureTypes {
			names = append(names, p+ext)
		}
	}
	return names
}

// hasAll tells whether all files are in a folder.
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

// ReadResult reads the result of an experiment in its folder below dir. The error is
// [os.ErrNotExist] where there is none, a [*durable.FileError] where it is damaged or of
// another experiment.
func ReadResult(dir, name string) (r Result, err error) {
	path := filepath.Join(dir, name, resultName)
	text, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	if err := durable.ReadDocument(text, &r); err != nil {
		return r, &durable.FileError{File: path, Err: fmt.Errorf("%w; without the file the experiment is run "+
			"again from its journal", err)}
	}
	if r.Name != name {
		return r, &durable.FileError{File: path, Err: fmt.Errorf("the result of experiment %q, not of %q",
			r.Name, name)}
	}
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

// writeMarkdown writes the rows as a table.
func (r Result) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("| | report | ours | 95 % | n | |\n| --- | ---: | ---: | ---: | ---: | --- |\n")
	escape := strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`)
	for _, row := range r.Rows {
		cells := row.Cells()
		cells[0] = escape.Replace(cells[0])
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells[:], " | "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeCSV writes the rows with all digits, nothing for what is unknown; the numbers of the
// seeds are separated by spaces.
func (r Result) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"label", "unit", "paper", "ours", "low", "high", "games", "seeds"}) // Error tells
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

// rowPlot draws rows that have one unit as dots with their intervals; the report's
// numbers stand at the right.
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

// axis names what rows show.
func axis(rows []Row) string {
	if len(rows) == 0 {
		return ""
	}
	names := map[Unit]string{unitShare: "share of the points", unitMoves: "legal moves", unitPlies: "plies"}
	return fmt.Sprintf("%s, with 95 %% intervals", cmp.Or(names[rows[0].Unit], string(rows[0].Unit)))
}
