package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// clone returns a fresh clone of this checkout's commit.
func clone(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.Command("git", "clone", "-q", filepath.Join("..", ".."),
		dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// made makes a release of a fresh clone, and returns its files by name.
func made(t *testing.T, only string) map[string][]byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "dist")
	if err := run(t.Context(), clone(t), out, only); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(out, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = data
	}
	return files
}

// Two clones in two folders give the same bytes, and what they hold can be used.
func TestReleaseRepeats(t *testing.T) {
	// Three bills, archives and wheels, two deb and rpm, image, site, sums.
	only, files := "linux/amd64,linux/arm64,windows/amd64", 16
	if testing.Short() {
		only, files = "linux/amd64", 8
	}
	first, second := made(t, only), made(t, only)
	if len(first) != files {
		t.Errorf("%d files, want %d", len(first), files)
	}
	for name, data := range first {
		if !bytes.Equal(data, second[name]) {
			t.Errorf("%s differs from one time to the next", name)
		}
		if name != "SHA256SUMS" && !strings.Contains(string(first["SHA256SUMS"]), "  "+name+"\n") {
			t.Errorf("no checksum of %s", name)
		}
	}
	for name, data := range first {
		var files map[string][]byte
		switch {
		case strings.HasSuffix(name, "linux-amd64.tar.gz"):
			files = unpackedTar(t, data)
			checkProgram(t, files["outflank"], "linux", "\x7fELF")
			startAlone(t, files["outflank"])
		case strings.HasSuffix(name, "linux-arm64.tar.gz"):
			files = unpackedTar(t, data)
			checkProgram(t, files["outflank"], "linux", "\x7fELF")
			startEmulated(t, files["outflank"])
		case strings.HasSuffix(name, ".zip"):
			files = unpackedZip(t, data)
			checkProgram(t, files["outflank.exe"], "windows", "MZ")
		case strings.HasSuffix(name, "-image.tar"):
			checkImage(t, data, strings.Count(only, "linux"))
			continue
		case strings.HasSuffix(name, ".whl"):
			checkWheel(t, name, data, first)
			continue
		case strings.HasSuffix(name, "_amd64.deb"):
			checkDeb(t, data, first)
			continue
		case strings.HasSuffix(name, ".cdx.json"):
			checkBill(t, data)
			continue
		default:
			continue
		}
		for _, want := range []string{"LICENSE", "LICENSES.txt", "CHANGELOG.md", "man/outflank-train.1",
			"completions/outflank.bash", "completions/_outflank", "completions/outflank.fish",
			"completions/outflank.ps1"} {
			if len(files[want]) == 0 {
				t.Errorf("%s has no %s", name, want)
			}
		}
	}
}

// checkProgram reads the headers of a program.
func checkProgram(t *testing.T, program []byte, system, magic string) {
	t.Helper()
	if !bytes.HasPrefix(program, []byte(magic)) {
		t.Errorf("the program for %s begins with %q", system, program[:min(len(program), 4)])
		return
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		t.Error(err)
		return
	}
	for _, s := range info.Settings {
		want, ok := map[string]string{"GOOS": system, "CGO_ENABLED": "0", "-trimpath": "true",
			"vcs.modified": "false"}[s.Key]
		if ok && s.Value != want {
			t.Errorf("the program for %s was built with %s=%s", system, s.Key, s.Value)
		}
	}
}

// programOf returns the program of the archive for a system and processor.
func programOf(t *testing.T, release map[string][]byte, system string) []byte {
	t.Helper()
	for name, data := range release {
		if strings.HasSuffix(name, system+".tar.gz") {
			return unpackedTar(t, data)["outflank"]
		}
		if strings.HasSuffix(name, system+".zip") {
			return unpackedZip(t, data)["outflank.exe"]
		}
	}
	t.Fatalf("no archive for %s", system)
	return nil
}

// checkWheel wants a package with the program of an archive, and starts it if it is for this system.
func checkWheel(t *testing.T, name string, wheel []byte, release map[string][]byte) {
	t.Helper()
	system := "linux-amd64"
	switch {
	case strings.Contains(name, "aarch64"):
		system = "linux-arm64"
	case strings.Contains(name, "win"):
		system = "windows-amd64"
	default:
		startInstalled(t, name, wheel)
	}
	for inside, data := range unpackedZip(t, wheel) {
		if base := path.Base(inside); base == "outflank" || base == "outflank.exe" {
			if !bytes.Equal(programOf(t, release, system), data) {
				t.Errorf("%s has another program than the archive", name)
			}
			return
		}
	}
	t.Errorf("%s has no program", name)
}

// checkDeb wants a package that installs the program of the archive, and its manual pages.
func checkDeb(t *testing.T, data []byte, release map[string][]byte) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "outflank.deb")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(dir, "root")
	if out, err := exec.Command("dpkg-deb", "-x", path, root).CombinedOutput(); err != nil {
		t.Logf("the package for Debian was not unpacked: %v %s", err, out)
		return
	}
	program, err := os.ReadFile(filepath.Join(root, "usr", "bin", "outflank"))
	if err != nil || !bytes.Equal(program, programOf(t, release, "linux-amd64")) {
		t.Errorf("the package has another program than the archive, %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, place("man/outflank.1", "deb"))); err != nil {
		t.Error(err)
	}
}

// checkBill wants the modules that the command is made of.
func checkBill(t *testing.T, data []byte) {
	t.Helper()
	var bill struct {
		BOMFormat  string `json:"bomFormat"`
		Components []struct{ Name, Version, Purl string }
	}
	if err := json.Unmarshal(data, &bill); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range bill.Components {
		names = append(names, c.Name)
		if c.Purl != "pkg:golang/"+c.Name+"@"+c.Version {
			t.Errorf("%+v", c)
		}
	}
	if bill.BOMFormat != "CycloneDX" || !slices.Contains(names, "std") ||
		!slices.Contains(names, "github.com/spf13/cobra") {
		t.Errorf("%s of %v", bill.BOMFormat, names)
	}
}

func unpackedTar(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	r := tar.NewReader(z)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		_, name, _ := strings.Cut(h.Name, "/")
		if files[name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

func unpackedZip(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		_, name, _ := strings.Cut(f.Name, "/")
		if files[name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		r.Close()
	}
	return files
}

// Nobody could make the same again from what is not committed.
func TestChangesAreRefused(t *testing.T) {
	dir := clone(t)
	if err := os.WriteFile(filepath.Join(dir, "LICENSE"), []byte("none"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), dir, filepath.Join(t.TempDir(), "dist"), "linux/amd64"); !errors.Is(err,
		errChanges) {
		t.Errorf("the error is %v", err)
	}
}

func TestPlatforms(t *testing.T) {
	all, err := choose("")
	if err != nil || len(all) != 9 {
		t.Errorf("%v: %v", err, all)
	}
	names := map[string]bool{}
	for _, p := range all {
		names[p.String()] = true
		if got, ok := find(p.String()); !ok || got != p {
			t.Errorf("%v is found as %v", p, got)
		}
	}
	if len(names) != 9 {
		t.Errorf("names twice: %v", names)
	}
	if _, err := choose("linux/amd64,plan9/mips"); err == nil {
		t.Error("a platform that does not exist was taken")
	}
}

func TestPythonVersion(t *testing.T) {
	for version, want := range map[string]string{
		"0.1.0":                               "0.1.0",
		"0.0.0-20261128051500-11d5960a3267":   "0.0.0.dev20261128051500+11d5960a3267",
		"0.1.1-0.20261128051500-11d5960a3267": "0.1.1.dev20261128051500+11d5960a3267",
	} {
		if got := pythonVersion(version); got != want {
			t.Errorf("%s is %s, want %s", version, got, want)
		}
	}
}

func TestPlace(t *testing.T) {
	for _, c := range []struct{ name, deb, rpm string }{
		{"outflank", "/usr/bin/outflank", "/usr/bin/outflank"},
		{"man/outflank.1", "/usr/share/man/man1/outflank.1.gz", "/usr/share/man/man1/outflank.1.gz"},
		{"completions/_outflank", "/usr/share/zsh/vendor-completions/_outflank", "/usr/share/zsh/site-functions/_outflank"},
		{"LICENSE", "/usr/share/doc/outflank/copyright", "/usr/share/doc/outflank/LICENSE"},
	} {
		if deb, rpm := place(c.name, "deb"), place(c.name, "rpm"); deb != c.deb || rpm != c.rpm {
			t.Error(fmt.Sprint(c.name, ": ", deb, ", ", rpm))
		}
	}
}
