// The last four empty squares, move by move what the functions of last.go do. A side's
// discs are in all lanes of a register. R9 counts the positions. Each function leaves
// the score in AX and changes all registers but R9 and those of its callers:
//
//	last4    Y0 Y1 mine and theirs
//	last3    Y2 Y3
//	last2    Y4 Y5

#define INFINITE 65

// SWAP passes.
#define SWAP(m, t) \
	VMOVDQA m, Y6 \
	VMOVDQA t, m  \
	VMOVDQA Y6, t

// TURNED sets n to the number of discs that the last disc, of the side that has those in
// R8, turns on the square BX: LastFlips.
#define TURNED(n) \
	MOVQ    square_rank(BX), CX      \
	MOVQ    square_alongRank(BX), R11 \
	SHRXQ   CX, R8, R10              \
	MOVBLZX R10B, R10                \
	MOVBLZX (R11)(R10*1), n          \
	MOVQ    square_rising(BX), R10   \
	ANDQ    R8, R10                  \
	IMULQ   ·filesA(SB), R10         \
	SHRQ    $56, R10                 \
	MOVBLZX (R11)(R10*1), R10        \
	ADDL    R10, n                   \
	MOVQ    square_falling(BX), R10  \
	ANDQ    R8, R10                  \
	IMULQ   ·filesA(SB), R10         \
	SHRQ    $56, R10                 \
	MOVBLZX (R11)(R10*1), R10        \
	ADDL    R10, n                   \
	MOVQ    square_file(BX), CX      \
	MOVQ    square_alongFile(BX), R11 \
	SHRXQ   CX, R8, R10              \
	ANDQ    ·filesA(SB), R10         \
	IMULQ   ·gathers(SB), R10        \
	SHRQ    $56, R10                 \
	MOVBLZX (R11)(R10*1), R10        \
	ADDL    R10, n

// last1 takes the discs of the side to move in R8 and the empty square in BX.
TEXT last1<>(SB), NOSPLIT, $0-0
	INCQ    R9
	TURNED(AX)
	POPCNTQ R8, R12
	TESTL   AX, AX
	JZ      other
	ADDQ    R12, AX
	LEAQ    -62(AX)(AX*1), AX
	RET

other:
	MOVQ  square_bit(BX), CX
	ORQ   CX, R8
	NOTQ  R8
	TURNED(AX)
	TESTL AX, AX
	JZ    neither
	SUBQ  AX, R12
	LEAQ  -64(R12)(R12*1), AX
	RET

neither:
	LEAQ    -64(R12)(R12*1), AX
	LEAQ    2(AX), CX
	CMPQ    R12, $32
	CMOVQGE CX, AX
	RET

// over takes the discs of both sides in X6 and X7, and neither side has a move.
TEXT over<>(SB), NOSPLIT, $0-0
	VMOVQ   X6, R8
	VMOVQ   X7, R10
	POPCNTQ R8, R8
	POPCNTQ R10, R10
	XORL    AX, AX
	CMPQ    R8, R10
	JLT     lost
	JEQ     drawn
	NEGQ    R10
	LEAQ    64(R10)(R10*1), AX

drawn:
	RET

lost:
	LEAQ -64(R8)(R8*1), AX
	RET

// LAST plays on the square s and asks last1 about the other, unless nothing is turned.
#define LAST(s, other, illegal) \
	FLIPS(Y4, Y5, s, Y6, Y7, Y8, Y9) \
	VPTEST Y6, Y6        \
	JZ     illegal       \
	FOLD(Y6, X6, X7)     \
	VPANDN X5, X6, X6    \
	VMOVQ  X6, R8        \
	MOVQ   other, BX     \
	CALL   last1<>(SB)   \
	NEGQ   AX

// last2 takes the empty squares in SI and DI, alpha in DX.
TEXT last2<>(SB), NOSPLIT, $24-0
	INCQ R9
	MOVQ $-INFINITE, best-8(SP)
	MOVQ $0, passed-16(SP)

again:
	LAST(SI, DI, second)
	CMPQ AX, DX
	JGT  done
	MOVQ AX, best-8(SP)

second:
	LAST(DI, SI, none)
	CMPQ    AX, best-8(SP)
	CMOVQLT best-8(SP), AX

done:
	CMPQ passed-16(SP), $0
	JE   return
	NEGQ AX

return:
	RET

none:
	MOVQ best-8(SP), AX
	CMPQ AX, $-INFINITE
	JNE  done
	CMPQ passed-16(SP), $0
	JNE  over
	MOVQ $1, passed-16(SP)
	NOTQ DX
	SWAP(Y4, Y5)
	JMP  again

over:
	VMOVDQA X4, X6
	VMOVDQA X5, X7
	CALL    over<>(SB)
	JMP     done

// PLAY sets m and t to the discs of the two sides after a move of p on the square BX, as
// the opponent sees them, unless nothing is turned.
#define PLAY(p, t, m, o, illegal) \
	FLIPS(p, t, BX, Y6, Y7, Y8, Y9)   \
	VPTEST       Y6, Y6               \
	JZ           illegal              \
	SPREAD(Y6, Y7)                    \
	VPANDN       t, Y6, m             \
	VPBROADCASTQ square_bit(BX), Y7   \
	VPOR         p, Y6, o             \
	VPOR         Y7, o, o

// LAST3 tries one of three squares.
#define LAST3(s, b, c, next) \
	MOVQ s, BX                  \
	PLAY(Y2, Y3, Y4, Y5, next)  \
	MOVQ b, SI                  \
	MOVQ c, DI                  \
	MOVQ alpha-32(SP), DX       \
	NOTQ DX                     \
	CALL last2<>(SB)            \
	NEGQ AX                     \
	CMPQ AX, best-40(SP)        \
	JLE  next                   \
	MOVQ AX, best-40(SP)        \
	CMPQ AX, alpha-32(SP)       \
	JGT  done

// last3 takes the empty squares in SI, DI and R8, alpha in DX.
TEXT last3<>(SB), NOSPLIT, $48-0
	INCQ R9
	MOVQ SI, s1-8(SP)
	MOVQ DI, s2-16(SP)
	MOVQ R8, s3-24(SP)
	MOVQ DX, alpha-32(SP)
	MOVQ $-INFINITE, best-40(SP)
	MOVQ $0, passed-48(SP)

first:
	LAST3(s1-8(SP), s2-16(SP), s3-24(SP), second)

second:
	LAST3(s2-16(SP), s1-8(SP), s3-24(SP), third)

third:
	LAST3(s3-24(SP), s1-8(SP), s2-16(SP), tried)

tried:
	CMPQ best-40(SP), $-INFINITE
	JNE  done
	CMPQ passed-48(SP), $0
	JNE  over
	INCQ R9
	MOVQ $1, passed-48(SP)
	NOTQ alpha-32(SP)
	SWAP(Y2, Y3)
	JMP  first

over:
	DECQ    R9 // the board after the pass has not been counted
	VMOVDQA X2, X6
	VMOVDQA X3, X7
	CALL    over<>(SB)
	JMP     signed

done:
	MOVQ best-40(SP), AX

signed:
	CMPQ passed-48(SP), $0
	JE   return
	NEGQ AX

return:
	RET

// MARK sets the rest of the squares to try to the empty ones in odd quadrants, and
// even to the others.
#define MARK \
	MOVQ  empty-8(SP), R10 \
	MOVQ  odd-16(SP), AX   \
	ANDNQ R10, AX, CX      \
	MOVQ  CX, even-24(SP)  \
	ANDQ  AX, R10          \
	MOVQ  R10, rest-32(SP)

// last4 takes the set of empty squares in R8, that of odd quadrants in AX, alpha in DX.
TEXT last4<>(SB), NOSPLIT, $56-0
	INCQ R9
	MOVQ R8, empty-8(SP)
	MOVQ AX, odd-16(SP)
	MOVQ DX, alpha-40(SP)
	MOVQ $-INFINITE, best-48(SP)
	MOVQ $0, passed-56(SP)

again:
	MARK

next:
	MOVQ   rest-32(SP), R10
	TESTQ  R10, R10
	JZ     even
	TZCNTQ R10, AX
	SQUARE(AX, BX)
	PLAY(Y0, Y1, Y2, Y3, illegal)

	// Of the other three the first is one in an odd quadrant: there is one, as the
	// quadrants of three squares cannot all be even.
	MOVQ   square_bit(BX), R10
	XORQ   empty-8(SP), R10
	MOVQ   square_quadrant(BX), AX
	XORQ   odd-16(SP), AX
	ANDQ   R10, AX
	BLSIQ  AX, AX
	XORQ   AX, R10
	TZCNTQ AX, SI
	TZCNTQ R10, DI
	BLSRQ  R10, R10
	TZCNTQ R10, R8
	LEAQ   ·squares(SB), BX
	SHLQ   $7, SI
	SHLQ   $7, DI
	SHLQ   $7, R8
	ADDQ   BX, SI
	ADDQ   BX, DI
	ADDQ   BX, R8
	MOVQ   alpha-40(SP), DX
	NOTQ   DX
	CALL   last3<>(SB)
	NEGQ   AX
	CMPQ   AX, best-48(SP)
	JLE    illegal
	MOVQ   AX, best-48(SP)
	CMPQ   AX, alpha-40(SP)
	JGT    done

illegal:
	BLSRQ rest-32(SP), R10
	MOVQ  R10, rest-32(SP)
	JMP   next

even:
	MOVQ  even-24(SP), R10
	MOVQ  R10, rest-32(SP)
	MOVQ  $0, even-24(SP)
	TESTQ R10, R10
	JNZ   next
	CMPQ  best-48(SP), $-INFINITE
	JNE   done
	CMPQ  passed-56(SP), $0
	JNE   over
	INCQ  R9
	MOVQ  $1, passed-56(SP)
	NOTQ  alpha-40(SP)
	SWAP(Y0, Y1)
	JMP   again

over:
	DECQ    R9
	VMOVDQA X0, X6
	VMOVDQA X1, X7
	CALL    over<>(SB)
	JMP     signed

done:
	MOVQ best-48(SP), AX

signed:
	CMPQ passed-56(SP), $0
	JE   return
	NEGQ AX

return:
	RET

// byParity is the function of ending.go with more empty squares than four. Its callers
// keep their boards in memory: the discs of the side to move come in all lanes of Y0,
// the opponent's in Y1, and the rest as in last4. A side is looked at for stable discs
// from alpha on that the limit says.
#define BYPARITY(limit, below) \
	MOVQ         R8, empty-8(SP)             \
	MOVQ         AX, odd-16(SP)              \
	MOVQ         DX, alpha-40(SP)            \
	VMOVQ        X0, mine-64(SP)             \
	VMOVQ        X1, theirs-72(SP)           \
	MOVQ         $0, passed-56(SP)           \
	                                         \
again:                                           \
	INCQ         R9                          \
	CMPQ         alpha-40(SP), $limit        \
	JLT          search                      \
	MOVQ         theirs-72(SP), R8           \
	MOVQ         mine-64(SP), R10            \
	CALL         stable<>(SB)                \
	POPCNTQ      AX, AX                      \
	NEGQ         AX                          \
	LEAQ         64(AX)(AX*1), AX            \
	CMPQ         AX, alpha-40(SP)            \
	JLE          signed                      \
	                                         \
search:                                          \
	MOVQ         $-INFINITE, best-48(SP)     \
	MARK                                     \
	                                         \
next:                                            \
	MOVQ         rest-32(SP), R10            \
	TESTQ        R10, R10                    \
	JZ           even                        \
	TZCNTQ       R10, AX                     \
	SQUARE(AX, BX)                           \
	VPBROADCASTQ mine-64(SP), Y4             \
	VPBROADCASTQ theirs-72(SP), Y5           \
	PLAY(Y4, Y5, Y0, Y1, illegal)            \
	MOVQ         square_bit(BX), R8          \
	XORQ         empty-8(SP), R8             \
	MOVQ         square_quadrant(BX), AX     \
	XORQ         odd-16(SP), AX              \
	MOVQ         alpha-40(SP), DX            \
	NOTQ         DX                          \
	CALL         below<>(SB)                 \
	NEGQ         AX                          \
	CMPQ         AX, best-48(SP)             \
	JLE          illegal                     \
	MOVQ         AX, best-48(SP)             \
	CMPQ         AX, alpha-40(SP)            \
	JGT          done                        \
	                                         \
illegal:                                         \
	BLSRQ        rest-32(SP), R10            \
	MOVQ         R10, rest-32(SP)            \
	JMP          next                        \
	                                         \
even:                                            \
	MOVQ         even-24(SP), R10            \
	MOVQ         R10, rest-32(SP)            \
	MOVQ         $0, even-24(SP)             \
	TESTQ        R10, R10                    \
	JNZ          next                        \
	CMPQ         best-48(SP), $-INFINITE     \
	JNE          done                        \
	VPBROADCASTQ theirs-72(SP), Y0           \
	VPBROADCASTQ mine-64(SP), Y1             \
	VMOVQ        X0, mine-64(SP)             \
	VMOVQ        X1, theirs-72(SP)           \
	VMOVDQA      Y0, Y4                      \
	VMOVDQA      Y1, Y5                      \
	RUNS(Y4, Y5, Y6, Y7, Y8, Y9)             \
	FOLD(Y6, X6, X7)                         \
	VPOR         X0, X1, X7                  \
	VPANDN       X6, X7, X6                  \
	VPTEST       X6, X6                      \
	JZ           over                        \
	MOVQ         $1, passed-56(SP)           \
	NOTQ         alpha-40(SP)                \
	JMP          again                       \
	                                         \
over:                                            \
	VMOVDQA      X1, X6                      \
	VMOVDQA      X0, X7                      \
	CALL         over<>(SB)                  \
	RET                                      \
	                                         \
done:                                            \
	MOVQ         best-48(SP), AX             \
	                                         \
signed:                                          \
	CMPQ         passed-56(SP), $0           \
	JE           return                      \
	NEGQ         AX                          \
	                                         \
return:                                          \
	RET

TEXT last5<>(SB), NOSPLIT, $72-0
	BYPARITY(4, last4)

TEXT last6<>(SB), NOSPLIT, $72-0
	BYPARITY(6, last5)
