package run

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// Limits of a configuration. The TOML library has none: two megabytes of nested arrays overflow its
// stack, and an inline table of 100 kB takes it 40 seconds.
const (
	maxTOML      = 1 << 18 // bytes
	maxTOMLLine  = 1 << 12 // bytes
	maxTOMLDepth = 16      // arrays and tables inside each other
)

// ReadFile returns the text of a configuration within the limits of [checkTOML].
func ReadFile(path string) (string, error) {
	text, err := text.ReadFile(path, maxTOML)
	if err == nil {
		err = checkTOML(path, text)
	}
	return text, err
}

// checkTOML refuses text that is too much for the TOML library: more than 256 kB, lines of more
// than 4 kB, arrays and inline tables more than 16 deep. The error is bad input and names the line.
func checkTOML(path, text string) error {
	bad := func(line int, format string, args ...any) error {
		return fault.BadInput(fmt.Errorf("%s: line %d: %s", path, line, fmt.Sprintf(format, args...)))
	}
	if len(text) > maxTOML {
		return fault.BadInput(fmt.Errorf("%s: a configuration of %d bytes: want at most %d", path,
			len(text), maxTOML))
	}
	depth, number := tomlDepth{}, 0
	for line := range strings.Lines(text) {
		number++
		if len(line) > maxTOMLLine {
			return bad(number, "a line of %d bytes: want at most %d", len(line), maxTOMLLine)
		}
		if depth.add(line); depth.open > maxTOMLDepth {
			return bad(number, "arrays and tables more than %d deep", maxTOMLDepth)
		}
	}
	return nil
}

// A tomlDepth counts what brackets open, except in strings and comments.
type tomlDepth struct {
	open  int
	quote string // that ends the string which a line leaves open, "" = none
}

func (d *tomlDepth) add(line string) {
	for len(line) > 0 {
		switch {
		case d.quote != "":
			if d.quote[0] == '"' && line[0] == '\\' {
				line = line[min(2, len(line)):]
				continue
			}
			if strings.HasPrefix(line, d.quote) {
				line, d.quote = line[len(d.quote):], ""
				continue
			}
		case strings.HasPrefix(line, `"""`), strings.HasPrefix(line, "'''"):
			d.quote, line = line[:3], line[3:]
			continue
		case line[0] == '"', line[0] == '\'':
			d.quote = line[:1]
		case line[0] == '#':
			return
		case line[0] == '[', line[0] == '{':
			if d.open++; d.open > maxTOMLDepth {
				return
			}
		case line[0] == ']', line[0] == '}':
			d.open = max(0, d.open-1)
		}
		line = line[1:]
	}
	if len(d.quote) == 1 {
		d.quote = "" // a string of one line that it leaves open: the library says so
	}
}
