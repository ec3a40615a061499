package main

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/rhysd/actionlint"
)

// The workflows say what their service understands. Scripts in them are left to the shell.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", ".github", "workflows", "*.yml"))
	if err != nil || len(files) != 4 {
		t.Fatalf("%v: %v", err, files)
	}
	linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{Shellcheck: "", Pyflakes: ""})
	if err != nil {
		t.Fatal(err)
	}
	found, err := linter.LintFiles(files, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range found {
		t.Error(e)
	}
}
