package kernel_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/kernel"
)

// agree fails unless every function of every kernel says what the naive board does.
func agree(t *testing.T, b board) {
	t.Helper()
	moves, back := b.moves(), board{b.theirs, b.mine}.moves()
	kernels := kernel.Kernels()
	stable := kernels[len(kernels)-1].Stable(b.mine, b.theirs) // TestStable asks what is right
	for _, k := range kernels {
		if got := k.Stable(b.mine, b.theirs); got != stable {
			t.Fatalf("%s: %x: stable discs %x, want %x", k.Name, b, got, stable)
		}
		if got := k.Moves(b.mine, b.theirs); got != moves {
			t.Fatalf("%s: %x: moves %x, want %x", k.Name, b, got, moves)
		}
		if x, y := k.MovesBoth(b.mine, b.theirs); x != moves || y != back {
			t.Fatalf("%s: %x: moves of both %x %x, want %x %x", k.Name, b, x, y, moves, back)
		}
		var list [64]kernel.Move
		k.Children(b.mine, b.theirs, moves, &list)
		n := 0
		for square := range squares(moves) {
			want := kernel.Move{Flips: b.flips(square), Replies: b.play(square).moves(), Square: uint8(square)}
			if list[n] != want {
				t.Fatalf("%s: %x: move %d is %x, want %x", k.Name, b, n, list[n], want)
			}
			n++
		}
		if list[n] != (kernel.Move{}) {
			t.Fatalf("%s: %x: more than %d moves", k.Name, b, n)
		}
		for square := range squares(^(b.mine | b.theirs)) {
			flips := b.flips(square)
			if got := k.Flips(b.mine, b.theirs, square); got != flips {
				t.Fatalf("%s: %x: flips of %d %x, want %x", k.Name, b, square, got, flips)
			}
			want := b.play(square).moves()
			if f, got := k.Replies(b.mine, b.theirs, square); f != flips || got != want {
				t.Fatalf("%s: %x: replies to %d %x after flips %x, want %x after %x", k.Name, b, square, got, f,
					want, flips)
			}
		}
	}
}

func TestKernelsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 5_000 {
		agree(t, draw(rng))
	}
}

func FuzzKernelsAgree(f *testing.F) {
	f.Add(start.mine, start.theirs)
	f.Add(uint64(0x8100000000000081), uint64(0x7E8181818181817E))
	f.Fuzz(func(t *testing.T, mine, theirs uint64) { agree(t, board{mine, theirs &^ mine}) })
}

// The functions of the package are those of the first kernel.
func TestFirstKernel(t *testing.T) {
	if got, want := kernel.Name(), kernel.Kernels()[0].Name; got != want {
		t.Errorf("kernel %q, want %q", got, want)
	}
	rng := rand.New(rand.NewPCG(2, 0))
	for range 1_000 {
		b := draw(rng)
		x, y := kernel.MovesBoth(b.mine, b.theirs)
		if x != b.moves() || x != kernel.Moves(b.mine, b.theirs) || y != kernel.Moves(b.theirs, b.mine) {
			t.Fatalf("%x: moves of both %x %x", b, x, y)
		}
		for square := range squares(x) {
			flips, replies := kernel.Replies(b.mine, b.theirs, square)
			if flips != b.flips(square) || flips != kernel.Flips(b.mine, b.theirs, square) ||
				replies != b.play(square).moves() {
				t.Fatalf("%x: %d flips %x, replies %x", b, square, flips, replies)
			}
		}
	}
}

func checkLast(t *testing.T, mine uint64, square uint) {
	t.Helper()
	bit := uint64(1) << square
	want := bits.OnesCount64(board{mine &^ bit, ^mine &^ bit}.flips(square))
	if got := kernel.LastFlips(mine, square); got != want {
		t.Fatalf("%x, square %d: %d, want %d", mine, square, got, want)
	}
}

func TestLastFlips(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 50_000 {
		mine := [3]uint64{rng.Uint64(), rng.Uint64() & rng.Uint64(), rng.Uint64() | rng.Uint64()}[rng.IntN(3)]
		checkLast(t, mine, uint(rng.IntN(64)))
	}
}

func FuzzLastFlips(f *testing.F) {
	f.Add(uint64(0x8100000000000081), uint8(27))
	f.Fuzz(func(t *testing.T, mine uint64, square uint8) { checkLast(t, mine, uint(square&63)) })
}

// TestPerft counts the published table with every kernel, depth 9 in short tests.
func TestPerft(t *testing.T) {
	most := uint64(30e6)
	if testing.Short() {
		most = 4e6
	}
	f, err := os.Open("../testdata/standard.perft")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var shape string
		var depth int
		var want uint64
		if _, err := fmt.Sscan(lines.Text(), &shape, &depth, &want); err != nil || want > most {
			continue // comments, and counts that take too long
		}
		rows++
		for _, k := range kernel.Kernels() {
			for _, bulk := range []bool{true, false} {
				if got, err := k.Perft(t.Context(), start.mine, start.theirs, depth, bulk); got != want || err != nil {
					t.Errorf("%s depth %d, bulk %v: %d %v, want %d", k.Name, depth, bulk, got, err, want)
				}
			}
		}
	}
	if rows < 9 {
		t.Errorf("only %d rows in the table", rows)
	}
}

func TestPerftOfNothing(t *testing.T) {
	over := parse(t, strings.Repeat("X", 20))
	pass := parse(t, "OX-") // mine must pass, then theirs has one move
	for depth := range 4 {
		for _, b := range []board{over, pass} {
			for _, bulk := range []bool{true, false} {
				if got, err := kernel.Kernels()[0].Perft(t.Context(), b.mine, b.theirs, depth, bulk); got != 1 || err != nil {
					t.Errorf("%x depth %d: %d %v, want 1", b, depth, got, err)
				}
			}
		}
	}
}

func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, bulk := range []bool{true, false} {
		if n, err := kernel.Kernels()[0].Perft(ctx, start.mine, start.theirs, 40, bulk); n != 0 ||
			!errors.Is(err, context.Canceled) {
			t.Errorf("with a context that is over: %d %v", n, err)
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	var sink uint64
	list := new([64]kernel.Move)
	if n := testing.AllocsPerRun(100, func() {
		a, b := kernel.MovesBoth(start.mine, start.theirs)
		c, d := kernel.Replies(start.mine, start.theirs, 19)
		sink += a + b + c + d + kernel.Moves(start.mine, start.theirs) + kernel.Flips(start.mine,
			start.theirs, 19) +
			kernel.Children(start.mine, start.theirs, a, list)[0].Flips + kernel.Stable(start.mine,
			start.theirs) + uint64(kernel.LastFlips(start.mine, 19))
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
