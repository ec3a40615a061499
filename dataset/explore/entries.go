package explore

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// entries are the positions of games: an entry is the key of one and the game that reaches it with
// its next move. They are in the order of keys, those of a key in the order of rows.
type entries struct {
	keys []uint64
	refs []ref
}

// A ref is a row and what its game continues with, a move as it is on the canonical board.
type ref uint32

const (
	illegal = ref(engine.None)     // in place of a move: what follows is none
	ended   = ref(engine.None) + 1 // in place of a move: the game ends
	unused  = ref(math.MaxUint32)  // an entry that an illegal move has left free
)

func refOf(row int, move ref) ref { return ref(row)<<7 | move }

func (r ref) row() int  { return int(r >> 7) }
func (r ref) move() ref { return r & (1<<7 - 1) }

// keyOf returns the number by which a position is known, up to symmetry, and the symmetry that leads
// to the canonical one.
func keyOf(p engine.Position) (uint64, engine.Symmetry) {
	board, y := p.Board.Canonical()
	key := dataset.LeastHash(board)
	if p.Color == engine.White {
		key = ^key
	}
	return key, y
}

// collect replays all games.
func (s *memory) collect(ctx context.Context, workers int) (entries, error) {
	first := make([]int, len(s.rows)+1) // entry of each row
	for i := range s.rows {
		first[i+1] = first[i] + int(s.rows[i].plies) + 1
	}
	n := first[len(s.rows)]
	e := entries{make([]uint64, n), make([]ref, n)}
	err := inParts(ctx, workers, len(s.rows), 1024, func(from, to int) {
		for i := from; i < to; i++ {
			s.replay(i, e.keys[first[i]:first[i+1]], e.refs[first[i]:first[i+1]])
		}
	})
	if err != nil {
		return e, err
	}
	bounds := e.divide()
	err = inParts(ctx, workers, parts, 8, func(from, to int) {
		var scratch []entry
		for i := from; i < to; i++ {
			scratch = e.sort(bounds[i], bounds[i+1], scratch)
		}
	})
	used := len(e.refs)
	for used > 0 && e.refs[used-1] == unused { // they are last
		used--
	}
	return entries{e.keys[:used], e.refs[:used]}, err
}

// inParts does something for numbers below n, some at a time.
func inParts(ctx context.Context, workers, n, size int, do func(from, to int)) error {
	for _, err := range parallel.Map(ctx, workers, 2*workers, parallel.Numbers(0, (n+size-1)/size),
		func(_ context.Context, i int) (struct{}, error) {
			do(i*size, min(n, (i+1)*size))
			return struct{}{}, nil
		}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// replay sets the entries of a game.
func (s *memory) replay(n int, keys []uint64, refs []ref) {
	g := s.game(n)
	p, _ := g.Start.Turn()
	for i := range keys {
		key, y := keyOf(p)
		keys[i] = key
		if i == len(g.Moves) {
			refs[i] = refOf(n, ended)
			return
		}
		m := stats.CanonicalMove(p.Board, y, g.Moves[i])
		refs[i] = refOf(n, ref(m))
		if m == engine.None {
			for i++; i < len(keys); i++ {
				keys[i], refs[i] = math.MaxUint64, unused
			}
			return
		}
		p, _ = p.Play(g.Moves[i])
	}
}

// Keys are spread evenly over parts by their upper bits, so that each part is sorted in the cache.
const (
	partBits = 9
	parts    = 1 << partBits
)

func partOf(key uint64) int { return int(key >> (64 - partBits)) }

// divide brings the entries into the order of their parts, in place, and returns where these begin
// (McIlroy, Bostic and McIlroy, "Engineering Radix Sort", 1993: the American flag sort).
func (e *entries) divide() (bounds [parts + 1]int) {
	for _, key := range e.keys {
		bounds[partOf(key)+1]++
	}
	for i := range parts {
		bounds[i+1] += bounds[i]
	}
	next := bounds // where the next entry of each part goes
	for part := range parts {
		for next[part] < bounds[part+1] {
			i := next[part]
			to := partOf(e.keys[i])
			j := next[to]
			next[to]++
			e.keys[i], e.keys[j] = e.keys[j], e.keys[i]
			e.refs[i], e.refs[j] = e.refs[j], e.refs[i]
		}
	}
	return bounds
}

type entry struct {
	key uint64
	ref ref
}

// sort sorts some entries with the help of a slice that it returns for the next time.
func (e *entries) sort(from, to int, scratch []entry) []entry {
	scratch = scratch[:0]
	for i := from; i < to; i++ {
		scratch = append(scratch, entry{e.keys[i], e.refs[i]})
	}
	slices.SortFunc(scratch, func(a, b entry) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Compare(a.ref, b.ref)
	})
	for i, x := range scratch {
		e.keys[from+i], e.refs[from+i] = x.key, x.ref
	}
	return scratch
}

// distinct counts the different keys.
func (e *entries) distinct() (n int) {
	for i, key := range e.keys {
		if i == 0 || key != e.keys[i-1] {
			n++
		}
	}
	return n
}

// find returns the games that reach a position.
func (e *entries) find(key uint64) []ref {
	from, ok := slices.BinarySearch(e.keys, key)
	if !ok {
		return nil
	}
	to := len(e.keys)
	if key < math.MaxUint64 {
		n, _ := slices.BinarySearch(e.keys[from:], key+1)
		to = from + n
	}
	return e.refs[from:to]
}
