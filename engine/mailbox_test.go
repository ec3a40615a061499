package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// A mailbox is the second implementation of the rules, as simple as they can be
// told: an array of cells and loops that walk along it. It shares nothing with the
// package but the numbers of squares, and knows every shape.
type mailbox struct {
	cells     [8][8]byte // by rank and file: X black, O white, - empty, # no square
	hexagonal bool
	turn      byte // X or O
}

func newMailbox(p engine.Position) mailbox {
	m := mailbox{hexagonal: p.Board.Shape.Lattice == engine.Hexagonal, turn: 'X'}
	mine, theirs := byte('X'), byte('O')
	if p.Color == engine.White {
		m.turn, mine, theirs = 'O', 'O', 'X'
	}
	for rank := range 8 {
		for file := range 8 {
			bit := engine.Set(1) << (8*rank + file)
			switch {
			case p.Board.Shape.Field&bit == 0:
				m.cells[rank][file] = '#'
			case p.Board.Mine&bit != 0:
				m.cells[rank][file] = mine
			case p.Board.Theirs&bit != 0:
				m.cells[rank][file] = theirs
			default:
				m.cells[rank][file] = '-'
			}
		}
	}
	return m
}

func other(side byte) byte { return 'X' + 'O' - side }

// at returns what stands on a place, # beyond the rim.
func (m *mailbox) at(file, rank int) byte {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return '#'
	}
	return m.cells[rank][file]
}

// steps are the directions of lines. The last two, along a1-h8, are none on the
// hexagonal lattice.
var steps = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {-1, 1}, {1, -1}, {1, 1}, {-1, -1}}

// outflanked returns the discs that a disc of side would turn.
func (m *mailbox) outflanked(file, rank int, side byte) (flips engine.Set) {
	directions := steps
	if m.hexagonal {
		directions = steps[:6]
	}
	for _, step := range directions {
		var run engine.Set
		f, r := file+step[0], rank+step[1]
		for m.at(f, r) == other(side) {
			run |= 1 << (8*r + f)
			f, r = f+step[0], r+step[1]
		}
		if m.at(f, r) == side {
			flips |= run
		}
	}
	return flips
}

func (m *mailbox) moves(side byte) (moves engine.Set) {
	for rank := range 8 {
		for file := range 8 {
			if m.cells[rank][file] == '-' && m.outflanked(file, rank, side) != 0 {
				moves |= 1 << (8*rank + file)
			}
		}
	}
	return moves
}

func (m *mailbox) over() bool { return m.moves('X') == 0 && m.moves('O') == 0 }

// play puts a disc for the side to move and gives the turn to whoever has a move,
// the opponent first.
func (m *mailbox) play(s engine.Square) (passed bool) {
	file, rank := int(s)%8, int(s)/8
	flips := m.outflanked(file, rank, m.turn)
	m.cells[rank][file] = m.turn
	for i := range 64 {
		if flips>>i&1 != 0 {
			m.cells[i/8][i%8] = m.turn
		}
	}
	m.turn = other(m.turn)
	if m.moves(m.turn) == 0 && m.moves(other(m.turn)) != 0 {
		m.turn = other(m.turn)
		return true
	}
	return false
}

func (m *mailbox) score(side byte) int {
	var count [256]int
	for _, rank := range m.cells {
		for _, cell := range rank {
			count[cell]++
		}
	}
	diff := count[side] - count[other(side)]
	switch {
	case diff > 0:
		return diff + count['-']
	case diff < 0:
		return diff - count['-']
	}
	return 0
}

// perft counts leaves as engine.Perft says, by playing every move.
func (m *mailbox) perft(depth int) uint64 {
	if depth == 0 || m.over() {
		return 1
	}
	moves := m.moves(m.turn)
	if moves == 0 {
		passed := *m
		passed.turn = other(m.turn)
		return passed.perft(depth - 1)
	}
	var total uint64
	for i := range 64 {
		if moves>>i&1 == 0 {
			continue
		}
		next := *m
		next.play(engine.Square(i))
		next.turn = other(m.turn) // a pass is a ply here
		total += next.perft(depth - 1)
	}
	return total
}

// agree compares everything the rules say about a position, for both sides.
func agree(t *testing.T, p engine.Position) {
	t.Helper()
	m := newMailbox(p)
	for _, v := range []struct {
		board engine.Board
		side  byte
		color engine.Color
	}{
		{p.Board, m.turn, p.Color},
		{p.Board.Pass(), other(m.turn), p.Color.Opponent()},
	} {
		if got, want := v.board.Moves(), m.moves(v.side); got != want {
			t.Fatalf("%v: moves of %c %v, want %v", p, v.side, got, want)
		}
		for s := range v.board.Empty().All() {
			if got, want := v.board.Flips(s), m.outflanked(s.File(), s.Rank(), v.side); got != want {
				t.Fatalf("%v: %c on %v turns %v, want %v", p, v.side, s, got, want)
			}
		}
		if got, want := p.Score(v.color), m.score(v.side); got != want || v.board.Score() != want {
			t.Fatalf("%v: score of %c %+d %+d, want %+d", p, v.side, got, v.board.Score(), want)
		}
		if got, want := v.board.Over(), m.over(); got != want {
			t.Fatalf("%v: over %v, want %v", p, got, want)
		}
	}
	for s := range p.Board.Moves().All() {
		got, gotPassed := p.Play(s)
		after := m
		wantPassed := after.play(s)
		if gotPassed != wantPassed || newMailbox(got) != after {
			t.Fatalf("%v: %v gives %v passed=%v, want %v passed=%v", p, s, got, gotPassed, after, wantPassed)
		}
	}
}

// TestMailboxGames compares every position of random games on every kind of board
// and on boards with random holes: a million of them with OUTFLANK_LONG=1, which
// take 13 seconds and show no difference.
func TestMailboxGames(t *testing.T) {
	want := 20_000
	switch {
	case long:
		want = 1_000_000
	case testing.Short():
		want = 5_000
	}
	rng := rand.New(rand.NewPCG(1, 0))
	positions, passes := 0, 0
	for game := 0; positions < want; game++ {
		p := start(t, drawShape(rng, game))
		for {
			agree(t, p)
			positions++
			legal := p.Board.Moves()
			if legal == 0 {
				break
			}
			var passed bool
			if p, passed = p.Play(legal.Nth(rng.IntN(legal.Len()))); passed {
				passes++
			}
		}
	}
	t.Logf("%d positions, %d passes, no difference", positions, passes)
}

// FuzzMailbox compares boards that no game reaches.
func FuzzMailbox(f *testing.F) {
	addBoards(f)
	f.Fuzz(func(t *testing.T, field, mine, theirs uint64, hexagonal bool) {
		b := boardOf(field, mine, theirs, hexagonal)
		agree(t, engine.Position{Board: b, Color: engine.Black})
		agree(t, engine.Position{Board: b, Color: engine.White})
	})
}
