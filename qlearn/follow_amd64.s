#include "textflag.h"

// func followVector(to, from *uint64, digits *[65][group]uint64, groups int, put uint, plus, minus uint64)
TEXT ·followVector(SB), NOSPLIT, $0-56
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ digits+16(FP), R8
	MOVQ groups+24(FP), R9
	MOVQ put+32(FP), R10
	MOVQ plus+40(FP), R11
	MOVQ minus+48(FP), R12
	LEAQ (R10)(R10*2), R10 // rows are 96 bytes
	SHLQ $5, R10

next:
	VMOVDQU (R8)(R10*1), Y0
	VMOVDQU 32(R8)(R10*1), Y1
	VMOVDQU 64(R8)(R10*1), Y2
	VPADDQ  Y0, Y0, Y0
	VPADDQ  Y1, Y1, Y1
	VPADDQ  Y2, Y2, Y2
	VPADDQ  (SI), Y0, Y0
	VPADDQ  32(SI), Y1, Y1
	VPADDQ  64(SI), Y2, Y2

	// Most moves turn one disc or two. Where there are fewer the row of square 64 is added, which costs
	// less than a branch that cannot be predicted.
	TZCNTQ R11, BX
	BLSRQ  R11, AX
	TZCNTQ AX, CX
	LEAQ   (BX)(BX*2), BX
	SHLQ   $5, BX
	LEAQ   (CX)(CX*2), CX
	SHLQ   $5, CX
	VPADDQ (R8)(BX*1), Y0, Y0
	VPADDQ 32(R8)(BX*1), Y1, Y1
	VPADDQ 64(R8)(BX*1), Y2, Y2
	VPADDQ (R8)(CX*1), Y0, Y0
	VPADDQ 32(R8)(CX*1), Y1, Y1
	VPADDQ 64(R8)(CX*1), Y2, Y2
	BLSRQ  AX, AX
	TESTQ  AX, AX
	JZ     added

add:
	TZCNTQ AX, BX
	BLSRQ  AX, AX
	LEAQ   (BX)(BX*2), BX
	SHLQ   $5, BX
	VPADDQ (R8)(BX*1), Y0, Y0
	VPADDQ 32(R8)(BX*1), Y1, Y1
	VPADDQ 64(R8)(BX*1), Y2, Y2
	TESTQ  AX, AX
	JNZ    add

added:
	MOVQ  R12, AX
	TESTQ AX, AX
	JZ    taken

take:
	BSFQ   AX, BX
	LEAQ   -1(AX), CX
	LEAQ   (BX)(BX*2), BX
	SHLQ   $5, BX
	VPSUBQ (R8)(BX*1), Y0, Y0
	VPSUBQ 32(R8)(BX*1), Y1, Y1
	VPSUBQ 64(R8)(BX*1), Y2, Y2
	ANDQ   CX, AX
	JNZ    take

taken:
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	ADDQ    $96, DI
	ADDQ    $96, SI
	ADDQ    $6240, R8 // 65 rows
	DECQ    R9
	JNZ     next
	VZEROUPPER
	RET

// func pairsVector(least, x, twins *uint64, groups int) int
TEXT ·pairsVector(SB), NOSPLIT, $0-40
	MOVQ     least+0(FP), DI
	MOVQ     x+8(FP), SI
	MOVQ     twins+16(FP), R8
	MOVQ     groups+24(FP), R9
	IMUL3Q   $3, R9, R9 // vectors
	VPXOR    Y0, Y0, Y0
	VPXOR    Y1, Y1, Y1 // sum, by lane, below 0
	VPCMPEQW Y2, Y2, Y2

nextPairs:
	VMOVDQU  (SI), Y3
	VPMINUW  (R8), Y3, Y3
	VMOVDQU  Y3, (DI)
	VPSHUFLW $0x39, Y3, Y4
	VPSHUFHW $0x39, Y4, Y4
	VPSHUFLW $0x4E, Y3, Y5
	VPSHUFHW $0x4E, Y5, Y5
	VPCMPEQW Y3, Y4, Y4
	VPADDW   Y4, Y4, Y4
	VPCMPEQW Y3, Y5, Y5
	VPADDW   Y5, Y4, Y4
	VPADDW   Y2, Y4, Y4    // of each lane those that are equal, itself among them
	VPCMPEQW Y0, Y3, Y3
	VPANDN   Y4, Y3, Y4    // none of contents 0
	VPADDW   Y4, Y1, Y1
	ADDQ     $32, SI
	ADDQ     $32, DI
	ADDQ     $32, R8
	DECQ     R9
	JNZ      nextPairs

	VPMADDWD     Y2, Y1, Y1 // times -1, in pairs
	VEXTRACTI128 $1, Y1, X2
	VPADDD       X2, X1, X1
	VPSHUFD      $0x4E, X1, X2
	VPADDD       X2, X1, X1
	VPSHUFD      $0xB1, X1, X2
	VPADDD       X2, X1, X1
	VMOVD        X1, AX
	VZEROUPPER
	MOVQ         AX, ret+32(FP)
	RET

// func totalsSSE(q *float32, tables **[1 << 16]float32, after *uint64, words, width, moves int)
TEXT ·totalsSSE(SB), NOSPLIT, $0-48
	MOVQ q+0(FP), DI
	MOVQ tables+8(FP), R8
	MOVQ after+16(FP), SI
	MOVQ words+24(FP), R9
	MOVQ width+32(FP), R10
	MOVQ moves+40(FP), R11
	SHLQ $3, R10

nextMove:
	XORPS X0, X0
	XORPS X1, X1
	XORPS X2, X2
	XORPS X3, X3
	XORQ  R12, R12

nextWord:
	MOVQ    (R8)(R12*8), R13
	MOVWLZX (SI)(R12*8), AX
	MOVWLZX 2(SI)(R12*8), BX
	MOVWLZX 4(SI)(R12*8), CX
	MOVWLZX 6(SI)(R12*8), DX
	ADDSS   (R13)(AX*4), X0
	ADDSS   (R13)(BX*4), X1
	ADDSS   (R13)(CX*4), X2
	ADDSS   (R13)(DX*4), X3
	INCQ    R12
	CMPQ    R12, R9
	JLT     nextWord
	ADDSS   X1, X0
	ADDSS   X3, X2
	ADDSS   X2, X0
	MOVSS   X0, (DI)
	ADDQ    $4, DI
	ADDQ    R10, SI
	DECQ    R11
	JNZ     nextMove
	RET
