package root

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// root is the folder of the module.
var root = filepath.Join("..", "..", "..", "..")

// The list is what the modules say that the command is built from on the three systems.
// OUTFLANK_UPDATE=1 writes it.
func TestLicensesAreThoseOfTheModules(t *testing.T) {
	var want notices
	dirs := map[string]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		maps.Copy(dirs, modulesOf(t, system))
	}
	add := func(name, dir string) {
		text, spdx := licenseIn(t, dir)
		at := slices.Index(want.Texts, text)
		if at < 0 {
			at = len(want.Texts)
			want.Texts = append(want.Texts, text)
		}
		want.Modules = append(want.Modules, license{Module: name, License: spdx, Text: at})
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	add(goItself, strings.TrimSpace(string(goroot)))
	for _, name := range slices.Sorted(maps.Keys(dirs)) {
		add(name, dirs[name])
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(want); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("OUTFLANK_UPDATE") != "" {
		if err := os.WriteFile("licenses.json", out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	var got notices
	if err := json.Unmarshal(licensesFile, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Modules, got.Modules); diff != "" || !bytes.Equal(out.Bytes(), licensesFile) {
		t.Errorf("licenses.json is not what the modules say (OUTFLANK_UPDATE=1 writes it): -want +got\n%s", diff)
	}
}

// modulesOf returns the folders of the modules that the command is built from on a system.
func modulesOf(t *testing.T, system string) map[string]string {
	t.Helper()
	c := exec.Command("go", "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "./cmd/outflank")
	c.Dir = root
	c.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			dirs[name] = dir
		}
	}
	return dirs
}

// licenseNames are the names that files with licences have.
var licenseNames = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|unlicense)([-.].*)?$`)

// licenseIn returns the text of the licences in a folder, and their SPDX expression. Where there
// is no file for it the licence stands in README.md; that of FreeType, which one may choose
// instead of the GPL, lies a folder deeper.
func licenseIn(t *testing.T, dir string) (text, expression string) {
	t.Helper()
	var ids []string
	for _, name := range append(licenseFiles(t, dir), "licenses/ftl.txt") {
		part, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		text += strings.ReplaceAll(string(part), "\r\n", "\n")
		if strings.HasPrefix(strings.ToLower(name), "notice") {
			continue
		}
		id := spdx(string(part))
		if id == "" {
			t.Errorf("%s: %s is a licence that the test does not know", dir, name)
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return text, strings.Join(slices.Compact(ids), " AND ")
}

// licenseFiles returns the names of the files with licences in a folder.
func licenseFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() && licenseNames.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	if names == nil {
		names = []string{"README.md"}
	}
	return names
}

// marks are words that only one licence has, by its SPDX name; the first that fits counts.
var marks = []struct {
	id    string
	words []string
}{
	{"OFL-1.1", []string{"SIL OPEN FONT LICENSE Version 1.1"}},
	{"MPL-2.0", []string{"Mozilla Public License, version 2.0"}},
	{"Apache-2.0", []string{"Apache License", "Version 2.0, January 2004"}},
	{"ISC", []string{"Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"}},
	{"MIT", []string{"Permission is hereby granted, free of charge", "The above copyright notice and this permission notice"}},
	{"BSD-3-Clause", []string{"Redistribution and use in source and binary forms", "contributors may be used to endorse"}},
	{"BSD-3-Clause", []string{"Redistribution and use in source and binary forms", "may not be used to endorse or promote"}},
	{"BSD-2-Clause", []string{"Redistribution and use in source and binary forms"}},
	{"FTL", []string{"The FreeType Project LICENSE"}},
	{"FTL", []string{"your choice of exactly one of the following two licenses: * The FreeType License"}},
	{"CC-BY-4.0", []string{"Creative Commons Attribution 4.0 International"}},
}

// spdx recognises a licence; "" if it does not.
func spdx(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, m := range marks {
		if !slices.ContainsFunc(m.words, func(w string) bool { return !strings.Contains(text, w) }) {
			return m.id
		}
	}
	return ""
}

// Nobody's licence asks for more than to be named: no GPL or the like.
func TestLicensesAreAllowed(t *testing.T) {
	list, err := licensesHere()
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Modules) < 10 || list.Modules[0].Module != goItself {
		t.Errorf("%d modules", len(list.Modules))
	}
	for _, m := range list.Modules {
		for id := range strings.SplitSeq(m.License, " AND ") {
			if !slices.Contains([]string{"Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "OFL-1.1",
				"MPL-2.0", "CC-BY-4.0", "FTL"}, id) {
				t.Errorf("%s: %s", m.Module, id)
			}
		}
	}
}

// Everything that is embedded has an origin, and what has an origin is there.
func TestDataHasOrigins(t *testing.T) {
	var files []string
	for _, d := range embeddedData {
		files = append(files, d.Files...)
		for _, f := range d.Files {
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(f))); err != nil {
				t.Errorf("%s: %v", d.Name, err)
			}
		}
	}
	for dir, pattern := range embedded(t) {
		for name := range strings.FieldsSeq(pattern) {
			full := path.Join(dir, name)
			if !slices.ContainsFunc(files, func(f string) bool {
				return full == f || strings.HasPrefix(full+"/", f) && strings.HasSuffix(f, "/")
			}) {
				t.Errorf("%s is embedded, and nothing says where it is from", full)
			}
		}
	}
	vendored, err := os.ReadDir(filepath.Join(root, "cmd/outflank/internal/web/site/assets/vendor"))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range vendored {
		if !slices.Contains(files, "cmd/outflank/internal/web/site/assets/vendor/"+v.Name()+"/") {
			t.Errorf("nothing says where %s is from", v.Name())
		}
	}
}

// embedded returns the directives of each folder of the module, tests aside.
func embedded(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{}
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && e.Name() == ".ci" {
			return fs.SkipDir // what it embeds is not in the program
		}
		if err != nil || e.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			if pattern, ok := strings.CutPrefix(strings.TrimSpace(line), "//go:embed "); ok {
				rel, _ := filepath.Rel(root, filepath.Dir(file))
				list[filepath.ToSlash(rel)] += " " + pattern
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestLicenses(t *testing.T) {
	out, _ := room.Want(t, cli.Done, "licenses")
	for _, want := range []string{"Outflank: Apache-2.0", "github.com/spf13/cobra ", "uPlot",
		"Fédération Française"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	out, _ = room.Want(t, cli.Done, "licenses", "github.com/spf13/pflag")
	if !strings.Contains(out, "Alex Ogier") || strings.Contains(out, "Apache License") {
		t.Errorf("the licence of pflag is\n%s", out)
	}
	if out, _ = room.Want(t, cli.Done, "licenses", "--texts"); !strings.Contains(out, "Apache License") {
		t.Error("no texts")
	}
	room.Want(t, cli.Misused, "licenses", "nothing")
	var list licenseList
	out, _ = room.Want(t, cli.Done, "licenses", "--json")
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list.Data) != len(embeddedData) {
		t.Errorf("%v: %d data", err, len(list.Data))
	}
	for i, m := range list.Modules {
		if m.Text < 0 || m.Text >= len(list.Texts) || list.Texts[m.Text] == "" {
			t.Error(fmt.Sprint("no text of module ", i))
		}
	}
}
