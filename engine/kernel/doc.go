// Package kernel implements the rules of the full 8×8 board on plain machine words, as fast as Go allows, for
// searches that visit tens of millions of positions per second. For general use and other shapes, see package
// engine.
//
// A position is two words of 64 bits, the discs of the side to move (mine) and of its opponent (theirs),
// disjoint. Squares are numbered as in package engine: a1 is bit 0, h1 bit 7, a8 bit 56 and h8 bit 63. The
// functions check nothing and allocate nothing.
//
// # Kernels
//
// At startup, the package chooses a kernel for the processor: "avx512" or "avx2" on amd64, written in
// assembly, otherwise "go". All return the same results for every position.
//
// A call of an assembly function costs 2 ns, which is much of the time that a single Moves or Flips saves.
// Functions that do more per call gain more: [Children] returns all moves of a position with their flips and
// replies, and [Ending] solves the last six empty squares. The table shows nanoseconds per call, the best of
// 30 runs on a busy x86 processor with AVX-512, including 2.7 for the loop and the call (BenchmarkFunctions;
// Ending with six empty squares):
//
//	             go   avx2  avx512
//	Moves      12.3   10.8     6.3
//	MovesBoth  22.0   10.9     7.1
//	Flips       9.5    6.1     6.3
//	Replies    22.9    8.9     7.9
//	Children    223     80      64
//	Stable     18.9   11.0    13.5
//	Ending      880    630     560
//
// Perft with a counted last ply is 3.4 to 4 times as fast with "avx512" as with "go", and 3 times with
// "avx2". The search of endings is 1.4 times as fast with either. Three attempts gained nothing: solving the
// last two squares without branches, prefetching the table, and putting all eight directions into one 512-bit
// vector.
//
// The vector functions end by clearing the upper halves of the registers (VZEROUPPER). Without this, Go's
// code for copying structures stalls, and a search loses a fifth of its speed.
package kernel
