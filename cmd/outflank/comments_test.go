package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A source is a file that is no test, with its folder.
type source struct {
	dir, name string
	*ast.File
}

// sources parses all files of the module that are no tests.
func sources(t *testing.T) (list []source) {
	out, err := exec.Command("go", "list", "-f", "{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}\n{{end}}", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(string(out)) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, source{filepath.Dir(name), name, file})
	}
	return list
}

// TestPackageComments: each package has one comment, which begins with its name.
func TestPackageComments(t *testing.T) {
	comments := map[string]int{}
	for _, f := range sources(t) {
		if comments[f.dir] += 0; f.Doc == nil || f.Name.Name == "main" {
			continue
		}
		comments[f.dir]++
		if !strings.HasPrefix(f.Doc.Text(), "Package "+f.Name.Name+" ") {
			t.Errorf("%s: the comment of package %s begins with other words", f.name, f.Name.Name)
		}
	}
	for dir, n := range comments {
		if n != 1 && filepath.Base(dir) != "outflank" {
			t.Errorf("%s has %d package comments", dir, n)
		}
	}
}

// mention is a name of a package as comments write it, such as arena.Play.
var mention = regexp.MustCompile(`\b([a-z][a-z0-9]*)\.([A-Z][A-Za-z0-9]*)\b`)

// TestComments: a comment that mentions a name of a package, and code in comments, speak of what there is.
func TestComments(t *testing.T) {
	exported := map[string]map[string]bool{}                // names by package
	others := map[string]bool{"log": true, "pqarrow": true} // imported packages, and two that only comments name
	variables := map[string]map[string]bool{}               // by folder
	all := sources(t)
	for _, f := range all {
		if exported[f.Name.Name] == nil {
			exported[f.Name.Name] = map[string]bool{}
		}
		if variables[f.dir] == nil {
			variables[f.dir] = map[string]bool{}
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && ast.IsExported(id.Name) {
				exported[f.Name.Name][id.Name] = true
			} else if ok && id.Obj != nil {
				variables[f.dir][id.Name] = true
			}
			return true
		})
		for _, spec := range f.Imports {
			if name := strings.Trim(spec.Path.Value, `"`); !strings.HasPrefix(name, module) {
				others[path.Base(strings.TrimRight(name, "/v0123456789"))] = true
			}
		}
	}
	for _, f := range all {
		for _, c := range f.Comments {
			for _, m := range mention.FindAllStringSubmatch(c.Text(), -1) {
				assigned := regexp.MustCompile(`\b` + m[1] + `\b(, \w+)* :?=`)
				if variables[f.dir][m[1]] || assigned.MatchString(c.Text()) {
					continue
				}
				if names, ours := exported[m[1]]; ours && !names[m[2]] || !ours && !others[m[1]] {
					t.Errorf("%s: a comment speaks of %s, which does not exist", f.name, m[0])
				}
			}
		}
	}
}
