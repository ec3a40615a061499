package book

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"io"

	"github.com/outflank/outflank/engine"
)

// A book of Egaroucid (T. Yamana, src/engine/book.hpp of github.com/Nyanyan/Egaroucid; "Book File Structure"
// in its manual), with the extension .egbk3, is little-endian: an egaroucidHead, then for each position an
// egaroucidEntry. Links are not stored: a move to another position is one.
type egaroucidHead struct {
	Magic   [9]byte
	Version uint8
	Count   int32 // of positions
}

// The half turn of a board is a symmetry, so the number of a bit is also our square on the board of our bits.
type egaroucidEntry struct {
	Mine, Theirs uint64 // discs of the side to move and of the other; bit 63 is a1
	Value, Level int8   // the level of a search, 70 for people
	Lines        uint32
	Leaf         int8  // its value
	Square       uint8 // the number of its bit
	LeafLevel    int8
}

const (
	egaroucidMagic   = "DICUORAGE"
	egaroucidVersion = 3
	egaroucidHuman   = 70
)

// egaroucidNone has the fields of an entry without a leaf.
var egaroucidNone = egaroucidEntry{Leaf: -126, Square: 125, LeafLevel: -1}

// readEgaroucid reads a book of Egaroucid.
func readEgaroucid(r *bufio.Reader) (*Draft, []string, error) {
	s := &source{r: r}
	var head egaroucidHead
	s.read(&head)
	s.check(9, within("version", int(head.Version), egaroucidVersion, egaroucidVersion))
	deepest := 0
	f, err := readForeign(s, head.Count, func() stated {
		var e egaroucidEntry
		s.read(&e)
		level := func(field string, level int8) int {
			if level == egaroucidHuman {
				return 59 // better than all searches, but not exact
			}
			s.check(s.at, within(field, int(level), -1, 60))
			return max(int(level), 0)
		}
		p := stated{board: own(e.Mine, e.Theirs), value: int(e.Value), level: level("level", e.Level),
			square: engine.None, score: int(e.Leaf), depth: level("level of the leaf", e.LeafLevel)}
		if e.Square < 64 && e.Leaf != egaroucidNone.Leaf {
			p.square = engine.Square(e.Square)
		}
		deepest = max(deepest, p.level)
		return p
	})
	if err != nil {
		return nil, nil, err
	}
	return f.draft(foreignSettings("Egaroucid", deepest),
		"the counts of lines, and the levels of positions with a leaf or with all moves in the book")
}

// writeEgaroucid writes the book for Egaroucid.
func (d *Draft) writeEgaroucid(w io.Writer) ([]string, error) {
	out := bufio.NewWriter(w)
	head := egaroucidHead{Version: egaroucidVersion, Count: int32(len(d.nodes))}
	copy(head.Magic[:], egaroucidMagic)
	err := binary.Write(out, binary.LittleEndian, head)
	for _, n := range d.nodes {
		e := egaroucidNone
		e.Mine, e.Theirs = uint64(n.board.Mine), uint64(n.board.Theirs)
		e.Value, e.Level = int8(n.value), int8(d.levelOf(n))
		if n.leaf.Square != engine.None {
			e.Leaf, e.Square, e.LeafLevel = int8(n.leaf.Score), uint8(n.leaf.Square), e.Level
		}
		err = cmp.Or(err, binary.Write(out, binary.LittleEndian, e))
	}
	return []string{lost}, cmp.Or(err, out.Flush())
}
