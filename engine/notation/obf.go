package notation

import (
	"io"
	"iter"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Problem is a position with the moves and scores from its file.
type Problem struct {
	engine.Position
	Moves   []Scored // in the order of the file, usually the best first
	Comment string
	Line    int // line in the file, from 1; 0 = not from a file
}

// A Scored is a move with its value: the resulting disc difference for the side to move, -64 to 64.
type Scored struct {
	Move  engine.Square // None is a pass
	Score float64
}

const obfName = "obf"

// OBF is a format of positions with scored moves, one per line, used by Edax and the FFO endgame tests:
//
//	--XXXXX--OOOXX-O-…--OOOOO-- X; G8:+18; H1:+12; A2:+6;
//
// [engine.ParsePosition] reads the position. A score is for the side to move. PS:+4 scores a pass; --:+4 is
// filler and is ignored. A percent sign begins a comment; blank lines are skipped. Moves must be legal. There
// is no specification; this description follows files and programs. The writer writes one position per line,
// with squares in capitals.
var OBF = Format{
	Name: obfName, About: "positions with scored moves: Edax, FFO tests", Extensions: []string{".obf"},
	ReadProblems: readOBF, WriteProblem: writeOBF, sniff: sniffOBF,
}

func readOBF(r io.Reader) iter.Seq2[Problem, error] {
	return eachLine(r, obfName, remark, parseOBF)
}

func parseOBF(l text.Line) (Problem, *flaw) {
	text, remark, _ := strings.Cut(l.Text, "%")
	board, _, _ := strings.Cut(text, ";")
	p := Problem{Line: l.Number, Comment: line(utf8Text(remark))}
	var f *flaw
	if p.Position, f = parseBoard(board); f != nil {
		return p, f
	}
	for at := len(board) + 1; at < len(text); {
		item, _, _ := strings.Cut(text[at:], ";")
		if strings.TrimSpace(item) != "" {
			if f := p.score(item, at); f != nil {
				return p, f
			}
		}
		at += len(item) + 1
	}
	return p, nil
}

// parseBoard is engine.ParsePosition with a flaw as its error.
func parseBoard(text string) (engine.Position, *flaw) {
	p, err := engine.ParsePosition(text)
	if e, ok := err.(*engine.NotationError); ok {
		return p, syntax(text, e.Offset, e.Want)
	}
	if err != nil {
		return p, &flaw{err: err}
	}
	return p, nil
}

// score parses MOVE:SCORE at an offset of the line.
func (p *Problem) score(item string, at int) *flaw {
	at += len(item) - len(strings.TrimLeft(item, " \t"))
	item = strings.TrimSpace(item)
	name, value, found := strings.Cut(item, ":")
	score, ok := number(strings.TrimSpace(value))
	if !found || !ok {
		return &flaw{at, cut(item), "a move and its score such as G8:+18", ErrSyntax}
	}
	name = strings.TrimSpace(name)
	if name == "--" {
		return nil
	}
	m := Scored{engine.None, score}
	if passLen(name) == 0 || passLen(name) != len(name) {
		s, err := engine.ParseSquare(name)
		if err != nil {
			return &flaw{at, cut(item), "a square such as G8, or a pass", ErrSyntax}
		}
		m.Move = s
	}
	if legal := p.Board.Moves(); m.Move == engine.None && legal != 0 {
		return &flaw{at: at, text: cut(item), err: errPass}
	} else if m.Move != engine.None && !legal.Has(m.Move) {
		return &flaw{at: at, err: &engine.IllegalMoveError{Move: m.Move, Position: p.Position, Legal: legal}}
	}
	p.Moves = append(p.Moves, m)
	return nil
}

func writeOBF(w io.Writer, p Problem) error {
	text := []byte(p.Position.String() + ";")
	for _, m := range p.Moves {
		name := "PS"
		if m.Move != engine.None {
			name = strings.ToUpper(m.Move.String())
		}
		text = append(text, " "+name+":"+signed(m.Score)+";"...)
	}
	if remark := line(p.Comment); remark != "" {
		text = append(text, " % "+remark...)
	}
	_, err := w.Write(append(text, '\n'))
	return err
}
