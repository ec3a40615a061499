package gauntlet

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	texttemplate "text/template"

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

//go:embed page.md page.html
var pageFiles embed.FS

// write writes base.md, without pictures, and base.html.
func (p page) write(base string) error {
	cell := func(words string) string { return markdown.Replace(words) }
	md := texttemplate.Must(texttemplate.New("page.md").Funcs(texttemplate.FuncMap{"cell": cell}).
		ParseFS(pageFiles, "page.md"))
	html := template.Must(template.New("page.html").Funcs(template.FuncMap{"svg": inlineSVG}).
		ParseFS(pageFiles, "page.html"))
	return cmp.Or(durable.Replace(base+".md", func(w io.Writer) error { return md.Execute(w, p) }),
		durable.Replace(base+".html", func(w io.Writer) error { return html.Execute(w, p) }))
}

// markdown escapes text for a table cell.
var markdown = strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", `\<`, "\n", " ")

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
	return page{
		Title: c.Name(),
		Lead: []string{c.Line() + ".", "Elo is relative to the random anchor. Intervals are 95 %. The expected " +
			"score follows from the ratings."},
		Sections: []section{
			{"Elo", nil, ladderOf([]*Card{c})}, {"Matches against the anchors", c.MatchCells(), scores},
			{"Agent and conditions", c.facts(), nil},
		},
	}
}

// ladderOf returns a picture of the ratings of cards and anchors, the highest on top. The ratings of the
// anchors are those of the first card.
func ladderOf(cards []*Card) chart.Dots {
	d := chart.Dots{X: "Elo above the random anchor"}
	for _, c := range cards {
		r := c.Result.Rating
		d.Rows = append(d.Rows, chart.Dot{Label: c.Name(), Value: r.Elo, Low: r.Low, High: r.High,
			Note: text.Signed(r.Elo)})
	}
	for _, m := range cards[0].Result.Matches {
		d.Rows = append(d.Rows, chart.Dot{Label: m.B, Value: m.AnchorElo, Low: m.AnchorElo, High: m.AnchorElo,
			Note: "anchor"})
	}
	slices.SortStableFunc(d.Rows, func(a, b chart.Dot) int { return cmp.Compare(b.Value, a.Value) })
	return d
}

// facts lists what identifies the agent and the run.
func (c *Card) facts() [][]string {
	r := &c.Result
	facts := [][]string{
		{"", "value"}, {"spec", r.Agent.Spec}, {"files", strings.Join(r.Agent.Files, ", ")},
		{"positions", text.Number(r.Loss.Moves)}, {"games forfeited", text.Number(r.Failures.Games)},
		{"positions without a legal answer", text.Number(r.Failures.Moves)}, {"first failure", r.Failures.First},
		{"repeatable", strconv.FormatBool(r.Agent.Repeats)},
		{"training games (declared)", c.Declared.Games}, {"compute (declared)", c.Declared.Compute},
		{"author (declared)", c.Declared.Author}, {"note (declared)", c.Declared.Note},
		{"time per move", fmt.Sprintf("%.3f ms", c.Conditions.Millis)},
		{"program", c.Conditions.Program}, {"machine", c.Conditions.Machine},
		{"agent, SHA-256", r.Agent.SHA256}, {"set, SHA-256", r.Set}, {"games.pgn, SHA-256", r.Games},
		{"digest, SHA-256", c.Digest},
	}
	return slices.DeleteFunc(facts, func(row []string) bool { return row[1] == "" })
}
