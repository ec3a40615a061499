package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/manual"
)

// A page is a page of the site.
type page struct {
	File, Title string
	Body        template.HTML
	Command     *cobra.Command // nil = Body
}

// layout is the layout of every page. A command's page is its help, as in a terminal.
var layout = template.Must(template.New("page").Funcs(template.FuncMap{"file": fileOf, "flags": flagsOf,
	"menu": menu}).Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{.Title}} – Outflank</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark }
body { max-width: 52rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif }
h1, h2, h3 { overflow-wrap: anywhere }
pre { overflow-x: auto; padding: .75rem; background: #8882; font-size: .83rem }
pre.wrap { white-space: pre-wrap }
table { border-collapse: collapse; margin: 1rem 0 }
img { max-width: 100%; height: auto; background: #fff }
figure { margin: 1rem 0 }
nav a { margin-right: .7rem }
table { display: block; overflow-x: auto }
td, th { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top }
</style>
{{template "menu"}}
<main>
{{with .Command}}<h1>{{.CommandPath}}</h1>
<p>{{.Short}}</p>
{{if .Long}}<pre class="wrap">{{.Long}}</pre>{{end}}
{{if .Runnable}}<h2>Usage</h2><pre>{{.UseLine}}</pre>{{end}}
{{with .Example}}<h2>Examples</h2><pre>{{.}}</pre>{{end}}
{{with flags .}}<h2>Flags</h2><pre>{{.}}</pre>{{end}}
{{if .HasAvailableSubCommands}}<h2>Commands</h2><table>
{{range .Commands}}{{if not .Hidden}}<tr><td><a href="{{file .}}">{{.Name}}</a><td>{{.Short}}
{{end}}{{end}}</table>{{end}}
{{else}}{{.Body}}{{end}}
</main>
</html>
{{define "menu"}}<nav>{{range menu}}<a href="{{.File}}">{{.Title}}</a> {{end}}</nav>{{end}}
`))

// fileOf returns the name of a command's page.
func fileOf(c *cobra.Command) string {
	if manual.IsSubject(c) {
		return c.Name() + ".html"
	}
	return strings.ReplaceAll(c.CommandPath(), " ", "-") + ".html"
}

func flagsOf(c *cobra.Command) string { return c.NonInheritedFlags().FlagUsages() }

// menu returns the links on every page.
func menu() []page {
	return []page{{File: "index.html", Title: "Outflank"}, {File: "start.html", Title: "Install"},
		{File: "board/board.html", Title: "Board"}, {File: "report.html", Title: "Five reports"},
		{File: "leaderboard.html", Title: "Leaderboard"}, {File: "gallery.html", Title: "Gallery"},
		{File: "course.html", Title: "Course"}, {File: "https://github.com/outflank/outflank", Title: "Source"}}
}

// articles are Markdown files of the checkout that become pages, with the names of the pages and their
// titles; "" = the first heading.
var articles = []struct{ name, source, title string }{
	{"start", "README.md", "Install and start"},
	{"course", "notebooks/course/README.md", ""},
	{"notebooks", "notebooks/README.md", ""},
	{"verdicts", "notebooks/reports/README.md", ""},
	{"measurements", "notebooks/reports/measurements.md", ""},
	{"evaluator", "notebooks/reports/evaluator.md", ""},
	{"search", "notebooks/reports/search.md", ""},
	{"gauntlet", "notebooks/reports/leaderboard/README.md", ""},
	{"learning", "notebooks/reports/learning/findings.md", ""},
	{"warmstart", "notebooks/reports/warmstart.md", ""},
	{"fleet", "notebooks/reports/fleet.md", ""},
	{"hardening", "notebooks/reports/hardening.md", ""},
	{"changes", "CHANGELOG.md", ""},
}

// copies are files of the checkout that are pages as they are.
var copies = map[string]string{
	"notebooks/reports/report.html":                  "report.html",
	"notebooks/reports/leaderboard/leaderboard.html": "leaderboard.html",
}

// gallery are the pictures of the gallery and what they show.
var gallery = []struct{ source, shows string }{
	{"notebooks/reports/web/analysis.png", "A game under review in the browser"},
	{"notebooks/reports/web/explore.png", "The opening explorer"},
	{"notebooks/reports/cs181-weights/board.svg", "The value of each square, from 52,441 games"},
	{"notebooks/reports/cs181-game-curve/curve.svg", "Scores of agents during their training"},
	{"notebooks/reports/cassio-mc-simulations/curve.svg", "Monte Carlo search with more simulations"},
	{"notebooks/reports/search-six-players/totals.svg", "Six players against each other"},
	{"notebooks/reports/cassio-generations/generations.svg", "Generations of evolved weights"},
}

// site returns the site: the manual, the reports, the Go packages, a gallery, a search, and the board. Its
// pages link to each other and to the web.
func (r *release) site(ctx context.Context) ([]file, error) {
	s := &site{release: r, names: maps.Clone(copies), pictures: map[string]bool{}}
	if err := cmp.Or(s.addManual(), s.addArticles(), s.addCommands(), s.addPackages(ctx), s.addGallery(),
		s.addCopies(), s.addIndex()); err != nil {
		return nil, err
	}
	board, err := r.board(ctx)
	return append(s.files, board...), err
}

// A site is the site in the making.
type site struct {
	*release
	names    map[string]string // names of pages by their sources
	pictures map[string]bool   // sources of the pictures on the pages
	parts    []part            // of the index
	files    []file
	found    []entry // what the search looks through
}

// A part of the index lists pages.
type part struct {
	Title string
	Pages []page
}

// An entry of the search is a page with its text.
type entry struct {
	File  string `json:"file"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// add adds the pages of a part of the index.
func (s *site) add(title string, pages []page) error {
	s.parts = append(s.parts, part{title, pages})
	for _, p := range pages {
		if err := s.addPage(p); err != nil {
			return err
		}
	}
	return nil
}

var tag = regexp.MustCompile(`<[^>]*>`)

// addPage adds a page.
func (s *site) addPage(p page) error {
	var out bytes.Buffer
	if err := layout.Execute(&out, p); err != nil {
		return err
	}
	s.files = append(s.files, file{p.File, 0o644, out.Bytes()})
	_, main, _ := strings.Cut(out.String(), "<main>")
	s.index(p.File, p.Title, textOf(main))
	return nil
}

// textOf returns the text of a page.
func textOf(page string) string { return html.UnescapeString(tag.ReplaceAllString(page, " ")) }

// index adds a page to the search.
func (s *site) index(name, title, text string) {
	s.found = append(s.found, entry{name, title, strings.Join(strings.Fields(text), " ")})
}

const subjects = "cmd/outflank/internal/manual/"

// addManual adds the subjects.
func (s *site) addManual() error {
	for _, subject := range manual.Subjects() {
		s.names[subjects+subject.Name+".md"] = subject.Name + ".html"
	}
	for _, a := range articles {
		s.names[a.source] = a.name + ".html"
	}
	var guides []page
	for _, subject := range manual.Subjects() {
		body, err := s.converted(subject.Text, subjects)
		if err != nil {
			return err
		}
		guides = append(guides, page{File: subject.Name + ".html", Title: subject.Title, Body: body})
	}
	return s.add("Guides", guides)
}

// addCommands adds the commands.
func (s *site) addCommands() error {
	var pages []page
	for _, c := range all(commands()) {
		if !manual.IsSubject(c) {
			pages = append(pages, page{File: fileOf(c), Title: c.CommandPath(), Command: c})
		}
	}
	return s.add("Commands", pages)
}

// addArticles adds other Markdown files.
func (s *site) addArticles() error {
	var pages []page
	for _, a := range articles {
		text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(a.source)))
		if err != nil {
			return err
		}
		body, err := s.converted(string(text), path.Dir(a.source))
		if err != nil {
			return err
		}
		heading, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		pages = append(pages, page{File: a.name + ".html", Title: cmp.Or(a.title, heading), Body: body})
	}
	return s.add("Start, reports and measurements", pages)
}

// addPackages adds the documentation of the public Go packages, as go doc prints it, and of the Python
// package.
func (s *site) addPackages(ctx context.Context) error {
	list, err := s.output(ctx, nil, "go", "list", "./...")
	if err != nil {
		return err
	}
	python := filepath.Join("notebooks", "python", "outflank")
	text, err := s.output(ctx, nil, "python3", filepath.Join(".ci", "release", "pythondoc.py"), python)
	if err != nil {
		return err
	}
	pages := []page{documentation("python", "Python package outflank", text)}
	for name := range strings.FieldsSeq(list) {
		name = strings.TrimPrefix(name, "github.com/outflank/outflank/")
		if strings.Contains(name, "internal") || strings.HasPrefix(name, "cmd/") ||
			strings.HasSuffix(name, "test") {
			continue
		}
		text, err := s.output(ctx, nil, "go", "doc", "-all", "./"+name)
		if err != nil {
			return err
		}
		pages = append(pages, documentation("go-"+strings.ReplaceAll(name, "/", "-"), "Go package "+name, text))
	}
	return s.add("Go and Python", pages)
}

// documentation returns the page of a package.
func documentation(name, title, text string) page {
	text = template.HTMLEscapeString(text)
	return page{File: name + ".html", Title: title,
		Body: template.HTML("<h1>" + title + "</h1>\n<pre class=\"wrap\">" + text + "</pre>")}
}

// addGallery adds the page of pictures.
func (s *site) addGallery() error {
	var body strings.Builder
	body.WriteString("<h1>Gallery</h1>\n")
	for _, g := range gallery {
		s.pictures[g.source] = true
		fmt.Fprintf(&body, "<figure><img src=%q alt=%q><figcaption>%s</figcaption></figure>\n",
			picture(g.source), g.shows, g.shows)
	}
	return s.addPage(page{File: "gallery.html", Title: "Gallery", Body: template.HTML(body.String())})
}

//go:embed search.js
var search []byte

// addIndex adds the first page and what the search needs.
func (s *site) addIndex() error {
	var body bytes.Buffer
	if err := first.Execute(&body, s.parts); err != nil {
		return err
	}
	s.index("board/board.html", "Board", "Play against the program, and analyse games, without a server.")
	data, err := json.Marshal(s.found)
	if err != nil {
		return err
	}
	s.files = append(s.files, file{"search.js", 0o644, search}, file{"search-texts.js", 0o644,
		fmt.Appendf(nil, "window.searchTexts = %s;\n", data)})
	return s.addPage(page{File: "index.html", Title: "Othello toolkit", Body: template.HTML(body.String())})
}

// first is the content of the first page.
var first = template.Must(template.New("first").Parse(`<h1>Outflank</h1>
<p>A toolkit for the game of Othello: game databases, statistics, Q-learning, search and matches. The
<a href="board/board.html">board</a> plays and analyses in the page. <a href="start.html#install">Install</a>
the program for everything else.</p>
<p><label>Search <input id="search" type="search" autocomplete="off"></label></p>
<ol id="found" aria-live="polite"></ol>
{{range .}}<h2>{{.Title}}</h2>
<ul>
{{range .Pages}}<li><a href="{{.File}}">{{.Title}}</a>{{with .Command}}: {{.Short}}{{end}}
{{end}}</ul>
{{end}}<script src="search.js" defer></script>
`))

// addCopies adds the pages that exist already, and the pictures.
func (s *site) addCopies() error {
	names := maps.Clone(copies)
	for source := range s.pictures {
		names[source] = picture(source)
	}
	for _, source := range slices.Sorted(maps.Keys(names)) {
		data, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(source)))
		if err != nil {
			return err
		}
		if strings.HasSuffix(source, ".html") {
			data = s.withMenu(names[source], data)
		}
		s.files = append(s.files, file{names[source], 0o644, data})
	}
	return nil
}

var (
	titleOf = regexp.MustCompile(`<title>(.*?)</title>`)
	style   = regexp.MustCompile(`(?s)<style>.*?</style>`)
)

// withMenu adds the menu to a page that exists already, and the page to the search.
func (s *site) withMenu(name string, data []byte) []byte {
	title := titleOf.FindSubmatch(data)
	s.index(name, html.UnescapeString(string(title[1])), textOf(style.ReplaceAllString(string(data), "")))
	menu := bytes.NewBufferString("<body>\n" +
		"<style>body { overflow-wrap: anywhere } nav a { margin-right: .7rem }</style>\n")
	if err := layout.ExecuteTemplate(menu, "menu", nil); err != nil {
		panic(err) // the menu has no data
	}
	return bytes.Replace(data, []byte("<body>"), menu.Bytes(), 1)
}

// picture returns the name of a picture in the site.
func picture(source string) string {
	return "pictures/" + strings.ReplaceAll(strings.TrimPrefix(source, "notebooks/reports/"), "/", "-")
}

// repository is the location of files that are not pages.
const repository = "https://github.com/outflank/outflank/blob/main/"

// link matches a link or a picture in HTML, except those to the web and within the page.
var link = regexp.MustCompile(`(href|src)="([^":#]+)(#[^"]*)?"`)

// converted returns Markdown of a folder of the checkout as HTML. Its links lead to pages, pictures are
// copied, and other files are those of the repository.
func (s *site) converted(text, dir string) (template.HTML, error) {
	var out bytes.Buffer
	if err := manual.Markdown.Convert([]byte(text), &out); err != nil {
		return "", err
	}
	return template.HTML(link.ReplaceAllStringFunc(out.String(), func(all string) string {
		m := link.FindStringSubmatch(all)
		source := path.Join(dir, m[2])
		to, ok := s.names[source]
		switch {
		case ok:
		case m[1] == "src":
			s.pictures[source] = true
			to = picture(source)
		default:
			to = repository + source
		}
		return fmt.Sprintf(`%s="%s%s"`, m[1], to, m[3])
	})), nil
}

// folder writes the site as files.
func (r *release) folder(site []file) error {
	for _, f := range site {
		name := filepath.Join(r.out, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.data, f.mode); err != nil {
			return err
		}
	}
	return nil
}
