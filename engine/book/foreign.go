package book

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Format is a format for books other than that of [Open].
type Format struct {
	Name      string // such as "edax"
	Extension string // of its files, such as ".dat"
	About     string // the program that reads it
	// Write writes a book. It returns one sentence for each kind of data that the format cannot hold.
	Write func(d *Draft, w io.Writer) (dropped []string, err error)

	magic string // the beginning of a file; "" = text
	read  func(r *bufio.Reader) (*Draft, []string, error)
}

// Formats returns all formats.
func Formats() []Format {
	return []Format{
		{Name: "text", Extension: ".txt", About: "one line per position, to read and to edit",
			Write: func(d *Draft, w io.Writer) ([]string, error) { return nil, d.WriteText(w) }},
		{Name: "edax", Extension: ".dat", About: "Edax 4", magic: edaxMagic, Write: (*Draft).writeEdax, read: readEdax},
		{Name: "egaroucid", Extension: ".egbk3", About: "Egaroucid 6.5.1 and later", magic: egaroucidMagic,
			Write: (*Draft).writeEgaroucid, read: readEgaroucid},
	}
}

// Import reads a book in any of the formats, or of [Open], which it recognises by its beginning. It returns
// one sentence for each kind of data that a book cannot hold, or that was inconsistent. Errors in the file
// are bad input, and state the line or the offset, the field, its value and what was expected.
func Import(r io.Reader) (d *Draft, dropped []string, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	head, err := in.Peek(16)
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	for _, f := range Formats() {
		if f.read != nil && bytes.HasPrefix(head, []byte(f.magic)) {
			return f.read(in)
		}
	}
	if !isBook(head) {
		d, err = ReadText(in)
		return d, nil, err
	}
	data, err := io.ReadAll(in)
	if err == nil {
		d, err = decode(data)
	}
	return d, nil, err
}

// A source reads the fields of a binary file, in little-endian order, up to the first error.
type source struct {
	r   *bufio.Reader
	at  int64 // offset of the next byte
	err error
}

// read reads a value of fixed size.
func (s *source) read(v any) {
	if s.err != nil {
		return
	}
	if s.err = binary.Read(s.r, binary.LittleEndian, v); s.err == nil {
		s.at += int64(binary.Size(v))
	} else if s.err == io.EOF || s.err == io.ErrUnexpectedEOF {
		s.err = errEnd
	}
}

// check keeps the first error, of a field at an offset.
func (s *source) check(at int64, err error) {
	if s.err == nil && err != nil {
		s.at, s.err = at, err
	}
}

// within returns an error unless a field is in a range.
func within(field string, value, least, most int) error {
	if value < least || value > most {
		return fmt.Errorf("%s %d: want %d to %d", field, value, least, most)
	}
	return nil
}

// A stated is a position as another program states it.
type stated struct {
	board  engine.Board
	value  int
	level  int           // of the search, 0 to 60
	square engine.Square // of the leaf; None = no leaf or a pass
	score  int           // of the leaf
	depth  int           // level of the leaf's search
	links  engine.Set    // moves that are said to stay in the book
	at     int64         // its offset in the file
}

// A foreign collects the positions of another program's book.
type foreign struct {
	at   map[engine.Board]*stated // by least board
	lost map[string]int           // what the book does not hold, with numbers
}

// readForeign reads the positions of a book, whose number is count, and the end of the file. next reads one.
func readForeign(s *source, count int32, next func() stated) (*foreign, error) {
	s.check(s.at-4, within("number of positions", int(count), 0, math.MaxInt32))
	f := &foreign{at: map[engine.Board]*stated{}, lost: map[string]int{}}
	for i := 0; i < int(count) && s.err == nil; i++ {
		at := s.at
		p := next()
		if p.at = at; s.err == nil {
			s.err = f.add(&p)
		}
		if s.err != nil {
			s.at, s.err = at, fmt.Errorf("position %d of %d: %w", i+1, count, s.err)
		}
	}
	if _, err := s.r.ReadByte(); s.err == nil && err != io.EOF {
		s.err = cmp.Or(err, errors.New("want the end of the file, after the last position"))
	}
	if s.err != nil {
		return nil, fault.BadInput(fmt.Errorf("byte %d: %w", s.at, s.err))
	}
	return f, nil
}

// add adds a position after a check of everything that does not depend on other positions.
func (f *foreign) add(p *stated) error {
	b := p.board
	legal := b.Moves()
	both := b.Mine & b.Theirs
	if err := cmp.Or(within("value", p.value, -64, 64), within("level", p.level, 0, 60)); err != nil {
		return err
	}
	switch {
	case both != 0:
		return fmt.Errorf("discs: both sides have a disc on %v: want at most one", both.First())
	case p.links&^legal != 0:
		return fmt.Errorf("link %v: want a legal move of %v", (p.links &^ legal).First(), engine.Position{Board: b})
	case p.square != engine.None && !legal.Has(p.square):
		return fmt.Errorf("leaf %v: want a legal move of %v", p.square, engine.Position{Board: b})
	case p.square != engine.None:
		if err := cmp.Or(within("score of the leaf", p.score, -64, 64),
			within("level of the leaf", p.depth, 0, 60)); err != nil {
			return err
		}
	}
	least, by := b.Canonical()
	if before, again := f.at[least]; again {
		return fmt.Errorf("discs: the position of byte %d again: want each position once", before.at)
	}
	f.at[least] = p
	if p.board, p.links = least, by.Set(p.links); p.square != engine.None {
		p.square = by.Square(p.square)
	}
	return nil
}

// draft returns the book of the positions, and what it does not hold beside the given fields. The value of a
// position is the best of its leaf and its moves inside the book. If this is not the stated value, the leaf
// gets that value, and its move becomes unknown.
func (f *foreign) draft(s Settings, fields string) (*Draft, []string, error) {
	var nodes []*node
	for _, p := range slices.Collect(maps.Values(f.at)) {
		switch {
		case p.board.Over():
			f.lost["position where the game is over"]++
			continue
		case p.board.Moves() == 0: // the other side's position takes its place
			p.board, p.value = p.board.Pass().Least(), -p.value
			if f.at[p.board] != nil {
				continue
			}
			f.at[p.board] = p
		}
		nodes = append(nodes, newNode(p.board))
	}
	d := newDraft(s, nodes)
	for _, n := range slices.Backward(d.nodes) {
		f.settle(d, n, f.at[n.board])
	}
	d.negamax() // for the links
	dropped := []string{fields}
	for _, what := range slices.Sorted(maps.Keys(f.lost)) {
		dropped = append(dropped, fmt.Sprintf("%s × %s", text.Number(f.lost[what]), what))
	}
	return d, dropped, nil
}

// settle gives a position its leaf and its value. Those of later positions are known.
func (f *foreign) settle(d *Draft, n *node, p *stated) {
	for s := range p.links.All() {
		if to, _ := next(n.board.Play(s).Least()); !d.has(to) {
			f.lost["link to no position of the book"]++
		}
	}
	outside := false
	n.value = -64
	for _, m := range n.moves {
		in, value := d.inside(m)
		switch {
		case in:
			n.value = max(n.value, value)
			continue
		case p.square < engine.None && n.board.Play(p.square).Least() == n.board.Play(m.square).Least():
			n.leaf = n.foreignLeaf(m.square, p.score, p.depth)
		}
		outside = true
	}
	if outside && (n.leaf == noLeaf || max(n.value, n.leaf.Score) != p.value) {
		if n.leaf != noLeaf {
			f.lost["leaf move with a score that contradicts the value of its position"]++
		}
		n.leaf = n.foreignLeaf(engine.None, p.value, max(p.level, 1))
	}
	if n.leaf != noLeaf {
		n.value = max(n.value, n.leaf.Score)
	}
	if n.value != p.value {
		f.lost["value of a position that does not follow from its moves"]++
	}
}

// foreignLeaf returns a leaf that another program searched at a level. Level 60 is exact.
func (n *node) foreignLeaf(s engine.Square, score, level int) leaf {
	return leaf{s, score, min(level, n.board.Empty().Len()), level == 60}
}

// foreignSettings are the settings of a book whose searches were made by another program at a level.
func foreignSettings(program string, level int) Settings {
	return Settings{Plies: 60, MinGames: 1, Depth: min(max(level, 1), 60), Level: deep.Sure73,
		Evaluator: program, HashBytes: 16 << 20}
}

// lost describes the data of our books that the formats of other programs do not hold.
const lost = "the games of positions and moves, and the settings other than the depth"

// own returns a position's board as one of ours.
func own(mine, theirs uint64) engine.Board {
	return engine.Board{Mine: engine.Set(mine), Theirs: engine.Set(theirs), Shape: engine.Full}
}

// levelOf returns the level of a position for other programs: the depth of its leaf, and 60 for exact ones.
func (d *Draft) levelOf(n *node) uint8 {
	switch {
	case n.leaf == noLeaf:
		return uint8(d.Settings.Depth)
	case n.leaf.Exact:
		return 60
	}
	return uint8(min(max(n.leaf.Depth, 1), 59))
}
