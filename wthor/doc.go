// Package wthor reads and writes files of the WTHOR database, the tournament games published by the French
// Othello federation. The files contain games (.wtb), games on 10x10 boards (.wtd), player names (.jou),
// tournament names (.trn) and endgame puzzles (.pzz). [KindOf] distinguishes them.
//
// The federation specifies the format (called the FFO specification below) and publishes the files at
// https://www.ffothello.org/wthor/base/. A file consists of a header of 16 bytes and records of equal size.
// Integers are unsigned and little-endian. There is no magic number and no checksum.
//
//	header  0 century  1 year  2 month  3 day   date of creation
//	        4 N1 (4 bytes)     games or puzzles
//	        8 N2 (2 bytes)     names, or the puzzles' empty squares
//	       10 year (2 bytes)   year of the games
//	       12 P1 board  13 P2 puzzles  14 P3 depth  15 reserved
//	game    0 tournament  2 black player  4 white player (2 bytes each)
//	        6 actual score  7 theoretical score         black's discs
//	        8 60 moves, 10*row+column: a1 = 11, h1 = 18, h8 = 88; 0 ends
//	10x10   96 moves, column+12*row: a1 = 13, j1 = 22, j10 = 130; otherwise like a game
//	puzzle  0 year  2 tournament (2 bytes each)  4 black  8 white player (4 bytes each)
//	        12 position, two bits a square  28 empty squares  29 side to move
//	        30 score  31 best move  32 actual score  33 move 25  34 reserved
//	name    20 bytes (player) or 26 (tournament), ISO-8859-1, NUL and padding
//
// A puzzle file has a second header of 64 counts (4 bytes each): count number N2 is N1 and all others are 0.
//
// Passes are not stored. The package does not apply the rules of the game: it does not check whether moves
// are legal or lead to the score.
//
// Every byte of a file is preserved, so writing a file that was read without an error produces the same
// bytes. Errors have the type [*FormatError], which states the position and the reason. An error in one game
// does not prevent reading the others:
//
//	r, err := wthor.NewReader(f)
//	if err != nil {
//		return err
//	}
//	for game, err := range r.All() {
//		if fe, ok := errors.AsType[*wthor.FormatError](err); ok {
//			if fe.Fatal() {
//				return err // the file is cut short, too long or unreadable
//			}
//			log.Print(err) // this record only
//			continue
//		}
//		squares = game.AppendSquares(squares[:0])
//		…
//	}
//
// Memory use depends on the bytes read, never on a count in a header. Files may come from an archive or a
// pipe. A Reader needs 32 kB for any file; a names file has at most 65535 names.
package wthor
