// EDGE finds the stable discs of an edge; the discs of the side in question are the byte m
// and become the answer, those of the other are the byte t.
#define EDGE(m, t) \
	LEAQ    ·ternary(SB), R11 \
	MOVWLZX (R11)(m*2), m     \
	MOVWLZX (R11)(t*2), t     \
	LEAQ    (m)(t*2), m       \
	LEAQ    ·edges(SB), R11   \
	MOVBLZX (R11)(m*1), m

// INRANK brings file a into a byte.
#define INRANK(r) \
	ANDQ  SI, r            \
	IMULQ ·gathers(SB), r  \
	SHRQ  $56, r

// INFILE brings a byte without its ends, which the ranks have told of, onto file a.
#define INFILE(r) \
	ANDL  $0x7E, r           \
	IMULQ ·distances(SB), r  \
	ANDQ  SI, r

// STEP takes from a and b, one lane for each line, the squares that are not followed by
// full ones up and down the line.
#define STEP(counts, rim) \
	VPSRLVQ counts, Y2, Y4              \
	VPSLLVQ counts, Y3, Y5              \
	VPOR    ·rimsUp+rim(SB), Y4, Y4     \
	VPOR    ·rimsDown+rim(SB), Y5, Y5   \
	VPAND   Y4, Y2, Y2                  \
	VPAND   Y5, Y3, Y3

// COMMON brings the intersection of the lanes of f into all of them.
#define COMMON(f, a) \
	VPERMQ  $0x4E, f, a \
	VPAND   a, f, f     \
	VPSHUFD $0x4E, f, a \
	VPAND   a, f, f

// stable is Stable of the discs in R8, the other side's in R10. It changes Y2 to Y7 and
// all general registers but R9.
TEXT stable<>(SB), NOSPLIT, $0-0
	// The lines that are full.
	MOVQ         R8, AX
	ORQ          R10, AX
	VMOVQ        AX, X2
	VPBROADCASTQ X2, Y2
	VMOVDQA      Y2, Y3
	STEP(Y13, 0)
	STEP(Y14, 32)
	VMOVDQU      ·longStrides(SB), Y6
	STEP(Y6, 64)
	VPAND        Y3, Y2, Y2

	// Discs inside, and those of them whose lines are all full.
	VMOVQ        R8, X6
	VPBROADCASTQ X6, Y6
	VPAND        ·insides(SB), Y6, Y6
	VMOVDQA      Y2, Y4
	COMMON(Y4, Y5)
	VPAND        Y6, Y4, Y4

	MOVQ    ·filesA(SB), SI
	MOVBLZX R8B, R13
	MOVBLZX R10B, BX
	EDGE(R13, BX)
	MOVQ    R8, AX
	SHRQ    $56, AX
	MOVQ    R10, BX
	SHRQ    $56, BX
	EDGE(AX, BX)
	SHLQ    $56, AX
	ORQ     AX, R13
	MOVQ    R8, AX
	INRANK(AX)
	MOVQ    R10, BX
	INRANK(BX)
	EDGE(AX, BX)
	INFILE(AX)
	ORQ     AX, R13
	MOVQ    R8, AX
	SHRQ    $7, AX
	INRANK(AX)
	MOVQ    R10, BX
	SHRQ    $7, BX
	INRANK(BX)
	EDGE(AX, BX)
	INFILE(AX)
	SHLQ    $7, AX
	ORQ     AX, R13

	VMOVQ        R13, X5
	VPBROADCASTQ X5, Y5

more:
	VPOR    Y5, Y4, Y4
	VPSLLVQ Y13, Y4, Y5
	VPSRLVQ Y13, Y4, Y7
	VPOR    Y7, Y5, Y5
	VPOR    Y2, Y5, Y5
	COMMON(Y5, Y7)
	VPAND   Y6, Y5, Y5
	VPTEST  Y5, Y4
	JCC     more
	VMOVQ   X4, AX
	RET
