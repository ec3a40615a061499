package notation

import (
	"io"
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
		if t.Name == "FEN" {
			t.Name = "OtherFEN" // because it is not the start
		}
		g.pair(t)
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
		for _, word := range braces(g.Note(ply.Index)) {
			g.put(word)
		}
	}
}

// half writes a half-move, with a number if it is Black's or the first one.
func (g *pgnWriter) half(n int, move string) {
	switch {
	case n%2 == 0:
		g.put(strconv.Itoa(n/2+1) + ".")
	case n == 1 && g.Start.Color == engine.White:
		g.put("1...")
	}
	g.put(move)
}

// put writes a word, on a new line if it does not fit on the last one.
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

// commentText replaces characters that would end a comment, or start a tag inside it.
var commentText = strings.NewReplacer("{", "(", "}", ")", `"`, "'")

// braces returns the words of the comment that holds a note.
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
