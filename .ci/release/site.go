package main

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/manual"
)

// A page is a page of the manual.
type page struct {
	File, Title string
	Body        template.HTML
	Command     *cobra.Command // nil = Body
}

// layout is the layout of every page of the manual. A command's page is its help, as in a terminal.
var layout = template.Must(template.New("page").Funcs(template.FuncMap{"file": fileOf, "flags": flagsOf}).
	Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{.Title}} – Outflank</title>
<style>
body { max-width: 52rem; margin: 0 auto; padding: 1rem }
body { font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark }
pre { overflow-x: auto; padding: .75rem; background: #8882 }
table { border-collapse: collapse }
td, th { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top }
</style>
<nav><a href="index.html">Outflank</a> <a href="board/board.html">Board</a></nav>
<main>
{{with .Command}}<h1>{{.CommandPath}}</h1>
<p>{{.Short}}</p>
{{if .Long}}<pre>{{.Long}}</pre>{{end}}
{{if .Runnable}}<h2>Usage</h2><pre>{{.UseLine}}</pre>{{end}}
{{with .Example}}<h2>Examples</h2><pre>{{.}}</pre>{{end}}
{{with flags .}}<h2>Flags</h2><pre>{{.}}</pre>{{end}}
{{if .HasAvailableSubCommands}}<h2>Commands</h2><table>
{{range .Commands}}{{if not .Hidden}}<tr><td><a href="{{file .}}">{{.Name}}</a><td>{{.Short}}
{{end}}{{end}}</table>{{end}}
{{else}}{{.Body}}{{end}}
</main>
</html>
`))

// fileOf returns the name of a command's page.
func fileOf(c *cobra.Command) string {
	if manual.IsSubject(c) {
		return c.Name() + ".html"
	}
	return strings.ReplaceAll(c.CommandPath(), " ", "-") + ".html"
}

func flagsOf(c *cobra.Command) string { return c.NonInheritedFlags().FlagUsages() }

// site returns the site: the manual and the board.
func (r *release) site(ctx context.Context) ([]file, error) {
	files, err := r.manual()
	if err != nil {
		return nil, err
	}
	board, err := r.board(ctx)
	return append(files, board...), err
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

// manual returns the manual as web pages. They link only to each other, the board, and the web, not to files.
func (r *release) manual() ([]file, error) {
	var pages []page
	for _, s := range manual.Subjects() {
		body, err := r.html(s.Text)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page{File: s.Name + ".html", Title: s.Title, Body: body})
	}
	for _, c := range all(commands()) {
		if !manual.IsSubject(c) {
			pages = append(pages, page{File: fileOf(c), Title: c.CommandPath(), Command: c})
		}
	}
	var list strings.Builder
	for _, p := range pages {
		fmt.Fprintf(&list, "<li><a href=%q>%s</a>\n", p.File, template.HTMLEscapeString(p.Title))
	}
	index := template.HTML(`<h1>Outflank</h1>
<p>A toolkit for the game of Othello. The <a href="board/board.html">board</a> plays and analyses in the page,
without a server.
<ul>
` + list.String() + "</ul>")
	pages = append(pages, page{File: "index.html", Title: "Manual", Body: index})
	var files []file
	for _, p := range pages {
		var text bytes.Buffer
		if err := layout.Execute(&text, p); err != nil {
			return nil, err
		}
		files = append(files, file{p.File, 0o644, text.Bytes()})
	}
	return files, nil
}

// repository is the location of files that are not pages.
const repository = "https://github.com/outflank/outflank/blob/main/"

var (
	toSubject = regexp.MustCompile(`href="([a-z]+)\.md(#[^"]*)?"`)
	toFile    = regexp.MustCompile(`(href|src)="(?:\.\./)+([^"]*)"`)
)

// html returns a subject as HTML, with links to the pages of other subjects.
func (r *release) html(text string) (template.HTML, error) {
	var out bytes.Buffer
	if err := manual.Markdown.Convert([]byte(text), &out); err != nil {
		return "", err
	}
	s := toSubject.ReplaceAllString(out.String(), `href="$1.html$2"`)
	return template.HTML(toFile.ReplaceAllString(s, `$1="`+repository+`$2"`)), nil
}
