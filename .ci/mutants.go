//go:build ignore

// Mutants changes the program in one place at a time, as .ci/mutants.txt says, and runs the tests that must
// notice. The checkout stays unchanged: the compiler reads the changed file from elsewhere (go help build,
// -overlay).
//
//	.ci/mutants              all
//	.ci/mutants -tenth 3     those numbered 3, 13, 23, …
//	.ci/mutants NAME…        these
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// limit is the time limit of a mutant's tests, without their build.
const limit = 60 * time.Second

// A mutant is one change of one file and the tests that must fail with it.
type mutant struct {
	name, about string
	file, in    string // in: the function that contains the text, "" = anywhere
	from, to    string
	tests       []tests
	equivalent  string // why no test can detect it, "" = a test must
}

// tests are those of a package whose names match a pattern.
type tests struct{ pkg, pattern string }

// An outcome is the result for a mutant.
type outcome struct {
	mutant  *mutant
	verdict string
	said    string // output of the tests or the compiler
	took    time.Duration
}

const (
	killed     = "killed"
	survived   = "survived"
	timedOut   = "timed out"
	equivalent = "equivalent"
	broken     = "broken"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mutants: ")
	tenth := flag.Int("tenth", -1, "run only the mutants whose number ends in this digit")
	verbose := flag.Bool("v", false, "print what the tests said")
	flag.Parse()
	all, err := read(".ci/mutants.txt")
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range all { // those of other tenths too: the code may have changed
		if _, _, err := m.place(); err != nil {
			log.Fatalf("%s: %v", m.name, err)
		}
	}
	chosen, err := choose(all, *tenth, flag.Args())
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if ok, err := run(ctx, chosen, *verbose); err != nil {
		log.Fatal(err)
	} else if !ok {
		os.Exit(1)
	}
}

// read reads the list of mutants.
func read(name string) (all []*mutant, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	file, names := "", map[string]bool{}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		key, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		switch key {
		case "file":
			file = rest
			continue
		case "mutant":
			m := &mutant{file: file}
			m.name, m.about, _ = strings.Cut(rest, ": ")
			if names[m.name] {
				return nil, fmt.Errorf("%s:%d: there are two mutants %s", name, i+1, m.name)
			}
			names[m.name], all = true, append(all, m)
			continue
		}
		if len(all) == 0 || !all[len(all)-1].set(key, rest) {
			return nil, fmt.Errorf("%s:%d: %q begins with no word that is known", name, i+1, line)
		}
	}
	for _, m := range all {
		if m.from == "" || m.from == m.to || len(m.tests) == 0 {
			return nil, fmt.Errorf("%s: mutant %s changes nothing or has no tests", name, m.name)
		}
	}
	return all, nil
}

// set applies a line of the description of a mutant.
func (m *mutant) set(key, rest string) bool {
	switch key {
	case "in":
		m.in = rest
	case "-":
		m.from = rest
	case "+":
		m.to = rest
	case "equivalent":
		m.equivalent = rest
	case "test":
		t := tests{"./" + filepath.ToSlash(filepath.Dir(m.file)), rest}
		if strings.HasPrefix(rest, "./") {
			t.pkg, t.pattern, _ = strings.Cut(rest, " ")
		}
		m.tests = append(m.tests, t)
	default:
		return false
	}
	return true
}

// choose returns the mutants of a tenth, or the named ones.
func choose(all []*mutant, tenth int, names []string) (chosen []*mutant, err error) {
	for i, m := range all {
		if len(names) == 0 && (tenth < 0 || i%10 == tenth) || slices.Contains(names, m.name) {
			chosen = append(chosen, m)
		}
	}
	if len(names) > len(chosen) {
		return nil, fmt.Errorf("only %d of the %d mutants that are named exist", len(chosen), len(names))
	}
	return chosen, nil
}

// run tries mutants, two at a time, and prints the results. It tells whether all are as expected.
func run(ctx context.Context, chosen []*mutant, verbose bool) (bool, error) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	began, work, results := time.Now(), make(chan *mutant), make(chan outcome)
	var group sync.WaitGroup
	for i := range 2 {
		group.Go(func() {
			for m := range work {
				results <- m.try(ctx, filepath.Join(dir, fmt.Sprint(i)))
			}
		})
	}
	go func() {
		for _, m := range chosen {
			work <- m
		}
		close(work)
		group.Wait()
		close(results)
	}()
	count := map[string]int{}
	for r := range results {
		if ctx.Err() != nil {
			continue
		}
		count[r.verdict]++
		fmt.Printf("%-10s %5.1f s  %-28s %s\n", r.verdict, r.took.Seconds(), r.mutant.name, r.mutant.about)
		if verbose || r.verdict == broken || r.verdict == timedOut {
			fmt.Println(r.said)
		}
	}
	fmt.Printf("%d mutants: %d killed, %d survived, %d timed out, %d equivalent, %d broken; %d s\n", len(chosen),
		count[killed],
		count[survived], count[timedOut], count[equivalent], count[broken], int(time.Since(began).Seconds()))
	return count[killed]+count[equivalent] == len(chosen), ctx.Err()
}

// try runs the tests of a mutant in turn until one kills it.
func (m *mutant) try(ctx context.Context, dir string) (o outcome) {
	began := time.Now()
	defer func() { o.took = time.Since(began) }()
	o = outcome{mutant: m, verdict: survived}
	overlay, err := m.overlay(dir)
	if err != nil {
		return outcome{mutant: m, verdict: broken, said: err.Error()}
	}
	for _, t := range m.tests {
		o.verdict, o.said = t.run(ctx, dir, overlay)
		if o.verdict != survived {
			break
		}
	}
	switch {
	case o.verdict == killed && m.equivalent != "":
		o.verdict, o.said = broken, "it is said to be equivalent, and these tests fail:\n"+o.said
	case o.verdict == survived && m.equivalent != "":
		o.verdict = equivalent
	case o.verdict == killed:
		// A test that also fails without the mutant kills nothing.
		for _, t := range m.tests {
			if out, err := exec.CommandContext(ctx, "go", "test", "-vet=off", "-run", t.pattern,
				t.pkg).CombinedOutput(); err != nil {
				o.verdict, o.said = broken, "its tests fail without it:\n"+string(out)
			}
		}
	}
	return o
}

// overlay writes the changed file and the list that points to it, and returns the list.
func (m *mutant) overlay(dir string) (string, error) {
	before, after, err := m.place()
	if err != nil {
		return "", err
	}
	changed := slices.Concat(before, []byte(m.to), after)
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	file, list := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
	replace := map[string]map[string]string{"Replace": {filepath.Join(here, m.file): file}}
	text, err := json.Marshal(replace)
	return list, errors.Join(err, os.MkdirAll(dir, 0o777), os.WriteFile(file, changed, 0o666),
		os.WriteFile(list, text, 0o666))
}

// place returns what stands in the file before and after the text to change.
func (m *mutant) place() (before, after []byte, err error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return nil, nil, err
	}
	low, high, err := m.span(source)
	return source[:low], source[high:], err
}

// span returns the position of the text to change. Any white space matches any other, so wrapped lines are
// found.
func (m *mutant) span(source []byte) (low, high int, err error) {
	low, high = 0, len(source)
	if m.in != "" {
		if low, high, err = function(m.file, source, m.in); err != nil {
			return 0, 0, err
		}
	}
	pattern := strings.Join(slices.Collect(quoted(m.from)), `\s+`)
	found := regexp.MustCompile(pattern).FindAllIndex(source[low:high], 2)
	if len(found) != 1 {
		return 0, 0, fmt.Errorf("%s: %q stands there %d times or more, want once: the code has changed, and "+
			".ci/mutants.txt must follow",
			m.file, m.from, len(found))
	}
	return low + found[0][0], low + found[0][1], nil
}

// quoted yields the words of a text as patterns.
func quoted(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for word := range strings.FieldsSeq(text) {
			if !yield(regexp.QuoteMeta(word)) {
				return
			}
		}
	}
}

// function returns the position of a function or method, named like "target" or "learner.target".
func function(file string, source []byte, name string) (low, high int, err error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, parser.SkipObjectResolution)
	if err != nil {
		return 0, 0, err
	}
	for _, d := range parsed.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && full(f) == name {
			return files.Position(f.Pos()).Offset, files.Position(f.End()).Offset, nil
		}
	}
	return 0, 0, fmt.Errorf("%s: there is no function %s: .ci/mutants.txt must follow", file, name)
}

// full returns the name of a function, with its receiver type if it is a method.
func full(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if generic, ok := t.(*ast.IndexExpr); ok {
		t = generic.X
	}
	return fmt.Sprint(t, ".", f.Name.Name)
}

// run builds the tests with the mutant and runs them.
func (t tests) run(ctx context.Context, dir, overlay string) (verdict, said string) {
	binary := filepath.Join(dir, "mutant.test")
	build := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", binary, t.pkg)
	if out, err := build.CombinedOutput(); err != nil {
		return broken, string(out)
	}
	ctx, cancel := context.WithTimeout(ctx, limit+10*time.Second)
	defer cancel()
	test := exec.CommandContext(ctx, binary, "-test.run", t.pattern, "-test.timeout", limit.String(),
		"-test.failfast")
	test.Dir, test.WaitDelay = t.pkg, time.Second
	out, err := test.CombinedOutput()
	switch {
	case err == nil && bytes.Contains(out, []byte("no tests to run")):
		return broken, "no test has a name like " + t.pattern
	case err == nil:
		return survived, string(out)
	case ctx.Err() != nil, bytes.Contains(out, []byte("panic: test timed out after")):
		return timedOut, string(out)
	}
	return killed, string(out)
}
