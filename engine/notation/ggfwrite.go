package notation

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

// WriteGGF writes the game on a line of its own, as a match of one. Passes are
// written; the event and the round, and tags that are not the name of a property,
// become CO[Name: text]. A result that says only who won is written as the
// difference if the game was played out. Refused are boards other than 8×8, 6×6 and
// 4×4 squares, illegal games, and texts with a closing bracket, which the format
// cannot quote.
func WriteGGF(w io.Writer, r Record) error {
	end, err := r.legal(ggfName)
	if err != nil {
		return err
	}
	size, ok := boardSize(r.Start.Board.Shape)
	if !ok {
		return &UnsupportedError{Format: ggfName, Reason: "a board of shape " + r.Start.Board.Shape.String()}
	}
	g := ggfText{}
	g.head(&r, end, size)
	g.moves(&r)
	if g.bad != "" {
		return &UnsupportedError{Format: ggfName, Reason: fmt.Sprintf("a closing bracket in %.40q", g.bad)}
	}
	_, err = fmt.Fprintf(w, "1 (;%s;)\n", g.String())
	return err
}

// boardSize returns the side of a square board in the corner at a1.
func boardSize(sh engine.Shape) (n int, ok bool) {
	for _, n := range []int{8, 6, 4} {
		if square, _ := engine.SquareShape(n); square == sh {
			return n, true
		}
	}
	return 0, false
}

// A ggfText is a game being written.
type ggfText struct {
	strings.Builder
	bad string // a value that cannot be written
}

// put writes a property.
func (g *ggfText) put(name, value string) {
	if strings.Contains(value, "]") {
		g.bad = value
	}
	g.WriteString(name)
	g.WriteByte('[')
	g.WriteString(value)
	g.WriteByte(']')
}

// some writes a property unless it is empty.
func (g *ggfText) some(name, value string) {
	if value = line(value); value != "" {
		g.put(name, value)
	}
}

// head writes what stands before the moves.
func (g *ggfText) head(r *Record, end engine.Position, size int) {
	g.put("GM", "Othello")
	g.some("PC", r.Site)
	g.some("DT", r.Date)
	g.some("PB", r.Black)
	g.some("PW", r.White)
	g.some("RB", rating(r.BlackRating))
	g.some("RW", rating(r.WhiteRating))
	kind, ok := r.Tag("TY")
	if !ok {
		kind = strconv.Itoa(size)
	}
	g.put("TY", line(kind))
	g.result(r, end)
	g.some("CO", named("Event", r.Event))
	g.some("CO", named("Round", r.Round))
	for _, t := range r.Tags {
		switch {
		case t.Name == "TY" || r.passTag(t) != "": // written in their places
		case isProperty(t.Name) && !ggfReserved(t.Name):
			g.put(t.Name, line(t.Value))
		default:
			g.some("CO", named(t.Name, t.Value))
		}
	}
	g.put("BO", ggfBoard(r.Start, size))
}

// isProperty tells whether a name is that of a property: one or two capitals.
func isProperty(name string) bool {
	return (len(name) == 1 || len(name) == 2) && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// ggfReserved tells whether a property is written from a field.
func ggfReserved(name string) bool {
	return ggfFields[name] != "" || strings.Contains(" GM BO RE B W ", " "+name+" ")
}

func rating(x float64) string {
	if x == 0 {
		return ""
	}
	return decimal(x)
}

func named(name, value string) string {
	if value == "" {
		return ""
	}
	return name + ": " + value
}

// result writes RE, and in a comment what RE cannot say.
func (g *ggfText) result(r *Record, end engine.Position) {
	x := r.Result
	if x.Kind == Outcome && x.End == Normal && end.Board.Over() && x.agrees(end) {
		x.Kind, x.Diff = Difference, float64(end.Score(engine.Black))
	}
	_, komi := r.Tag("KM")
	switch {
	case x.Kind == NoResult && x.End == Normal:
	case x.Kind == NoResult:
		g.put("RE", "?")
	case x.Kind == Outcome:
		g.put("CO", named(resultTag, x.String()))
	case x.End >= Resigned && x.End <= Left:
		g.put("RE", fmt.Sprintf("%+.3f:%c", x.Diff+0, ends[x.End]))
	default:
		g.put("RE", fmt.Sprintf("%+.3f", x.Diff+0))
		if x.End == Awarded && !komi {
			g.put("CO", named(endTag, Awarded.String()))
		}
	}
}

// ggfBoard writes a position: 8 -------- … *.
func ggfBoard(p engine.Position, size int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d ", size)
	for rank := range size {
		for file := range size {
			b.WriteByte(disc(p, engine.At(file, rank), "*O-"))
		}
		b.WriteByte(' ')
	}
	b.WriteByte("*O"[p.Color])
	return b.String()
}

// disc returns the character for black, for white, or for an empty square.
func disc(p engine.Position, s engine.Square, chars string) byte {
	switch {
	case p.Discs(engine.Black).Has(s):
		return chars[0]
	case p.Discs(engine.White).Has(s):
		return chars[1]
	}
	return chars[2]
}

// moves writes the moves and the passes between them.
func (g *ggfText) moves(r *Record) {
	for ply := range r.Plies() {
		c := ply.Position.Color
		if ply.Passed {
			g.put("WB"[c:c+1], r.passText(ply.Index))
		}
		g.put("BW"[c:c+1], ply.Move.String()+noteText(r.Note(ply.Index)))
	}
}

// passText returns what was written for the pass before a move, PA if nothing is known.
func (r *Record) passText(before int) string {
	for _, t := range r.Tags {
		if text := r.passTag(t); text != "" && strings.HasPrefix(t.Value, strconv.Itoa(before)+" ") {
			return text
		}
	}
	return "PA"
}

// passTag returns the text of a pass that ReadGGF kept in a tag, such as PA//3.5 in
// the tag Pass with the value "57 PA//3.5", if a move follows it.
func (r *Record) passTag(t Tag) string {
	before, text, ok := strings.Cut(t.Value, " ")
	n, err := strconv.Atoi(before)
	if t.Name != "Pass" || !ok || err != nil || n >= len(r.Moves) || strings.ContainsAny(text, "[]\n") ||
		!isPass(text) {
		return ""
	}
	return text
}

// noteText writes /eval/time as far as they are known.
func noteText(n Note) string {
	text := ""
	if n.HasEval {
		text = decimal(n.Eval)
	}
	if n.HasTime {
		text += "/" + decimal(n.Seconds)
	}
	if text != "" {
		return "/" + text
	}
	return ""
}
