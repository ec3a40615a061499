package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine/kernel"
)

// BenchmarkPerft has the kernels side by side. Depth 11 is what other programs
// publish: outflank perft 11 --kernel NAME.
func BenchmarkPerft(b *testing.B) {
	for _, k := range kernel.Kernels() {
		for _, bulk := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/bulk=%v", k.Name, bulk), func(b *testing.B) {
				leaves := uint64(0)
				for b.Loop() {
					n, err := k.Perft(b.Context(), start.mine, start.theirs, 9, bulk)
					if err != nil {
						b.Fatal(err)
					}
					leaves += n
				}
				b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
			})
		}
	}
}

// A sample is a legal move of a random game.
type sample struct {
	board
	square uint
}

func samples(b *testing.B) []sample {
	rng := rand.New(rand.NewPCG(9, 0))
	list := make([]sample, 0, 4096)
	for len(list) < cap(list) {
		pos, _ := playOn(rng, start, rng.IntN(60), func(board, bool) {})
		for square := range squares(pos.moves()) {
			if len(list) < cap(list) {
				list = append(list, sample{pos, square})
			}
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	b.ResetTimer()
	return list
}

// endings returns the boards of samples with six empty squares, and others until they have.
func endings(list []sample) (boards []board) {
	rng := rand.New(rand.NewPCG(9, 1))
	for _, s := range list[:1000] {
		boards = append(boards, s.filled(rng, 6))
	}
	return boards
}

// BenchmarkFunctions calls each function through a pointer; "nothing" is what
// that and the loop cost.
func BenchmarkFunctions(b *testing.B) {
	list := samples(b)
	run := func(name string, f func(s *sample) uint64) {
		b.Run(name, func(b *testing.B) {
			i, sink := 0, uint64(0)
			for b.Loop() {
				sink += f(&list[i%4096])
				i++
			}
			_ = sink
		})
	}
	run("nothing", func(s *sample) uint64 { return s.mine })
	run("LastFlips", func(s *sample) uint64 { return uint64(kernel.LastFlips(s.mine, s.square)) })
	endings, children := endings(list), new([64]kernel.Move)
	for _, k := range kernel.Kernels() {
		run("Stable/"+k.Name, func(s *sample) uint64 { return k.Stable(s.mine, s.theirs) })
		run("Children/"+k.Name, func(s *sample) uint64 {
			k.Children(s.mine, s.theirs, k.Moves(s.mine, s.theirs), children)
			return children[0].Replies
		})
		i := 0
		run("Ending/"+k.Name, func(*sample) uint64 {
			e := endings[i%len(endings)]
			i++
			score, _ := k.Ending(e.mine, e.theirs, 0, kernel.OddQuadrants(^(e.mine | e.theirs)))
			return uint64(score)
		})
		run("Moves/"+k.Name, func(s *sample) uint64 { return k.Moves(s.mine, s.theirs) })
		run("MovesBoth/"+k.Name, func(s *sample) uint64 { x, y := k.MovesBoth(s.mine, s.theirs); return x ^ y })
		run("Flips/"+k.Name, func(s *sample) uint64 { return k.Flips(s.mine, s.theirs, s.square) })
		run("Replies/"+k.Name, func(s *sample) uint64 {
			x, y := k.Replies(s.mine, s.theirs, s.square)
			return x ^ y
		})
	}
	for _, v := range movesVariants {
		run("Moves/"+v.name, func(s *sample) uint64 { return v.moves(s.mine, s.theirs) })
	}
	for _, v := range flipsVariants {
		run("Flips/"+v.name, func(s *sample) uint64 { return v.flips(s.mine, s.theirs, s.square) })
	}
}
