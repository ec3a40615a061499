#include "textflag.h"

DATA limit<>+0(SB)/2, $181
GLOBL limit<>(SB), RODATA|NOPTR, $2

// func hidden16(l *lanes, rows *row, n int, bias, out *int16) int32
TEXT ·hidden16(SB), NOSPLIT, $0-44
	MOVQ    l+0(FP), SI
	MOVQ    rows+8(FP), DI
	MOVQ    n+16(FP), R8
	MOVQ    bias+24(FP), R9
	MOVQ    out+32(FP), R10
	VMOVDQU (R9), Y0
	VPXOR   Y1, Y1, Y1

rows16:
	MOVQ      24(DI), AX
	MOVQ      (SI)(AX*8), AX
	MOVQ      (DI), BX
	MOVWLZX   AX, CX
	SHRQ      $16, AX
	MOVWLZX   AX, DX
	SHRQ      $16, AX
	MOVWLZX   AX, R11
	SHRQ      $16, AX
	SHLQ      $4, CX
	SHLQ      $4, DX
	SHLQ      $4, R11
	SHLQ      $4, AX
	VPMOVSXBW (BX)(CX*1), Y2
	VPMOVSXBW (BX)(DX*1), Y3
	VPMOVSXBW (BX)(R11*1), Y4
	VPMOVSXBW (BX)(AX*1), Y5
	VPADDW    Y2, Y0, Y0
	VPADDW    Y3, Y1, Y1
	VPADDW    Y4, Y0, Y0
	VPADDW    Y5, Y1, Y1
	ADDQ      $32, DI
	DECQ      R8
	JNZ       rows16

	VPADDW       Y1, Y0, Y0
	VPXOR        Y2, Y2, Y2
	VPBROADCASTW limit<>(SB), Y3
	VPMAXSW      Y2, Y0, Y0
	VPMINSW      Y3, Y0, Y0
	VPMULLW      Y0, Y0, Y0
	VPMADDWD     (R10), Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0x4E, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xB1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, AX
	MOVL         AX, ret+40(FP)
	VZEROUPPER
	RET

// func hidden32(l *lanes, rows *row, n int, bias, out *int16) int32
TEXT ·hidden32(SB), NOSPLIT, $0-44
	MOVQ    l+0(FP), SI
	MOVQ    rows+8(FP), DI
	MOVQ    n+16(FP), R8
	MOVQ    bias+24(FP), R9
	MOVQ    out+32(FP), R10
	VMOVDQU (R9), Y0
	VMOVDQU 32(R9), Y1

rows32:
	MOVQ      24(DI), AX
	MOVQ      (SI)(AX*8), AX
	MOVQ      (DI), BX
	MOVWLZX   AX, CX
	SHRQ      $16, AX
	MOVWLZX   AX, DX
	SHRQ      $16, AX
	MOVWLZX   AX, R11
	SHRQ      $16, AX
	SHLQ      $5, CX
	SHLQ      $5, DX
	SHLQ      $5, R11
	SHLQ      $5, AX
	VPMOVSXBW (BX)(CX*1), Y2
	VPMOVSXBW 16(BX)(CX*1), Y3
	VPMOVSXBW (BX)(DX*1), Y4
	VPMOVSXBW 16(BX)(DX*1), Y5
	VPMOVSXBW (BX)(R11*1), Y6
	VPMOVSXBW 16(BX)(R11*1), Y7
	VPMOVSXBW (BX)(AX*1), Y8
	VPMOVSXBW 16(BX)(AX*1), Y9
	VPADDW    Y2, Y0, Y0
	VPADDW    Y3, Y1, Y1
	VPADDW    Y4, Y0, Y0
	VPADDW    Y5, Y1, Y1
	VPADDW    Y6, Y0, Y0
	VPADDW    Y7, Y1, Y1
	VPADDW    Y8, Y0, Y0
	VPADDW    Y9, Y1, Y1
	ADDQ      $32, DI
	DECQ      R8
	JNZ       rows32

	VPXOR        Y2, Y2, Y2
	VPBROADCASTW limit<>(SB), Y3
	VPMAXSW      Y2, Y0, Y0
	VPMAXSW      Y2, Y1, Y1
	VPMINSW      Y3, Y0, Y0
	VPMINSW      Y3, Y1, Y1
	VPMULLW      Y0, Y0, Y0
	VPMULLW      Y1, Y1, Y1
	VPMADDWD     (R10), Y0, Y0
	VPMADDWD     32(R10), Y1, Y1
	VPADDD       Y1, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0x4E, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xB1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, AX
	MOVL         AX, ret+40(FP)
	VZEROUPPER
	RET
