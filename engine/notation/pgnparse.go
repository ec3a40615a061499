package notation

import (
	"cmp"
	"strings"

	"github.com/outflank/outflank/engine"
)

// parsePGN reads a game.
func parsePGN(t gameText) (Record, *flaw) {
	game := newDraft(t.line)
	p := pgnParser{text: t.text, draft: &game, game: &game}
	for p.i < len(p.text) {
		if f := p.token(); f != nil {
			return p.Record, f
		}
	}
	p.outcome()
	f := p.finish()
	if f == nil {
		p.orient()
	}
	return p.Record, f
}

// A pgnParser reads the text of one game.
type pgnParser struct {
	*draft              // the game, or a variation
	game         *draft // takes the variations
	text         string
	i            int    // offset of the next token
	stated, last string // the result in the tag, and the result after the moves
	depth        int    // number of variations around the text
}

// token reads the next token of the game.
func (p *pgnParser) token() *flaw {
	switch c := p.text[p.i]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '.':
		p.i++
	case c == '%' && (p.i == 0 || p.text[p.i-1] == '\n'):
		p.until("\n")
	case c == '[':
		return p.tagPair()
	case c == '{':
		return p.comment("}")
	case c == ';':
		return p.comment("\n")
	case c == '(':
		return p.variation()
	case c == '$' || c == '!' || c == '?':
		p.i++
		p.run("0123456789")
	default:
		return p.word()
	}
	return nil
}

// until returns the text up to the end mark and advances past the mark.
func (p *pgnParser) until(end string) (text string, ok bool) {
	text, _, ok = strings.Cut(p.text[p.i:], end)
	p.i = min(len(p.text), p.i+len(text)+len(end))
	return text, ok
}

// run advances past characters of a set and returns them.
func (p *pgnParser) run(set string) string {
	n := len(p.text[p.i:]) - len(strings.TrimLeft(p.text[p.i:], set))
	p.i += n
	return p.text[p.i-n : p.i]
}

// tagPair reads [Name "Value"].
func (p *pgnParser) tagPair() *flaw {
	start := p.i
	wrong := syntax(p.text, start, `a tag such as [Black "name"]`)
	p.i++
	p.run(" \t")
	from := p.i
	for p.i < len(p.text) && (isLetter(p.text[p.i]) || p.text[p.i] == '_' || p.text[p.i] >= '0' &&
		p.text[p.i] <= '9') {
		p.i++
	}
	name := p.text[from:p.i]
	p.run(" \t")
	if name == "" || p.i == len(p.text) || p.text[p.i] != '"' {
		return wrong
	}
	at := p.i + 1
	value, ok := p.quoted()
	if p.run(" \t"); !ok || p.i == len(p.text) || p.text[p.i] != ']' {
		return wrong
	}
	p.i++
	return p.pair(name, value, at)
}

// quoted reads a string in quotes, with backslash escapes. A quotation mark that is not followed by a bracket
// is part of the string, because some programs do not escape it.
func (p *pgnParser) quoted() (string, bool) {
	var value []byte
	for p.i++; p.i < len(p.text) && p.text[p.i] != '\n'; p.i++ {
		switch c := p.text[p.i]; {
		case c == '\\' && p.i+1 < len(p.text) && strings.IndexByte(`"\`, p.text[p.i+1]) >= 0:
			p.i++
			value = append(value, p.text[p.i])
		case c == '"' && strings.HasPrefix(strings.TrimLeft(p.text[p.i+1:], " \t"), "]"):
			p.i++
			return string(value), true
		default:
			value = append(value, c)
		}
	}
	return "", false
}

// pair stores a tag.
func (p *pgnParser) pair(name, value string, at int) *flaw {
	switch {
	case name == "Result" && p.stated == "":
		p.stated = value
	case name == "FEN" && len(p.Moves) == 0:
		start, ok := parseStart(value)
		if !ok {
			return &flaw{at, cut(value), "a position as Edax writes it or in 64 characters", ErrSyntax}
		}
		p.Start = start
	case p.field(name) != nil && unknownTag(name, value):
	default:
		p.set(name, value)
	}
	return nil
}

// unknownTag reports whether the value of a tag means "unknown". ??? does not: it is a label in the WTHOR
// database.
func unknownTag(name, value string) bool {
	return value == "" || value == "?" || name == "Date" && strings.Trim(value, "?.") == ""
}

// comment reads a comment to its end mark.
func (p *pgnParser) comment(end string) *flaw {
	at := p.i
	p.i++
	text, ok := p.until(end)
	if !ok {
		return &flaw{at, cut(p.text[at:]), "a closing brace", ErrSyntax}
	}
	text = strings.ReplaceAll(text, " \n", " ") // a wrapped line
	if len(p.Moves) > 0 {
		p.remark(text)
		return nil
	}
	start := Note{Marks: p.Marks}
	if text = strings.TrimSpace(start.takeMarks(text)); text != "" {
		p.tag(commentTag, text)
	}
	p.Marks = start.Marks
	return nil
}

// variation reads moves in parentheses, which may be nested.
func (p *pgnParser) variation() *flaw {
	start, depth := p.i, 0
	for p.i < len(p.text) {
		switch p.text[p.i] {
		case '{':
			p.until("}")
			continue
		case '(':
			depth++
		case ')':
			depth--
		}
		if p.i++; depth == 0 {
			p.side(p.text[start+1 : p.i-1])
			return nil
		}
	}
	return &flaw{start, cut(p.text[start:]), "a closing parenthesis", ErrSyntax}
}

// side reads the text of a variation, up to the first flaw.
func (p *pgnParser) side(text string) {
	if len(p.Moves) == 0 || p.depth == mostNested {
		return
	}
	line := p.game.fork(p.draft, len(p.Moves)-1)
	if line == nil {
		return
	}
	side := pgnParser{text: text, depth: p.depth + 1, draft: line, game: p.game}
	for side.i < len(text) && side.token() == nil {
	}
}

// word reads a move number, a result, a pass, or moves without spaces between them.
func (p *pgnParser) word() *flaw {
	at := p.i
	word := p.text[at:]
	if n := strings.IndexAny(word, " \t\n{}()[];!?$"); n >= 0 {
		word = word[:n]
	}
	if word == "" {
		return syntax(p.text, at, "a square such as f5, a pass (--) or a result")
	}
	if isResult(word) || word == unknownResult {
		p.last, p.i = word, at+len(word)
		return nil
	}
	for rest := word; rest != ""; {
		n := 0
		if s := squareAt(rest); s != engine.None {
			p.play(s, anySide, p.i)
			n = 2
		} else if n = passLen(rest); n > 0 {
			p.pass(anySide, p.i)
		} else if n = numberLen(rest); n == 0 {
			return syntax(p.text, p.i, "a square such as f5, a pass (--) or a result")
		}
		p.i += n
		rest = rest[n:]
	}
	return nil
}

// isResult reports whether a word is a result. Words that begin with a letter are not.
func isResult(word string) bool {
	if c := word[0]; isLetter(c) || strings.HasSuffix(word, ".") {
		return false
	}
	_, ok := parseResult(word)
	return ok
}

// passLen returns the length of the pass at the start of the text, or 0 if there is none.
func passLen(text string) int {
	for _, pass := range [...]string{"--", "pass", "pa", "ps"} {
		if len(text) >= len(pass) && strings.EqualFold(text[:len(pass)], pass) {
			return len(pass)
		}
	}
	return 0
}

// numberLen returns the length of the move number at the start of the text: digits,
// then dots or the end.
func numberLen(text string) int {
	rest := strings.TrimLeft(text, "0123456789")
	digits := len(text) - len(rest)
	if digits == 0 || digits > 3 {
		return 0
	}
	dots := len(rest) - len(strings.TrimLeft(rest, "."))
	if dots == 0 && rest != "" {
		return 0
	}
	return digits + dots
}

// unknownResult is an unknown result in files of LiveOthello.
const unknownResult = "0-0"

// outcome determines the result from the tag and from the text after the moves.
func (p *pgnParser) outcome() {
	for _, text := range [...]*string{&p.stated, &p.last} {
		if *text == unknownResult {
			*text = "*"
		}
	}
	tag, errTag := ParseResult(p.stated)
	last, errLast := ParseResult(p.last)
	p.Result = tag
	if errTag != nil && p.stated != "" {
		p.tag(resultTag, p.stated)
	}
	if errTag != nil || tag.Kind == NoResult {
		p.Result = last
	} else if errLast == nil && last != tag {
		p.tag("ResultToken", p.last)
	}
	if p.Result.Kind == NoResult && (errTag == nil || errLast == nil) {
		p.Result.End = Unfinished
	}
	p.join()
}

// orient reverses an outcome that contradicts the finished game.
func (p *pgnParser) orient() {
	r := &p.Result
	if end, _ := p.End(); r.Kind == Outcome && r.End == Normal && end.Board.Over() &&
		r.Diff != 0 && cmp.Compare(r.Diff, 0) == -cmp.Compare(end.Score(engine.Black), 0) {
		r.Diff = -r.Diff
	}
}
