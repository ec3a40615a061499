package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset/stats"
)

// runLine executes a command line in-process and returns what it printed.
func runLine(t *testing.T, args ...string) (stdout string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	a := &cli.App{In: bytes.NewReader(nil), Out: &out, Err: &err}
	code = execute(a, context.Background(), args)
	if code != cli.Done {
		t.Logf("outflank %v: %s", args, err.String())
	}
	return out.String(), code
}

// TestPictures: every statistic has a picture, which is written as PNG and as SVG that
// can be read; without games it is refused, and what was there stays.
func TestPictures(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := cli.UnpackDemoGames("wthor"); err != nil {
		t.Fatal(err)
	}
	lines := [][]string{{"calibration", "wthor"}, {"versus", "wthor", "greedy", "random"}}
	for _, s := range stats.All() {
		lines = append(lines, []string{s.Name, "wthor"})
	}
	for _, line := range lines {
		t.Run(line[0], func(t *testing.T) {
			dir := t.TempDir()
			files := []string{"--png", filepath.Join(dir, "x.png"), "--svg", filepath.Join(dir, "x.svg")}
			if _, code := runLine(t, slices.Concat([]string{"stats"}, line, files)...); code != cli.Done {
				t.Fatalf("exit code %d", code)
			}
			before := checkPNG(t, files[1])
			checkSVG(t, files[3])
			if _, code := runLine(t, slices.Concat([]string{"stats"}, line, files, []string{"--years", "1900"})...); code != cli.BadInput {
				t.Errorf("without games: exit code %d, want %d", code, cli.BadInput)
			}
			if !bytes.Equal(checkPNG(t, files[1]), before) {
				t.Error("the refused picture replaced the old one")
			}
		})
	}
}

func checkPNG(t *testing.T, path string) []byte {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(file)); err != nil || img.Bounds().Dx() < 800 {
		t.Fatalf("%s: %v", path, err)
	}
	return file
}

func checkSVG(t *testing.T, path string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	texts, d := 0, xml.NewDecoder(file)
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "text" {
			texts++
		}
	}
	if texts < 3 { // a title, an axis or a legend, a value
		t.Errorf("%s has %d texts", path, texts)
	}
}
