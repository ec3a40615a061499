package notation

import (
	"math"
	"strings"
)

// A comment is a comment on a move, before it becomes part of the move's note.
type comment struct {
	move int // number of moves before its move
	text string
}

// remark adds a comment on the last move.
func (d *draft) remark(text string) {
	if text = strings.TrimSpace(utf8Text(text)); text != "" {
		d.comments = append(d.comments, comment{len(d.Moves) - 1, text})
	}
}

// settleComments adds the comments to the notes and joins comments on the same move.
func (d *draft) settleComments() {
	for rest := d.comments; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].move == rest[0].move {
			n++
		}
		texts := make([]string, n)
		for i, c := range rest[:n] {
			texts[i] = c.text
		}
		d.note(rest[0].move).take(strings.Join(texts, " "))
		rest = rest[n:]
	}
}

// take fills the note from a comment. It removes the numbers that it recognises from the comment.
func (n *Note) take(text string) {
	text = command(text, "eval", &n.Eval, &n.HasEval)
	text = command(text, "emt", &n.Seconds, &n.HasTime)
	n.Comment = strings.TrimSpace(n.takeMarks(text))
}

// command removes [%name number] from a comment and returns the rest.
func command(text, name string, x *float64, has *bool) string {
	before, rest, found := strings.Cut(text, "[%"+name+" ")
	value, after, closed := strings.Cut(rest, "]")
	v, ok := clock(value)
	if !found || !closed || !ok || *has {
		return text
	}
	*x, *has = v, true
	return strings.TrimRight(before, " ") + " " + strings.TrimLeft(after, " ")
}

// clock parses a number of seconds, or hours, minutes and seconds such as 0:01:02.5.
func clock(text string) (float64, bool) {
	parts := strings.SplitN(text, ":", 4)
	sum, ok := 0.0, len(parts) <= 3
	for _, part := range parts {
		x, isNumber := number(part)
		sum, ok = float64(60*sum)+x, ok && isNumber
	}
	if len(parts) > 1 {
		sum = math.Round(sum*1e6) / 1e6
	}
	return sum, ok
}
