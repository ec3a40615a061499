package notation

import (
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

const pgnName = "pgn"

// ReadPGN reads games in the manner of chess: lines [Name "Value"], then the moves
// with numbers, then the result.
//
// There is no specification for Othello. PlayOK, FlyOrDie, Edax, Cassio and
// converters of the WTHOR base differ in what they write, and all of it is read:
// tags in any order; moves in small letters or capitals, numbered by pairs, by
// moves or not at all; passes as --, pass, PA or left out; lines broken anywhere;
// comments in braces or behind a semicolon, marks such as ! and $1, and variations.
//
// Sides come from the rules, not from the columns; but a pass that is written before
// a move must be one. Results are discs (47-17) or an outcome, black first: 1-0 is a
// win of black. An outcome that is the very opposite of what was played out is taken
// to be white first. A result in a tag goes before the one behind the moves, which is
// kept as the tag "ResultToken" where it differs.
//
// Event, Site, Date, Round, Black, White, BlackElo and WhiteElo (or …Rating) are
// fields; ? and ????.??.?? stand for nothing. FEN is the start, in the form of Edax
// or in 64 characters. Termination and Score belong to the result. Other tags are
// kept. A comment belongs to the move before it, and [%eval 2.5] and [%emt 0.5] in it
// are the evaluation in discs and the seconds; comments before the moves are kept as
// the tag "Comment". Variations are left out, their number is the tag "Variations";
// marks are dropped.
func ReadPGN(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for t, err := range pgnTexts(r) {
			if err != nil {
				yield(Record{}, inputError(pgnName, err))
				return
			}
			rec, f := parsePGN(t)
			if f != nil {
				err = f.error(pgnName, t.text, t.line, 1)
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// A pgnText is the lines of one game.
type pgnText struct {
	text  string
	line  int
	fault *fault
}

// pgnTexts cuts a file into games. A game ends where a tag follows its moves, and
// after a blank line when its moves end with a result, or when it has no moves and
// its tags begin again.
func pgnTexts(r io.Reader) iter.Seq2[pgnText, error] {
	return func(yield func(pgnText, error) bool) {
		var c pgnCutter
		for l, err := range lines(r) {
			if err != nil {
				yield(pgnText{}, err)
				return
			}
			if c.ends(l.text) && !yield(c.take(), nil) {
				return
			}
			c.add(l)
		}
		if c.line > 0 {
			yield(c.take(), nil)
		}
	}
}

// A pgnCutter collects the lines of a game.
type pgnCutter struct {
	pgnText
	lines     []byte
	tags      string // names of the tags so far, each between blanks
	moves     bool   // there are moves
	complete  bool   // the last line with moves ends with a result
	blankLine bool   // the last line is blank
}

// ends tells whether the game ends before this line.
func (c *pgnCutter) ends(text string) bool {
	name := tagName(text)
	switch {
	case c.line == 0:
		return false
	case name != "":
		return c.moves || c.blankLine && strings.Contains(c.tags, " "+name+" ")
	}
	return c.moves && c.complete && c.blankLine && strings.TrimSpace(text) != ""
}

func (c *pgnCutter) add(l textLine) {
	text := strings.TrimSpace(l.text)
	if c.blankLine = text == ""; c.line == 0 {
		if c.blankLine || text[0] == '%' {
			return
		}
		c.line = l.number
	}
	if name := tagName(text); name != "" {
		c.tags += " " + name + " "
	} else if text != "" {
		words := strings.Fields(text)
		c.moves, c.complete = true, isResult(words[len(words)-1])
	}
	switch {
	case c.fault != nil:
	case l.long:
		c.fault = &fault{at: len(c.lines), want: "a line of at most 65536 bytes", err: ErrTooLong}
	case len(c.lines)+len(l.text) >= MaxRecord:
		c.fault = &fault{want: "a game of at most 1048576 bytes", err: ErrTooLong}
	default:
		c.lines = append(append(c.lines, l.text...), '\n')
	}
}

func (c *pgnCutter) take() pgnText {
	t := c.pgnText
	t.text = string(c.lines)
	*c = pgnCutter{lines: c.lines[:0]}
	return t
}

// tagName returns the name of the tag that a line begins with, "" if it begins with
// something else.
func tagName(text string) string {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "[") {
		return ""
	}
	name, rest, _ := strings.Cut(text[1:], " ")
	if !isTagName(name) || !strings.HasPrefix(strings.TrimLeft(rest, " \t"), `"`) {
		return ""
	}
	return name
}

// parsePGN reads a game.
func parsePGN(t pgnText) (Record, *fault) {
	p := pgnParser{text: t.text, draft: draft{Record: Record{Line: t.line, Game: engine.Game{Start: engine.StandardStart()}}}}
	if t.fault != nil {
		return p.Record, t.fault
	}
	for p.i < len(p.text) {
		if f := p.token(); f != nil {
			return p.Record, f
		}
	}
	if p.variations > 0 {
		p.tag("Variations", strconv.Itoa(p.variations))
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
	draft
	text         string
	i            int    // offset of the next token
	stated, last string // the result in the tag and behind the moves
	variations   int
}

// token reads the next token of the game.
func (p *pgnParser) token() *fault {
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

// until returns the text up to the end mark and steps behind it.
func (p *pgnParser) until(end string) (text string, ok bool) {
	text, _, ok = strings.Cut(p.text[p.i:], end)
	p.i = min(len(p.text), p.i+len(text)+len(end))
	return text, ok
}

// run steps over characters of a set and returns them.
func (p *pgnParser) run(set string) string {
	n := len(p.text[p.i:]) - len(strings.TrimLeft(p.text[p.i:], set))
	p.i += n
	return p.text[p.i-n : p.i]
}

// tagPair reads [Name "Value"].
func (p *pgnParser) tagPair() *fault {
	start := p.i
	wrong := syntax(p.text, start, `a tag such as [Black "name"]`)
	p.i++
	p.run(" \t")
	from := p.i
	for p.i < len(p.text) && (isLetter(p.text[p.i]) || p.text[p.i] == '_' || p.text[p.i] >= '0' && p.text[p.i] <= '9') {
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

// quoted reads a string in quotes, in which a backslash quotes. A quotation mark
// that no bracket follows is taken as part of the string, because not every
// program quotes it.
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

// pair takes a tag.
func (p *pgnParser) pair(name, value string, at int) *fault {
	switch {
	case name == "Result" && p.stated == "":
		p.stated = value
	case name == "FEN" && len(p.Moves) == 0:
		start, ok := parseStart(value)
		if !ok {
			return &fault{at, cut(value), "a position as Edax writes it or in 64 characters", ErrSyntax}
		}
		p.Start = start
	case p.field(name) != nil && strings.Trim(value, "?.") == "": // nothing is known
	default:
		p.set(name, value)
	}
	return nil
}

// comment reads a comment to its end mark.
func (p *pgnParser) comment(end string) *fault {
	start := p.i
	p.i++
	text, ok := p.until(end)
	if !ok {
		return &fault{start, cut(p.text[start:]), "a closing brace", ErrSyntax}
	}
	if len(p.Moves) > 0 {
		p.note().remark(utf8Text(line(text)))
	} else if text = line(text); text != "" {
		p.tag("Comment", text)
	}
	return nil
}

// remark adds a comment to the note. Numbers in it are taken out of it.
func (n *Note) remark(text string) {
	text = n.command(n.command(text, "eval", &n.Eval, &n.HasEval), "emt", &n.Seconds, &n.HasTime)
	if text = line(n.Comment + " " + text); text != "" {
		n.Comment = text
	}
}

// command takes [%name number] out of a comment.
func (n *Note) command(text, name string, x *float64, has *bool) string {
	before, rest, found := strings.Cut(text, "[%"+name+" ")
	value, after, closed := strings.Cut(rest, "]")
	v, ok := clock(value)
	if !found || !closed || !ok || *has {
		return text
	}
	*x, *has = v, true
	return before + " " + after
}

// clock reads a number, or hours, minutes and seconds as 0:01:02.5.
func clock(text string) (float64, bool) {
	parts := strings.Split(text, ":")
	sum, ok := 0.0, len(parts) <= 3
	for _, part := range parts {
		x, isNumber := number(part)
		sum, ok = 60*sum+x, ok && isNumber
	}
	if len(parts) > 1 {
		sum = math.Round(sum*1e6) / 1e6
	}
	return sum, ok
}

// variation steps over moves in parentheses, which may hold others.
func (p *pgnParser) variation() *fault {
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
			p.variations++
			return nil
		}
	}
	return &fault{start, cut(p.text[start:]), "a closing parenthesis", ErrSyntax}
}

// word reads a move number, a result, a pass or moves that may run together.
func (p *pgnParser) word() *fault {
	at := p.i
	word := p.text[at:]
	if n := strings.IndexAny(word, " \t\n{}()[];!?$"); n >= 0 {
		word = word[:n]
	}
	if word == "" {
		return syntax(p.text, at, "a square such as f5, a pass (--) or a result")
	}
	if isResult(word) {
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

// isResult tells whether a word reads as a result; most words are moves.
func isResult(word string) bool {
	if c := word[0]; isLetter(c) || strings.HasSuffix(word, ".") {
		return false
	}
	_, ok := parseResult(word)
	return ok
}

// passLen returns the length of the pass at the start of the text, 0 if there is none.
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

// outcome settles the result from the tag and from the text behind the moves.
func (p *pgnParser) outcome() {
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

// orient turns an outcome that is the opposite of what was played out.
func (p *pgnParser) orient() {
	r := &p.Result
	if end := p.over(); r.Kind == Outcome && r.End == Normal && end.Board.Over() &&
		r.Diff != 0 && sign(r.Diff) == -sign(float64(end.Score(engine.Black))) {
		r.Diff = -r.Diff
	}
}

// WritePGN writes the game with its tags, the moves by pairs of black and white in
// lines of at most 80 characters, passes as --, and an empty line behind it. A result
// is written in discs where the board gives them, else as 1-0 with black first, and
// with the tags Score and Termination where there is more to say. A start other than
// the ordinary one is the tag FEN. Illegal games are refused.
func WritePGN(w io.Writer, r Record) error {
	end, err := r.legal(pgnName)
	if err != nil {
		return err
	}
	result, tags := r.Result.split(end)
	g := pgnWriter{Record: r}
	g.tags(result, tags)
	g.moves()
	g.put(result.String())
	_, err = w.Write(append(g.text, "\n\n"...))
	return err
}

// A pgnWriter holds the text of a game being written.
type pgnWriter struct {
	Record
	text   []byte
	column int // characters in the last line
}

// tags writes the tag pairs, the seven that PGN asks for first.
func (g *pgnWriter) tags(result Result, ends []Tag) {
	for _, t := range []Tag{
		{"Event", g.Event}, {"Site", g.Site}, {"Date", g.Date}, {"Round", g.Round},
		{"Black", g.Black}, {"White", g.White}, {resultTag, result.String()},
	} {
		if t.Value == "" {
			t.Value = "?"
			if t.Name == "Date" {
				t.Value = "????.??.??"
			}
		}
		g.pair(t)
	}
	if g.BlackRating != 0 {
		g.pair(Tag{"BlackElo", decimal(g.BlackRating)})
	}
	if g.WhiteRating != 0 {
		g.pair(Tag{"WhiteElo", decimal(g.WhiteRating)})
	}
	if start := g.startText(); start != "" {
		g.pair(Tag{"FEN", start})
	}
	for _, t := range slices.Concat(ends, g.Tags) {
		if t.Name == "FEN" {
			t.Name = "OtherFEN" // not the start
		}
		g.pair(t)
	}
	g.text = append(g.text, '\n')
}

// startText returns the tag FEN, "" for the ordinary start.
func (g *pgnWriter) startText() string {
	switch {
	case g.Start == engine.StandardStart():
		return ""
	case g.Start.Board.Shape == engine.Full:
		return string(appendFEN(nil, g.Start))
	}
	return g.Start.String()
}

// quoteText quotes what a string in quotes cannot hold.
var quoteText = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// pair writes a tag. Characters that no name has become _.
func (g *pgnWriter) pair(t Tag) {
	name := strings.Map(func(c rune) rune {
		if c < 128 && isTagName("A"+string(c)) {
			return c
		}
		return '_'
	}, t.Name)
	if name == "" || !isTagName(name) {
		name = "X" + name
	}
	value := quoteText.Replace(line(t.Value))
	g.text = append(g.text, "["+name+` "`+value+"\"]\n"...)
}

// moves writes the moves with numbers, passes and comments.
func (g *pgnWriter) moves() {
	half := int(g.Start.Color) // half-moves before this one, passes included
	for ply := range g.Plies() {
		if ply.Passed {
			g.half(half, "--")
			half++
		}
		g.half(half, ply.Move.String())
		half++
		for _, word := range braces(g.noteOf(ply.Index)) {
			g.put(word)
		}
	}
}

// half writes a half-move, with a number before those of black and the first.
func (g *pgnWriter) half(n int, move string) {
	switch {
	case n%2 == 0:
		g.put(strconv.Itoa(n/2+1) + ".")
	case n == 1 && g.Start.Color == engine.White:
		g.put("1...")
	}
	g.put(move)
}

// put writes a word, on a new line if the last one is full.
func (g *pgnWriter) put(word string) {
	switch {
	case g.column > 0 && g.column+1+len(word) > 80:
		g.text = append(g.text, '\n')
		g.column = 0
	case g.column > 0:
		g.text = append(g.text, ' ')
		g.column++
	}
	g.text = append(g.text, word...)
	g.column += len(word)
}

// commentText replaces what would end a comment, or begin a tag in it.
var commentText = strings.NewReplacer("{", "(", "}", ")", `"`, "'")

// braces returns a note as the words of a comment.
func braces(n Note) (words []string) {
	if n.HasEval {
		words = append(words, "[%eval "+decimal(n.Eval)+"]")
	}
	if n.HasTime {
		words = append(words, "[%emt "+decimal(n.Seconds)+"]")
	}
	words = append(words, strings.Fields(commentText.Replace(n.Comment))...)
	if len(words) > 0 {
		words[0] = "{" + words[0]
		words[len(words)-1] += "}"
	}
	return words
}
