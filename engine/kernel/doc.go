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
// The program chooses by the processor when it starts: "avx512" or "avx2" on amd64,
// written in assembly, else "go". All give the same results, position by position.
//
// A call of assembly costs 2 ns, which a single move or flip hardly saves, so what pays
// is a function that does much in one call: [Children], all moves of a position with
// what they turn and the replies to them, and [Ending], the last six empty squares.
package kernel
