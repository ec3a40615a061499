#include "textflag.h"

// func followVector(to, from *level, squares *lanes, square uint, flips uint64)
TEXT ·followVector(SB), NOSPLIT, $0-40
	MOVQ  to+0(FP), DI
	MOVQ  from+8(FP), SI
	MOVQ  squares+16(FP), R8
	MOVQ  square+24(FP), R9
	MOVQ  flips+32(FP), R10
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	ANDQ  $63, R9
	SHLQ  $7, R9
	ADDQ  R8, R9
	TESTQ R10, R10
	JZ    turned

turn:
	BSFQ   R10, R12
	LEAQ   -1(R10), R13
	SHLQ   $7, R12
	VPADDW (R8)(R12*1), Y0, Y0
	VPADDW 32(R8)(R12*1), Y1, Y1
	VPADDW 64(R8)(R12*1), Y2, Y2
	VPADDW 96(R8)(R12*1), Y3, Y3
	ANDQ   R13, R10
	JNZ    turn

turned:
	VMOVDQU (R9), Y4
	VMOVDQU 32(R9), Y5
	VMOVDQU 64(R9), Y6
	VMOVDQU 96(R9), Y7

	// The opponent's new indices: a disc with digit 1 more, and turned ones go from 2 to 1.
	VPADDW  (SI), Y4, Y8
	VPADDW  32(SI), Y5, Y9
	VPADDW  64(SI), Y6, Y10
	VPADDW  96(SI), Y7, Y11
	VPSUBW  Y0, Y8, Y8
	VPSUBW  Y1, Y9, Y9
	VPSUBW  Y2, Y10, Y10
	VPSUBW  Y3, Y11, Y11
	VMOVDQU Y8, 128(DI)
	VMOVDQU Y9, 160(DI)
	VMOVDQU Y10, 192(DI)
	VMOVDQU Y11, 224(DI)

	// The new indices of the side to move: a disc with digit 2 more, and turned ones go from 1 to 2.
	VPADDW  Y4, Y4, Y4
	VPADDW  Y5, Y5, Y5
	VPADDW  Y6, Y6, Y6
	VPADDW  Y7, Y7, Y7
	VPADDW  Y4, Y0, Y0
	VPADDW  Y5, Y1, Y1
	VPADDW  Y6, Y2, Y2
	VPADDW  Y7, Y3, Y3
	VPADDW  128(SI), Y0, Y0
	VPADDW  160(SI), Y1, Y1
	VPADDW  192(SI), Y2, Y2
	VPADDW  224(SI), Y3, Y3
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET
