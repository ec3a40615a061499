package notation

import (
	"io"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

func writeSGF(w io.Writer, r Record) error {
	_, size, err := r.onSquares(sgfName)
	if err != nil {
		return err
	}
	g := sgfWriter{treeWriter{sgf: true}}
	g.WriteString("(;")
	g.put("GM", "2")
	g.put("FF", "4")
	g.put("CA", "UTF-8")
	g.put("SZ", strconv.Itoa(size))
	g.head(&r)
	g.board(r.Start)
	at, _ := r.Start.Turn()
	g.drawn(Note{Marks: r.Marks})
	g.line(r.Tree(), at, r.Start.Color)
	g.WriteString(")\n")
	_, err = io.WriteString(w, g.String())
	return err
}

// An sgfWriter writes a game.
type sgfWriter struct{ treeWriter }

// head writes the properties of the whole game.
func (g *sgfWriter) head(r *Record) {
	g.fields(r, sgfFields)
	result, tags := sgfResult(r.Result)
	g.some("RE", result)
	var remarks []string
	for _, t := range append(tags, r.Tags...) {
		switch {
		case t.Name == commentTag:
			g.comment(t.Value)
		case t.Name == "GC":
			remarks = append(remarks, t.Value)
		case isProperty(t.Name) && !sgfReserved(t):
			g.put(t.Name, t.Value)
		default:
			remarks = append(remarks, named(t.Name, line(t.Value)))
		}
	}
	if text := strings.Join(remarks, "\n"); text != "" {
		g.put("GC", text)
	}
}

// sgfReserved reports whether a property has a meaning of its own, so that a tag of its name is no property.
func sgfReserved(t Tag) bool {
	return sgfFields.name(t.Name) != "" || sgfMark(t.Name, t.Value) != "" ||
		strings.Contains(" GM FF CA SZ RE AB AW AE PL B W C ", " "+t.Name+" ")
}

// sgfResult returns the value of RE, and tags for what RE cannot express.
func sgfResult(r Result) (text string, tags []Tag) {
	flag := map[End]string{Resigned: "R", TimedOut: "T", Awarded: "F"}[r.End]
	known := r.Kind == Difference || r.Kind == Discs
	if r.End > Normal && r.Kind != NoResult && (flag == "" || r.Diff == 0) {
		tags = append(tags, Tag{endTag, r.End.String()})
	}
	switch {
	case r.Kind == NoResult && r.End == Unfinished:
		return "?", nil
	case r.Kind == NoResult:
		return "", nil
	case r.Diff == 0 && known:
		return "0", tags
	case r.Diff == 0:
		return "Draw", tags
	case known && flag != "":
		tags = append(tags, Tag{scoreTag, signed(r.Diff)})
	case known:
		flag = decimal(max(r.Diff, -r.Diff))
	}
	if r.Diff > 0 {
		return "B+" + flag, tags
	}
	return "W+" + flag, tags
}

// board writes the start.
func (g *sgfWriter) board(p engine.Position) {
	for s := range p.Discs(engine.Black).All() {
		g.put("AB", s.String())
	}
	for s := range p.Discs(engine.White).All() {
		g.put("AW", s.String())
	}
	g.put("PL", "BW"[p.Color:p.Color+1])
}

// line writes the moves after a node, with their variations. turn is the side to move unless it passes.
func (g *sgfWriter) line(after *Node, at engine.Position, turn engine.Color) {
	for len(after.Next) == 1 {
		after = after.Next[0]
		at, turn = g.move(after, at, turn)
	}
	for _, next := range after.Next {
		g.WriteByte('(')
		at, turn := g.move(next, at, turn)
		g.line(next, at, turn)
		g.WriteByte(')')
	}
}

// move writes a node for a move, and one for the pass before it if one is due.
func (g *sgfWriter) move(m *Node, at engine.Position, turn engine.Color) (engine.Position, engine.Color) {
	c, n := at.Color, m.Note
	if c != turn {
		g.node("WB"[c:c+1], "PA")
	}
	g.node("BW"[c:c+1], m.Move.String())
	if n.HasEval && c == engine.White {
		n.Eval = -n.Eval
	}
	if n.HasEval {
		g.put("V", decimal(n.Eval))
	}
	if n.HasTime {
		n.Comment = "[%emt " + decimal(n.Seconds) + "] " + n.Comment
	}
	g.comment(n.Comment)
	g.drawn(n)
	next, _ := at.Play(m.Move)
	return next, c.Opponent()
}

// comment writes a comment, which may have several lines.
func (g *sgfWriter) comment(text string) {
	if text = strings.TrimSpace(text); text != "" {
		g.put("C", text)
	}
}

// drawn writes the marks of a note.
func (g *sgfWriter) drawn(n Note) {
	squares, arrows := n.drawn()
	for _, s := range squares {
		g.put("CR", s)
	}
	for _, a := range arrows {
		g.put("AR", a[:2]+":"+a[2:])
	}
}

// node begins a node.
func (g *sgfWriter) node(name, value string) {
	g.WriteByte(';')
	g.last = ""
	g.put(name, value)
}
