package book

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Names of sets of positions.
const (
	Endgames = "endgames" // 313 puzzles, of 8 to 16 empty squares, with ratings
	Exact22  = "exact22"  // 2,000 positions of 20 to 22 empty squares, to measure evaluators
)

//go:embed ffo.bin
var ffoCodes []byte

// endgames has a position from each of many games of the WTHOR database. These commands create it:
//
//	outflank puzzles WTHOR -o games.obf --empties 8-16 --count 420
//	sed 's/\(% rating [0-9]*\);.*/\1/' games.obf > endgames.obf
//
//go:embed endgames.obf
var endgames string

// exact22 has a position from each of 2,000 games of the WTHOR database. These commands create it, the first
// in an hour of two processors:
//
//	outflank puzzles WTHOR -o games.obf --empties 20-22 --exact 22 --every --count 2000
//	sed 's/ % .*//' games.obf | gzip -9n > exact22.obf.gz
//
//go:embed exact22.obf.gz
var exact22 []byte

// Problems returns positions with the exact values of their moves, and the number of the first position. The
// name ffo selects the endgame tests #1 to #79 of the Fédération Française d'Othello; ffo:40-49 and ffo:40
// select some of them, [Endgames] and [Exact22] other sets, and other names none. A number out of range is a
// misuse error.
func Problems(name string) (list []notation.Problem, number int, err error) {
	set, part, isPart := strings.Cut(name, ":")
	switch set {
	case "ffo":
		for rest := ffoCodes; len(rest) > 0; {
			var p notation.Problem
			p, rest = decodeProblem(rest)
			list = append(list, p)
		}
	case Endgames:
		list, err = readOBF(strings.NewReader(endgames))
	case Exact22:
		var text io.Reader
		if text, err = gzip.NewReader(bytes.NewReader(exact22)); err == nil {
			list, err = readOBF(text)
		}
	default:
		return nil, 0, nil
	}
	if err != nil || !isPart {
		return list, 1, err
	}
	from, to, isRange := strings.Cut(part, "-")
	if !isRange {
		to = from
	}
	first, err1 := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || first < 1 || last < first || last > len(list) {
		return nil, 0, fault.Misuse(fmt.Errorf("%s: want numbers from 1 to %d, as in %s:40-49 or %s:40", name,
			len(list), set, set))
	}
	return list[first-1 : last], first, nil
}

func readOBF(text io.Reader) (list []notation.Problem, err error) {
	for p, err := range notation.OBF.ReadProblems(text) {
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// decodeProblem decodes a position: the discs of the mover and of the opponent as big-endian words, a byte
// with the colour of the mover (0 black, 1 white), a byte with the number of moves, and for each move its
// square and its value.
func decodeProblem(code []byte) (p notation.Problem, rest []byte) {
	p.Color = engine.Color(code[16])
	p.Board = engine.Board{
		Mine: engine.Set(binary.BigEndian.Uint64(code)), Theirs: engine.Set(binary.BigEndian.Uint64(code[8:])),
		Shape: engine.Full,
	}
	n := int(code[17])
	rest = code[18:]
	for range n {
		p.Moves = append(p.Moves, notation.Scored{Move: engine.Square(rest[0]), Score: float64(int8(rest[1]))})
		rest = rest[2:]
	}
	return p, rest
}
