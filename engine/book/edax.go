package book

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A book of Edax 4 (R. Delorme, src/book.c of github.com/abulmo/edax-reversi) is little-endian: an edaxHead,
// then for each position an edaxEntry, the links, which are moves to other positions, and the leaf, each an
// edaxLink.
//
// Each position is the least of its images, as in this package. A position in which the side to move must
// pass is a position of its own, with a link or a leaf of the square edaxPass.
type edaxHead struct {
	Magic                           [8]byte
	Version, Release                uint8
	Date                            [8]byte // year in 2 bytes; month, day, hour, minute, second, padding
	Level, Empties, Midgame, Endcut int32   // options: search level, empty squares, errors of scores
	Verbosity                       int32
	Count                           int32 // of positions
}

type edaxEntry struct {
	Mine, Theirs               uint64 // discs of the side to move and of the other; bit 0 is a1
	Wins, Draws, Losses, Lines uint32
	Value, Lower, Upper        int16 // and its bounds
	Links                      uint8 // number of links
	Level                      uint8 // of the search
}

type edaxLink struct {
	Value  int8
	Square uint8
}

const (
	edaxMagic   = "XADEKOOB"
	edaxVersion = 4
	edaxRelease = 6
	edaxPass    = 64
)

// edaxNone is the leaf of a position without one.
var edaxNone = edaxLink{-127, 65}

// readEdax reads a book of Edax.
func readEdax(r *bufio.Reader) (*Draft, []string, error) {
	s := &source{r: r}
	var head edaxHead
	s.read(&head)
	s.check(8, within("version", int(head.Version), edaxVersion, edaxVersion))
	s.check(18, within("level", int(head.Level), 0, 60))
	f, err := readForeign(s, head.Count, s.edaxPosition)
	if err != nil {
		return nil, nil, err
	}
	return f.draft(foreignSettings("Edax", int(head.Level)),
		"the date, the options other than the level, and the counts and bounds of positions")
}

// edaxPosition reads a position.
func (s *source) edaxPosition() stated {
	var e edaxEntry
	s.read(&e)
	links := make([]edaxLink, int(e.Links)+1) // and the leaf
	s.read(links)
	last := links[e.Links]
	p := stated{board: own(e.Mine, e.Theirs), value: int(e.Value), level: int(e.Level), square: engine.None,
		score: int(last.Value), depth: int(e.Level)}
	passes := p.board.Moves() == 0
	for _, l := range links[:e.Links] {
		square := engine.Square(l.Square)
		s.check(s.at, within("value of a link", int(l.Value), -64, 64))
		switch {
		case l.Square == edaxPass && passes && e.Links == 1:
		case l.Square >= edaxPass:
			s.check(s.at, fmt.Errorf("link with square %d: want 0 to 63, or 64 as the only link of a pass", l.Square))
		case p.links.Has(square):
			s.check(s.at, fmt.Errorf("link %v again: want each move once", square))
		default:
			p.links |= square.Set()
		}
	}
	switch {
	case last.Square < edaxPass:
		if p.square = engine.Square(last.Square); p.links.Has(p.square) {
			s.check(s.at, fmt.Errorf("leaf %v: want a move that is no link", p.square))
		}
	case last.Square != edaxNone.Square && !(passes && last.Square == edaxPass):
		s.check(s.at, fmt.Errorf("leaf with square %d: want 0 to 63, 64 for a pass, or 65 for none", last.Square))
	}
	return p
}

// writeEdax writes the book for Edax.
func (d *Draft) writeEdax(w io.Writer) ([]string, error) {
	passes := map[engine.Board]*node{} // the positions of passes, with those behind them
	head := edaxHead{Version: edaxVersion, Release: edaxRelease, Level: int32(d.Settings.Depth), Empties: 61,
		Midgame: 2, Endcut: 1, Verbosity: 1} // no date: the same book has the same bytes
	copy(head.Magic[:], edaxMagic)
	for _, n := range d.nodes {
		head.Empties = min(head.Empties, int32(n.board.Empty().Len()+1))
		for _, m := range n.moves {
			if to := d.at[m.to]; to != nil && m.sign > 0 {
				passes[m.to.Pass().Least()] = to
			}
		}
	}
	head.Count = int32(len(d.nodes) + len(passes))
	out := bufio.NewWriter(w)
	write := func(v any) error { return binary.Write(out, binary.LittleEndian, v) }
	if err := write(head); err != nil {
		return nil, err
	}
	// Edax computes counts and bounds when it carries values back.
	position := func(b engine.Board, value int, level uint8, links []edaxLink, leaf edaxLink) error {
		slices.SortStableFunc(links, func(x, y edaxLink) int { return cmp.Compare(y.Value, x.Value) })
		return cmp.Or(write(edaxEntry{Mine: uint64(b.Mine), Theirs: uint64(b.Theirs), Value: int16(value),
			Lower: -64, Upper: 64, Links: uint8(len(links)), Level: level}), write(append(links, leaf)))
	}
	unknown := 0
	for _, n := range d.nodes {
		var links []edaxLink
		leaf := edaxNone
		for s := range n.board.Moves().All() { // symmetric ones as well
			to, sign := next(n.board.Play(s).Least())
			switch {
			case d.has(to):
				links = append(links, edaxLink{int8(sign * d.at[to].value), uint8(s)})
			case s == n.leaf.Square || n.leaf.Square == engine.None && leaf == edaxNone:
				leaf = edaxLink{int8(n.leaf.Score), uint8(s)}
			}
		}
		if n.leaf.Square == engine.None && leaf != edaxNone {
			unknown++
		}
		if err := position(n.board, n.value, d.levelOf(n), links, leaf); err != nil {
			return nil, err
		}
	}
	for _, board := range slices.SortedFunc(maps.Keys(passes), compareBoards) {
		value := -passes[board].value
		if err := position(board, value, uint8(d.Settings.Depth), []edaxLink{{int8(value), edaxPass}},
			edaxNone); err != nil {
			return nil, err
		}
	}
	dropped := []string{lost}
	if unknown > 0 {
		dropped = append(dropped, text.Plural(unknown, "position")+
			" whose best move out of the book is unknown, so the first one replaces it")
	}
	return dropped, out.Flush()
}
