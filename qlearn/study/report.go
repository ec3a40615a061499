package study

import (
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "embed"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A Document covers all experiments of a folder. The JSON fields are stable.
type Document struct {
	Parts []Part          `json:"reports"`
	Lost  []Lost          `json:"not_repeated"`
	Count map[Verdict]int `json:"verdicts"` // claims of the reports by verdict
}

// A Part contains the results of one report.
type Part struct {
	Report
	Summary string   `json:"summary"` // how many of its claims hold; "" = nothing was run
	Results []Result `json:"results"`
	Missing []string `json:"not_run"` // names of experiments that were not run
}

// readDocument reads the results of a catalogue below dir, which must contain at least one result.
func readDocument(dir string, c *Catalogue) (*Document, error) {
	d := &Document{Lost: c.Lost, Count: map[Verdict]int{}}
	found := false
	for _, report := range c.Reports {
		part, of := Part{Report: report, Results: []Result{}, Missing: []string{}}, map[Verdict]int{}
		tables := 0
		for _, e := range c.Experiments {
			if e.Seed != report.Seed {
				continue
			}
			r, err := ReadResult(dir, e.Name)
			switch {
			case errors.Is(err, os.ErrNotExist):
				part.Missing = append(part.Missing, e.Name)
				continue
			case err != nil:
				return nil, err
			case r.oneReading():
				part.Missing = append(part.Missing, e.Name)
				continue
			}
			found = true
			part.Results = append(part.Results, r)
			for _, claim := range r.Sentences() {
				d.Count[claim.Verdict]++
				of[claim.Verdict]++
				if claim.Table {
					tables++
				}
			}
		}
		part.Summary = counts(of)
		if tables > 0 {
			part.Summary += fmt.Sprintf(" Tables alone state %d of them.", tables)
		}
		d.Parts = append(d.Parts, part)
	}
	if !found {
		return nil, &durable.FileError{File: dir, Err: errors.New("no finished experiment here; run one with " +
			"`outflank experiment run`")}
	}
	return d, nil
}

//go:embed report.html
var reportPage string

// WriteReport writes report.html with embedded pictures, and report.md, which links to the pictures in the
// experiments' folders.
func WriteReport(dir string, c *Catalogue) (*Document, error) {
	d, err := readDocument(dir, c)
	if err != nil {
		return nil, err
	}
	page, err := d.page(dir)
	if err != nil {
		return nil, err
	}
	err = errors.Join(
		durable.Replace(filepath.Join(dir, "report.html"), func(w io.Writer) error { return page.Execute(w, d) }),
		durable.Replace(filepath.Join(dir, "report.md"), d.writeMarkdown),
	)
	return d, err
}

// page returns the template of the HTML document.
func (d *Document) page(dir string) (*template.Template, error) {
	pictures := map[string]template.HTML{}
	for _, part := range d.Parts {
		for _, r := range part.Results {
			for _, p := range r.Plots {
				svg, err := readSVG(filepath.Join(dir, r.Name, p+".svg"))
				if err != nil {
					return nil, err
				}
				pictures[r.Name+"/"+p] = svg
			}
		}
	}
	return template.New("report").Funcs(template.FuncMap{
		"picture": func(r Result, name string) template.HTML { return pictures[r.Name+"/"+name] },
		"number":  func(u Unit, x *float64) string { return u.text(x) },
		"differs": func(r Result) []string { return r.Differences() },
	}).Parse(reportPage)
}

// readSVG reads one of our pictures, from <svg> on.
func readSVG(path string) (template.HTML, error) {
	text, err := durable.ReadFile(path)
	if err != nil {
		return "", err
	}
	_, svg, ok := strings.Cut(string(text), "<svg")
	if !ok || !strings.HasSuffix(strings.TrimSpace(svg), "</svg>") {
		return "", &durable.FileError{File: path, Err: errors.New("not a whole SVG picture")}
	}
	return template.HTML("<svg" + svg), nil
}

// Sentences returns the report's claims, without our own questions.
func (r Result) Sentences() []Judged {
	return slices.DeleteFunc(slices.Clone(r.Claims), func(j Judged) bool { return j.Ours })
}

// Differences returns a sentence for each number that differs from the report's or is inconclusive, and a
// sentence with the count of those that agree.
func (r Result) Differences() (list []string) {
	agree := 0
	for _, row := range r.Rows {
		switch row.Compare() {
		case "":
		case "agrees":
			agree++
		default:
			list = append(list, row.Sentence())
		}
	}
	if agree > 0 {
		numbers := "numbers agree"
		if agree == 1 {
			numbers = "number agrees"
		}
		list = append(list, fmt.Sprintf("%d %s with the report's within the intervals.", agree, numbers))
	}
	return list
}

// verdictWords contains the words for verdicts in counts.
var verdictWords = []struct {
	verdict   Verdict
	one, many string
}{
	{verdictHolds, "holds under every reading", "hold under every reading"},
	{verdictDepends, "depends on the reading", "depend on the reading"},
	{verdictRefuted, "fails under every reading", "fail under every reading"},
	{verdictOpen, "is inconclusive", "are inconclusive"},
	{verdictOfMachine, "is about a machine or a language of its time", "are about machines or languages of their time"},
}

// counts states how many claims got each verdict.
func counts(of map[Verdict]int) string {
	n, parts := 0, []string{}
	for _, w := range verdictWords {
		switch c := of[w.verdict]; c {
		case 0:
			continue
		case 1:
			parts = append(parts, "1 "+w.one)
		default:
			parts = append(parts, fmt.Sprint(c, " ", w.many))
		}
		n += of[w.verdict]
	}
	switch n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("Of 1 sentence, %s.", and(parts))
	}
	return fmt.Sprintf("Of %d sentences, %s.", n, and(parts))
}

// Overview summarises the verdicts on the claims.
func (d *Document) Overview() string { return counts(d.Count) }

// Scales returns a sentence for each scale of the experiments, largest first.
func (d *Document) Scales() (list []string) {
	names := map[float64][]string{}
	for _, p := range d.Parts {
		for _, r := range p.Results {
			names[r.Settings.Scale] = append(names[r.Settings.Scale], r.Name)
		}
	}
	scales := slices.Sorted(maps.Keys(names))
	if len(scales) == 1 {
		return []string{fmt.Sprintf("All experiments were run at scale %g.", scales[0])}
	}
	for _, s := range slices.Backward(scales) {
		list = append(list, fmt.Sprintf("At scale %g: %s.", s, strings.Join(names[s], ", ")))
	}
	return list
}

// writeMarkdown writes the document as Markdown.
func (d *Document) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# The five reports, repeated\n\n%s\n%s\n\n%s\n", introduction, d.Overview(),
		strings.Join(d.Scales(), "\n"))
	b.WriteString("\n## All sentences\n\n| report | sentence | verdict | readings | |\n" +
		"| --- | --- | --- | --- | --- |\n")
	for _, p := range d.Parts {
		for _, r := range p.Results {
			for _, c := range r.Sentences() {
				fmt.Fprintf(&b, "| %s | %s | [%s](#%s) | %s | %s |\n", p.Seed, cell(c.Title()), c.Verdict, r.Name,
					c.Strip(),
					cell(c.Short()))
			}
		}
	}
	for _, p := range d.Parts {
		fmt.Fprintf(&b, "\n## %s\n\n%s (report %s)\n", p.Title, p.Authors, p.Seed)
		if p.Summary != "" {
			fmt.Fprintf(&b, "\n%s\n", p.Summary)
		}
		for _, r := range p.Results {
			r.writeSection(&b)
		}
		if len(p.Missing) > 0 {
			fmt.Fprintf(&b, "\nNot run: %s.\n", strings.Join(p.Missing, ", "))
		}
	}
	b.WriteString("\n## Results that cannot be repeated\n\n| report | what | result | why |\n| --- | --- | " +
		"--- | --- |\n")
	for _, l := range d.Lost {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", l.Seed, l.What, l.Result, l.Reason)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// introduction explains the columns.
const introduction = `Next to each number of a report, the tables show ours with its 95 % interval and n, the
number of games or other trials behind it. A number “agrees” if its interval and ours overlap. A report's
number has an interval if the report says how many games it played; for a mean, we assume that these games
vary as much as ours. If the report does not say, its number agrees if it lies in our interval, and differs if
its interval would not overlap ours even with 30 games: no percentage with a stated number of games in these
reports has fewer. Otherwise it is inconclusive. It is also inconclusive if our interval of a share is wider
than 40 %, because almost any number would agree with that.

Reports leave choices open. An experiment lists its choices with the report's words and runs several readings.
A sentence of a report *holds* if it holds under every reading that was run, and is *refuted* if it fails
under every one. If some readings support it and others refute it, it *depends*, and the table names the
deciding choice. It is *inconclusive* if 99 % intervals leave it open; the table then says how many trials
would settle it if the numbers stay as they are. Sentences about a *machine* or a language of its time are
shown with our numbers but not judged, so they have no signs.
In the column of readings, a sign stands for a reading with one meaning of the words: ● the sentence holds, ○
it is inconclusive, × it fails. Readings that do not affect a sentence have no sign.

Trained and evolved agents have several seeds, and their intervals are computed over these seeds, because two
trainings that differ only in their seed differ in strength. Only the evolved weights that are a choice of
report 000's minimax come from a single evolution. A report trained its agents once, so its numbers vary as
those of our seeds do.
`

// Introduction returns the first paragraphs.
func (d *Document) Introduction() []string {
	return strings.Split(strings.ReplaceAll(introduction, "*", ""), "\n\n")
}

// writeSection writes the results of one experiment.
func (r Result) writeSection(b *strings.Builder) {
	fmt.Fprintf(b, "\n<a id=\"%s\"></a>\n\n### %s (%s)\n\n`%s`, scale %g, seed %d\n\n> %s\n\n", r.Name,
		r.Title, r.Item, r.Name,
		r.Settings.Scale, r.Settings.Seed, r.Wording)
	fmt.Fprintf(b, "The report's result: %s.\n\nOur procedure: %s\n", r.Paper, r.Protocol)
	if r.Machine {
		b.WriteString("\nThese numbers depend on the machine and its load.\n")
	}
	for _, n := range r.Notes {
		fmt.Fprintf(b, "\nNote: %s.\n", strings.TrimSuffix(n, "."))
	}
	if len(r.Choices) > 0 {
		fmt.Fprintf(b, "\nThe report leaves these choices open. We run %s:\n\n"+
			"| choice | | the report's words | values, ours first |\n"+
			"| --- | --- | --- | --- |\n", r.Readings)
		for _, c := range r.Choices {
			fmt.Fprintf(b, "| %s | %s | %s | %s |\n", c.Name, cell(c.Asks), cell(c.Open),
				cell(strings.Join(c.Values, ", ")))
		}
	}
	if len(r.Claims) > 0 {
		b.WriteString("\n| sentence | verdict | readings | |\n| --- | --- | --- | --- |\n")
	}
	for _, c := range r.Claims {
		fmt.Fprintf(b, "| %s | **%s** | %s | %s |\n", cell(c.Title()), c.Verdict, c.Strip(), cell(c.Reason()))
	}
	if list := r.Differences(); len(list) > 0 {
		fmt.Fprintf(b, "\n- %s\n", strings.Join(list, "\n- "))
	}
	b.WriteString("\n")
	if r.Matrix != nil {
		b.WriteString("Share of the points that the row player scores against the column player: ours (the " +
			"report's)\n\n")
		r.Matrix.writeMarkdown(b)
		b.WriteString("\n")
	}
	_ = r.writeMarkdown(b) // writing to a Builder does not fail
	for _, p := range r.Plots {
		fmt.Fprintf(b, "\n![%s](%s/%s.svg)\n", r.Title, r.Name, p)
	}
}

// cell escapes text for a table cell.
func cell(text string) string { return cells.Replace(text) }

var cells = strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "\n", " ")

// and joins a list with commas and a final "and".
func and(list []string) string {
	if last := len(list) - 1; last > 0 {
		return strings.Join(list[:last], ", ") + " and " + list[last]
	}
	return list[0]
}
