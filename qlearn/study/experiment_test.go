package study

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// endings are the speed test in short: one game, of its last moves, has all the times.
var endings = speed{games: 1, least: 1, random: 40, boards: 5}

// Every experiment runs and has rows with different labels; its claims are about rows
// that exist (or they panic), and each number of the report that is given by label is
// beside ours.
func TestAllRun(t *testing.T) {
	if underRace {
		t.Skip("slow, and nothing runs side by side that TestRunGoesOn does not run")
	}
	dir := t.TempDir()
	r := Runner{Host: &fakeHost{}, Dir: dir, Scale: 0.001, Seed: 1, Workers: 2, Now: slowingClock()}
	for _, e := range All.Experiments {
		t.Run(e.Name, func(t *testing.T) {
			e = firstOnly(e)
			if _, ok := e.work(e.First()).(speed); ok && os.Getenv("OUTFLANK_LONG") == "" {
				e.work = fixed(endings)
			}
			result := runAll(t, r, firstReading(e))
			labels := map[string]bool{}
			for _, row := range result.Rows {
				if labels[row.Label] {
					t.Errorf("two rows %q", row.Label)
				}
				labels[row.Label] = true
				if row.Ours == nil || row.Unit == "" {
					t.Errorf("row %q has no number or unit", row.Label)
				}
			}
			if len(result.Rows) == 0 || len(result.Plots) == 0 || len(result.Claims) != len(e.Claims) {
				t.Errorf("%d rows, %d plots, %d claims of %d", len(result.Rows), len(result.Plots), len(result.Claims),
					len(e.Claims))
			}
			checkPapers(t, e.work(e.First()), result.Rows)
		})
	}
	checkDocument(t, dir)
}

// firstOnly returns the experiment with its first reading alone.
func firstOnly(e *Experiment) *Experiment {
	first := *e
	first.Choices = slices.Clone(e.Choices)
	for i, c := range first.Choices {
		first.Choices[i].Values = c.Values[:1]
	}
	return &first
}

func checkPapers(t *testing.T, w work, rows Rows) {
	var paper map[string]float64
	switch w := w.(type) {
	case learning:
		paper = map[string]float64{}
		for label, x := range w.Paper {
			paper[label] = x.Share
			if row := rows.Row(label); row.Sample != x.Games {
				t.Errorf("row %q: %d games of the report, want %d", label, row.Sample, x.Games)
			}
		}
	case timing:
		paper = w.Paper
	case depthNeeded:
		paper = w.paper
	}
	for label, x := range paper {
		if row := rows.Row(label); row.Paper == nil || *row.Paper != x {
			t.Errorf("row %q: the report's number is %v, want %v", label, row.Paper, x)
		}
	}
}

// The document holds every experiment, every picture and everything that is lost.
func checkDocument(t *testing.T, dir string) {
	if _, err := WriteReport(dir, All); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range All.Experiments {
		if !bytes.Contains(page, []byte(`<section id="`+e.Name+`">`)) ||
			!bytes.Contains(text, []byte("`"+e.Name+"`")) {
			t.Errorf("%s is not in the document", e.Name)
		}
	}
	for _, l := range All.Lost {
		if !bytes.Contains(text, []byte(l.Reason)) {
			t.Errorf("%q is not in the document", l.What)
		}
	}
	svg, _ := filepath.Glob(filepath.Join(dir, "*", "*.svg"))
	if n := bytes.Count(page, []byte("<svg")); n != len(svg) || n < len(All.Experiments) {
		t.Errorf("%d pictures in the page, %d files, %d experiments", n, len(svg), len(All.Experiments))
	}
}

// Names are unique, and every report has experiments and results that cannot be repeated.
func TestAllAreSound(t *testing.T) {
	names, seeds := map[string]bool{}, map[string]int{}
	for _, e := range All.Experiments {
		if names[e.Name] || !regexp.MustCompile(`^[a-z0-9-]+$`).MatchString(e.Name) {
			t.Errorf("name %q", e.Name)
		}
		names[e.Name] = true
		seeds[e.Seed]++
		for _, text := range []string{e.Item, e.Title, e.Wording, e.Result, e.Protocol} {
			if text == "" {
				t.Errorf("%s: something is empty", e.Name)
			}
		}
		for _, changed := range e.Also {
			for name, value := range changed {
				if _, err := e.Set([]string{name + "=" + value}); err != nil {
					t.Error(err)
				}
			}
		}
		for _, c := range e.Choices {
			if c.Asks == "" || !strings.Contains(c.Open, "“") || len(c.Values) < 2 ||
				strings.Contains(strings.Join(c.Values, "|"), ", ") || !regexp.MustCompile(`^[a-z0-9-]+$`).MatchString(c.Name) {
				t.Errorf("%s: choice %+v", e.Name, c)
			}
		}
	}
	for _, r := range All.Reports {
		if seeds[r.Seed] == 0 || !slices.ContainsFunc(All.Lost, func(l Lost) bool {
			return l.Seed == r.Seed
		}) {
			t.Errorf("report %s has no experiment or nothing that is lost", r.Seed)
		}
	}
}

// The number of workers changes nothing, and neither does an interruption; what was
// finished is not done again.
func TestRunGoesOn(t *testing.T) {
	e := firstReading(All.Find("cassio-mc-tournament"))
	host := &fakeHost{}
	whole := Runner{Host: host, Dir: t.TempDir(), Scale: 0.01, Seed: 3, Workers: 3}
	runAll(t, whole, e)
	all := host.moves

	broken := Runner{Host: &fakeHost{}, Dir: t.TempDir(), Scale: 0.01, Seed: 3, Workers: 1}
	for p, err := range broken.Run(t.Context(), e) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Done == 20 {
			break
		}
	}
	journal := filepath.Join(broken.Dir, e.Name, "journal.ndjson")
	appendTo(t, journal, `{"key":"half a li`)
	host = &fakeHost{}
	broken.Host = host
	runAll(t, broken, e)
	if host.moves == 0 || host.moves >= all*3/4 {
		t.Errorf("%d moves after the break of %d in all", host.moves, all)
	}
	for _, name := range []string{"result.json", "table.md", "table.csv", "totals.svg"} {
		a, errA := os.ReadFile(filepath.Join(whole.Dir, e.Name, name))
		b, errB := os.ReadFile(filepath.Join(broken.Dir, e.Name, name))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs (%v, %v)", name, errA, errB)
		}
	}
	host.moves = 0
	runAll(t, broken, e)
	if host.moves > 0 {
		t.Errorf("%d moves in an experiment that was complete", host.moves)
	}
}

// Tables and pictures that were lost come back with their bytes, and nothing is played again.
func TestLostFilesComeBack(t *testing.T) {
	defer func(types []string) { pictureTypes = types }(pictureTypes)
	pictureTypes = allPictures
	e := All.Find("cassio-mc-tournament")
	host := &fakeHost{}
	r := Runner{Host: host, Dir: t.TempDir(), Scale: 0.01, Seed: 3, Workers: 2}
	plots := runAll(t, r, e).Plots
	files := map[string][]byte{}
	for _, name := range []string{"table.md", "table.csv", plots[0] + ".svg", plots[0] + ".png"} {
		data, err := os.ReadFile(filepath.Join(r.Dir, e.Name, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
	}
	played := host.moves
	for name, want := range files {
		path := filepath.Join(r.Dir, e.Name, name)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		runAll(t, r, e)
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s came back as %d bytes, %v; want %d", name, len(got), err, len(want))
		}
	}
	if host.moves != played {
		t.Errorf("%d moves were played again", host.moves-played)
	}
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// document seals the text of a result.
func document(t *testing.T, text string) string {
	t.Helper()
	sealed, err := durable.Document(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	return string(sealed)
}

// Folders that hold something else are refused, and say where.
func TestBadFolders(t *testing.T) {
	e := All.Find("search-equal-depth")
	for _, test := range []struct {
		name, file, text, want string
	}{
		{"no journal", "journal.ndjson", "hello\n", `line 1: it begins with "hello\n": want "experiment"`},
		{"other version", "journal.ndjson", `{"outflank":"experiment","version":1,"name":"x"}` + "\n", `line 1: it is "experiment" of version 1: want "experiment" of version 2`},
		{"other experiment", "journal.ndjson", sealed(`{"outflank":"experiment","version":2,"settings":{"name":"x"}}`), `the journal of experiment "x"`},
		{"other settings", "journal.ndjson", sealed(`{"outflank":"experiment","version":2,"settings":{"name":"search-equal-depth","scale":2,"seed":5}}`), "was made with scale 2 and seed 5"},
		{"bad step", "journal.ndjson", sealed(`{"outflank":"experiment","version":2,"settings":{"name":"search-equal-depth","scale":0.01,"seed":1}}`, "1"), "line 2: want a step"},
		{"bad result", "result.json", "{", "result.json: damaged: it does not end with its checksum; without the file the experiment is run again from its journal"},
		{"foreign result", "result.json", document(t, `{"name":"nobody"}`), `the result of experiment "nobody", not of "search-equal-depth"`},
		{"short matrix", "result.json", document(t, `{"name":"search-equal-depth","matrix":{"players":["a","b"],"ours":[[1,2],[3]]}}`), "matrix: 1 columns for 2 players"},
		{"hostile plot", "result.json", document(t, `{"name":"search-equal-depth","plots":["../../x"]}`), "want the name of a file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := Runner{Host: &fakeHost{}, Dir: t.TempDir(), Scale: 0.01, Seed: 1, Workers: 1}
			dir := filepath.Join(r.Dir, e.Name)
			if err := errors.Join(os.MkdirAll(dir, 0o777),
				os.WriteFile(filepath.Join(dir, test.file), []byte(test.text), 0o666)); err != nil {
				t.Fatal(err)
			}
			var last error
			for _, err := range r.Run(t.Context(), e) {
				last = err
			}
			if last == nil || !strings.Contains(last.Error(), test.want) {
				t.Errorf("error %v, want %q", last, test.want)
			}
			if text, _ := os.ReadFile(filepath.Join(dir, test.file)); string(text) != test.text {
				t.Errorf("the file was changed to %q", text)
			}
		})
	}
}

// Whatever a result file holds, it is refused or can be shown.
func FuzzResultsAreShownOrRefused(f *testing.F) {
	dir := f.TempDir()
	e := All.Find("cassio-depths")
	for _, err := range (&Runner{Host: &fakeHost{}, Dir: dir, Scale: 0.001, Seed: 1, Workers: 1}).
		Run(context.Background(), e) {
		if err != nil {
			f.Fatal(err)
		}
	}
	path := filepath.Join(dir, e.Name, "result.json")
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(`{"name":"cassio-depths","matrix":{"players":["a"]},"rows":[{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := WriteReport(dir, All)
		if _, missing := errors.AsType[*os.PathError](err); err == nil || missing {
			return
		}
		if _, ok := errors.AsType[*durable.FileError](err); !ok {
			t.Errorf("error %v names no file", err)
		}
	})
}

// One run at a time works in a folder.
func TestFolderIsLocked(t *testing.T) {
	r := Runner{Host: &fakeHost{}, Dir: t.TempDir(), Scale: 0.001, Seed: 1, Workers: 1}
	e := All.Find("cassio-depths")
	for _, err := range r.Run(t.Context(), e) {
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range r.Run(t.Context(), e) {
			if err == nil || !strings.Contains(err.Error(), "in use by another process") {
				t.Errorf("a second run: %v", err)
			}
			return
		}
		break
	}
	t.Error("the second run did nothing")
}

// A run ends with its context.
func TestRunIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := Runner{Host: &fakeHost{}, Dir: t.TempDir(), Scale: 0.01, Seed: 1, Workers: 2}
	var last error
	for _, err := range r.Run(ctx, All.Find("cassio-depths")) {
		last = err
		cancel()
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("ended with %v", last)
	}
}

// The report's table adds up: each of 30 games has a point, and Wedge lost one game.
func TestGeneticShares(t *testing.T) {
	paper, white := geneticShares()
	table := crossTable{Players: make([]entry, 6), Paper: paper, Sample: 2}
	for a, want := range []float64{0.4, 0.9, 0.8, 0.35, 0.1, 0.45} {
		total, games := table.PaperTotal(a)
		if !near(*total, want) || games != 10 {
			t.Errorf("player %d has %v of %d points, want %v of 10", a, *total, games, want)
		}
		for b := range a {
			if *paper[a][b]+*paper[b][a] != 1 {
				t.Errorf("%d against %d: %v and %v", a, b, *paper[a][b], *paper[b][a])
			}
		}
	}
	if !near(white, 0.7) {
		t.Errorf("white has %v, want 0.7", white)
	}
}

// sealed returns the text of a journal with these records.
func sealed(records ...string) string {
	var text strings.Builder
	for _, r := range records {
		fmt.Fprintf(&text, "{\"crc32c\":\"%08x\",\"record\":%s}\n", durable.Sum([]byte(r)), r)
	}
	return text.String()
}
