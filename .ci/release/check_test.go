package main

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A program is taken for what its headers say, and not for another one.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tried := platforms
	if testing.Short() {
		tried = []platform{platforms[1], platforms[5], platforms[6]} // one of each system
	}
	for _, p := range tried {
		made := filepath.Join(dir, "made")
		c := exec.Command("go", "build", "-trimpath", "-o", made, source)
		c.Env = append(os.Environ(), p.environment()...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", p, err, out)
		}
		program, err := os.ReadFile(made)
		if err != nil {
			t.Fatal(err)
		}
		info, err := buildinfo.Read(bytes.NewReader(program))
		if err != nil {
			t.Fatal(err)
		}
		for _, taken := range platforms {
			if err := taken.check(program, info); (err == nil) != (taken == p) {
				t.Errorf("the program for %v as one for %v: %v", p, taken, err)
			}
		}
		if err := p.check(program[:40], info); err == nil {
			t.Errorf("%v: 40 bytes are taken for a program", p)
		}
		for i, s := range info.Settings {
			if s.Key == "CGO_ENABLED" {
				info.Settings[i].Value = "1"
			}
		}
		if err := p.check(program, info); err == nil || !strings.Contains(err.Error(), "CGO_ENABLED") {
			t.Errorf("%v with cgo: %v", p, err)
		}
	}
}
