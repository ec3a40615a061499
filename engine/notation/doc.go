// Package notation reads and writes games and positions in the text formats that Othello programs and sites
// use. Package wthor covers WTHOR, a binary format.
//
//	transcript f5d6c3…, one game per line, with or without result and names
//	ggf         Generic Game Format of the GGS server and of NBoard
//	pgn         tag pairs and numbered moves: PlayOK, FlyOrDie, Edax, Cassio
//	sgf         Smart Game Format with GM[2]: Edax, Cassio
//	logbook     Logistello's logbook.gam
//	obf         positions with scored moves: Edax, the FFO endgame tests
//	boards      positions of 64 characters: NBoard, GGS, Edax, Egaroucid
//
// A reader is an iterator over records. A damaged record yields an [*Error] with the line, the column, the
// text there and the expected text. Reading then continues after the record. Any other error comes from the
// input and ends the reading. The reader replays each record, so moves follow the rules and passes are where
// they must be. The rules determine the colours, not the columns of the file. [Record.Check] compares the
// stated result with that of the moves.
//
//	for game, err := range notation.GGF.Read(file) {
//		if err != nil {
//			log.Print(err) // notation: ggf: line 3, column 210: …
//			continue
//		}
//		fmt.Println(game.Black, game.White, game.Result, game.Game)
//	}
//
// A writer writes one record at a time. Reading a written text and writing it again gives the same text. If
// a format cannot hold a game (its board, its start, a character), the error is an [*UnsupportedError].
// Names, numbers and notes without a place in the format are left out; [Format.Loses] lists them.
//
// Memory does not grow with the file: a line has at most [MaxLine] bytes and a record at most [MaxRecord].
// Longer ones are errors and are skipped. Texts that are not UTF-8 are read as ISO-8859-1. Lines end with LF,
// CR LF or CR.
//
// Few formats have a specification. The comment of each format says which parts are specified and which are
// only known from files and programs.
package notation
