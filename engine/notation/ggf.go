package notation

import (
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

const ggfName = "ggf"

// GGF is the Generic Game Format of the GGS server, also written by NBoard and Edax:
// (;GM[Othello]PB[…]PW[…]…B[d3//0.01]W[c5/2.39/12]…;). A number before a game is the number of games in a
// match. The two games of a synchro match get the tag "Match" with the value 1/2 or 2/2.
//
// The reader reads GM, PC (site), DT (date), PB and PW, RB and RW, RE, BO, B and W. It keeps TI, TB, TW, TY,
// KB, KW, KM and all other properties as tags. It reads CO[Name: text] as the field or tag Name, because
// writers use it for data without a property in GGF. The sides of the moves and the written passes must
// follow the rules. Unknown text after the square of a move is skipped.
//
// RE is the disc difference for black, as stated by the server. It may differ from the result of the moves if
// it has a flag (r resigned, t time, s agreed, l left) or if there is a komi (KM; the result is then
// [Awarded]).
//
// The reader accepts boards of 8×8, 6×6 and 4×4 squares. Other sizes, the octagon (type 88) and anti-Othello
// (type a) are errors with [ErrVariant]. Random starts (type r) are given in BO like any other start.
//
// The properties, the flags and the three parts of a move are specified at
// https://www.skatgame.net/mburo/ggsa/ggf. Type letters, PASS for PA, dates in Unix seconds and GM[othello]
// are known from files and programs.
//
// Each game is written on a separate line, as a match of one game, including its passes. The event, the
// round, and tags that are not property names become CO[Name: text]. A result that states only the winner is
// written as the difference if the game was played out. The writer rejects boards other than 8×8, 6×6 and 4×4
// squares, illegal games, and texts with a closing bracket, which the format cannot quote.
var GGF = Format{
	Name: ggfName, About: "Generic Game Format: GGS, NBoard, Edax", Extensions: []string{".ggf"},
	Read: readGGF, Write: writeGGF, sniff: sniffGGF,
}

func readGGF(r io.Reader) iter.Seq2[Record, error] {
	return eachGame(ggfName, trees(r, false), new(match).parse)
}

// A match counts the games of a synchro match.
type match struct{ game, of int }

// parse reads a game and tags it with its place in the match.
func (m *match) parse(t gameText) (Record, *flaw) {
	if t.prefix != "" {
		m.game, m.of = 0, 1
		if t.prefix == "2" {
			m.of = 2
		}
	}
	m.game++
	d := newDraft(t.line)
	if m.of == 2 && m.game <= 2 {
		d.tag("Match", strconv.Itoa(m.game)+"/2")
	}
	return d.ggf(t.text)
}

// ggf parses the properties of a game.
func (d *draft) ggf(text string) (Record, *flaw) {
	for p, f := range properties(text, false) {
		if f == nil {
			f = d.ggfProperty(p)
		}
		if f != nil {
			return d.Record, f
		}
	}
	d.join()
	if _, komi := d.Tag("KM"); komi && d.Result.End == Normal && d.Result.Kind != NoResult {
		d.Result.End = Awarded
	}
	return d.Record, d.finish()
}

var ggfFields = fieldList{
	{"PC", "Site"}, {"DT", "Date"}, {"PB", "Black"}, {"PW", "White"},
	{"RB", "BlackRating"}, {"RW", "WhiteRating"},
}

func (d *draft) ggfProperty(p property) *flaw {
	value := strings.TrimSpace(p.value)
	switch p.name {
	case "(", ")", ";":
	case "GM":
		if !strings.EqualFold(value, "Othello") && !strings.EqualFold(value, "Reversi") {
			return &flaw{p.at, cut(value), "GM[Othello]", ErrVariant}
		}
	case "TY":
		if !ordinaryType(value) {
			return &flaw{p.at, cut(value), "a type of game without a (anti) and 88 (octagon)", ErrVariant}
		}
		d.tag("TY", value)
	case "BO":
		return d.ggfBoard(value, p.at)
	case "RE":
		return d.ggfResult(value, p.at)
	case "B":
		return d.ggfMove(value, blackSide, p.at)
	case "W":
		return d.ggfMove(value, whiteSide, p.at)
	case "CO":
		if name, text, ok := strings.Cut(p.value, ": "); ok && isTagName(name) {
			d.set(name, text)
		} else {
			d.tag("CO", p.value)
		}
	default:
		if name := ggfFields.name(p.name); name != "" {
			d.setAs(name, p.name, value)
		} else {
			d.tag(p.name, p.value)
		}
	}
	return nil
}

// setAs sets a field. If the field is already set, it keeps the value as a tag with the name of the property.
func (d *draft) setAs(field, name, value string) {
	n := len(d.Tags)
	d.set(field, value)
	if len(d.Tags) > n {
		d.Tags[n].Name = name
	}
}

// ordinaryType reports whether a game type, such as 8, s8r20 or 8k, is Othello on a board that BO can
// describe.
func ordinaryType(text string) bool {
	size := strings.TrimLeft(text, "skbw")
	return !strings.Contains(text, "a") && !strings.HasPrefix(size, "88")
}

// ggfBoard parses a start position: the size, the squares, the side to move.
func (d *draft) ggfBoard(value string, at int) *flaw {
	size, rest, _ := strings.Cut(value, " ")
	n, err := strconv.Atoi(size)
	if err != nil {
		return &flaw{at, cut(value), "a board such as 8 ---…--- *", ErrSyntax}
	}
	sh, err := engine.SquareShape(n)
	if err != nil {
		return &flaw{at, cut(size), "a board of 8×8, 6×6 or 4×4 squares", ErrVariant}
	}
	if len(d.Moves) > 0 {
		return &flaw{at, cut(value), "the board before the moves", ErrSyntax}
	}
	start, err := squareBoard(sh, n, rest)
	if err != nil {
		return &flaw{at, cut(value), "a board such as 8 ---…--- *", err}
	}
	d.Start = start
	return nil
}

// squareBoard parses the n×n squares of a board, with or without blanks between them, and the side to move.
func squareBoard(sh engine.Shape, n int, text string) (engine.Position, error) {
	cells := strings.Join(strings.Fields(text), "")
	if len(cells) != n*n+1 {
		return engine.Position{}, ErrSyntax
	}
	full := make([]byte, 0, 66)
	for s := range engine.None {
		c := byte('#')
		if sh.Field.Has(s) {
			c = cells[s.Rank()*n+s.File()]
		}
		full = append(full, c)
	}
	p, err := engine.ParsePosition(string(full) + " " + cells[n*n:])
	if err != nil || p.Board.Shape != sh {
		return engine.Position{}, ErrSyntax
	}
	return p, nil
}

// ggfResult parses +6.000, -64:r or ?.
func (d *draft) ggfResult(value string, at int) *flaw {
	body, flag, flagged := strings.Cut(value, ":")
	switch x, ok := number(body); {
	case ok && x >= -maxDiff && x <= maxDiff:
		d.Result = Result{Kind: Difference, Diff: x}
	case body == "?" || body == "":
		d.Result = Result{End: Unfinished}
	default:
		return &flaw{at, cut(value), "a result such as +6.000", ErrSyntax}
	}
	if !flagged {
		return nil
	}
	e := strings.Index("rtsl", flag)
	if len(flag) != 1 || e < 0 {
		return &flaw{at, cut(value), "a result with the flag r, t, s or l", ErrSyntax}
	}
	if d.Result.Kind != NoResult {
		d.Result.End = Resigned + End(e)
	}
	return nil
}

// ggfMove parses a move: its square or a pass, then an evaluation and a time, both optional.
func (d *draft) ggfMove(value string, by side, at int) *flaw {
	name, rest, _ := strings.Cut(value, "/")
	first, second, _ := strings.Cut(rest, "/")
	first, second = strings.TrimSpace(first), strings.TrimSpace(second)
	eval, hasEval := number(first)
	seconds, hasTime := number(second)
	if !hasEval && first != "" || !hasTime && second != "" {
		return &flaw{at, cut(value), "a move such as f5/2.39/0.01: square, discs, seconds", ErrSyntax}
	}
	if isPass(value) {
		d.pass(by, at)
		if hasEval || hasTime {
			d.tag("Pass", strconv.Itoa(len(d.Moves))+" "+value)
		}
		return nil
	}
	s := squareAt(name)
	if s == engine.None {
		return &flaw{at, cut(value), "a square such as f5, or a pass", ErrSyntax}
	}
	d.play(s, by, at)
	if hasEval || hasTime {
		*d.note(len(d.Moves) - 1) = Note{Eval: eval, HasEval: hasEval, Seconds: seconds, HasTime: hasTime}
	}
	return nil
}

// isPass reports whether a move is a pass: it begins with PA or pass.
func isPass(text string) bool { return len(text) >= 2 && strings.EqualFold(text[:2], "PA") }

// cut shortens a text for an error.
func cut(s string) string { return s[:min(len(s), 12)] }

// isTagName reports whether a name is valid for a PGN tag: a capital, then letters, digits and _.
func isTagName(name string) bool {
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	for i := range len(name) {
		if c := name[i]; !isLetter(c) && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}
