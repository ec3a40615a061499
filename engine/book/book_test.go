package book

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// shallow are settings that tests can afford.
var shallow = Settings{Plies: 8, MinGames: 2, Depth: 2, Evaluator: "mobility", HashBytes: 1 << 16}

// someGames yields random games from the start, the same for the same number.
func someGames(n int) iter.Seq2[engine.Game, error] {
	return func(yield func(engine.Game, error) bool) {
		rng := rand.New(rand.NewPCG(7, 7))
		for range n {
			g, err := engine.Game{Start: engine.StandardStart()}.WithRandomMoves(10, rng)
			if !yield(g, err) {
				return
			}
		}
	}
}

// counted returns the positions of random games, without leaves.
func counted(t testing.TB, s Settings) *Draft {
	t.Helper()
	d, err := Count(someGames(300), s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// built returns a book of random games, searched by some workers.
func built(t testing.TB, workers int) *Draft {
	t.Helper()
	d := counted(t, shallow)
	complete(t, d, Searcher{Workers: workers})
	return d
}

// complete searches for the leaves that a book lacks.
func complete(t testing.TB, d *Draft, r Searcher) {
	t.Helper()
	for _, err := range Build(t.Context(), d, r, filepath.Join(t.TempDir(), "work")) {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// opened returns a book as its file has it.
func opened(t testing.TB, d *Draft) *Book {
	t.Helper()
	b, err := openBytes(encoded(t, d))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func learn(t testing.TB, b *Draft, workers, positions int) {
	t.Helper()
	l := DefaultLearning
	l.Positions, l.Batch, l.Margin, l.Workers = positions, 8, 64, workers
	for _, err := range Learn(t.Context(), b, l) {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func encoded(t testing.TB, b *Draft) []byte {
	t.Helper()
	data, err := b.encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// plainValue is the value of a position by its definition, with no order, sign or cache of the book.
func plainValue(b *Draft, board engine.Board) int {
	n := b.at[board.Least()]
	best := -64
	if n.leaf != (leaf{Square: engine.None}) {
		best = n.leaf.Score
	}
	for s := range board.Moves().All() {
		after := board.Play(s)
		switch {
		case after.Moves() == 0 && b.at[after.Pass().Least()] != nil:
			best = max(best, plainValue(b, after.Pass()))
		case after.Moves() != 0 && b.at[after.Least()] != nil:
			best = max(best, -plainValue(b, after))
		}
	}
	return best
}

// The value of each position is the negamax of the leaves, in a book of games and after learning.
func TestNegamax(t *testing.T) {
	b := built(t, 2)
	learn(t, b, 2, 64)
	if b.Len() < 100 {
		t.Fatalf("%d positions, too few to test with", b.Len())
	}
	for _, n := range b.nodes {
		if want := plainValue(b, n.board); n.value != want {
			t.Fatalf("%v: value %d, want %d", n.board, n.value, want)
		}
		if err := errors.Join(n.checkGames(), n.checkLeaf(b.has)); err != nil {
			t.Fatal(err)
		}
	}
}

// Leaves of any scores: negamax is that of the definition.
func TestNegamaxOfRandomLeaves(t *testing.T) {
	b := built(t, 2)
	rng := rand.New(rand.NewPCG(3, 1))
	for range 20 {
		for _, n := range b.nodes {
			if n.leaf.Square != engine.None {
				n.leaf.Score = rng.IntN(129) - 64
			}
		}
		b.negamax()
		for _, n := range b.nodes {
			if want := plainValue(b, n.board); n.value != want {
				t.Fatalf("%v: value %d, want %d", n.board, n.value, want)
			}
		}
	}
}

// Any number of workers builds and learns the same bytes, in one go or in several.
func TestWorkers(t *testing.T) {
	want := built(t, 1)
	learn(t, want, 1, 48)
	for _, workers := range []int{2, 7} {
		b := built(t, workers)
		learn(t, b, workers, 16)
		b, err := decode(encoded(t, b))
		if err != nil {
			t.Fatal(err)
		}
		learn(t, b, workers, 32)
		if !bytes.Equal(encoded(t, b), encoded(t, want)) {
			t.Errorf("%d workers and an interruption learn another book", workers)
		}
	}
}

// Building that was interrupted resumes and ends as if it had not been.
func TestBuildResumes(t *testing.T) {
	want := encoded(t, built(t, 2))
	work := filepath.Join(t.TempDir(), "work")
	build := func(s Settings, until int) (d *Draft, last Progress, err error) {
		d = counted(t, s)
		for last, err = range Build(t.Context(), d, Searcher{}, work) {
			if err != nil || last.Done == until {
				break
			}
		}
		return d, last, err
	}
	if _, p, err := build(shallow, 20); err != nil || p.Done != 20 {
		t.Fatal(p, err)
	}
	other := shallow
	other.Depth++
	if _, _, err := build(other, -1); !errors.Is(err, ErrOtherWork) || !fault.IsBadInput(err) {
		t.Errorf("with other settings: %v", err)
	}
	d, p, err := build(shallow, -1)
	if err != nil || p.Resumed < 20 || !bytes.Equal(encoded(t, d), want) {
		t.Errorf("resumed at %d: %v, or another book", p.Resumed, err)
	}
}

// A learning that ctx ends leaves a whole book.
func TestLearnStops(t *testing.T) {
	b := built(t, 2)
	before := encoded(t, b)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var last error
	for _, last = range Learn(ctx, b, DefaultLearning) {
	}
	if !errors.Is(last, context.Canceled) || !bytes.Equal(encoded(t, b), before) {
		t.Errorf("%v, or the book changed", last)
	}
}

// Learning expands the cheapest leaf: with drops for nothing but a dear ply the shallowest,
// with cheap plies one that the best moves lead to.
func TestLearnBestFirst(t *testing.T) {
	b := built(t, 2)
	best := b.at[engine.Standard().Least()]
	for {
		m, ok := best.leafMove()
		if ok && best.leaf.Score == best.value {
			if got := b.cheapest(Learning{Price: 0, Margin: 64}, 1); len(got) != 1 || !onBestLine(b, got[0]) {
				t.Errorf("got %v, want a leaf without a drop such as %v", got, m.to)
			}
			return
		}
		next := best
		for _, m := range best.moves {
			if in, v := b.inside(m); in && v == best.value {
				next = b.at[m.to]
			}
		}
		if next == best {
			t.Fatal("no move has the value of the position")
		}
		best = next
	}
}

// onBestLine tells whether best moves alone lead from the start out of the book to a board.
func onBestLine(b *Draft, to engine.Board) bool {
	reached := map[engine.Board]bool{engine.Standard().Least(): true}
	for _, n := range b.nodes {
		if !reached[n.board] {
			continue
		}
		for _, m := range n.moves {
			if in, v := b.inside(m); in && v == n.value {
				reached[m.to] = true
			}
			if m.square == n.leaf.Square && n.leaf.Score == n.value {
				reached[m.to] = true
			}
		}
	}
	return reached[to]
}

// All symmetric images of a position have the same entry, in their own squares.
func TestLook(t *testing.T) {
	d := built(t, 2)
	b := opened(t, d)
	look := func(board engine.Board) Entry {
		e, ok, err := b.Look(board)
		if err != nil || !ok {
			t.Fatalf("%v: %v %v", board, ok, err)
		}
		return e
	}
	for _, n := range d.nodes {
		want := look(n.board)
		if want.Value != n.value || want.Moves[0].Drop != 0 || want.Moves[0].AtMost {
			t.Fatalf("%v: %+v, want the value %d", n.board, want, n.value)
		}
		for y := range engine.Symmetry(engine.Symmetries) {
			image := n.board.Transform(y)
			got := look(image)
			if len(got.Moves) != len(want.Moves) || got.Value != want.Value {
				t.Fatalf("%v: %+v", image, got)
			}
			for _, m := range got.Moves {
				after := image.Play(m.Square).Least()
				for _, o := range want.Moves {
					if n.board.Play(o.Square).Least() == after &&
						(o.Value != m.Value || o.Games != m.Games || o.Inside != m.Inside) {
						t.Fatalf("%v: %+v, want %+v", image, m, o)
					}
				}
			}
		}
	}
}

// Games are counted up to symmetry: each of the four first moves is one.
func TestCount(t *testing.T) {
	games := func(yield func(engine.Game, error) bool) {
		for _, text := range []string{"f5d6c3", "d3c5f6", "f5f6", "f5f4"} {
			g, err := engine.ParseGame(engine.StandardStart(), text)
			if !yield(g, err) {
				return
			}
		}
	}
	c, err := Count(games, Settings{Plies: 2, MinGames: 2, Depth: 1, HashBytes: 1 << 16})
	if err != nil || c.Len() != 3 {
		t.Fatalf("%d positions, %v: want the start, that after f5 and that of the perpendicular opening",
			c.Len(), err)
	}
	if n := c.nodes[1]; n.games != 4 || len(n.played) != 3 ||
		n.played[0].games+n.played[1].games+n.played[2].games != 4 {
		t.Errorf("after f5: %+v", n)
	}
}

func TestText(t *testing.T) {
	b := built(t, 2)
	var text strings.Builder
	if err := b.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	again, err := ReadText(strings.NewReader("\uFEFF# a comment\r\n\n" + text.String()))
	if err != nil || !bytes.Equal(encoded(t, again), encoded(t, b)) {
		t.Fatalf("%v, or another book", err)
	}
	lines := strings.SplitAfter(text.String(), "\n")
	for name, change := range map[string]func(string) string{
		"an unknown word":    func(s string) string { return strings.Replace(s, "games=", "gmaes=", 1) },
		"a wrong value":      func(s string) string { return strings.Replace(s, "value=", "value=6", 1) },
		"no leaf":            func(s string) string { return s[:strings.Index(s, " leaf=")] + "\n" },
		"a leaf of nowhere":  func(s string) string { return s[:strings.Index(s, " leaf=")] + " leaf=a1:0/2\n" },
		"twice":              func(s string) string { return s + s },
		"a board cut short":  func(s string) string { return s[10:] },
		"a line too long":    func(s string) string { return s[:len(s)-1] + strings.Repeat(" ", 1<<20) + "\n" },
		"games out of range": func(s string) string { return strings.Replace(s, "games=", "games=-", 1) },
	} {
		i := len(lines) - 2
		bad := strings.Join(lines[:i], "") + change(lines[i])
		_, err := ReadText(strings.NewReader(bad))
		line := 0
		if _, noLine := fmt.Sscanf(fmt.Sprint(err), "line %d:", &line); noLine != nil || line < i+1 ||
			!fault.IsBadInput(err) || strings.Contains(err.Error(), "bufio") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadText(strings.NewReader("")); !fault.IsBadInput(err) {
		t.Errorf("an empty text: %v", err)
	}
}

// Whatever byte is damaged or cut off, a book is refused and says so, by the part of it that is read.
func TestDamage(t *testing.T) {
	for version, data := range map[int][]byte{1: small, 2: encoded(t, built(t, 2))} {
		t.Run(fmt.Sprint(version), func(t *testing.T) { damage(t, data) })
	}
}

func damage(t *testing.T, data []byte) {
	for i := 0; i < len(data); i += 1 + len(data)/300 {
		bad := bytes.Clone(data)
		bad[i] ^= 0x10
		if _, err := decode(bad); !errors.Is(err, errFormat) || !fault.IsBadInput(err) {
			t.Fatalf("byte %d: %v", i, err)
		}
		if _, err := decode(data[:i]); !errors.Is(err, errFormat) {
			t.Fatalf("cut off at %d: %v", i, err)
		}
	}
}

// FuzzDecodeEncodes: what is read as a book is written as one that reads the same; the checksum is
// put right, so that the reader has to find the rest.
func FuzzDecodeEncodes(f *testing.F) {
	few := shallow
	few.Plies = 3 // few positions, so that inputs are quick
	c, err := Count(someGames(20), few)
	if err != nil {
		f.Fatal(err)
	}
	for _, n := range c.nodes {
		for _, m := range n.moves {
			if !slices.ContainsFunc(c.nodes, func(o *node) bool { return o.board == m.to }) {
				n.leaf = leaf{m.square, 2, 3, false}
			}
		}
	}
	f.Add(encoded(f, newDraft(few, c.nodes)))
	f.Add(small[:len(small)/100])
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := decode(sealed(data))
		if err != nil {
			if !errors.Is(err, errFormat) {
				t.Fatal(err)
			}
			return
		}
		again, err := decode(encoded(t, b))
		if err == nil {
			_, err = opened(t, b).Verify()
		}
		if err != nil || !bytes.Equal(encoded(t, again), encoded(t, b)) {
			t.Fatalf("%v, or another book", err)
		}
	})
}

// sealed puts the sums of a file right, as far as its parts can be found, which no fuzzer does.
func sealed(data []byte) []byte {
	const magic, footer = 8, 32
	data = bytes.Clone(data)
	if !bytes.HasPrefix(data, []byte(layout.Magic)) {
		if len(data) > 4 {
			binary.LittleEndian.PutUint32(data[len(data)-4:], durable.Sum(data[:len(data)-4]))
		}
		return data
	}
	if len(data) < magic+footer {
		return data
	}
	end := data[len(data)-footer:]
	length, bits := binary.LittleEndian.Uint64(end[8:]), binary.LittleEndian.Uint32(end[16:])
	if bits > 24 || uint64(len(data)) != magic+length+8*(1<<bits+1)+footer {
		return data
	}
	directory, rest := data[magic+length:len(data)-footer], data[magic:magic+length]
	for d := directory; len(d) > 0; d = d[8:] {
		n := min(uint64(binary.LittleEndian.Uint32(d)), uint64(len(rest)))
		binary.LittleEndian.PutUint32(d[4:], durable.Sum(rest[:n]))
		rest = rest[n:]
	}
	sum := durable.UpdateSum(durable.Sum(directory), end[:footer-4])
	binary.LittleEndian.PutUint32(end[footer-4:], sum)
	return data
}

// A book whose settings are out of range is refused, also where its checksum is right.
func TestSettingsOutOfRange(t *testing.T) {
	far := int64(1 << 50) // 0 as an int of 32 bits, which is out of range too
	for _, change := range []func(*Settings){
		func(s *Settings) { s.Level = -100 },
		func(s *Settings) { s.Level = deep.Exact + 1 },
		func(s *Settings) { s.Depth = 61 },
		func(s *Settings) { s.MinGames = 0 },
		func(s *Settings) { s.HashBytes = int(far) },
	} {
		s := shallow
		change(&s)
		data, err := newDraft(s, nil).encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decode(data); !errors.Is(err, errFormat) {
			t.Errorf("%+v: %v", s, err)
		}
	}
}
