// Kernels of processors with AVX2 and BMI2.

#define ANDOR(t, a, u) \
	VPAND t, a, a \
	VPOR  a, u, u

// FLIPS sets f to what a disc on a square turns, each lane along its line. In the ray
// up, the first square that is not theirs is isolated; if that is mine, the ray below it is
// turned. In the ray down, mine cast a shadow; the ray before the shadow is turned if
// it has no empty square, and so the highest of mine is above the highest empty one.
// p is mine, t theirs, s the address of the square.
#define FLIPS(p, t, s, f, a, b, c) \
	VPANDN   square_up(s), t, a   \
	VPSUBQ   a, Y12, b            \
	VPAND    a, b, b              \
	VPAND    p, b, b              \
	VPCMPEQQ Y12, b, a            \
	VPSUBQ   b, a, a              \
	VPANDN   square_up(s), a, f   \
	VPAND    square_down(s), p, a \
	VPANDN   square_down(s), t, b \
	VPXOR    a, b, b              \
	VPCMPGTQ b, a, b              \
	VPAND    square_down(s), b, b \
	VPSRLVQ  Y13, a, c            \
	VPOR     c, a, a              \
	VPSRLVQ  Y14, a, c            \
	VPOR     c, a, a              \
	VPSRLVQ  Y15, a, c            \
	VPOR     c, a, a              \
	VPANDN   b, a, a              \
	VPOR     a, f, f

#define CONSTANTS \
	VMOVDQU ·innerFiles(SB), Y11 \
	VPXOR   Y12, Y12, Y12        \
	VMOVDQU ·steps(SB), Y13      \
	VMOVDQU ·strides(SB), Y14    \
	VMOVDQU ·longStrides(SB), Y15

#include "vector_amd64.h"

// func movesAVX2(mine, theirs uint64) uint64
TEXT ·movesAVX2(SB), NOSPLIT, $0-24
	VPBROADCASTQ mine+0(FP), Y0
	VPBROADCASTQ theirs+8(FP), Y1
	VPOR         X0, X1, X6
	CONSTANTS
	RUNS(Y0, Y1, Y2, Y3, Y4, Y5)
	FOLD(Y2, X2, X3)
	VPANDN       X2, X6, X2
	VMOVQ        X2, ret+16(FP)
	VZEROUPPER
	RET

// func movesBothAVX2(mine, theirs uint64) (uint64, uint64)
TEXT ·movesBothAVX2(SB), NOSPLIT, $0-32
	VPBROADCASTQ mine+0(FP), Y0
	VPBROADCASTQ theirs+8(FP), Y1
	VMOVDQA      Y1, Y7
	VMOVDQA      Y0, Y8
	VPOR         X0, X1, X6
	CONSTANTS
	RUNS(Y0, Y1, Y2, Y3, Y4, Y5)
	RUNS(Y7, Y8, Y9, Y3, Y4, Y5)
	FOLD(Y2, X2, X3)
	FOLD(Y9, X9, X3)
	VPANDN       X2, X6, X2
	VPANDN       X9, X6, X9
	VMOVQ        X2, ret+16(FP)
	VMOVQ        X9, ret1+24(FP)
	VZEROUPPER
	RET

// func flipsAVX2(mine, theirs uint64, square uint) uint64
TEXT ·flipsAVX2(SB), NOSPLIT, $0-32
	VPBROADCASTQ mine+0(FP), Y0
	VPBROADCASTQ theirs+8(FP), Y1
	MOVQ         square+16(FP), AX
	ANDL         $63, AX
	SQUARE(AX, BX)
	CONSTANTS
	FLIPS(Y0, Y1, BX, Y2, Y3, Y4, Y5)
	FOLD(Y2, X2, X3)
	VMOVQ        X2, ret+24(FP)
	VZEROUPPER
	RET

// func repliesAVX2(mine, theirs uint64, square uint) (flips, replies uint64)
TEXT ·repliesAVX2(SB), NOSPLIT, $0-40
	VPBROADCASTQ mine+0(FP), Y0
	VPBROADCASTQ theirs+8(FP), Y1
	MOVQ         square+16(FP), AX
	ANDL         $63, AX
	SQUARE(AX, BX)
	CONSTANTS
	AFTER(Y0, Y1, BX, Y6, Y7)
	VMOVQ        X2, flips+24(FP)
	VPOR         X6, X7, X8
	RUNS(Y6, Y7, Y2, Y3, Y4, Y5)
	FOLD(Y2, X2, X3)
	VPANDN       X2, X8, X2
	VMOVQ        X2, replies+32(FP)
	VZEROUPPER
	RET

// func childrenAVX2(mine, theirs, moves uint64, list *[64]Move)
TEXT ·childrenAVX2(SB), NOSPLIT, $0-32
	VPBROADCASTQ mine+0(FP), Y0
	VPBROADCASTQ theirs+8(FP), Y1
	MOVQ         moves+16(FP), R10
	MOVQ         list+24(FP), DI
	CONSTANTS
	TESTQ        R10, R10
	JZ           done

next:
	TZCNTQ R10, AX
	BLSRQ  R10, R10
	MOVB   AX, Move_Square(DI)
	SQUARE(AX, BX)
	AFTER(Y0, Y1, BX, Y6, Y7)
	VMOVQ  X2, Move_Flips(DI)
	VPOR   X6, X7, X8
	RUNS(Y6, Y7, Y2, Y3, Y4, Y5)
	FOLD(Y2, X2, X3)
	VPANDN X2, X8, X2
	VMOVQ  X2, Move_Replies(DI)
	ADDQ   $Move__size, DI
	TESTQ  R10, R10
	JNZ    next

done:
	VZEROUPPER
	RET

#include "stable_amd64.h"
#include "last_amd64.h"

// func stableAVX2(mine, theirs uint64) uint64
TEXT ·stableAVX2(SB), NOSPLIT, $0-24
	CONSTANTS
	MOVQ mine+0(FP), R8
	MOVQ theirs+8(FP), R10
	CALL stable<>(SB)
	MOVQ AX, ret+16(FP)
	VZEROUPPER
	RET

// func endingAVX2(mine, theirs uint64, alpha int, odd uint64) (score, nodes int)
TEXT ·endingAVX2(SB), NOSPLIT, $0-48
	VPBROADCASTQ mine+0(FP), Y0
	VPBROADCASTQ theirs+8(FP), Y1
	CONSTANTS
	MOVQ         mine+0(FP), R8
	ORQ          theirs+8(FP), R8
	NOTQ         R8
	MOVQ         alpha+16(FP), DX
	MOVQ         odd+24(FP), AX
	XORL         R9, R9
	POPCNTQ      R8, CX
	CMPQ         CX, $5
	JEQ          five
	JGT          six
	CALL         last4<>(SB)
	JMP          done

five:
	CALL last5<>(SB)
	JMP  done

six:
	CALL last6<>(SB)

done:
	MOVQ         AX, score+32(FP)
	MOVQ         R9, nodes+40(FP)
	VZEROUPPER
	RET
