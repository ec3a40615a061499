// Package wthor reads and writes the files of the WTHOR database, in which the
// French Othello federation publishes tournament games: game files (.wtb), player
// names (.jou) and tournament names (.trn).
//
// The format is the federation's, called the FFO specification below; the files are
// at https://www.ffothello.org/wthor/base/. A file is a header of 16 bytes and then
// records of one size; integers are unsigned and little-endian; there is no magic
// number and no checksum.
//
//	header  0 century  1 year  2 month  3 day   date of creation
//	        4 N1 (4 bytes)     games
//	        8 N2 (2 bytes)     names
//	       10 year (2 bytes)   year of the games
//	       12 P1 board  13 P2 puzzles  14 P3 depth  15 reserved
//	game    0 tournament  2 black player  4 white player (2 bytes each)
//	        6 actual score  7 theoretical score         black's discs
//	        8 60 moves, 10*row+column: a1 = 11, h1 = 18, h8 = 88; 0 ends
//	name    20 bytes (player) or 26 (tournament), ISO-8859-1, NUL and padding
//
// Passes are not stored. The package knows bytes and not rules: it does not say
// whether a move is legal or a score is the one that the moves lead to.
//
// Every byte of a file is kept, so what was read without an error is written back
// as the same bytes. Errors have the type [*FormatError], which says where and what.
// An error in one game does not end the reading of the others:
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
// Memory follows the bytes that arrive and never a count that a header claims.
// Puzzle files (.pzz) and games on 10x10 boards (.wtd) are not read.
package wthor
