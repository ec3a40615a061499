package gauntlet

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A page is a document that is written as Markdown and as HTML with pictures.
type page struct {
	Title    string
	Lead     []string // paragraphs
	Sections []section
}

// A section is a table, a picture, or both.
type section struct {
	Title string
	Rows  [][]string  // the first row is the header; nil = no table
	Chart chart.Chart // nil = no picture
}

//go:embed page.html
var pageText string

// write writes base.md and base.html.
func (p page) write(base string) error {
	t, err := template.New("page").Funcs(template.FuncMap{"svg": inlineSVG}).Parse(pageText)
	if err != nil {
		return err
	}
	return cmp.Or(durable.Replace(base+".md", p.writeMarkdown),
		durable.Replace(base+".html", func(w io.Writer) error { return t.Execute(w, p) }))
}

// inlineSVG returns a picture for an HTML page.
func inlineSVG(c chart.Chart) (template.HTML, error) {
	if c == nil {
		return "", nil
	}
	var b bytes.Buffer
	err := chart.WriteSVG(&b, c)
	_, svg, _ := strings.Cut(b.String(), "<svg")
	return template.HTML("<svg" + svg), err
}

// markdown escapes text for a table cell.
var markdown = strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", `\<`, "\n", " ")

// writeMarkdown writes the page without its pictures.
func (p page) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", markdown.Replace(p.Title))
	for _, text := range p.Lead {
		fmt.Fprintf(&b, "\n%s\n", markdown.Replace(text))
	}
	for _, s := range p.Sections {
		if s.Rows == nil {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n", s.Title)
		for i, row := range s.Rows {
			if i == 1 {
				fmt.Fprintf(&b, "| --- |%s\n", strings.Repeat(" ---: |", len(row)-1))
			}
			for _, cell := range row {
				fmt.Fprintf(&b, "| %s ", markdown.Replace(cell))
			}
			b.WriteString("|\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// MatchCells returns the matches as the rows of a text table, beginning with the header.
func (c *Card) MatchCells() [][]string {
	rows := [][]string{{"anchor", "Elo", "games", "won", "drawn", "lost", "score", "95 %", "expected", "discs",
		"forfeits"}}
	for _, m := range c.Result.Matches {
		rows = append(rows, []string{m.B, text.Signed(m.AnchorElo), text.Number(m.Games), text.Number(m.Wins),
			text.Number(m.Draws), text.Number(m.Losses), text.Share(m.Score), text.Interval(m.Low, m.High),
			text.Share(m.Expected), fmt.Sprintf("%+.1f", m.Discs), text.Number(m.Forfeits)})
	}
	return rows
}

// page returns the card for people.
func (c *Card) page() page {
	r := &c.Result
	scores := chart.Dots{X: "share of the points, in per cent", Notes: "expected", Marks: []float64{50}}
	for _, m := range r.Matches {
		scores.Rows = append(scores.Rows, chart.Dot{Label: m.B, Value: 100 * m.Score, Low: 100 * m.Low,
			High: 100 * m.High, Note: text.Share(m.Expected)})
	}
	losses := [][]string{{"empty squares", "positions", "discs lost per move", "95 %"}}
	for _, b := range append(slices.Clone(r.Bands), Band{bands[0][0], bands[len(bands)-1][1], r.Loss}) {
		losses = append(losses, []string{fmt.Sprintf("%d to %d", b.From, b.To), text.Number(b.Moves),
			fmt.Sprintf("%.2f", b.Mean), fmt.Sprintf("%.2f–%.2f", b.Low, b.High)})
	}
	return page{
		Title: r.Agent.Name,
		Lead: []string{c.Line() + ".", "Elo is relative to the random anchor. Intervals are 95 %. The expected score " +
			"follows from the ratings."},
		Sections: []section{
			{"Elo", nil, ladderOf([]*Card{c})}, {"Matches against the anchors", c.MatchCells(), scores},
			{"Moves in the fixed positions", losses, nil}, {"Agent and conditions", c.facts(), nil},
		},
	}
}

// ladderOf returns a picture of the ratings of cards and anchors, the highest on top. The ratings of the
// anchors are those of the first card.
func ladderOf(cards []*Card) chart.Dots {
	d := chart.Dots{X: "Elo above the random anchor"}
	for _, c := range cards {
		r := c.Result.Rating
		d.Rows = append(d.Rows, chart.Dot{Label: r.Name, Value: r.Elo, Low: r.Low, High: r.High,
			Note: text.Signed(r.Elo)})
	}
	for _, m := range cards[0].Result.Matches {
		d.Rows = append(d.Rows, chart.Dot{Label: m.B, Value: m.AnchorElo, Low: m.AnchorElo, High: m.AnchorElo,
			Note: "anchor"})
	}
	slices.SortStableFunc(d.Rows, func(a, b chart.Dot) int { return cmp.Compare(b.Value, a.Value) })
	return d
}

// facts lists what identifies the agent and the run. It leaves out what is not declared.
func (c *Card) facts() [][]string {
	r := &c.Result
	rows := [][]string{{"", ""}, {"spec", r.Agent.Spec}, {"agent, SHA-256", r.Agent.SHA256}}
	for _, f := range r.Agent.Files {
		rows = append(rows, []string{"file " + f.Name + ", SHA-256", f.SHA256})
	}
	repeats := "yes"
	if !r.Agent.Repeats {
		repeats = "no: a time limit, an external program or several threads"
	}
	failures := fmt.Sprintf("%s forfeited, %s without a legal move", text.Plural(r.Failures.Games, "game"),
		text.Plural(r.Failures.Moves, "position"))
	if r.Failures.First != "" {
		failures += "; the first because: " + r.Failures.First
	}
	rows = append(rows, []string{"illegal or missing moves", failures}, []string{"repeatable", repeats})
	for _, key := range Declarable {
		if value := r.Declared[key]; value != "" {
			rows = append(rows, []string{key + " (declared)", value})
		}
	}
	return append(rows, []string{"time per move", fmt.Sprintf("%.3f ms", c.Conditions.Millis)},
		[]string{"set, SHA-256", r.Set}, []string{"games.pgn, SHA-256", r.Games}, []string{"digest, SHA-256", c.Digest},
		[]string{"program", c.Conditions.Program}, []string{"machine", c.Conditions.Machine})
}
