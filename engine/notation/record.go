package notation

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/outflank/outflank/engine"
)

// A Record is one game of a file with its data. Missing texts are empty.
type Record struct {
	engine.Game // start and moves, without passes

	Event, Site, Date, Round string // as in the file; Year parses the date
	Black, White             string // names of the players

	BlackRating, WhiteRating float64 // 0 if unknown

	Result Result // as stated in the file
	Notes  []Note // nil, or one note for each move
	Marks  string // those on the start position, as in a Note
	Tags   []Tag  // all other data of the file, in order
	Line   int    // first line of the record in the file, from 1; 0 = not from a file

	Variations []Variation // in the order of the file; a line that another one leaves comes first
}

// A Note holds a file's data about one move. Passes have no notes.
type Note struct {
	Eval    float64 // the mover's evaluation in discs, from the mover's view; valid only with HasEval
	Seconds float64 // time of the mover in seconds; valid only with HasTime
	HasEval bool
	HasTime bool
	Comment string // of one or more lines
	Marks   string // squares and arrows drawn on the position after the move, such as "e3 c4f4"
}

// A Tag is a named text of a file.
type Tag struct{ Name, Value string }

// commentTag names the tag with the comment on a whole game.
const commentTag = "Comment"

// Tag returns the value of the first tag of this name.
func (r Record) Tag(name string) (value string, ok bool) {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value, true
		}
	}
	return "", false
}

// Year returns the calendar year of the date, or 0 if it is unknown. The year is the first four digits, or
// the UTC year of a date in Unix seconds, as in old GGF files.
func (r Record) Year() int {
	digits := r.Date[:len(r.Date)-len(strings.TrimLeft(r.Date, "0123456789"))]
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err != nil || n == 0:
		return 0
	case len(digits) == 4:
		return int(n)
	case len(digits) >= 9 && len(digits) <= 11 && digits == r.Date:
		return time.Unix(n, 0).UTC().Year()
	}
	return 0
}

// note returns the note of move i for a reader to fill in.
func (r *Record) note(i int) *Note {
	if r.Notes == nil {
		r.Notes = make([]Note, 0, max(64, i+1))
	}
	for len(r.Notes) <= i {
		r.Notes = append(r.Notes, Note{})
	}
	return &r.Notes[i]
}

// Note returns the note of move i, from 0, or an empty one if there is none.
func (r Record) Note(i int) Note {
	if i < len(r.Notes) {
		return r.Notes[i]
	}
	return Note{}
}

// tag stores a value as a tag.
func (r *Record) tag(name, value string) { r.Tags = append(r.Tags, Tag{name, utf8Text(value)}) }

// set sets the field with this name. If there is no such field or it is already set, the value becomes a
// tag.
func (r *Record) set(name, value string) {
	if field := r.field(name); field != nil && *field == "" {
		*field = utf8Text(value)
		return
	}
	if rating := r.rating(name); rating != nil && *rating == 0 {
		if x, ok := number(value); ok && x != 0 {
			*rating = x
			return
		}
	}
	r.tag(name, value)
}

// field returns the text field with this PGN name, or nil for other names.
func (r *Record) field(name string) *string {
	switch name {
	case "Event":
		return &r.Event
	case "Site":
		return &r.Site
	case "Date":
		return &r.Date
	case "Round":
		return &r.Round
	case "Black":
		return &r.Black
	case "White":
		return &r.White
	}
	return nil
}

// rating returns the rating with this PGN name, or nil for other names.
func (r *Record) rating(name string) *float64 {
	switch name {
	case "BlackElo", "BlackRating":
		return &r.BlackRating
	case "WhiteElo", "WhiteRating":
		return &r.WhiteRating
	}
	return nil
}

// utf8Text returns s, read as ISO-8859-1 if it is not UTF-8.
func utf8Text(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, c := range []byte(s) {
		b.WriteRune(rune(c))
	}
	return b.String()
}

// number parses a decimal number of ordinary size. It rejects forms that only programming languages accept.
func number(s string) (float64, bool) {
	if s == "" || len(s) > 24 {
		return 0, false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' {
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(s, 64)
	return x + 0, err == nil && x > -1e9 && x < 1e9 // -0 becomes 0
}

// decimal formats a number with the fewest digits that represent it exactly.
func decimal(x float64) string { return strconv.FormatFloat(x+0, 'f', -1, 64) }

// signed formats a number with its sign, 0 as +0.
func signed(x float64) string {
	if x >= 0 {
		return "+" + decimal(x)
	}
	return decimal(x)
}

// line returns the text with line ends and runs of blanks replaced by single blanks.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

// legal returns the final position of the game. If a move is illegal, it returns an error that names the
// format.
func (r *Record) legal(format string) (engine.Position, error) {
	end, err := r.End()
	for _, v := range r.Variations {
		_, other := engine.Game{Start: r.Start, Moves: v.Moves}.End()
		err = cmp.Or(err, other)
	}
	if err != nil {
		return end, &UnsupportedError{format, "its moves are illegal", err}
	}
	return end, nil
}

// fromStart extends legal for formats that store only moves: the game must have moves and begin at the
// ordinary start.
func (r *Record) fromStart(format string) (engine.Position, error) {
	reason := ""
	switch {
	case r.Start != engine.StandardStart():
		reason = "the game does not start at the ordinary position"
	case len(r.Moves) == 0:
		reason = "the game has no moves"
	default:
		return r.legal(format)
	}
	return engine.Position{}, &UnsupportedError{Format: format, Reason: reason}
}
