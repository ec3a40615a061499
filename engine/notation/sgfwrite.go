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
	g.moves(&r)
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
		case t.Name == "GC":
			remarks = append(remarks, t.Value)
		case isProperty(t.Name) && !sgfReserved(t.Name):
			g.put(t.Name, t.Value)
		default:
			remarks = append(remarks, named(t.Name, line(t.Value)))
		}
	}
	if text := strings.Join(remarks, "\n"); text != "" {
		g.put("GC", text)
	}
}

// sgfReserved reports whether the value of a property comes from a field of the record.
func sgfReserved(name string) bool {
	return sgfFields.name(name) != "" || strings.Contains(" GM FF CA SZ RE AB AW AE PL B W ", " "+name+" ")
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

// moves writes a node for each move and each pass.
func (g *sgfWriter) moves(r *Record) {
	for ply := range r.Plies() {
		c := ply.Position.Color
		if ply.Passed {
			g.node("WB"[c:c+1], "PA")
		}
		g.node("BW"[c:c+1], ply.Move.String())
		n := r.Note(ply.Index)
		if n.HasEval && c == engine.White {
			n.Eval = -n.Eval
		}
		if n.HasEval {
			g.put("V", decimal(n.Eval))
		}
		if n.HasTime {
			n.Comment = "[%emt " + decimal(n.Seconds) + "] " + n.Comment
		}
		g.some("C", n.Comment)
	}
}

// node begins a node.
func (g *sgfWriter) node(name, value string) {
	g.WriteByte(';')
	g.last = ""
	g.put(name, value)
}
