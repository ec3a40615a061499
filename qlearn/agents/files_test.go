package agents

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/outflank/outflank/engine/runtime/fault"
)

func TestWithFiles(t *testing.T) {
	for spec, want := range map[string]string{
		"random":                               "random",
		"ab:depth=3":                           "ab:depth=3",
		"ab:plain,depth=3":                     "ab:plain,depth=3",
		"q":                                    "q",
		"q:model=general":                      "q:model=general", // ships
		"q:model=./general":                    "q:model=<./general>",
		"q:model=run/best.model":               "q:model=<run/best.model>",
		`q:model="a,b.model",exact=8`:          `q:model="<a,b.model>",exact=8`,
		`q:model="plain.model"`:                "q:model=<plain.model>",
		`ab:eval="paip",depth=2,book=b.ggf`:    `ab:eval="paip",depth=2,book=<b.ggf>`,
		"mmnet:dna=w.txt,depth=2,book=x":       "mmnet:dna=<w.txt>,depth=2,book=<x>",
		`q:model='a,"b".model',exact=8`:        `q:model="<a,\"b\".model>",exact=8`,
		"player:file=p.txt,ties=first":         "player:file=<p.txt>,ties=first",
		"policy:a.py":                          "policy:file=<a.py>",
		"python:a.py,timeout=1s,book=b":        "python:file=<a.py>,timeout=1s,book=<b>",
		"policy:file=a.py":                     "policy:file=<a.py>",
		"b/a.py":                               "policy:file=<b/a.py>",
		"a, b.py:timeout=1s,boards=2":          `policy:file="<a, b.py>",timeout=1s,boards=2`,
		"level:club,book=b":                    "level:club,book=<b>",
		`gtp:cmd="edax -b 0,1",book="g,h.pgn"`: `gtp:cmd="edax -b 0,1",book="<g,h.pgn>"`,
		"ab:eval=general":                      "ab:eval=general", // no file, whatever lies here
	} {
		got, err := WithFiles(spec, func(path string) (string, error) { return "<" + path + ">", nil })
		if err != nil || got != want {
			t.Errorf("%s: got %s (%v), want %s", spec, got, err, want)
		}
	}
	odd := errors.New("odd")
	if _, err := WithFiles("q:model=x", func(string) (string, error) { return "", odd }); !errors.Is(err, odd) {
		t.Errorf("error %v, want that of the name", err)
	}
	for _, spec := range []string{"nobody", "q:model", "q:model=x,model=y", `q:model="x`} {
		if _, err := WithFiles(spec, func(path string) (string, error) { return path, nil }); !fault.IsMisuse(err) {
			t.Errorf("%s: error %v, want a misuse", spec, err)
		}
	}
}

// Law: what is written for a path is read as that path.
func TestWithFilesIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.StringMatching(`[a-b,=:/ ."'\\]{1,12}`).Draw(t, "path")
		spec, err := WithFiles("player:ties=first,file=x,book=y", func(string) (string, error) { return path, nil })
		if err != nil {
			t.Fatal(err)
		}
		d, err := DemandsOf(spec)
		if err != nil || len(d.Files) != 2 || d.Files[0] != path || d.Files[1] != path {
			t.Fatalf("%s: demands %+v (%v), want the file %q twice", spec, d, err, path)
		}
	})
}
