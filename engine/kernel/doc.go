// Package kernel has the rules of the full 8×8 board on plain words, as fast as Go allows, for searches that
// visit tens of millions of positions per second. Package engine has the rules for every shape, for general
// use.
//
// A position is two words of 64 bits, the discs of the side to move (mine) and of its opponent (theirs),
// disjoint. Squares are numbered as in package engine: a1 is bit 0, h1 bit 7, a8 bit 56 and h8 bit 63. The
// functions check nothing and allocate nothing.
//
// # Kernels
//
// The program chooses a kernel by the processor when it starts: "avx512" or "avx2" on amd64, written in
// assembly, otherwise "go". All give the same results for every position.
//
// A call of assembly costs 2 ns, and a single move or flip hardly saves that much. Only functions that do
// more per call pay off: [Children] returns all moves of a position with their flips and replies, and
// [Ending] solves the last six empty squares. The table has nanoseconds per call, the best of 30 runs on a
// busy AVX-512 x86, including 2.7 for the loop and the call (BenchmarkFunctions; Ending with six empty
// squares):
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
// "avx2". The search of endings is 1.4 times as fast with either. Three attempts gained nothing: the last
// two squares without branches, prefetching the table, and all eight directions in one vector of 512 bits.
//
// The vector functions finally clear the upper halves of the registers (VZEROUPPER). Otherwise Go's code for
// copying structures stalls, and a search loses a fifth of its speed.
package kernel
