package notation

import (
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

const boardsName = "boards"

// Boards is a format for positions of 64 characters, one per line, in the forms that programs exchange:
//
//	---------------------------OX------XO--------------------------- X
//	8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *
//	---------------------------OX------XO--------------------------- Black 19 -2
//	---------------------------OX------XO--------------------------- -2
//
// Edax, the FFO and scrZebra use the first form, with any letters that [engine.ParsePosition] accepts. GGS
// and NBoard use the second (BO in GGF). Other sets of endgames use the third: after the side to move come
// the best move (a1 = 0 … h8 = 63) and its score for that side. Egaroucid's training data uses the last: X is
// the side to move and is read as black, and the number is the score of the position. A score without a move
// is stored under [engine.None]. Lines of OBF are accepted too. Blank lines and comments (#, % or //) are
// skipped. There is no specification.
//
// The writer writes only positions, in the form of [engine.Position.String], without moves and scores.
var Boards = Format{
	Name: boardsName, About: "positions of 64 characters: Edax, NBoard, GGS, Egaroucid",
	Extensions: []string{".pos"}, ReadProblems: readBoards, WriteProblem: writeBoards, sniff: sniffBoards,
}

func readBoards(r io.Reader) iter.Seq2[Problem, error] {
	return eachLine(r, boardsName, remark, parseBoards)
}

func parseBoards(l text.Line) (Problem, *flaw) {
	if strings.Contains(l.Text, ";") {
		return parseOBF(l)
	}
	p := Problem{Line: l.Number}
	end := boardEnd(l.Text)
	board, words := l.Text[:end], strings.Fields(l.Text[end:])
	start := 0
	if rest := strings.TrimLeft(board, " \t"); strings.HasPrefix(rest, "8 ") {
		start = len(board) - len(rest) + 2
	}
	side := "X"
	if len(words) > 0 && sideWord(words[0]) != "" {
		side, words = sideWord(words[0]), words[1:]
	} else if len(words) != 1 {
		return p, &flaw{end, cut(strings.TrimSpace(l.Text[end:])), "the side to move", ErrSyntax}
	}
	var f *flaw
	if p.Position, f = parseBoard(board[start:] + " " + side); f != nil {
		f.at = min(f.at+start, len(l.Text))
		return p, f
	}
	return p, p.numbers(words, end)
}

// boardEnd returns the offset after the 64th square, or the end of the text if it has fewer squares.
func boardEnd(text string) int {
	i, n := 0, 0
	if rest := strings.TrimLeft(text, " \t"); strings.HasPrefix(rest, "8 ") {
		i = len(text) - len(rest) + 2
	}
	for ; i < len(text) && n < 64; i++ {
		if text[i] != ' ' && text[i] != '\t' {
			n++
		}
	}
	return i
}

// sideWord returns X or O for a word that names a side, and "" for other words.
func sideWord(word string) string {
	switch strings.ToLower(word) {
	case "x", "*", "b", "black":
		return "X"
	case "o", "w", "white":
		return "O"
	}
	return ""
}

// numbers reads the numbers after the side: none, a score, or a move and its score.
func (p *Problem) numbers(words []string, at int) *flaw {
	if len(words) == 0 {
		return nil
	}
	m := Scored{Move: engine.None}
	if len(words) == 2 {
		n, err := strconv.ParseUint(words[0], 10, 8)
		if err != nil || n > 63 {
			return &flaw{at, cut(words[0]), "the number of a square, 0 to 63", ErrSyntax}
		}
		m.Move, words = engine.Square(n), words[1:]
		if legal := p.Board.Moves(); !legal.Has(m.Move) {
			return &flaw{at: at, err: &engine.IllegalMoveError{Move: m.Move, Position: p.Position, Legal: legal}}
		}
	}
	x, ok := number(words[0])
	if !ok || len(words) > 1 {
		return &flaw{at, cut(words[0]), "a score", ErrSyntax}
	}
	m.Score = x
	p.Moves = append(p.Moves, m)
	return nil
}

func writeBoards(w io.Writer, p Problem) error {
	_, err := io.WriteString(w, p.Position.String()+"\n")
	return err
}
