package notation

import (
	"cmp"
	"errors"
	"io"
	"iter"
	"strings"
	"unicode"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

const transcriptName = "transcript"

// Transcript is a format with one game per line, in any form that [engine.ParseMoves] reads: f5d6c3, F5 D6
// C3, 1. f5 d6, with or without passes. All games start at the ordinary position. As in other formats, a pass
// of a side that can move is an error if moves follow it.
//
// Further fields may follow the moves after a tab, a semicolon, a bar or a comma: a result in the form of
// [ParseResult], and the names of black and white. A result may also follow a blank. Lines that are blank or
// begin with #, % or // are skipped. Text after a # or % on a line with moves becomes the tag "Comment";
// other fields become tags "Field".
//
// There is no specification. Edax, Egaroucid, Othello Quest and lists of openings contain only moves;
// spreadsheets have the fields.
//
// Each game is written on a separate line. For a game with a result or a name, the line has tab-separated
// fields: the moves, the result and the names of black and white. For other games, it has only the moves. The
// writer rejects starts other than the ordinary one, and games without moves, which would be blank lines.
var Transcript = Format{
	Name: transcriptName, About: "a game a line: f5d6c3", Extensions: []string{".txt", ".csv", ".tsv"},
	Read: readTranscripts, Write: writeTranscript, sniff: sniffTranscript,
}

func readTranscripts(r io.Reader) iter.Seq2[Record, error] {
	return eachLine(r, transcriptName, remark, parseTranscript)
}

// remark reports whether a line is blank or a comment.
func remark(text string) bool {
	text = strings.TrimSpace(text)
	return text == "" || text[0] == '#' || text[0] == '%' || strings.HasPrefix(text, "//")
}

func parseTranscript(l text.Line) (Record, *flaw) {
	d := newDraft(l.Number)
	text, comment, commented := l.Text, "", false
	if !strings.Contains(text, "\t") {
		text, comment, commented = cutAny(text, "#%")
	}
	moves, fields := splitFields(text)
	if f := d.parseMoves(moves); f != nil {
		return d.Record, f
	}
	d.fields(fields)
	if commented {
		d.tag("Comment", strings.TrimSpace(comment))
	}
	return d.Record, d.finish()
}

// parseMoves reads the moves of a line and a result after them.
func (d *draft) parseMoves(text string) *flaw {
	if i := strings.LastIndexByte(strings.TrimRight(text, " "), ' '); i >= 0 {
		if result, err := ParseResult(strings.TrimSpace(text[i:])); err == nil {
			d.Result, text = result, text[:i]
		}
	}
	moves, err := engine.ParseMoves(text)
	if e, ok := errors.AsType[*engine.NotationError](err); ok {
		f := syntax(text, e.Offset, e.Want)
		if d.parseMoves(text[:e.Offset]) != nil {
			return f
		}
		f.err = afterMoves{f.err, len(d.Moves)}
		return cmp.Or(d.replay(), f) // the earlier one
	}
	d.Moves = moves
	d.marks = make([]mark, 0, len(moves))
	for i := 0; i < len(text); { // text that ParseMoves skips contains no squares
		n := passLen(text[i:])
		switch {
		case n > 0:
			d.passes = append(d.passes, mark{at: i, before: len(d.marks)})
			i += n
		case squareAt(text[i:]) != engine.None:
			d.marks = append(d.marks, mark{at: i})
			i += 2
		default:
			i++
		}
	}
	if len(moves) == 0 {
		return syntax(text, 0, "a square such as f5")
	}
	return nil
}

// splitFields splits a line at its separator: the first semicolon, bar, tab or comma. A tab or comma counts
// only if no move follows.
func splitFields(text string) (moves string, fields []string) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\t', ',':
			rest := strings.TrimLeft(text[i:], " \t,")
			if startsMove(rest[:min(len(rest), 16)]) {
				i = len(text) - len(rest)
				continue
			}
			fallthrough
		case ';', '|':
			return text[:i], strings.Split(text[i+1:], text[i:i+1])
		}
	}
	return text, nil
}

// startsMove reports whether a text begins with a move, a pass or a move number.
func startsMove(text string) bool {
	word := strings.ToLower(text[:len(text)-len(strings.TrimLeftFunc(text, unicode.IsLetter))])
	number := strings.TrimLeft(text, "0123456789")
	return squareAt(text) != engine.None || strings.HasPrefix(text, "--") || word == "pass" || word == "pa" ||
		word == "ps" ||
		len(number) < len(text) && strings.HasPrefix(number, ".")
}

// fields reads the fields after the moves. The first field that parses as a result is the result. The others
// are the names of black and white, then unknown fields.
func (d *draft) fields(fields []string) {
	names := []*string{&d.Black, &d.White}
	for _, text := range fields {
		text = strings.TrimSpace(text)
		r, err := ParseResult(text)
		switch {
		case err == nil && d.Result == Result{}:
			d.Result = r
		case len(names) > 0:
			*names[0], names = utf8Text(text), names[1:]
		default:
			d.tag("Field", text)
		}
	}
}

// cutAny is strings.Cut at the first of several characters.
func cutAny(s, chars string) (before, after string, found bool) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

func writeTranscript(w io.Writer, r Record) error {
	if _, err := r.fromStart(transcriptName); err != nil {
		return err
	}
	_, err := w.Write(append(r.appendFields(engine.AppendTranscript(nil, r.Moves)), '\n'))
	return err
}

// appendFields appends the fields after the moves of a transcript.
func (r *Record) appendFields(text []byte) []byte {
	fields := []string{r.Result.String(), line(r.Black), line(r.White)}
	comment := ""
	for _, t := range r.Tags {
		switch t.Name {
		case "Field":
			fields = append(fields, line(t.Value))
		case "Comment":
			comment = line(t.Value)
		}
	}
	if r.Result != (Result{}) || r.Black != "" || r.White != "" || len(fields) > 3 {
		return append(append(text, '\t'), strings.Join(fields, "\t")...)
	}
	if comment != "" {
		return append(append(text, " # "...), comment...)
	}
	return text
}
