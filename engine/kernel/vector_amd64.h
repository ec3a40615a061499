// Pieces of the vector kernels. One lane for each of the four lines through a square:
// rank, file, falling and rising diagonal. Y11 to Y15 are constants:
//
//	Y11 the files b to g, where runs of theirs may lie    Y12 zero
//	Y13 the steps of the lines    Y14 two steps    Y15 four steps, or the highest bit
//
// What includes this defines ANDOR and FLIPS.

#include "go_asm.h"
#include "textflag.h"

// SPREAD brings the union of the lanes of f into all of them.
#define SPREAD(f, a) \
	VPERMQ  $0x4E, f, a \
	VPOR    a, f, f     \
	VPSHUFD $0x4E, f, a \
	VPOR    a, f, f

// FOLD brings the union of the lanes of f into its lowest one. fx and ax are the
// lower halves of f and a.
#define FOLD(f, fx, ax) \
	VEXTRACTI128 $1, f, ax     \
	VPOR         ax, fx, fx    \
	VPSHUFD      $0x4E, fx, ax \
	VPOR         ax, fx, fx

// RUNS sets u to the squares behind runs of theirs t that begin beside mine m, in
// both directions: movesGo on four lines at once. It changes t.
#define RUNS(m, t, u, d, a, q) \
	VPAND   Y11, t, t  \
	VPSLLVQ Y13, m, u  \
	VPSRLVQ Y13, m, d  \
	VPAND   t, u, u    \
	VPAND   t, d, d    \
	VPSLLVQ Y13, u, a  \
	ANDOR(t, a, u)     \
	VPSRLVQ Y13, d, a  \
	ANDOR(t, a, d)     \
	VPSLLVQ Y13, t, q  \
	VPAND   t, q, q    \
	VPSLLVQ Y14, u, a  \
	ANDOR(q, a, u)     \
	VPSLLVQ Y14, u, a  \
	ANDOR(q, a, u)     \
	VPSRLVQ Y13, q, q  \
	VPSRLVQ Y14, d, a  \
	ANDOR(q, a, d)     \
	VPSRLVQ Y14, d, a  \
	ANDOR(q, a, d)     \
	VPSLLVQ Y13, u, u  \
	VPSRLVQ Y13, d, d  \
	VPOR    d, u, u

// SQUARE sets address to that of square number n.
#define SQUARE(n, address) \
	LEAQ ·squares(SB), address \
	SHLQ $7, n                 \
	ADDQ n, address

// AFTER sets m and t to the discs of the two sides after a move of p on a square, as
// the opponent sees them, and Y2 to what it turned. It uses Y3 to Y5.
#define AFTER(p, t, s, m, o) \
	FLIPS(p, t, s, Y2, Y3, Y4, Y5)     \
	SPREAD(Y2, Y3)                     \
	VPANDN       t, Y2, m              \
	VPBROADCASTQ square_bit(s), Y3     \
	VPOR         p, Y2, o              \
	VPOR         Y3, o, o
