package notation

import (
	"io"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

// WriteSGF writes the game on a line of its own. The start is always written, and so
// are passes, as PA. Tags that are not the name of a property become lines of GC.
// Refused are boards other than 8×8, 6×6 and 4×4 squares, and illegal games.
func WriteSGF(w io.Writer, r Record) error {
	if _, err := r.legal(sgfName); err != nil {
		return err
	}
	size, ok := boardSize(r.Start.Board.Shape)
	if !ok {
		return &UnsupportedError{Format: sgfName, Reason: "a board of shape " + r.Start.Board.Shape.String()}
	}
	g := sgfText{}
	g.WriteString("(;")
	g.put("GM", "2")
	g.put("FF", "4")
	g.put("CA", "UTF-8")
	g.put("SZ", strconv.Itoa(size))
	g.head(&r)
	g.board(r.Start)
	g.moves(&r)
	g.WriteString(")\n")
	_, err := io.WriteString(w, g.String())
	return err
}

// An sgfText is a game being written.
type sgfText struct {
	strings.Builder
	last string // name of the last property
}

var sgfQuote = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// put writes a property, or a further value of the last one.
func (g *sgfText) put(name, value string) {
	if name != g.last {
		g.WriteString(name)
	}
	g.last = name
	g.WriteByte('[')
	g.WriteString(sgfQuote.Replace(value))
	g.WriteByte(']')
}

// some writes a property unless it is empty.
func (g *sgfText) some(name, value string) {
	if value = line(value); value != "" {
		g.put(name, value)
	}
}

// head writes the properties of the whole game.
func (g *sgfText) head(r *Record) {
	g.some("EV", r.Event)
	g.some("PC", r.Site)
	g.some("DT", r.Date)
	g.some("RO", r.Round)
	g.some("PB", r.Black)
	g.some("PW", r.White)
	g.some("BR", rating(r.BlackRating))
	g.some("WR", rating(r.WhiteRating))
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

// sgfReserved tells whether a property is written from a field.
func sgfReserved(name string) bool {
	return sgfFields[name] != "" || strings.Contains(" GM FF CA SZ RE AB AW AE PL B W ", " "+name+" ")
}

// sgfResult returns the value of RE, and in tags what it cannot say.
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
func (g *sgfText) board(p engine.Position) {
	for s := range p.Discs(engine.Black).All() {
		g.put("AB", s.String())
	}
	for s := range p.Discs(engine.White).All() {
		g.put("AW", s.String())
	}
	g.put("PL", "BW"[p.Color:p.Color+1])
}

// moves writes a node for each move and each pass.
func (g *sgfText) moves(r *Record) {
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
func (g *sgfText) node(name, value string) {
	g.WriteByte(';')
	g.last = ""
	g.put(name, value)
}
