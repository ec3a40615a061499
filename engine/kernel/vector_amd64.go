//go:build goexperiment.simd && amd64

package kernel

import "simd/archsimd"

// vectorKernels returns those that this processor can run, the fastest first.
func vectorKernels() (list []Kernel) {
	if archsimd.X86.AVX512() { // for VPLZCNTQ on 256 bits
		list = append(list, Kernel{"avx512", movesAVX2, movesBothAVX2, flipsAVX512, repliesAVX512})
	}
	if archsimd.X86.AVX2() {
		list = append(list, Kernel{"avx2", movesAVX2, movesBothAVX2, flipsGo, repliesAVX2})
	}
	return list
}

// One lane for each of the four lines: rank, file, falling and rising diagonal.
var (
	steps   = [4]uint64{1, 8, 7, 9}
	strides = [4]uint64{2, 16, 14, 18}
	inner   = [4]uint64{0x7E7E7E7E7E7E7E7E, 0xFFFFFFFFFFFFFFFF, 0x7E7E7E7E7E7E7E7E, 0x7E7E7E7E7E7E7E7E}
	ones    = [4]uint64{1, 1, 1, 1}
	tops    = [4]uint64{1 << 63, 1 << 63, 1 << 63, 1 << 63}
)

// behindRuns is movesGo on four lines at once: the squares behind runs of theirs
// that begin beside mine, in both directions.
func behindRuns(mine, theirs archsimd.Uint64x4) archsimd.Uint64x4 {
	one, two := archsimd.LoadUint64x4(&steps), archsimd.LoadUint64x4(&strides)
	theirs = theirs.And(archsimd.LoadUint64x4(&inner))
	u, d := theirs.And(mine.ShiftLeft(one)), theirs.And(mine.ShiftRight(one))
	u = u.Or(theirs.And(u.ShiftLeft(one)))
	d = d.Or(theirs.And(d.ShiftRight(one)))
	pairs := theirs.And(theirs.ShiftLeft(one))
	u = u.Or(pairs.And(u.ShiftLeft(two)))
	u = u.Or(pairs.And(u.ShiftLeft(two)))
	pairs = pairs.ShiftRight(one)
	d = d.Or(pairs.And(d.ShiftRight(two)))
	d = d.Or(pairs.And(d.ShiftRight(two)))
	return u.ShiftLeft(one).Or(d.ShiftRight(one))
}

// union returns the four lanes in one word. It is the last use of vectors in a
// function and clears the upper halves of the registers: with those in use, the SSE
// code that Go copies structures with waits, and a search loses a quarter of its speed.
func union(v archsimd.Uint64x4) uint64 {
	half := v.GetLo().Or(v.GetHi())
	word := half.Or(half.InterleaveHi(half)).GetElem(0)
	archsimd.ClearAVXUpperBits()
	return word
}

func movesAVX2(mine, theirs uint64) uint64 {
	m, t := archsimd.BroadcastUint64x4(mine), archsimd.BroadcastUint64x4(theirs)
	return union(behindRuns(m, t)) &^ (mine | theirs)
}

func movesBothAVX2(mine, theirs uint64) (uint64, uint64) {
	m, t := archsimd.BroadcastUint64x4(mine), archsimd.BroadcastUint64x4(theirs)
	a, b := behindRuns(m, t), behindRuns(t, m)
	x, y := a.GetLo().Or(a.GetHi()), b.GetLo().Or(b.GetHi())
	both := x.InterleaveLo(y).Or(x.InterleaveHi(y))
	ours, back := both.GetElem(0), both.GetElem(1)
	archsimd.ClearAVXUpperBits()
	empty := ^(mine | theirs)
	return ours & empty, back & empty
}

func repliesAVX2(mine, theirs uint64, square uint) (uint64, uint64) {
	f := flipsGo(mine, theirs, square)
	return f, movesAVX2(theirs&^f, mine|f|1<<(square&63))
}

func flipsAVX512(mine, theirs uint64, square uint) uint64 {
	m, t := archsimd.BroadcastUint64x4(mine), archsimd.BroadcastUint64x4(theirs)
	return union(turned(m, t, square))
}

// repliesAVX512 never leaves the vectors between the two answers.
func repliesAVX512(mine, theirs uint64, square uint) (uint64, uint64) {
	m, t := archsimd.BroadcastUint64x4(mine), archsimd.BroadcastUint64x4(theirs)
	f := turned(m, t, square)
	f = f.Or(f.Select128FromPair(1, 0, f))
	f = f.Or(f.SelectFromPairGrouped(1, 0, f)) // all lanes hold all flips
	bit := uint64(1) << (square & 63)
	m = m.Or(f).Or(archsimd.BroadcastUint64x4(bit))
	flips := f.GetLo().GetElem(0) // before union clears the registers
	return flips, union(behindRuns(t.AndNot(f), m)) &^ (mine | theirs | bit)
}

// turned returns the flips along each line. The first square of a ray that is not
// theirs ends it; if that is mine, the ray up to it is turned.
func turned(mine, theirs archsimd.Uint64x4, square uint) archsimd.Uint64x4 {
	var zero archsimd.Uint64x4
	r := &rays[square&63]
	up, down := archsimd.LoadUint64x4(&r[0]), archsimd.LoadUint64x4(&r[1])

	stop := up.AndNot(theirs)
	first := stop.And(zero.Sub(stop)).And(mine)
	none := first.Equal(zero).ToInt64x4().AsUint64x4() // -1 where the ray ends without mine
	below := first.Sub(archsimd.LoadUint64x4(&ones)).Sub(none)

	last := archsimd.LoadUint64x4(&tops).ShiftRight(down.AndNot(theirs).LeadingZeros()).And(mine)
	above := zero.Sub(last.Add(last))
	return below.And(up).Or(above.And(down))
}

// rays holds for each square the squares beyond it, first in the four directions
// in which square numbers grow, then in those in which they shrink.
var rays = func() (t [64][2][4]uint64) {
	for s := range 64 {
		for i, d := range [4][2]int{{1, 0}, {0, 1}, {-1, 1}, {1, 1}} {
			t[s][0][i], t[s][1][i] = ray(s, d[0], d[1]), ray(s, -d[0], -d[1])
		}
	}
	return t
}()

// ray returns the squares beyond s in one direction, up to the rim.
func ray(s, file, rank int) (set uint64) {
	for f, r := s%8+file, s/8+rank; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+file, r+rank {
		set |= 1 << (8*r + f)
	}
	return set
}
