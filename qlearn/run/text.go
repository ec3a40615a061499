package run

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A tomlText is a TOML file that is read key by key, so that every error can show its line, even if the error
// is found later.
//
// We also tried pelletier/go-toml v2. Its strict decoding reports the line with a caret. But its messages use
// Go terms ("cannot decode TOML float into struct field run.Config.Games of type int"), so we would still
// need our own kind checks. It cannot decode part of a file later, over the settings for all phases. And it
// reports the position of a key only in its own errors, not for errors found later. So BurntSushi/toml
// decodes, and [tomlText.find] finds positions.
type tomlText struct {
	Path   string // path of the file, for errors
	Source string // its whole text
	meta   toml.MetaData
}

// readTOML decodes text into v, a pointer to a struct. Values missing from the text stay unchanged. shape is
// a struct type with a field for every valid key.
func readTOML(path, text string, v any, shape reflect.Type) (*tomlText, error) {
	t := &tomlText{Path: path, Source: text}
	err := t.kinds(shape)
	if err != nil {
		return nil, err
	}
	if t.meta, err = toml.Decode(text, v); err != nil {
		return nil, t.explain(err, 0)
	}
	return t, nil
}

// decode decodes a part of the file, the nth of its kind, into v.
func (t *tomlText) decode(part toml.Primitive, v any, nth int) error {
	if err := t.meta.PrimitiveDecode(part, v); err != nil {
		return t.explain(err, nth)
	}
	return nil
}

// known returns an error for the first key that was not decoded. shape is a struct type with the valid keys.
func (t *tomlText) known(shape reflect.Type) error {
	undecoded := t.meta.Undecoded()
	if len(undecoded) == 0 {
		return nil
	}
	key := undecoded[0]
	where, last := "", key[len(key)-1]
	if len(key) > 1 {
		where = " in [" + toml.Key(key[:len(key)-1]).String() + "]"
	}
	names := fieldNames(shape, key[:len(key)-1])
	return t.complain(key, 0, fmt.Errorf("unknown key %q%s; there are %s%w", last, where,
		strings.Join(names, ", "), meant(last, names)))
}

// explain adds the line to an error from the TOML library.
func (t *tomlText) explain(err error, nth int) error {
	if p, ok := errors.AsType[toml.ParseError](err); ok && p.LastKey == "" {
		return t.at(tomlPosition{max(1, p.Position.Line), max(1, p.Position.Col), max(1, p.Position.Len)},
			errors.New(p.Message))
	}
	var line int
	var key string
	if n, _ := fmt.Sscanf(err.Error(), "toml: line %d (last key %q): ", &line, &key); n == 2 {
		_, text, _ := strings.Cut(err.Error(), "): ")
		return t.complain(strings.Split(key, "."), nth, errors.New(text))
	}
	return fault.BadInputf("%s: %w", t.Path, err)
}

// complain returns an error about the nth place with this key, or about its closest enclosing table in the
// text.
func (t *tomlText) complain(key []string, nth int, err error) error {
	for ; len(key) > 0; key = key[:len(key)-1] {
		if p, ok := t.find(strings.Join(key, "."), nth); ok {
			return t.at(p, err)
		}
	}
	return fault.BadInputf("%s: %w", t.Path, err)
}

// A tomlPosition is a position in the text: line and column, counted from 1, and length in bytes.
type tomlPosition struct{ line, column, length int }

// at returns an error that shows the line of a position with carets under the faulty part.
func (t *tomlText) at(p tomlPosition, err error) error {
	lines := strings.Split(t.Source, "\n")
	line := strings.ReplaceAll(strings.TrimSuffix(lines[min(p.line, len(lines))-1], "\r"), "\t", " ")
	head := fmt.Sprintf("%6d | ", p.line)
	before := min(max(p.column-1, 0), len(line))
	caret := strings.Repeat(" ", len(head)-2) + "| " +
		strings.Repeat(" ", before) + strings.Repeat("^", min(max(p.length, 1), len(line)-before+1))
	return fault.BadInputf("%s, line %d: %v\n%s%s\n%s", t.Path, p.line, err, head, line, caret)
}

// find returns the position of a key or a table with this full name. In a list of tables, such as [[phase]],
// it searches the nth table.
func (t *tomlText) find(name string, nth int) (tomlPosition, bool) {
	table, number, count := "", 0, map[string]int{}
	for line := range strings.Lines(t.Source) {
		number++
		word, at, header := keyIn(line)
		full := strings.ReplaceAll(word, " ", "")
		switch {
		case header:
			if table = full; strings.HasPrefix(strings.TrimSpace(line), "[[") {
				count[table]++
			}
		case table != "":
			full = table + "." + full
		}
		list, _, _ := strings.Cut(full, ".")
		if word != "" && full == name && (count[list] == 0 || count[list] == nth+1 || nth == 0) {
			return tomlPosition{number, at + 1, len(word)}, true
		}
	}
	return tomlPosition{}, false
}

// keyIn returns the key at the start of a line of TOML, or the table named in a header line, and its
// position.
func keyIn(line string) (word string, at int, header bool) {
	rest := strings.TrimLeft(line, " \t")
	inner, header := strings.CutPrefix(rest, "[")
	end := "="
	if header {
		rest, end = strings.TrimLeft(inner, "[ \t"), "]"
	}
	word, _, ok := strings.Cut(rest, end)
	if !ok {
		word = ""
	}
	return strings.TrimRight(word, " \t"), len(line) - len(rest), header
}

// fieldNames lists the keys of the table at path in a struct.
func fieldNames(s reflect.Type, path []string) (names []string) {
	for s.Kind() == reflect.Pointer || s.Kind() == reflect.Slice {
		s = s.Elem()
	}
	if s.Kind() != reflect.Struct {
		return nil
	}
	for f := range s.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		switch {
		case f.Anonymous && name == "":
			names = append(names, fieldNames(f.Type, path)...)
		case name == "-" || !f.IsExported():
		case len(path) == 0:
			names = append(names, cmp.Or(name, f.Name))
		case strings.EqualFold(cmp.Or(name, f.Name), path[0]):
			return fieldNames(f.Type, path[1:])
		}
	}
	slices.Sort(names)
	return names
}

// renamed maps keys of older versions to current ones.
var renamed = map[string]string{"choose_by": "select_by", "report": "test_on",
	"random_opposed": "random_plies_vs_agents"}

// meant suggests the key that a misspelt one stands for.
func meant(word string, keys []string) text.Hint {
	if now := renamed[word]; slices.Contains(keys, now) {
		word = now
	}
	return text.Meant(word, keys)
}

// Limits of a configuration. The TOML library has no limits: two megabytes of nested arrays overflow its
// stack, and an inline table of 100 kB takes 40 seconds.
const (
	maxTOML      = 1 << 18 // bytes
	maxTOMLLine  = 1 << 12 // bytes
	maxTOMLDepth = 16      // nesting of arrays and tables
)

// ReadFile returns the text of a configuration that is within the limits of [checkTOML].
func ReadFile(path string) (string, error) {
	text, err := text.ReadFile(path, maxTOML)
	if err == nil {
		err = checkTOML(path, text)
	}
	return text, err
}

// checkTOML returns an error for text that would overload the TOML library: more than 256 kB, lines of more
// than 4 kB, or arrays and inline tables nested more than 16 deep. The error is of kind bad input and names
// the line.
func checkTOML(path, text string) error {
	bad := func(line int, format string, args ...any) error {
		return fault.BadInputf("%s: line %d: %s", path, line, fmt.Sprintf(format, args...))
	}
	if len(text) > maxTOML {
		return fault.BadInputf("%s: a configuration of %d bytes: want at most %d", path, len(text), maxTOML)
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

// A tomlDepth counts open brackets, except in strings and comments.
type tomlDepth struct {
	open  int
	quote string // end of the string that is still open after a line; "" = none
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
		d.quote = "" // an unclosed single-line string: the library reports it
	}
}
