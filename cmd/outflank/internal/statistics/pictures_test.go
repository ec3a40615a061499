package statistics

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/dataset/stats"
)

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
			if _, _, code := room.Run(t.Context(), slices.Concat([]string{"stats"}, line,
				files)...); code != cli.Done {
				t.Fatalf("exit code %d", code)
			}
			before := clitest.CheckPNG(t, files[1])
			checkSVG(t, files[3])
			if _, _, code := room.Run(t.Context(), slices.Concat([]string{"stats"}, line, files,
				[]string{"--years", "1900"})...); code != cli.BadInput {
				t.Errorf("without games: exit code %d, want %d", code, cli.BadInput)
			}
			if !bytes.Equal(clitest.CheckPNG(t, files[1]), before) {
				t.Error("the refused picture replaced the old one")
			}
		})
	}
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
