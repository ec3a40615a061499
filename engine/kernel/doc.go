// Package kernel holds the rules of the full 8×8 board on plain words, as fast as
// Go allows: what a search that visits tens of millions of positions a second
// stands on. Package engine has the rules of every shape, for people.
//
// A position is two words of 64 bits, the discs of the side to move (mine) and of
// its opponent (theirs), disjoint. Squares are numbered as in package engine: a1 is
// bit 0, h1 bit 7, a8 bit 56 and h8 bit 63. Nothing is checked, nothing allocated.
//
// # Kernels
//
// A plain build has one [Kernel], "go". A build with GOEXPERIMENT=simd on amd64 has
// vector kernels besides, and chooses by the processor when the program starts:
// "avx2" for moves, "avx512" for flips too. GOAMD64=v3 makes the scalar code faster
// and needs a processor with AVX2; a plain build runs everywhere.
//
//	GOEXPERIMENT=simd GOAMD64=v3 go build ./cmd/outflank
//
// Million leaves a second in perft 9, one thread, best of 30 to 80 runs on a busy AVX-512
// x86, Go 1.26, GOAMD64=v3 (BenchmarkPerft; the board of package engine for
// comparison):
//
//	                     go   avx2  avx512  engine
//	last ply counted    304    435     511     279
//	last ply played     103     97     131
//
// Nanoseconds a call, best of 50 runs, of which 2.3 are the loop and the call
// (BenchmarkFunctions; "go" of the plain build first, the rest with GOAMD64=v3):
//
//	            go         avx2       avx512     what lost, GOAMD64=v3
//	Moves      12.9 12.2        6.1        6.2   ranks mirrored 14.7, doubling 15.0, step by step 22.0
//	MovesBoth  20.7 19.5       10.2       10.5
//	Flips       8.1  7.7        7.6        5.3   ranks mirrored 8.8, zero counts 9.0, carries 9.7, fill 18.2
//	Replies    22.4 22.5       14.3       11.8
//	LastFlips   4.9  4.5
//	Stable     21.0 19.9
//
// All eight directions of Moves in one vector of 512 bits and two positions in one
// vector gained nothing, one instruction for each AND-OR pair (VPTERNLOG) 5 % of a
// call at most. The vector functions clear the upper halves of the registers when
// they are done (VZEROUPPER), which is a tenth of a call; without it the endgame
// search of engine/deep ran 36 million nodes a second, against 45 without vectors.
package kernel
