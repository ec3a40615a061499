package text_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

func TestLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
		long int // line that is too long, 0 = none
	}{
		{"", nil, 0},
		{"f5\nd6", []string{"f5", "d6"}, 0},
		{"f5\r\nd6\rc3\n\n", []string{"f5", "d6", "c3", ""}, 0},
		{"\xEF\xBB\xBFf5\n\xEF\xBB\xBFd6", []string{"f5", "\xEF\xBB\xBFd6"}, 0},
		{"\xEF", []string{"\xEF"}, 0},
		{"1234567812345678\n1234567812345678", []string{"1234567812345678", "1234567812345678"}, 0},
		{"1\n12345678123456789\n2", []string{"1"}, 2},
	} {
		for name, r := range map[string]io.Reader{"whole": strings.NewReader(c.text),
			"by bytes": iotest.OneByteReader(strings.NewReader(c.text))} {
			var got []string
			var failed error
			for line, err := range text.Lines(r, 16) {
				if failed = err; err == nil {
					got = append(got, line)
				}
			}
			if !slices.Equal(got, c.want) || (failed != nil) != (c.long > 0) {
				t.Errorf("%q, %s: lines %q, error %v, want %q", c.text, name, got, failed, c.want)
			}
			if c.long > 0 && (!errors.Is(failed, text.ErrTooLong) || !fault.IsBadInput(failed) ||
				failed.Error() != "line 2: too long: want at most 16 bytes") {
				t.Errorf("%q: error %v, want one about line %d", c.text, failed, c.long)
			}
		}
	}
}

// Who types one letter has typed a line.
func TestLinesWaitForNoMore(t *testing.T) {
	r, w := io.Pipe()
	go func() { _, _ = w.Write([]byte("q\n")) }()
	for line, err := range text.Lines(r, 8) {
		if line != "q" || err != nil {
			t.Errorf("line %q, error %v", line, err)
		}
		break
	}
	_ = w.Close()
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.toml")
	if err := os.WriteFile(path, []byte("\xEF\xBB\xBFa = 1"), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := text.ReadFile(path, 8); text != "a = 1" || err != nil {
		t.Errorf("text %q, error %v", text, err)
	}
	if _, err := text.ReadFile(path, 7); !fault.IsBadInput(err) {
		t.Errorf("error %v, want bad input: 8 bytes where 7 are read", err)
	}
}
