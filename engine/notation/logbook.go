package notation

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

const logbookName = "logbook"

// Logbook is Logistello's logbook.gam, one game per line:
//
//	+d3-c3+c4-c5…: -04 10
//
// A sign marks the side of a move, + for black and - for white. Passes are omitted. All games of the original
// begin with d3; [Turn] maps them to f5. After the colon comes the disc difference for black, where empty
// squares count for neither side ([Raw]). The last number, 10 in all lines of the original, becomes the tag
// "Logbook". Blank lines and comments (# or %) are skipped. There is no specification; this description
// follows the file itself.
//
// The writer writes the stated difference if it is Raw, and otherwise the disc difference at the end of the
// game. It rejects unfinished games without a Raw difference, starts other than the ordinary one, and illegal
// games.
var Logbook = Format{
	Name: logbookName, About: "Logistello's logbook", Extensions: []string{".gam"},
	Read: readLogbook, Write: writeLogbook, sniff: sniffLogbook,
}

func readLogbook(r io.Reader) iter.Seq2[Record, error] {
	return eachLine(r, logbookName, remark, parseLogbook)
}

func parseLogbook(l text.Line) (Record, *flaw) {
	d := newDraft(l.Number)
	moves, rest, colon := strings.Cut(l.Text, ":")
	for i := 0; i < len(moves); i += 3 {
		by, s := signSide(moves[i]), squareAt(moves[i+1:])
		if by == anySide || s == engine.None {
			return d.Record, syntax(l.Text, i, "a sign and a square such as +d3, or a colon")
		}
		d.play(s, by, i)
	}
	if len(d.Moves) == 0 {
		return d.Record, syntax(l.Text, 0, "a sign and a square such as +d3")
	}
	words := strings.Fields(rest)
	if !colon || len(words) == 0 {
		return d.Record, &flaw{at: len(l.Text), want: "a colon and the disc difference", err: ErrSyntax}
	}
	x, ok := number(words[0])
	if !ok || x < -64 || x > 64 || x != float64(int(x)) {
		return d.Record, &flaw{len(moves) + 1, cut(words[0]), "the disc difference", ErrSyntax}
	}
	d.Result = Result{Kind: Difference, Diff: x, Empties: Raw}
	for _, word := range words[1:] {
		d.tag("Logbook", word)
	}
	return d.Record, d.finish()
}

// signSide returns the side that a sign stands for.
func signSide(c byte) side {
	switch c {
	case '+':
		return blackSide
	case '-':
		return whiteSide
	}
	return anySide
}

func writeLogbook(w io.Writer, r Record) error {
	end, err := r.fromStart(logbookName)
	if err != nil {
		return err
	}
	diff := end.Discs(engine.Black).Len() - end.Discs(engine.White).Len()
	if r.Result.Kind == Difference && r.Result.Empties == Raw {
		diff = int(r.Result.Diff)
	} else if !end.Board.Over() {
		return &UnsupportedError{Format: logbookName, Reason: "the game was not played out"}
	}
	var text []byte
	for ply := range r.Plies() {
		text = append(append(text, "+-"[ply.Position.Color]), ply.Move.String()...)
	}
	text = fmt.Appendf(text, ": %+03d", diff)
	for _, t := range r.Tags {
		if value := line(t.Value); t.Name == "Logbook" && value != "" {
			text = append(append(text, ' '), value...)
		}
	}
	_, err = w.Write(append(text, '\n'))
	return err
}
