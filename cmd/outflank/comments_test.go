package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
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

// mention is a name of a package as comments write it, such as arena.Play, and link one of its own, such as
// [Play] or [Match.Run].
var (
	mention = regexp.MustCompile(`\b([a-z][a-z0-9]*)\.([A-Z]\w*)\b`)
	link    = regexp.MustCompile(`(?:^|[\s(])\[\*?([A-Z]\w*[a-z]\w*)(?:\.([A-Z]\w*))?\]`)
)

// declared returns the exported names that a file declares, those of fields and methods too, and its
// variables and parameters.
func declared(f *ast.File) (names, variables []string) {
	add := func(ids ...*ast.Ident) {
		for _, id := range ids {
			if ast.IsExported(id.Name) {
				names = append(names, id.Name)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Name)
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.Field:
			if add(n.Names...); len(n.Names) == 0 { // embedded
				name := regexp.MustCompile(`\w+$`).FindString(types.ExprString(n.Type))
				names = append(names, name)
			}
		case *ast.Ident:
			if n.Obj != nil && !ast.IsExported(n.Name) {
				variables = append(variables, n.Name)
			}
		}
		return true
	})
	return names, variables
}

// TestComments: names that comments mention exist: those of packages, those in links, and those in code.
func TestComments(t *testing.T) {
	exported, variables := map[string][]string{}, map[string][]string{} // by package, by folder
	others := []string{"log", "pqarrow"}                                // imported ones, and two that only comments name
	all := sources(t)
	for _, f := range all {
		names, local := declared(f.File)
		exported[f.Name.Name] = append(exported[f.Name.Name], names...)
		variables[f.dir] = append(variables[f.dir], local...)
		for _, spec := range f.Imports {
			if name := strings.Trim(spec.Path.Value, `"`); !strings.HasPrefix(name, module) {
				others = append(others, path.Base(strings.TrimRight(name, "/v0123456789")))
			}
		}
	}
	for _, f := range all {
		for _, c := range f.Comments {
			text := c.Text()
			for _, m := range mention.FindAllStringSubmatch(text, -1) {
				assigned := regexp.MustCompile(`\b` + m[1] + `\b(, \w+)* :?=`)
				if slices.Contains(variables[f.dir], m[1]) || assigned.MatchString(text) {
					continue
				}
				if names, ours := exported[m[1]]; ours && !slices.Contains(names, m[2]) ||
					!ours && !slices.Contains(others, m[1]) {
					t.Errorf("%s: a comment speaks of %s, which does not exist", f.name, m[0])
				}
			}
			for _, m := range link.FindAllStringSubmatch(text, -1) {
				if names := exported[f.Name.Name]; !slices.Contains(names, m[1]) ||
					m[2] != "" && !slices.Contains(names, m[2]) {
					t.Errorf("%s: a comment links to %s, which does not exist", f.name, m[0])
				}
			}
		}
	}
}
