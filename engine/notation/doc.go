// Package notation reads and writes games and positions in the text formats that
// Othello programs and sites use. WTHOR, which is binary, has a package of its own.
//
//	transcript  f5d6c3…, one game a line, with or without result and names
//	ggf         Generic Game Format of the GGS server and of NBoard
//	pgn         tag pairs and numbered moves: PlayOK, FlyOrDie, Edax, Cassio
//	sgf         Smart Game Format with GM[2]: Edax, Cassio
//	logbook     Logistello's logbook.gam
//	obf         positions with scored moves: Edax, the FFO endgame tests
//	boards      positions of 64 characters: NBoard, GGS, Edax, Egaroucid
//
// A reader is an iterator over records. A damaged record is yielded as an [*Error],
// which says the line, the column, what stood there and what was expected, and
// reading continues behind it; any other error comes from the input and ends the
// reading. What a record holds is replayed as it is read: moves follow the rules,
// passes are where they must be, and colours are those of the rules, whatever the
// columns of the file suggest. [Record.Check] compares the result that a file
// states with the one that its moves have.
//
//	for game, err := range notation.GGF.Read(file) {
//		if err != nil {
//			log.Print(err) // notation: ggf: line 3, column 210: …
//			continue
//		}
//		fmt.Println(game.Black, game.White, game.Result, game.Game)
//	}
//
// A writer writes one record at a time. What was written, read and written again
// is the same text. A format that cannot hold a game (its board, its start, a
// character) refuses it with an [*UnsupportedError]; names, numbers and notes that
// it has no place for are left out, and [Format.Loses] says which.
//
// Memory does not grow with the file: a line is at most [MaxLine] bytes and a
// record at most [MaxRecord], longer ones are errors and are skipped. Texts that
// are not UTF-8 are taken as ISO-8859-1. Lines end with LF, CR LF or CR.
//
// The formats have few specifications; the comment of each format says what is
// specified and what was only seen in files and programs.
package notation
