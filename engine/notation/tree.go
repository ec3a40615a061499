package notation

import (
	"bufio"
	"io"
	"iter"
	"strings"

	"github.com/outflank/outflank/engine/runtime/text"
)

// GGF and SGF both consist of properties, NAME[value], between parentheses. The code below finds the games
// in a file, and the properties of a game.

// trees yields the games of r, each from its opening parenthesis to the matching closing one. With escapes, a
// backslash escapes the next character, as in SGF. If reading r fails, the error is the last item.
//
// A line that looks like the start of a game always ends the game before it. Otherwise an unclosed game would
// swallow the rest of the file.
func trees(r io.Reader, escapes bool) iter.Seq2[gameText, error] {
	return func(yield func(gameText, error) bool) {
		s := treeScanner{in: newInput(r), escapes: escapes, line: 1}
		for {
			t, err := s.next()
			if err != nil && err != io.EOF {
				yield(gameText{}, err)
				return
			}
			if (t.text != "" || t.flaw != nil) && !yield(t, nil) || err != nil {
				return
			}
		}
	}
}

type treeScanner struct {
	in           *bufio.Reader
	escapes      bool
	line, column int    // of the last byte read
	ended        bool   // that byte ended a line
	buf          []byte // text of the current game
}

// next returns the next game. It may return both a game and an error.
func (s *treeScanner) next() (t gameText, err error) {
	if t, err = s.between(); err != nil || t.flaw != nil {
		return t, err
	}
	t.line, t.column = s.line, s.column
	closed, err := s.game()
	switch {
	case len(s.buf) > MaxRecord:
		t.flaw = &flaw{err: text.ErrTooLong, want: "a game of at most 1048576 bytes"}
		return t, s.skip()
	case !closed:
		t.flaw = &flaw{at: len(s.buf), want: "the end of the game, a closing parenthesis", err: ErrSyntax}
	}
	t.text = string(s.buf)
	return t, err
}

// game reads a game after its opening parenthesis into s.buf. It reports whether it reached the closing
// parenthesis before the text grew too long, the next game began or the input ended.
func (s *treeScanner) game() (closed bool, err error) {
	s.buf = append(s.buf[:0], '(')
	depth, value := 1, false
	for depth > 0 && len(s.buf) <= MaxRecord {
		c, err := s.read()
		if err != nil || c == '\n' && s.gameFollows() {
			return false, err
		}
		s.buf = append(s.buf, c)
		switch {
		case value && c == '\\' && s.escapes:
			if c, err = s.read(); err == nil {
				s.buf = append(s.buf, c)
			}
		case value:
			value = c != ']'
		case c == '[':
			value = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
	}
	return depth == 0, nil
}

// between reads the text before a game, and the opening parenthesis. Only blanks and a number are expected;
// anything else up to the end of the line is a flaw.
func (s *treeScanner) between() (t gameText, err error) {
	var prefix []byte
	for {
		c, err := s.read()
		switch {
		case err != nil:
			return t, err
		case c == '(':
			t.prefix = string(prefix)
			return t, nil
		case c == '\n':
			prefix = prefix[:0]
		case c == ' ' || c == '\t':
		case c >= '0' && c <= '9' && len(prefix) < 20:
			prefix = append(prefix, c)
		default:
			t.line, t.column = s.line, s.column
			rest, err := s.rest(c)
			t.flaw = &flaw{text: rest, want: "a game, beginning with (;", err: ErrSyntax}
			return t, err
		}
	}
}

// rest reads to the end of the line and returns the first part of its text, beginning with c.
func (s *treeScanner) rest(c byte) (string, error) {
	text := []byte{c}
	for {
		c, err := s.read()
		if err != nil || c == '\n' {
			return string(text), err
		}
		if len(text) < 12 {
			text = append(text, c)
		}
	}
}

// skip reads up to the next line that begins a game.
func (s *treeScanner) skip() error {
	for {
		c, err := s.read()
		if err != nil || c == '\n' && s.gameFollows() {
			return err
		}
	}
}

func (s *treeScanner) read() (byte, error) {
	c, err := s.in.ReadByte()
	if s.ended {
		s.line, s.column, s.ended = s.line+1, 0, false
	}
	s.column++
	s.ended = c == '\n' && err == nil
	return c, err
}

// gameFollows reports whether a game begins at the next byte, with or without a number before it: (;GM[ or
// (;FF[.
func (s *treeScanner) gameFollows() bool {
	head, _ := s.in.Peek(16)
	text := strings.TrimLeft(string(head), "0123456789 ")
	return strings.HasPrefix(text, "(;GM[") || strings.HasPrefix(text, "(;FF[")
}

// A property is a name with a value, or one of the structuring characters ; ( and ).
type property struct {
	name  string // in capitals; repeated for each of several values
	value string // as written, with escapes
	at    int    // offset of the value in the text
}

// properties yields the properties of a game in order. It stops at the first flaw.
func properties(text string, escapes bool) iter.Seq2[property, *flaw] {
	return func(yield func(property, *flaw) bool) {
		last := ""
		for i := 0; i < len(text); {
			p, n := property{at: i}, 1
			switch c := text[i]; {
			case c == ' ' || c == '\t' || c == '\n':
				i++
				continue
			case c == ';' || c == '(' || c == ')':
				p.name = text[i : i+1]
			default:
				var f *flaw
				if p, n, f = readProperty(text, i, last, escapes); f != nil {
					yield(p, f)
					return
				}
			}
			last = p.name
			if !yield(p, nil) {
				return
			}
			i += n
		}
	}
}

// readProperty reads the property at offset i and returns its length n. A value without a name belongs to the
// last property.
func readProperty(text string, i int, last string, escapes bool) (p property, n int, f *flaw) {
	name := text[i:]
	end := strings.IndexFunc(name, func(c rune) bool { return c|0x20 < 'a' || c|0x20 > 'z' })
	if end < 0 || end > 20 || end == 0 && (last == "" || len(last) == 1 && !isLetter(last[0])) {
		return p, 0, syntax(text, i, "a property such as PB[name]")
	}
	open := end + len(name[end:]) - len(strings.TrimLeft(name[end:], " \t\n"))
	if open == len(name) || name[open] != '[' {
		return p, 0, syntax(text, i, "a property such as PB[name]")
	}
	size := valueLen(name[open+1:], escapes)
	if size < 0 {
		return p, 0, &flaw{at: i, text: name[:min(12, len(name))], want: "a closing bracket", err: ErrSyntax}
	}
	if end > 0 {
		last = capitals(name[:end], escapes)
	}
	return property{last, name[open+1 : open+1+size], i + open + 1}, open + size + 2, nil
}

// valueLen returns the length of the value at the start of text, or -1 if it has no end.
func valueLen(text string, escapes bool) int {
	if !escapes {
		return strings.IndexByte(text, ']')
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ']':
			return i
		case '\\':
			i++
		}
	}
	return -1
}

// capitals returns the name of a property in capitals. In SGF, the lower-case letters of old files are
// dropped (White[…] is W). In GGF, they are equivalent to capitals.
func capitals(name string, sgf bool) string {
	if strings.ToUpper(name) == name {
		return name
	}
	if !sgf {
		return strings.ToUpper(name)
	}
	short := strings.Map(func(c rune) rune {
		if c >= 'a' {
			return -1
		}
		return c
	}, name)
	if short == "" {
		return strings.ToUpper(name)
	}
	return short
}

// A fieldProperty is a property that corresponds to a field of the record, with the field's PGN name.
type fieldProperty struct{ property, field string }

// A fieldList lists the properties of a format that correspond to fields, in writing order.
type fieldList []fieldProperty

// name returns the name of a property's field, or "" if there is none.
func (l fieldList) name(property string) string {
	for _, f := range l {
		if f.property == property {
			return f.field
		}
	}
	return ""
}

// A treeWriter holds the text of a game being written.
type treeWriter struct {
	strings.Builder
	sgf  bool   // escape closing brackets, and write a property's name once for all its values
	last string // name of the last property
	bad  string // a value that cannot be written
}

// sgfQuote escapes "]", which would end a value, and "(;", which would begin a game.
var sgfQuote = strings.NewReplacer(`\`, `\\`, `]`, `\]`, "(;", `\(;`)

// put writes a property.
func (g *treeWriter) put(name, value string) {
	if !g.sgf || name != g.last {
		g.WriteString(name)
	}
	g.last = name
	if g.sgf {
		value = sgfQuote.Replace(value)
	} else if strings.Contains(value, "]") {
		g.bad = value
	}
	g.WriteString("[" + value + "]")
}

// some writes a property unless its value is empty.
func (g *treeWriter) some(name, value string) {
	if value = line(value); value != "" {
		g.put(name, value)
	}
}

// fields writes the properties that correspond to fields.
func (g *treeWriter) fields(r *Record, list fieldList) {
	for _, f := range list {
		if text := r.field(f.field); text != nil {
			g.some(f.property, *text)
		} else if x := *r.rating(f.field); x != 0 {
			g.put(f.property, decimal(x))
		}
	}
}

// isProperty reports whether a name can name a property: it consists of one or two capitals.
func isProperty(name string) bool {
	return (len(name) == 1 || len(name) == 2) && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// named returns "name: value", or "" if the value is empty.
func named(name, value string) string {
	if value == "" {
		return ""
	}
	return name + ": " + value
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
