package notation

import (
	"io"
	"iter"
	"strings"

	"github.com/outflank/outflank/engine/runtime/text"
)

const pgnName = "pgn"

// PGN is the format of chess games: lines [Name "Value"], then the moves with numbers, then the result.
//
// There is no specification for Othello. LiveOthello, PlayOK, FlyOrDie, Edax, Cassio and converters of the
// WTHOR database write different variants, and the reader accepts all of them: tags in any order; moves in
// small letters or capitals, numbered by pairs, by moves or not at all; passes as --, pass, PA or left out;
// lines broken anywhere; comments in braces or after a semicolon, marks such as ! and $1, and variations.
//
// The sides follow from the rules, not from the columns, but a pass written before a move must be forced.
// Results are discs (47-17) or an outcome, black first: 1-0 is a win for black, and 0-0 unknown. If an
// outcome contradicts the finished game, it is read as white first. A result in a tag takes precedence over
// the result after the moves, which becomes the tag "ResultToken" if it differs.
//
// Event, Site, Date, Round, Black, White, BlackElo and WhiteElo (or …Rating) are fields; ? and ????.??.??
// mean unknown. FEN is the start position, in Edax's form or in 64 characters. Termination and Score are part
// of the result. Other tags are kept. A comment belongs to the move before it. In a comment, [%eval 2.5] is
// the evaluation in discs and [%emt 0.5] the time in seconds. Comments before the moves become the tag
// "Comment". A line break in a comment is kept, unless a blank precedes it. [%csl Ge3] marks squares and
// [%cal Gc4f4] draws arrows, without their colours. The legal parts of the first 1,000 variations are kept.
// Signs such as ! and $1 are dropped.
//
// A game is written as its tags, then the moves in pairs, black and white, in lines of at most 80 characters,
// with passes as --, then an empty line. Discs and outcomes are written as stated. A difference is written in
// discs if it is the result of the final board, and otherwise as 1-0, black first, with the tag Score. The
// tag Termination states how a game ended, unless it ended normally. A start other than the ordinary one
// becomes the tag FEN. The writer rejects illegal games.
//
// Comments are read as they were written, with four exceptions. Blanks around a comment and at the ends of
// its lines are dropped. A closing brace, which PGN cannot quote, becomes a parenthesis. In a comment with
// text such as [Name "Value"], which would be read as a tag, quotation marks become apostrophes. Text such as
// [%emt 5] is read as data.
var PGN = Format{
	Name: pgnName, About: "tags and numbered moves: LiveOthello, PlayOK, FlyOrDie, Edax, Cassio",
	Extensions: []string{".pgn"}, Read: readPGN, Write: writePGN, sniff: sniffPGN,
}

func readPGN(r io.Reader) iter.Seq2[Record, error] { return eachGame(pgnName, pgnTexts(r), parsePGN) }

// pgnTexts splits a file into games. A game ends before a tag that follows moves. It also ends at a blank
// line after a result, or, if it has no moves, at a blank line before a tag that it already has.
func pgnTexts(r io.Reader) iter.Seq2[gameText, error] {
	return func(yield func(gameText, error) bool) {
		var c pgnCutter
		for l, err := range lines(r) {
			if err != nil {
				yield(gameText{}, err)
				return
			}
			if c.ends(l.Text) && !yield(c.take(), nil) {
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
	gameText
	lines     []byte
	tags      map[string]bool // names of the tags so far
	moves     bool            // the game has moves
	complete  bool            // the last line with moves ends with a result
	blankLine bool            // the last line is blank
	comment   bool            // the last line with moves ends in a comment
}

// ends reports whether the game ends before this line.
func (c *pgnCutter) ends(text string) bool {
	name := tagName(text)
	switch {
	case c.line == 0:
		return false
	case name != "":
		return c.moves || c.blankLine && c.tags[name]
	}
	return c.moves && c.complete && c.blankLine && strings.TrimSpace(text) != ""
}

func (c *pgnCutter) add(l text.Line) {
	trimmed := strings.TrimSpace(l.Text)
	if c.blankLine = trimmed == ""; c.line == 0 {
		if c.blankLine || trimmed[0] == '%' {
			return
		}
		c.line, c.column, c.tags = l.Number, 1, map[string]bool{}
	}
	if name := tagName(trimmed); name != "" {
		c.tags[name] = true
	} else if trimmed != "" {
		c.moves, c.comment = true, !l.Long && inComment(trimmed, c.comment)
		c.complete = !c.comment && isResult(trimmed[strings.LastIndexAny(trimmed, " \t")+1:])
	}
	switch {
	case c.flaw != nil:
		clear(c.tags)
	case l.Long:
		c.flaw = &flaw{at: len(c.lines), want: "a line of at most 65536 bytes", err: text.ErrTooLong}
	case len(c.lines)+len(l.Text) >= MaxRecord:
		c.flaw = &flaw{want: "a game of at most 1048576 bytes", err: text.ErrTooLong}
	default:
		c.lines = append(append(c.lines, l.Text...), '\n')
	}
}

// inComment reports whether a line ends in a comment in braces. It is told whether the line before does.
func inComment(line string, open bool) bool {
	for line != "" {
		if open {
			_, rest, closed := strings.Cut(line, "}")
			line, open = rest, !closed
		} else if i := strings.IndexAny(line, "{;"); i >= 0 && line[i] == '{' {
			line, open = line[i+1:], true
		} else {
			return false
		}
	}
	return open
}

func (c *pgnCutter) take() gameText {
	t := c.gameText
	t.text = string(c.lines)
	*c = pgnCutter{lines: c.lines[:0]}
	return t
}

// tagName returns the name of the tag at the start of a line, or "" if there is none.
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
