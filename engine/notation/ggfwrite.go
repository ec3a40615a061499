package notation

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

func writeGGF(w io.Writer, r Record) error {
	end, size, err := r.onSquares(ggfName)
	if err != nil {
		return err
	}
	g := ggfWriter{}
	g.head(&r, end, size)
	g.moves(&r)
	if g.bad != "" {
		return &UnsupportedError{Format: ggfName, Reason: fmt.Sprintf("a closing bracket in %.40q", g.bad)}
	}
	_, err = fmt.Fprintf(w, "1 (;%s;)\n", g.String())
	return err
}

// onSquares returns the final position of the game and the side length of its board. If the game is illegal
// or its board is not a square at a1, it returns an error that names the format.
func (r *Record) onSquares(format string) (end engine.Position, size int, err error) {
	if end, err = r.legal(format); err != nil {
		return end, 0, err
	}
	shape := r.Start.Board.Shape
	for _, n := range []int{8, 6, 4} {
		if square, _ := engine.SquareShape(n); square == shape {
			return end, n, nil
		}
	}
	return end, 0, &UnsupportedError{Format: format, Reason: "a board of shape " + shape.String()}
}

// A ggfWriter writes a game.
type ggfWriter struct{ treeWriter }

// head writes the properties before the moves.
func (g *ggfWriter) head(r *Record, end engine.Position, size int) {
	g.put("GM", "Othello")
	g.fields(r, ggfFields)
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
		case t.Name == "TY" || r.passTag(t) != "": // written elsewhere
		case isProperty(t.Name) && !ggfReserved(t.Name):
			g.put(t.Name, line(t.Value))
		default:
			g.some("CO", named(t.Name, t.Value))
		}
	}
	g.put("BO", ggfBoard(r.Start, size))
}

// ggfReserved reports whether the value of a property comes from a field of the record.
func ggfReserved(name string) bool {
	return ggfFields.name(name) != "" || strings.Contains(" GM BO RE B W ", " "+name+" ")
}

// result writes RE, and a comment for what RE cannot express.
func (g *ggfWriter) result(r *Record, end engine.Position) {
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

// ggfBoard formats a position: 8 -------- … *.
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

// disc returns the character of chars for a black disc, a white disc or an empty square.
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
func (g *ggfWriter) moves(r *Record) {
	for ply := range r.Plies() {
		c := ply.Position.Color
		if ply.Passed {
			g.put("WB"[c:c+1], r.passText(ply.Index))
		}
		g.put("BW"[c:c+1], ply.Move.String()+noteText(r.Note(ply.Index)))
	}
}

// passText returns the original text of the pass before a move, or PA if it is unknown.
func (r *Record) passText(before int) string {
	for _, t := range r.Tags {
		if text := r.passTag(t); text != "" && strings.HasPrefix(t.Value, strconv.Itoa(before)+" ") {
			return text
		}
	}
	return "PA"
}

// passTag returns the text of a pass from a tag that the GGF reader added, if a move follows the pass. For
// example, the tag Pass with the value "57 PA//3.5" stands for PA//3.5 after 57 moves.
func (r *Record) passTag(t Tag) string {
	before, text, ok := strings.Cut(t.Value, " ")
	n, err := strconv.Atoi(before)
	if t.Name != "Pass" || !ok || err != nil || n >= len(r.Moves) || strings.ContainsAny(text, "[]\n") ||
		!isPass(text) {
		return ""
	}
	return text
}

// noteText writes /eval/time, without the parts that are unknown.
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
