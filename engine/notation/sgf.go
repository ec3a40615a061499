package notation

import (
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

const sgfName = "sgf"

// SGF is the Smart Game Format for Othello: (;GM[2]FF[4]…;B[f5];W[d6]).
//
// The reader reads GM, SZ (8, 6 or 4), AB, AW, AE and PL (the start; without them it is the ordinary one),
// EV, PC, DT, RO, PB and PW, BR and WR, and RE. For each move it reads V (evaluation, positive for black), C
// (comment, with [%emt 0.5] for seconds), marks on squares (CR, MA, SL, SQ, TR, and LB without its text),
// arrows (AR, LN), and passes: an empty value, PA, -- or tt. C before the moves is the tag "Comment". A GC of
// lines "Name: text" sets the fields or tags of these names, because writers use it for data without a
// property in SGF. All other properties become tags; a property at move 12 becomes the tag "Move12". The
// first variation is the game. The legal parts of the first 1,000 others are kept.
//
// https://www.red-bean.com/sgf specifies the syntax, the properties and the results B+12, W+R, B+T, W+F, 0,
// Draw, Void and ?. Points are a letter and a digit, as in the first format (A. Kierulf, Smart Game Board,
// 1990). Some forms are known only from programs: Edax writes the first move into the root node and passes as
// PA; Cassio writes no passes, and writes B+ even if white has won.
//
// Each game begins on a new line. The start is always written, passes are written as PA, marks as CR and AR.
// Tags that are not property names become lines of GC. Comments are read as they were written, but without
// blanks around them; text such as [%emt 5] is read as data. The writer rejects boards other than 8×8, 6×6
// and 4×4 squares, and illegal games.
var SGF = Format{
	Name: sgfName, About: "Smart Game Format of Othello: Edax, Cassio", Extensions: []string{".sgf", ".sof"},
	Read: readSGF, Write: writeSGF, sniff: sniffSGF,
}

func readSGF(r io.Reader) iter.Seq2[Record, error] {
	return eachGame(sgfName, trees(r, true), parseSGF)
}

// An sgfParser reads the properties of one game.
type sgfParser struct {
	*draft               // the game, a variation, or nil in one that is dropped
	game   *draft        // takes the variations
	open   []branch      // one for each open parenthesis
	closed branch        // the last one that was closed
	discs  [2]engine.Set // the start position from AB and AW
	size   int
	side   side // side to move at the start
}

// A branch is a line, and the number of its moves before a parenthesis.
type branch struct {
	*draft
	moves int
}

func parseSGF(t gameText) (Record, *flaw) {
	game := newDraft(t.line)
	p := sgfParser{draft: &game, game: &game, size: 8}
	last := ""
	for q, f := range properties(t.text, true) {
		if f == nil {
			f = p.property(q, last)
		}
		if f != nil {
			return game.Record, f
		}
		last = q.name
	}
	f := p.start()
	if f == nil {
		game.join()
		f = game.finish()
	}
	return game.Record, f
}

// property handles a property or a parenthesis.
func (p *sgfParser) property(q property, last string) *flaw {
	switch q.name {
	case "(":
		at := branch{draft: p.draft}
		if last == ")" {
			at = p.closed
			p.draft = p.game.fork(at.draft, at.moves)
		} else if p.draft != nil {
			at.moves = len(p.Moves)
		}
		p.open = append(p.open, at)
		return nil
	case ")":
		n := len(p.open) - 1
		p.closed, p.open = p.open[n], p.open[:n]
		p.draft = p.closed.draft
		return nil
	case ";":
		return nil
	}
	value := unescape(q.value)
	switch {
	case p.draft == nil:
	case p.draft == p.game:
		return p.value(q, value)
	case q.name != "B" && q.name != "W":
		p.other(q, value) // variations keep notes only; tags are dropped
	case p.value(q, value) != nil:
		p.play(engine.None, anySide, q.at) // ends the variation, because it is illegal
	}
	return nil
}

var sgfFields = fieldList{
	{"EV", "Event"}, {"PC", "Site"}, {"DT", "Date"}, {"RO", "Round"}, {"PB", "Black"}, {"PW", "White"},
	{"BR", "BlackRating"}, {"WR", "WhiteRating"},
}

func (p *sgfParser) value(q property, value string) *flaw {
	text := strings.TrimSpace(value)
	switch q.name {
	case "GM":
		if text != "2" {
			return &flaw{q.at, cut(text), "GM[2], which is Othello", ErrVariant}
		}
	case "FF", "CA":
	case "SZ":
		return p.boardSize(text, q.at)
	case "AB", "AW", "AE":
		return p.stones(q.name, text, q.at)
	case "PL":
		p.side = sideOf(text)
		if p.side == anySide {
			return &flaw{q.at, cut(text), "B or W", ErrSyntax}
		}
	case "B":
		return p.move(text, blackSide, q.at)
	case "W":
		return p.move(text, whiteSide, q.at)
	case "RE":
		p.sgfResult(text)
	case "GC":
		p.remarks(value)
	default:
		p.other(q, value)
	}
	return nil
}

// other handles a property that becomes a field of the record, a note, or a tag.
func (p *sgfParser) other(q property, value string) {
	text := strings.TrimSpace(value)
	if name := sgfFields.name(q.name); name != "" {
		p.setAs(name, q.name, text)
		return
	}
	mark := sgfMark(q.name, text)
	if len(p.Moves) == 0 {
		start := Note{Marks: p.Marks}
		switch {
		case mark != "":
			start.mark(mark)
			p.Marks = start.Marks
		case q.name == "C":
			if text != "" {
				p.tag(commentTag, text)
			}
		default:
			p.tag(q.name, value)
		}
		return
	}
	last := len(p.Moves) - 1
	v, ok := number(text)
	switch {
	case mark != "":
		p.note(last).mark(mark)
	case q.name == "C":
		p.remark(text)
	case q.name == "V" && ok && !p.Note(last).HasEval:
		if p.marks[last].side == whiteSide {
			v = -v + 0
		}
		n := p.note(last)
		n.Eval, n.HasEval = v, true
	default:
		p.tag("Move"+strconv.Itoa(len(p.Moves)), q.name+"["+line(q.value)+"]")
	}
}

// sgfDrawing matches a property that marks a square or draws an arrow. Labels count as marks.
var sgfDrawing = regexp.MustCompile(`(?s)^(?:(?:CR|MA|SL|SQ|TR)\[([a-h][1-8])|LB\[([a-h][1-8]):.*|` +
	`(?:AR|LN)\[([a-h][1-8]):([a-h][1-8]))$`)

// sgfMark returns the square or the arrow that a property draws, "" = none.
func sgfMark(name, text string) string {
	if m := sgfDrawing.FindStringSubmatch(name + "[" + strings.ToLower(text)); m != nil {
		return strings.Join(m[1:], "")
	}
	return ""
}

func sideOf(text string) side {
	switch strings.ToUpper(text) {
	case "B", "BLACK", "1":
		return blackSide
	case "W", "WHITE", "2":
		return whiteSide
	}
	return anySide
}

// boardSize handles SZ.
func (p *sgfParser) boardSize(text string, at int) *flaw {
	n, err := strconv.Atoi(text)
	if _, bad := engine.SquareShape(n); err != nil || bad != nil {
		return &flaw{at, cut(text), "a board of 8×8, 6×6 or 4×4 squares", ErrVariant}
	}
	p.size = n
	return nil
}

// stones handles a square or a rectangle (a1:c3) of AB, AW or AE.
func (p *sgfParser) stones(name, text string, at int) *flaw {
	first, last, isRange := strings.Cut(text, ":")
	if !isRange {
		last = first
	}
	a, err1 := engine.ParseSquare(first)
	z, err2 := engine.ParseSquare(last)
	if err1 != nil || err2 != nil || a.File() > z.File() || a.Rank() > z.Rank() {
		return &flaw{at, cut(text), "a square such as e4", ErrSyntax}
	}
	if len(p.Moves) > 0 {
		return &flaw{at, cut(text), "no discs put on the board after the first move", ErrVariant}
	}
	for rank := a.Rank(); rank <= z.Rank(); rank++ {
		for file := a.File(); file <= z.File(); file++ {
			p.put(name, engine.At(file, rank).Set())
		}
	}
	return nil
}

// put puts discs of a colour on squares, or clears them.
func (p *sgfParser) put(name string, s engine.Set) {
	p.discs[engine.Black] &^= s
	p.discs[engine.White] &^= s
	switch name {
	case "AB":
		p.discs[engine.Black] |= s
	case "AW":
		p.discs[engine.White] |= s
	}
}

// move handles B or W.
func (p *sgfParser) move(text string, by side, at int) *flaw {
	if s := squareAt(text); s != engine.None && len(text) == 2 {
		p.play(s, by, at)
		return nil
	}
	if text != "" && !strings.EqualFold(text, "tt") && passLen(text) != len(text) {
		return &flaw{at, cut(text), "a square such as f5, or a pass", ErrSyntax}
	}
	p.pass(by, at)
	return nil
}

// start sets the start position from the discs on the board. If no side to move is stated, it is the side of
// the first move, or black if there are no moves.
func (p *sgfParser) start() *flaw {
	sh, _ := engine.SquareShape(p.size)
	start, _ := sh.Start()
	by := p.side
	if by == anySide && len(p.marks) > 0 {
		by = p.marks[0].side
	}
	if p.discs == [2]engine.Set{} {
		if p.side == whiteSide {
			start = engine.Position{Board: start.Board.Pass(), Color: engine.White}
		}
		p.Start = start
		return nil
	}
	color := engine.Black
	if by == whiteSide {
		color = engine.White
	}
	board, err := engine.NewBoard(sh, p.discs[color], p.discs[color.Opponent()])
	if err != nil {
		return &flaw{want: "discs on the board", err: ErrSyntax}
	}
	p.Start = engine.Position{Board: board, Color: color}
	return nil
}

// remarks handles a comment on the game: lines that all begin with a name, or any other text.
func (p *sgfParser) remarks(text string) {
	lines := strings.Split(text, "\n")
	for _, l := range lines {
		if name, _, ok := strings.Cut(l, ": "); !ok || !isTagName(name) {
			p.tag("GC", text)
			return
		}
	}
	for _, l := range lines {
		name, value, _ := strings.Cut(l, ": ")
		p.set(name, value)
	}
}

// sgfResult handles RE.
func (p *sgfParser) sgfResult(text string) {
	r, ok := parseSGFResult(text)
	if !ok || p.Result != (Result{}) {
		p.tag("RE", text)
		return
	}
	p.Result = r
}

func parseSGFResult(text string) (Result, bool) {
	winner, by, found := strings.Cut(strings.ToUpper(text), "+")
	diff := map[string]float64{"B": 1, "W": -1}[winner]
	switch {
	case text == "0":
		return Result{Kind: Difference}, true
	case strings.EqualFold(text, "Draw"):
		return Result{Kind: Outcome}, true
	case strings.EqualFold(text, "Void"), text == "?":
		return Result{End: Unfinished}, true
	case !found || diff == 0:
		return Result{}, false
	case by == "":
		return Result{Kind: Outcome, Diff: diff}, true
	}
	if e, ok := map[string]End{"R": Resigned, "T": TimedOut, "F": Awarded}[by[:1]]; ok {
		return Result{Kind: Outcome, Diff: diff, End: e}, true
	}
	x, ok := number(by)
	return Result{Kind: Difference, Diff: diff * x}, ok && x >= 0 && x <= maxDiff
}

// unescape removes the escaping backslashes of a value, and line ends after them.
func unescape(value string) string {
	if !strings.Contains(value, `\`) {
		return value
	}
	var b strings.Builder
	for i := 0; i < len(value); i++ {
		if value[i] == '\\' {
			if i++; i == len(value) || value[i] == '\n' {
				continue
			}
		}
		b.WriteByte(value[i])
	}
	return b.String()
}
