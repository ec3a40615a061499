// Kernels of processors with AVX-512: VPLZCNTQ finds the end of a ray, VPTERNLOGQ does two
// operations of sets at once.

#define ANDOR(t, a, u) \
	VPTERNLOGQ $0xF8, t, a, u

// FLIPS sets f to what a disc on a square turns, each lane along its line. The first
// square of a ray that is not theirs ends it; if that is mine, the ray up to it is
// turned. p is mine, t theirs, s the address of the square.
#define FLIPS(p, t, s, f, a, b, c) \
	VPANDN     square_up(s), t, a      \
	VPANDN     square_down(s), t, f    \
	VPSUBQ     a, Y12, b               \
	VPLZCNTQ   f, f                    \
	VPTERNLOGQ $0x80, p, a, b          \
	VPSRLVQ    f, Y15, f               \
	VPAND      p, f, f                 \
	VPCMPEQQ   Y12, b, a               \
	VPADDQ     f, f, f                 \
	VPSUBQ     b, a, a                 \
	VPSUBQ     f, Y12, f               \
	VPAND      square_down(s), f, f    \
	VPTERNLOGQ $0xF2, square_up(s), a, f

#define CONSTANTS \
	VMOVDQU ·innerFiles(SB), Y11 \
	VPXOR   Y12, Y12, Y12        \
	VMOVDQU ·steps(SB), Y13      \
	VMOVDQU ·strides(SB), Y14    \
	VMOVDQU ·tops(SB), Y15

#include "vector_amd64.h"

// func movesAVX512(mine, theirs uint64) uint64
TEXT ·movesAVX512(SB), NOSPLIT, $0-24
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

// func movesBothAVX512(mine, theirs uint64) (uint64, uint64)
TEXT ·movesBothAVX512(SB), NOSPLIT, $0-32
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

// func flipsAVX512(mine, theirs uint64, square uint) uint64
TEXT ·flipsAVX512(SB), NOSPLIT, $0-32
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

// func repliesAVX512(mine, theirs uint64, square uint) (flips, replies uint64)
TEXT ·repliesAVX512(SB), NOSPLIT, $0-40
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

// func childrenAVX512(mine, theirs, moves uint64, list *[64]Move)
TEXT ·childrenAVX512(SB), NOSPLIT, $0-32
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

// func stableAVX512(mine, theirs uint64) uint64
TEXT ·stableAVX512(SB), NOSPLIT, $0-24
	CONSTANTS
	MOVQ mine+0(FP), R8
	MOVQ theirs+8(FP), R10
	CALL stable<>(SB)
	MOVQ AX, ret+16(FP)
	VZEROUPPER
	RET

// func endingAVX512(mine, theirs uint64, alpha int, odd uint64) (score, nodes int)
TEXT ·endingAVX512(SB), NOSPLIT, $0-48
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
