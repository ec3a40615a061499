//lint:file-ignore U1000 The assembly uses what is here.

package kernel

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// vectorKernels returns the vector kernels that this processor can run, fastest first.
func vectorKernels() (list []Kernel) {
	x := &cpu.X86
	avx2 := x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasPOPCNT
	if avx2 && x.HasAVX512F && x.HasAVX512VL && x.HasAVX512CD {
		list = append(list, Kernel{"avx512", movesAVX512, movesBothAVX512, flipsAVX512, repliesAVX512,
			childrenAVX512, stableAVX512, endingAVX512})
	}
	if avx2 {
		list = append(list, Kernel{"avx2", movesAVX2, movesBothAVX2, flipsAVX2, repliesAVX2, childrenAVX2,
			stableAVX2, endingAVX2})
	}
	return list
}

// Constants of the vector kernels, one lane for each of the four lines: rank, file, falling
// and rising diagonal.
var (
	innerFiles  = [4]uint64{0x7E7E7E7E7E7E7E7E, 0xFFFFFFFFFFFFFFFF, 0x7E7E7E7E7E7E7E7E, 0x7E7E7E7E7E7E7E7E}
	steps       = [4]uint64{1, 8, 7, 9}
	strides     = [4]uint64{2, 16, 14, 18}
	longStrides = [4]uint64{4, 32, 28, 36}
	tops        = [4]uint64{1 << 63, 1 << 63, 1 << 63, 1 << 63}

	insides = [4]uint64{inside, inside, inside, inside}

	// The squares from which one, two or four steps along a line leave the board.
	rimsUp, rimsDown = func() (up, down [3][4]uint64) {
		for s := range 64 {
			q := &squares[s]
			for i := range 4 {
				for k := range 3 {
					if bits.OnesCount64(q.up[i]) < 1<<k {
						up[k][i] |= q.bit
					}
					if bits.OnesCount64(q.down[i]) < 1<<k {
						down[k][i] |= q.bit
					}
				}
			}
		}
		return up, down
	}()

	filesA    uint64 = fileA
	gathers   uint64 = gather
	distances uint64 = distance
)

//go:noescape
func movesAVX512(mine, theirs uint64) uint64

//go:noescape
func movesBothAVX512(mine, theirs uint64) (uint64, uint64)

//go:noescape
func flipsAVX512(mine, theirs uint64, square uint) uint64

//go:noescape
func repliesAVX512(mine, theirs uint64, square uint) (flips, replies uint64)

//go:noescape
func childrenAVX512(mine, theirs, moves uint64, list *[64]Move)

//go:noescape
func stableAVX512(mine, theirs uint64) uint64

//go:noescape
func endingAVX512(mine, theirs uint64, alpha int, odd uint64) (score, nodes int)

//go:noescape
func movesAVX2(mine, theirs uint64) uint64

//go:noescape
func movesBothAVX2(mine, theirs uint64) (uint64, uint64)

//go:noescape
func flipsAVX2(mine, theirs uint64, square uint) uint64

//go:noescape
func repliesAVX2(mine, theirs uint64, square uint) (flips, replies uint64)

//go:noescape
func childrenAVX2(mine, theirs, moves uint64, list *[64]Move)

//go:noescape
func stableAVX2(mine, theirs uint64) uint64

//go:noescape
func endingAVX2(mine, theirs uint64, alpha int, odd uint64) (score, nodes int)
