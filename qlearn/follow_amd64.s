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
	MOVQ    R11, AX
	TESTQ   AX, AX
	JZ      added

add:
	BSFQ   AX, BX
	LEAQ   -1(AX), CX
	LEAQ   (BX)(BX*2), BX
	SHLQ   $5, BX
	VPADDQ (R8)(BX*1), Y0, Y0
	VPADDQ 32(R8)(BX*1), Y1, Y1
	VPADDQ 64(R8)(BX*1), Y2, Y2
	ANDQ   CX, AX
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
