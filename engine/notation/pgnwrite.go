package notation

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

func writePGN(w io.Writer, r Record) error {
	end, err := r.legal(pgnName)
	if err != nil {
		return err
	}
	result, tags := r.Result.split(end)
	g := pgnWriter{Record: r}
	g.tags(result, tags)
	at, _ := r.Start.Turn()
	g.note(Note{Marks: r.Marks})
	for _, t := range r.Tags {
		if t.Name == commentTag {
			g.note(Note{Comment: t.Value})
		}
	}
	g.line(r.Tree(), at, int(r.Start.Color), true)
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

// tags writes the tag pairs, starting with the seven that PGN requires.
func (g *pgnWriter) tags(result Result, ends []Tag) {
	for _, t := range []Tag{
		{"Event", g.Event}, {"Site", g.Site}, {"Date", g.Date}, {"Round", g.Round},
		{"Black", g.Black}, {"White", g.White}, {resultTag, result.String()},
	} {
		if line(t.Value) == "" {
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
		switch t.Name {
		case "FEN":
			g.pair(Tag{"OtherFEN", t.Value}) // because it is not the start
		case commentTag: // written before the moves
		default:
			g.pair(t)
		}
	}
	g.text = append(g.text, '\n')
}

// startText returns the value of the tag FEN, or "" for the ordinary start.
func (g *pgnWriter) startText() string {
	switch {
	case g.Start == engine.StandardStart():
		return ""
	case g.Start.Board.Shape == engine.Full:
		return string(appendFEN(nil, g.Start))
	}
	return g.Start.String()
}

// quoteText escapes characters that a quoted string cannot contain.
var quoteText = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// pair writes a tag. It replaces characters that are invalid in names with _.
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

// line writes the moves after a node, which begin with half-move n, and their variations.
func (g *pgnWriter) line(after *Node, at engine.Position, n int, first bool) {
	for len(after.Next) > 0 {
		next, m := g.move(after.Next[0], at, n, first)
		for _, other := range after.Next[1:] {
			g.put("(")
			next, m := g.move(other, at, n, true)
			g.line(other, next, m, false)
			g.put(")")
		}
		first = len(after.Next) > 1
		after, at, n = after.Next[0], next, m
	}
}

// move writes a move with its note, and a pass before it if one is due. Passes count as half-moves.
func (g *pgnWriter) move(m *Node, at engine.Position, n int, first bool) (engine.Position, int) {
	if n%2 != int(at.Color) {
		g.half(n, "--", first)
		n, first = n+1, false
	}
	g.half(n, m.Move.String(), first)
	g.note(m.Note)
	next, _ := at.Play(m.Move)
	return next, n + 1
}

// half writes a half-move, with a number if it is Black's or the first one after a parenthesis.
func (g *pgnWriter) half(n int, move string, first bool) {
	switch {
	case n%2 == 0:
		g.put(strconv.Itoa(n/2+1) + ".")
	case first:
		g.put(strconv.Itoa(n/2+1) + "...")
	}
	g.put(move)
}

// put writes a word or a comment. A word that does not fit on the last line begins a new one.
func (g *pgnWriter) put(text string) {
	for i, word := range strings.SplitAfter(text, " ") {
		head, _, _ := strings.Cut(word, "\n")
		if g.column > 0 && g.column+len(head) >= 80 {
			g.text, g.column = append(g.text, '\n'), 0
		} else if g.column > 0 && i == 0 {
			g.text, g.column = append(g.text, ' '), g.column+1
		}
		g.text = append(g.text, word...)
		if n := strings.LastIndexByte(word, '\n'); n >= 0 {
			g.column, word = 0, word[n+1:]
		}
		g.column += len(word)
	}
}

var (
	unquotable = strings.NewReplacer("\r\n", "\n", "\r", "\n", "}", ")")
	blankEnds  = regexp.MustCompile(" +\n")
	tagInside  = regexp.MustCompile(`\[[A-Z]\w* [ \t]*"`) // as tagName finds it at the start of a line
)

// commentText returns a comment without what would end it, or be read as a tag or a wrapped line inside it.
func commentText(text string) string {
	text = blankEnds.ReplaceAllString(unquotable.Replace(text), "\n")
	if tagInside.MatchString(text) {
		text = strings.ReplaceAll(text, `"`, "'")
	}
	return strings.TrimSpace(text)
}

// note writes a note as a comment, if it holds anything.
func (g *pgnWriter) note(n Note) {
	var parts []string
	if n.HasEval {
		parts = append(parts, "[%eval "+decimal(n.Eval)+"]")
	}
	if n.HasTime {
		parts = append(parts, "[%emt "+decimal(n.Seconds)+"]")
	}
	squares, arrows := n.drawn()
	if len(squares) > 0 {
		parts = append(parts, "[%csl G"+strings.Join(squares, ",G")+"]")
	}
	if len(arrows) > 0 {
		parts = append(parts, "[%cal G"+strings.Join(arrows, ",G")+"]")
	}
	if text := commentText(n.Comment); text != "" {
		parts = append(parts, text)
	}
	if parts != nil {
		g.put("{" + strings.Join(parts, " ") + "}")
	}
}
