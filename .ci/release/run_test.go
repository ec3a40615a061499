package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A run that fails says at which step, has another exit code than 0, and leaves no files.
func TestRunFails(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	root, temp := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(root, ".ci"), 0o777); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"bad.go": "package  bad\n"}
	for _, name := range []string{"run", "steps", "gotest.go"} {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Join(".ci", name)] = string(text)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", filepath.Join(root, ".ci", "run"))
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.HasSuffix(string(out), "== FAILED: gofmt\n") ||
		!strings.Contains(string(out), "gofmt would change:\nbad.go\n") {
		t.Errorf("%v: %s", err, out)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// Tests that are skipped are noted with their reasons; of others what failed is shown.
func TestSkipsAreNoted(t *testing.T) {
	skips := filepath.Join(t.TempDir(), "skips")
	cmd := exec.Command("go", "run", filepath.Join("..", "gotest.go"), skips)
	cmd.Stdin = strings.NewReader(`{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:7: no real data\n"}
{"Action":"skip","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    a_test.go:9: passes\n"}
{"Action":"pass","Package":"p","Test":"TestB"}
{"Action":"output","Package":"p","Test":"TestC","Output":"    a_test.go:11: fails\n"}
{"Action":"fail","Package":"p","Test":"TestC"}
{"Action":"output","Package":"p","Output":"FAIL\tp\n"}
`)
	out, err := cmd.Output()
	if want := "    a_test.go:11: fails\nFAIL\tp\n"; err != nil || string(out) != want {
		t.Errorf("%v, %q, want %q", err, out, want)
	}
	if noted, err := os.ReadFile(skips); err != nil || string(noted) != "p TestA: no real data\n" {
		t.Errorf("%v, noted %q", err, noted)
	}
}
