package fault

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// says is an error whose methods say both that it is a fault and that it is none.
type says struct{ fault bool }

func (says) Error() string    { return "says" }
func (s says) Misuse() bool   { return s.fault }
func (s says) BadInput() bool { return s.fault }

func TestWhoseFault(t *testing.T) {
	plain := errors.New("plain")
	for _, c := range []struct {
		err              error
		misuse, badInput bool
	}{
		{nil, false, false},
		{plain, false, false},
		{Misuse(plain), true, false},
		{BadInput(plain), false, true},
		{Misusef("%w", plain), true, false},
		{BadInputf("%w", plain), false, true},
		{fmt.Errorf("at: %w", Misuse(plain)), true, false},
		{errors.Join(plain, fmt.Errorf("in: %w", Kind("bad"))), false, true},
		{fmt.Errorf("%w and %w", Misuse(plain), BadInput(plain)), true, true},
		{says{true}, true, true},
		{says{false}, false, false},
		{ErrInterrupted, false, false},
	} {
		if IsMisuse(c.err) != c.misuse || IsBadInput(c.err) != c.badInput {
			t.Errorf("%v: misuse %v, bad input %v", c.err, IsMisuse(c.err), IsBadInput(c.err))
		}
	}
}

// TestPaths: a file to read that is not there, or is a folder, is bad input; the text says what
// was wanted.
func TestPaths(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, missing := os.Open(filepath.Join(dir, "none"))
	_, isFolder := os.ReadFile(dir)
	_, isFile := os.Open(filepath.Join(file, "x", "y"))
	for _, c := range []struct {
		err  error
		want string
	}{
		{missing, "no file or folder " + filepath.Join(dir, "none")},
		{isFolder, dir + " is a folder, want a file"},
		{isFile, file + " is a file, want a folder"},
	} {
		err := fmt.Errorf("stats: %w", c.err)
		if !IsBadInput(err) || !strings.Contains(Text(err), c.want) || !strings.HasPrefix(Text(err), "stats: ") {
			t.Errorf("%v: bad input %v, %q, want %q", err, IsBadInput(err), Text(err), c.want)
		}
	}
	if err := os.Mkdir(dir, 0o777); IsBadInput(err) {
		t.Errorf("%v is no bad input", err)
	}
}
