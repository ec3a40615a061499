package book

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/blocks"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// layout describes the file of a book: a file of blocks, one for each bucket of positions by [keyOf], and one
// with the settings as JSON. The footer is the number of positions. A block consists of records by key:
//
//	length   of the rest, as a varint
//	discs    of the side to move and of the other, 8 bytes each
//	value    of the position
//	links    their number, then for each move that stays in the book its square and its value
//	games    that reached the position, as a varint
//	leaf     its square, score, depth, and 1 if the score is exact
//	played   the number of moves that were played, then for each its square and its games as a varint
//
// Numbers without a size take a byte. Values of links follow from the positions that they lead to. They are
// stored so that a look-up reads a single block.
var layout = blocks.Layout{Magic: "OFLBOOK2", Footer: 8, Extra: 1, Damaged: errFormat}

// perBlock is the approximate number of positions in a block.
const perBlock = 32

// errFormat is wrapped by errors for files that are damaged or not a book.
var errFormat error = fault.Kind("not a sound book")

// ErrOther is wrapped by the error of [Open] for a file that does not begin as a book does.
var ErrOther = fmt.Errorf("%w: byte 0: want the beginning of a book, %q", errFormat, layout.Magic)

// isBook reports whether a file with this beginning is a book.
func isBook(head []byte) bool {
	return bytes.HasPrefix(head, []byte(layout.Magic)) || bytes.HasPrefix(head, []byte(magic1[:8]))
}

// keyOf returns the key of a least board: the finalizer of SplitMix64.
func keyOf(b engine.Board) uint64 {
	x := uint64(b.Mine)*0x9e3779b97f4a7c15 + uint64(b.Theirs)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// appendCounts appends the games, the leaf and the played moves.
func (n *node) appendCounts(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(n.games))
	exact := byte(0)
	if n.leaf.Exact {
		exact = 1
	}
	dst = append(dst, byte(n.leaf.Square), byte(int8(n.leaf.Score)), byte(n.leaf.Depth), exact,
		byte(len(n.played)))
	for _, p := range n.played {
		dst = binary.AppendUvarint(append(dst, byte(p.square)), uint64(p.games))
	}
	return dst
}

// record returns a position without the length of its record.
func (n *node) record() []byte {
	r := binary.LittleEndian.AppendUint64(make([]byte, 0, 128), uint64(n.board.Mine))
	r = binary.LittleEndian.AppendUint64(r, uint64(n.board.Theirs))
	r = append(r, byte(int8(n.value)), byte(len(n.links)))
	for _, l := range n.links {
		r = append(r, byte(l.square), byte(int8(l.value)))
	}
	return n.appendCounts(r)
}

// decodeRecord decodes a position without its moves.
func decodeRecord(data []byte) (*node, error) {
	d := decoder{content: data}
	n := &node{board: d.board()}
	head := d.bytes(2)
	n.value = int(int8(head[0]))
	d.check(within("value", n.value, -64, 64))
	n.links = make([]link, head[1])
	for i := range n.links {
		l := d.bytes(2)
		n.links[i] = link{engine.Square(l[0]), int(int8(l[1]))}
		d.check(within("value of a link", n.links[i].value, -64, 64))
	}
	d.counts(n)
	if d.at < len(data) {
		d.check(fmt.Errorf("%d bytes behind a position", len(data)-d.at))
	}
	return n, d.err
}

// Write writes the book to a file with [durable.Replace].
func (d *Draft) Write(path string) error { return durable.Replace(path, d.write) }

// write writes the file of the book.
func (d *Draft) write(w io.Writer) error {
	nodes := slices.Clone(d.nodes)
	slices.SortFunc(nodes, func(x, y *node) int { return compareKeys(x.board, y.board) })
	return writeNodes(w, d.Settings, len(nodes), slices.Values(nodes))
}

// writeNodes writes a file of positions, which must be in the order of compareKeys.
func writeNodes(w io.Writer, s Settings, count int, nodes iter.Seq[*node]) error {
	settings, err := json.Marshal(s)
	if err != nil {
		return err
	}
	out, err := layout.Create(w)
	if err != nil {
		return err
	}
	bits := blocks.Bits(count, perBlock)
	var block []byte
	bucket := uint64(0)
	endBefore := func(next uint64) {
		for ; bucket < next; bucket++ {
			err = cmp.Or(err, out.Append(block, blocks.Entry(nil, block)))
			block = block[:0]
		}
	}
	for n := range nodes {
		endBefore(keyOf(n.board) >> (64 - bits))
		r := n.record()
		block = append(binary.AppendUvarint(block, uint64(len(r))), r...)
	}
	endBefore(1 << bits)
	err = cmp.Or(err, out.Append(settings, blocks.Entry(nil, settings)))
	return cmp.Or(err, out.Finish(binary.LittleEndian.AppendUint64(nil, uint64(count)), bits))
}

// Open opens a file written by [Draft.Write], or the shipped book if the path is [SmallName]. It reads only
// the directory of the file; look-ups read the blocks that they need. A book of version 1 is read as a whole.
// If the file is not a valid book, the error is bad input and states the offset.
func Open(path string) (*Book, error) {
	if path == SmallName {
		return Small()
	}
	f, err := durable.Open(path)
	if err != nil {
		return nil, err
	}
	b, err := openFile(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	b.path, b.file = path, f
	return b, nil
}

// openFile opens a book of any version.
func openFile(f *os.File) (*Book, error) {
	head := make([]byte, len(layout.Magic))
	if _, err := io.ReadFull(f, head); err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !isBook(head):
		return nil, ErrOther
	case info.Mode().IsRegular() && string(head) == layout.Magic:
		return open(f, info.Size())
	}
	data, err := io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(head), f), mostBytes+1))
	if err != nil {
		return nil, err
	}
	return openBytes(data)
}

// openBytes opens a book of any version.
func openBytes(data []byte) (*Book, error) {
	if !bytes.HasPrefix(data, []byte(layout.Magic)) {
		d, err := decode1(data)
		if err != nil {
			return nil, err
		}
		if data, err = d.encode(); err != nil {
			return nil, err
		}
	}
	return open(bytes.NewReader(data), int64(len(data)))
}

// decode reads the whole of a book of any version.
func decode(data []byte) (*Draft, error) {
	b, err := openBytes(data)
	if err != nil {
		return nil, err
	}
	return b.draft()
}

// encode returns the bytes of the book's file.
func (d *Draft) encode() ([]byte, error) {
	var out bytes.Buffer
	err := d.write(&out)
	return out.Bytes(), err
}

// open opens a book of the current version.
func open(r io.ReaderAt, size int64) (*Book, error) {
	f, err := layout.Open(r, size)
	if err != nil {
		return nil, err
	}
	b := &Book{blocks: f, positions: int(binary.LittleEndian.Uint64(f.Footer))}
	settings, err := f.Block(f.Buckets())
	if err == nil {
		err = cmp.Or(durable.Strict(settings, &b.Settings), b.Settings.Check())
	}
	if err != nil {
		return nil, fmt.Errorf("%w: byte %d: settings: %v", errFormat, f.Offset(f.Buckets()), err)
	}
	if b.positions < 0 || int64(b.positions) > size/16 {
		return nil, fmt.Errorf("%w: %d positions in %d bytes", errFormat, b.positions, size)
	}
	return b, nil
}

// Close closes the file of the book.
func (b *Book) Close() error {
	if b == nil || b.file == nil {
		return nil
	}
	return b.file.Close()
}

// find returns a position, without its moves, or nil if the book does not contain the least board.
func (b *Book) find(board engine.Board) (*node, error) {
	bucket := b.blocks.Bucket(keyOf(board))
	block, err := b.blocks.Block(bucket)
	if err != nil {
		return nil, b.inFile(err)
	}
	want := binary.LittleEndian.AppendUint64(make([]byte, 0, 16), uint64(board.Mine))
	want = binary.LittleEndian.AppendUint64(want, uint64(board.Theirs))
	d := decoder{content: block}
	for d.at < len(block) && d.err == nil {
		if r := d.bytes(d.number()); bytes.HasPrefix(r, want) && d.err == nil {
			var n *node
			if n, d.err = decodeRecord(r); d.err == nil {
				return n, nil
			}
		}
	}
	return nil, b.inBlock(bucket, d)
}

// inFile names the file in an error.
func (b *Book) inFile(err error) error {
	if b.path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", b.path, err)
}

// inBlock returns the error of a decoder of a block.
func (b *Book) inBlock(bucket int, d decoder) error {
	if d.err == nil {
		return nil
	}
	return b.inFile(fmt.Errorf("%w: byte %d: %v", errFormat, b.blocks.Offset(bucket)+int64(d.at), d.err))
}

// Read reads a whole book, which [Open] can open, in order to change it. Errors are as those of Open.
func Read(path string) (*Draft, error) {
	b, err := Open(path)
	if err != nil {
		return nil, err
	}
	d, err := b.draft()
	return d, errors.Join(err, b.Close())
}

// draft reads the whole book, and checks all of it.
func (b *Book) draft() (*Draft, error) {
	nodes, records := make([]*node, 0, b.positions), map[*node][]byte{}
	for bucket := range b.blocks.Buckets() {
		block, err := b.blocks.Block(bucket)
		if err != nil {
			return nil, b.inFile(err)
		}
		d := decoder{content: block}
		for first := len(nodes); d.at < len(block) && d.err == nil; {
			r := d.bytes(d.number())
			n, err := decodeRecord(r)
			d.check(cmp.Or(err, n.complete()))
			if b.blocks.Bucket(keyOf(n.board)) != bucket ||
				len(nodes) > first && compareKeys(nodes[len(nodes)-1].board, n.board) >= 0 {
				d.check(errors.New("positions out of order"))
			}
			nodes, records[n] = append(nodes, n), r
		}
		if err := b.inBlock(bucket, d); err != nil {
			return nil, err
		}
	}
	if len(nodes) != b.positions {
		return nil, b.inFile(fmt.Errorf("%w: %d positions, want %d", errFormat, len(nodes), b.positions))
	}
	d, err := assemble(b.Settings, nodes)
	for i := 0; err == nil && i < len(nodes); i++ {
		if n := nodes[i]; !bytes.Equal(n.record(), records[n]) {
			err = fmt.Errorf("%w: %v: want the value %+d and links that follow from its moves", errFormat,
				engine.Position{Board: n.board}, n.value)
		}
	}
	if err != nil {
		return nil, b.inFile(err)
	}
	return d, nil
}

// compareKeys orders the positions of a file.
func compareKeys(x, y engine.Board) int {
	return cmp.Or(cmp.Compare(keyOf(x), keyOf(y)), compareBoards(x, y))
}

// A Soundness is the result of [Book.Verify].
type Soundness struct {
	Positions int `json:"positions"`
	Links     int `json:"links"`   // moves from positions of the book to others
	Orphans   int `json:"orphans"` // positions to which no move of the book leads, other than the start
}

// Verify reads the whole book. It returns an error that is bad input if a part of the file is damaged, if a
// link is wrong, or if a value does not follow from the leaves.
func (b *Book) Verify() (s Soundness, err error) {
	d, err := b.draft()
	if err != nil {
		return s, err
	}
	led := map[engine.Board]bool{engine.Standard().Least(): true}
	for _, n := range d.nodes {
		for _, m := range n.moves {
			if d.has(m.to) {
				led[m.to] = true
				s.Links++
			}
		}
	}
	for _, n := range d.nodes {
		if s.Positions++; !led[n.board] {
			s.Orphans++
		}
	}
	return s, nil
}
