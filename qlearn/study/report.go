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

// A Document is all experiments of a folder as one readable text. The JSON fields are
// stable.
type Document struct {
	Parts []Part          `json:"reports"`
	Lost  []Lost          `json:"not_repeated"`
	Count map[Verdict]int `json:"verdicts"` // of the reports' claims
}

// A Part is the outcome of one report.
type Part struct {
	Report
	Summary string   `json:"summary"` // which of its claims hold, in a paragraph; "" = nothing was run
	Results []Result `json:"results"`
	Missing []string `json:"not_run"` // names of experiments
}

// readDocument reads the results of a catalogue below dir, which must hold at least one.
func readDocument(dir string, c *Catalogue) (*Document, error) {
	d := &Document{Lost: c.Lost, Count: map[Verdict]int{}}
	found := false
	for _, report := range c.Reports {
		part := Part{Report: report, Results: []Result{}, Missing: []string{}}
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
			}
			found = true
			part.Results = append(part.Results, r)
			for _, claim := range r.Claims {
				if !claim.Ours {
					d.Count[claim.Verdict]++
				}
			}
		}
		part.Summary = summary(part.Results)
		d.Parts = append(d.Parts, part)
	}
	if !found {
		return nil, &durable.FileError{File: dir, Err: errors.New("holds no finished experiment; `outflank " +
			"experiment run` makes them")}
	}
	return d, nil
}

//go:embed report.html
var reportPage string

// WriteReport writes report.html, which holds its pictures, and report.md, which shows
// those that lie in the folders of the experiments.
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
		"differs": func(r Result) []string { return r.Sentences() },
	}).Parse(reportPage)
}

// readSVG reads a picture of ours, from its <svg> on.
func readSVG(path string) (template.HTML, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	_, svg, ok := strings.Cut(string(text), "<svg")
	if !ok || !strings.HasSuffix(strings.TrimSpace(svg), "</svg>") {
		return "", &durable.FileError{File: path, Err: errors.New("not a whole SVG picture")}
	}
	return template.HTML("<svg" + svg), nil
}

// Sentences say how our numbers differ from the report's: all that differ or are
// inconclusive, and in one sentence how many agree.
func (r Result) Sentences() (list []string) {
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

// Overview says how the claims fared.
func (d *Document) Overview() string {
	say := func(v Verdict, one, many string) string {
		if n := d.Count[v]; n != 1 {
			return fmt.Sprint(n, " ", many)
		}
		return "1 " + one
	}
	return fmt.Sprintf("Of the reports' claims %s, %s, and %s.", say(Holds, "holds", "hold"),
		say(DoesNotHold, "does not hold", "do not hold"), say(Inconclusive, "is inconclusive", "are inconclusive"))
}

// Scales say at which scale the experiments were run: in one sentence, or in one for
// each scale, the largest first.
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

// writeMarkdown writes the document for readers of plain text.
func (d *Document) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# The five reports, repeated\n\n%s\n%s\n\n%s\n", introduction, d.Overview(),
		strings.Join(d.Scales(), "\n"))
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
	b.WriteString("\n## What cannot be repeated\n\n| report | what | result | why |\n| --- | --- | " +
		"--- | --- |\n")
	for _, l := range d.Lost {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", l.Seed, l.What, l.Result, l.Reason)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// introduction says what the columns are.
const introduction = `Beside each number of a report stands ours with its 95 % interval and n, the games or
other trials behind it. “agrees” is said where the intervals meet; the report's own is
known where it says how many games it played, and for a mean supposes that they vary as
ours do. Where it does not say, its number agrees if it lies in our interval, and differs
if it would even of 30 games, the fewest that a percentage of these reports is known to
rest on; in between it is inconclusive. A claim holds, or does not hold, where the
intervals leave no doubt, and else it is inconclusive; how many trials would settle it
supposes that the numbers stay what they are.

What is learnt or evolved was made with several seeds, and its interval is over them, as
two trainings that differ in nothing but their seed play differently well. The report made its
own once, so that its number also varies as those of our seeds do.
`

// Introduction are the first paragraphs.
func (d *Document) Introduction() []string { return strings.Split(introduction, "\n\n") }

// writeSection writes what one experiment found.
func (r Result) writeSection(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s (%s)\n\n`%s`, scale %g, seed %d\n\n> %s\n\n", r.Title, r.Item, r.Name,
		r.Settings.Scale, r.Settings.Seed, r.Wording)
	fmt.Fprintf(b, "The report's result: %s.\n\nHere: %s\n", r.Paper, r.Protocol)
	if r.Machine {
		b.WriteString("\nThese numbers depend on the machine and on what else it does.\n")
	}
	for _, n := range r.Notes {
		fmt.Fprintf(b, "\nNote: %s.\n", strings.TrimSuffix(n, "."))
	}
	if len(r.Claims) > 0 {
		b.WriteString("\n")
	}
	for _, c := range r.Claims {
		fmt.Fprintf(b, "- *%s* – **%s**. %s.", c.Title(), c.Verdict, c.Reason())
		if c.Verdict != Holds {
			fmt.Fprintf(b, " %s.", c.Criteria())
		}
		b.WriteString("\n")
	}
	if list := r.Sentences(); len(list) > 0 {
		fmt.Fprintf(b, "\n- %s\n", strings.Join(list, "\n- "))
	}
	b.WriteString("\n")
	if r.Matrix != nil {
		b.WriteString("Share of the points of the row against the column, ours (the report's):\n\n")
		r.Matrix.writeMarkdown(b)
		b.WriteString("\n")
	}
	_ = r.writeMarkdown(b) // a Builder does not fail
	for _, p := range r.Plots {
		fmt.Fprintf(b, "\n![%s](%s/%s.svg)\n", r.Title, r.Name, p)
	}
}

// summary says in a paragraph which claims of a report hold, which do not, and which are
// open, "" if none was tested. Questions of ours are left out.
func summary(results []Result) string {
	byVerdict, n := map[Verdict][]string{}, 0
	for _, r := range results {
		for _, c := range r.Claims {
			if c.Ours {
				continue
			}
			n++
			text := "“" + c.Says + "”"
			if amount := c.amount(); amount != "" {
				text += " (" + amount + ")"
			}
			byVerdict[c.Verdict] = append(byVerdict[c.Verdict], text)
		}
	}
	if n == 0 {
		return ""
	}
	sentences := []string{counted(n, "claim of this report was tested.", "claims of this report were tested.")}
	begin := counted
	if n == 1 {
		begin = func(_ int, one, _ string) string { return "It " + one }
	}
	for _, group := range []struct {
		verdict   Verdict
		one, many string
	}{
		{Holds, "holds:", "hold:"},
		{DoesNotHold, "does not hold:", "do not hold:"},
		{Inconclusive, "is inconclusive, in brackets what would settle it:", "are inconclusive, in brackets what would settle them:"},
	} {
		if list := byVerdict[group.verdict]; len(list) > 0 {
			sentences = append(sentences, begin(len(list), group.one, group.many)+" "+and(list)+".")
		}
	}
	return strings.Join(sentences, " ")
}

// counted begins a sentence with a number, in words where that is short.
func counted(n int, one, many string) string {
	words := [...]string{"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
		"Eleven", "Twelve"}
	switch {
	case n == 1:
		return words[n] + " " + one
	case n < len(words):
		return words[n] + " " + many
	}
	return fmt.Sprintf("%d %s", n, many)
}

// and joins the parts of a list.
func and(list []string) string {
	if last := len(list) - 1; last > 0 {
		return strings.Join(list[:last], ", ") + " and " + list[last]
	}
	return list[0]
}
