package notation_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/notation"
)

// dataFile opens a file of the real data, or skips the test. A relative
// OUTFLANK_DATA begins at the top of the repository.
func dataFile(t testing.TB, name string) *os.File {
	t.Helper()
	root := os.Getenv("OUTFLANK_DATA")
	if root == "" {
		root = filepath.Join("..", "shared")
	}
	if !filepath.IsAbs(root) {
		root = filepath.Join("..", "..", root)
	}
	f, err := os.Open(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("needs real data: %v", err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// open opens a file of testdata.
func open(t testing.TB, name string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// format returns the format of this name.
func format(t testing.TB, name string) notation.Format {
	t.Helper()
	f, err := notation.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// readAll returns the records and the errors of a file.
func readAll(f notation.Format, r io.Reader) (records []notation.Record, errs []string) {
	for rec, err := range f.Read(r) {
		if err != nil {
			errs = append(errs, err.Error())
			continue
		}
		records = append(records, rec)
	}
	return records, errs
}

// read reads a text that must be without flaw.
func read(t testing.TB, name, text string) []notation.Record {
	t.Helper()
	records, errs := readAll(format(t, name), strings.NewReader(text))
	if errs != nil {
		t.Fatalf("%s of %q: %s", name, text, strings.Join(errs, "\n"))
	}
	return records
}

// write returns the text of records.
func write(t testing.TB, name string, records ...notation.Record) string {
	t.Helper()
	var b bytes.Buffer
	for _, r := range records {
		if err := format(t, name).Write(&b, r); err != nil {
			t.Fatalf("%s of %v: %v", name, r.Game, err)
		}
	}
	return b.String()
}
