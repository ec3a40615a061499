package book

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// written returns a book in a format.
func written(t testing.TB, d *Draft, format string) []byte {
	t.Helper()
	for _, f := range Formats() {
		if f.Name == format {
			var out bytes.Buffer
			if _, err := f.Write(d, &out); err != nil {
				t.Fatal(err)
			}
			return out.Bytes()
		}
	}
	t.Fatal(format)
	return nil
}

// imported reads a book.
func imported(t testing.TB, data []byte) *Draft {
	t.Helper()
	d, _, err := Import(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sameBook reports the first difference of two books in positions, values, links or, if leaves is set, leaves.
func sameBook(a, b *Draft, leaves bool) error {
	if a.Len() != b.Len() {
		return fmt.Errorf("%d positions, want %d", b.Len(), a.Len())
	}
	for _, n := range a.nodes {
		m := b.at[n.board]
		switch {
		case m == nil:
			return fmt.Errorf("no position %v", n.board)
		case m.value != n.value:
			return fmt.Errorf("%v: value %d, want %d", n.board, m.value, n.value)
		case !slices.Equal(m.links, n.links):
			return fmt.Errorf("%v: links %v, want %v", n.board, m.links, n.links)
		case leaves && (m.leaf.Square != n.leaf.Square || m.leaf.Score != n.leaf.Score || m.leaf.Exact != n.leaf.Exact):
			return fmt.Errorf("%v: leaf %v, want %v", n.board, m.leaf, n.leaf)
		}
	}
	return nil
}

// withPasses returns a small book of late positions, in some of which the opponent has to pass, with random
// leaves.
func withPasses(t testing.TB, seed uint64) *Draft {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	nodes := map[engine.Board]*node{}
	for passes := 0; passes < 3 || len(nodes) < 60; {
		b := engine.Standard()
		for b.Moves() != 0 {
			if b.Empty().Len() < 12 || b.Empty().Len() > 56 {
				if n := newNode(b.Least()); nodes[n.board] == nil && len(nodes) < 400 {
					nodes[n.board] = n
				}
			}
			after := b.Play(b.Moves().Nth(rng.IntN(b.Moves().Len())))
			if b = after; b.Moves() == 0 && !b.Over() {
				b = b.Pass()
				passes++
			}
		}
	}
	var list []*node
	for _, n := range nodes {
		list = append(list, n)
	}
	slices.SortFunc(list, func(x, y *node) int { return compareBoards(x.board, y.board) })
	for _, n := range list {
		var out []engine.Square
		for _, m := range n.moves {
			if nodes[m.to] == nil {
				out = append(out, m.square)
			}
		}
		if out != nil {
			n.leaf = leaf{out[rng.IntN(len(out))], rng.IntN(129) - 64, 1 + rng.IntN(min(8, n.board.Empty().Len())), rng.IntN(4) == 0}
		}
	}
	s := shallow
	s.Evaluator = "random"
	return newDraft(s, list)
}

// Law: a book that another program could read comes back with the same positions, values, links and leaves.
func FuzzForeignBooksComeBack(f *testing.F) {
	f.Add(uint64(1))
	f.Add(uint64(2))
	f.Fuzz(func(t *testing.T, seed uint64) {
		d := withPasses(t, seed)
		for _, format := range []string{"text", "edax", "egaroucid"} {
			data := written(t, d, format)
			again := imported(t, data)
			if err := sameBook(d, again, format != "egaroucid"); err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			if format != "egaroucid" && !bytes.Equal(written(t, again, format), data) { // not all levels return
				t.Errorf("%s: other bytes", format)
			}
			for _, n := range again.nodes {
				if err := n.checkLeaf(again.has); err != nil {
					t.Fatalf("%s: %v", format, err)
				}
			}
			sound(t, again)
		}
	})
}

// Law: every book that a reader accepts can be written in each format. Reading that file gives the same book.
func FuzzImportedBooksAreBooks(f *testing.F) {
	few := withPasses(f, 3)
	few = newDraft(few.Settings, nil)
	for _, n := range built(f, 2).nodes[:3] {
		n := newNode(n.board)
		n.leaf = leaf{n.moves[len(n.moves)-1].square, 3, 4, false}
		few.nodes = append(few.nodes, n)
	}
	few = newDraft(few.Settings, few.nodes)
	for _, n := range few.nodes {
		if len(n.links) == len(n.moves) {
			n.leaf = leaf{Square: engine.None}
		}
	}
	few.negamax()
	for _, format := range Formats() {
		f.Add(written(f, few, format.Name))
	}
	f.Add(encoded(f, few))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, _, err := Import(bytes.NewReader(data))
		if err != nil {
			if !fault.IsBadInput(err) {
				t.Fatal(err)
			}
			return
		}
		if sound(t, d); d.Len() > 1000 {
			return
		}
		for _, format := range Formats() {
			if err := sameBook(d, imported(t, written(t, d, format.Name)), false); err != nil {
				t.Fatalf("%s: %v", format.Name, err)
			}
		}
	})
}

// A plainEdax is a position of Edax's file, read with no code of the package.
type plainEdax struct {
	Mine, Theirs               uint64
	Wins, Draws, Losses, Lines uint32
	Value, Lower, Upper        int16
	Links, Level               uint8
}

type plainLink struct {
	Score int8
	Move  uint8
}

// The file of Edax has the layout that its source describes: a position for each of ours and for each pass
// between two of them, a link for each move inside the book, symmetric ones included, and a leaf or none.
func TestEdaxLayout(t *testing.T) {
	d := withPasses(t, 5)
	in := bytes.NewReader(written(t, d, "edax"))
	var head struct {
		Magic            [8]byte
		Version, Release uint8
		Date             [8]byte
		Options          [5]int32
		Count            int32
	}
	read := func(v any) {
		if err := binary.Read(in, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	read(&head)
	if string(head.Magic[:]) != "XADEKOOB" || head.Version != 4 || int(head.Options[0]) != d.Settings.Depth {
		t.Fatalf("%+v", head)
	}
	boards, passes := map[engine.Board]plainEdax{}, 0
	for range head.Count {
		var r plainEdax
		read(&r)
		links := make([]plainLink, r.Links+1)
		read(links)
		b := engine.Board{Mine: engine.Set(r.Mine), Theirs: engine.Set(r.Theirs), Shape: engine.Full}
		boards[b] = r
		if b != b.Least() || r.Lower > r.Value || r.Upper < r.Value || r.Level < 1 || r.Level > 60 {
			t.Fatalf("%v: %+v", b, r)
		}
		leaf := links[r.Links]
		if b.Moves() == 0 {
			passes++
			e := d.at[b.Pass().Least()]
			if r.Links != 1 || links[0] != (plainLink{int8(r.Value), 64}) || e == nil || int(r.Value) != -e.value {
				t.Fatalf("%v: a pass with %+v", b, links)
			}
			continue
		}
		best := -64
		if leaf.Move < 64 {
			best = int(leaf.Score)
		}
		for _, l := range links[:r.Links] {
			best = max(best, int(l.Score))
		}
		if n := d.at[b]; n == nil || int(r.Value) != n.value || best != n.value {
			t.Fatalf("%v: value %d, the best move has %d", b, r.Value, best)
		}
		moves := engine.Set(0)
		for _, l := range links[:r.Links] {
			moves |= engine.Square(l.Move).Set()
		}
		for s := range b.Moves().All() {
			after := b.Play(s)
			_, inside := boards[after.Least()]
			inside = inside || d.has(after.Least()) || after.Moves() == 0 && d.has(after.Pass().Least())
			if inside != moves.Has(s) {
				t.Fatalf("%v: a link %v: %v", b, s, inside)
			}
		}
		if all := moves.Len() == b.Moves().Len(); all != (leaf == plainLink{-127, 65}) || moves.Has(engine.Square(leaf.Move%64)) &&
			leaf.Move < 64 {
			t.Fatalf("%v: leaf %v beside %d links", b, leaf, moves.Len())
		}
	}
	if in.Len() > 0 || len(boards) != d.Len()+passes || passes == 0 {
		t.Errorf("%d bytes left, %d positions of which %d pass, want %d and passes", in.Len(), len(boards), passes, d.Len())
	}
}

// The file of Egaroucid has the layout that its manual describes: 25 bytes for each position, whose square a1 is
// the highest bit.
func TestEgaroucidLayout(t *testing.T) {
	d := withPasses(t, 6)
	data := written(t, d, "egaroucid")
	if head := "DICUORAGE\x03"; string(data[:10]) != head || binary.LittleEndian.Uint32(data[10:]) != uint32(d.Len()) ||
		len(data) != 14+25*d.Len() {
		t.Fatalf("%q, %d bytes", data[:14], len(data))
	}
	for r := data[14:]; len(r) > 0; r = r[25:] {
		b := engine.Board{Shape: engine.Full} // as a person would draw it, with a1 first
		mine, theirs := binary.LittleEndian.Uint64(r), binary.LittleEndian.Uint64(r[8:])
		for i := range 64 {
			b.Mine |= engine.Set(mine >> (63 - i) & 1 << i)
			b.Theirs |= engine.Set(theirs >> (63 - i) & 1 << i)
		}
		n := d.at[b.Least()]
		if n == nil || int(int8(r[16])) != n.value {
			t.Fatalf("%v: value %d", b, int8(r[16]))
		}
		if n.leaf == noLeaf {
			if !bytes.Equal(r[22:25], []byte{130, 125, 255}) || int(r[17]) != d.Settings.Depth {
				t.Fatalf("%v: leaf % x, want none", b, r[22:25])
			}
			continue
		}
		after := b.Play(engine.Square(63 - r[23]))
		if want := n.board.Play(n.leaf.Square); int(int8(r[22])) != n.leaf.Score || after.Least() != want.Least() ||
			r[24] != r[17] || int(r[24]) != n.leaf.Depth && r[24] != 60 {
			t.Fatalf("%v: leaf % x, want %v", b, r[22:25], n.leaf)
		}
	}
}

// The error for a damaged book of another program is bad input. It names the offset, the field and the expected
// value.
func TestForeignDamage(t *testing.T) {
	few := built(t, 2)
	if _, err := few.Prune(128, 2); err != nil {
		t.Fatal(err)
	}
	var at [3]int // of positions in Edax's file
	edax, egaroucid := written(t, few, "edax"), written(t, few, "egaroucid")
	at[0] = 42
	for i := 1; i < 3; i++ {
		at[i] = at[i-1] + 40 + 2*int(edax[at[i-1]+38]) + 2
	}
	for i := range edax {
		if _, _, err := Import(bytes.NewReader(edax[:i])); !fault.IsBadInput(err) {
			t.Fatalf("cut off at %d: %v", i, err)
		}
	}
	for i := range egaroucid {
		if _, _, err := Import(bytes.NewReader(egaroucid[:i])); !fault.IsBadInput(err) {
			t.Fatalf("cut off at %d: %v", i, err)
		}
	}
	put := func(data []byte, at int, bytes ...byte) []byte {
		data = slices.Clone(data)
		copy(data[at:], bytes)
		return data
	}
	leaf := at[0] + 40 + 2*int(edax[at[0]+38]) // of the start
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"version", put(edax, 8, 3), "byte 8: version 3: want 4 to 4"},
		{"no count", put(edax, 38, 255, 255, 255, 255), "byte 38: number of positions -1: want 0 to 2147483647"},
		{"a huge count", put(edax, 38, 255, 255, 255, 127), fmt.Sprintf("byte %d: position %d of 2147483647: ends here",
			len(edax), few.Len()+1)},
		{"too few", put(edax, 38, 1), "want the end of the file, after the last position"},
		{"value", put(edax, at[1]+32, 65, 0), fmt.Sprintf("byte %d: position 2 of %d: value 65: want -64 to 64", at[1], few.Len())},
		{"level", put(edax, at[1]+39, 61), "level 61: want 0 to 60"},
		{"discs", put(edax, at[1]+8, edax[at[1]:at[1]+8]...), "discs: both sides have a disc on "},
		{"again", put(edax, at[1], edax[at[0]:at[0]+16]...), "want "},
		{"link", put(edax, at[0]+41, 0), "link a1: want a legal move of "},
		{"pass", put(edax, at[0]+41, 64), "link with square 64: want 0 to 63, or 64 as the only link of a pass"},
		{"twice", put(edax, at[0]+43, edax[at[0]+41]), "again: want each move once"},
		{"score", put(edax, at[0]+40, 100), "value of a link 100: want -64 to 64"},
		{"leaf", put(edax, leaf+1, 70), "leaf with square 70: want 0 to 63, 64 for a pass, or 65 for none"},
		{"leaf", put(edax, leaf+1, 0), "leaf a1: want a legal move of "},
		{"egaroucid", put(egaroucid, 9, 2), "byte 9: version 2: want 3 to 3"},
		{"value", put(egaroucid, 14+16, 100), "byte 14: position 1 of "},
		{"level", put(egaroucid, 14+17, 61), "level 61: want -1 to 60"},
		{"again", append(put(egaroucid, 10, byte(few.Len()+1)), egaroucid[14:39]...), "discs: the position of byte 14 again: "},
		{"behind", append(slices.Clone(egaroucid), 1), "want the end of the file"},
		{"nothing", nil, "want a first line"},
	} {
		_, _, err := Import(bytes.NewReader(c.data))
		if !fault.IsBadInput(err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// Boards of other programs need not be the least of their images.
func TestTurnedBoards(t *testing.T) {
	d := withPasses(t, 8)
	data := written(t, d, "egaroucid")
	for i := 14; i < len(data); i += 25 {
		y := engine.Symmetry(i % engine.Symmetries)
		for _, at := range []int{i, i + 8} {
			set := engine.Set(binary.LittleEndian.Uint64(data[at:]))
			binary.LittleEndian.PutUint64(data[at:], uint64(y.Set(set)))
		}
		if data[i+23] < 64 {
			data[i+23] = byte(y.Square(engine.Square(data[i+23])))
		}
	}
	if err := sameBook(d, imported(t, data), true); err != nil {
		t.Error(err)
	}
}

// A position of Edax in which the side to move must pass, with a leaf, is the other side's position with a value
// and an unknown move.
func TestEdaxPassLeaf(t *testing.T) {
	d := withPasses(t, 7)
	var behind *node
	for _, n := range d.nodes {
		if p := n.board.Pass(); p.Moves() == 0 && !p.Over() {
			behind = n
		}
	}
	if behind == nil {
		t.Fatal("no pass")
	}
	pass := behind.board.Pass().Least()
	file := edaxHead{Version: edaxVersion, Level: 9, Count: 1}
	copy(file.Magic[:], edaxMagic)
	data, err := binary.Append(nil, binary.LittleEndian, file)
	if err == nil {
		data, err = binary.Append(data, binary.LittleEndian, edaxEntry{Mine: uint64(pass.Mine),
			Theirs: uint64(pass.Theirs), Value: 7, Level: 9})
	}
	if err == nil {
		data, err = binary.Append(data, binary.LittleEndian, edaxLink{7, edaxPass})
	}
	if err != nil {
		t.Fatal(err)
	}
	got := imported(t, data)
	n := got.at[behind.board.Least()]
	if got.Len() != 1 || n == nil || n.value != -7 || n.leaf.Square != engine.None || n.leaf.Score != -7 {
		t.Errorf("%d positions, %+v", got.Len(), n)
	}
}

// Positions keep the values of another program, even if its leaves come from shallower searches. The reader
// counts the values that it changes.
func TestEgaroucidValues(t *testing.T) {
	d := withPasses(t, 9)
	data := written(t, d, "egaroucid")
	last := d.nodes[d.Len()-1]
	want := -60
	data[14+25*(d.Len()-1)+16] = byte(int8(want))
	again, dropped, err := Import(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	n := again.at[last.board]
	if n.value != want || n.leaf.Square != engine.None || n.leaf.Score != want {
		t.Errorf("value %d, leaf %v", n.value, n.leaf)
	}
	if text := strings.Join(dropped, "\n"); !strings.Contains(text, "leaf move") {
		t.Errorf("dropped: %s", text)
	}
	e, ok, err := opened(t, again).Look(last.board)
	if err != nil || !ok || e.Value != want || slices.ContainsFunc(e.Moves, func(m Move) bool { return !m.AtMost }) {
		t.Errorf("%+v %v", e, err)
	}
	if again.lacks(n) || again.Settings.Evaluator != "Egaroucid" {
		t.Error("the leaf is to be searched again")
	}
	var text strings.Builder
	if err := errors.Join(again.WriteText(&text), sameBook(again, imported(t, []byte(text.String())), true)); err != nil {
		t.Error(cmp.Or(err, nil))
	}
}
