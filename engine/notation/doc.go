// Package notation reads and writes games and positions in the text formats of Othello programs and sites.
// Package wthor covers WTHOR, a binary format.
//
//	transcript f5d6c3…, one game per line, with or without result and names
//	ggf         Generic Game Format of the GGS server and of NBoard
//	pgn         tag pairs and numbered moves: LiveOthello, PlayOK, FlyOrDie, Edax,
//	            Cassio
//	sgf         Smart Game Format with GM[2]: Edax, Cassio
//	logbook     Logistello's logbook.gam
//	quest       JSON of Othello Quest, only read
//	obf         positions with scored moves: Edax, the FFO endgame tests
//	boards      positions of 64 characters: NBoard, GGS, Edax, Egaroucid
//
// A reader is an iterator over records. A damaged record yields an [*Error] with the line, the column, the
// text there and the expected text. Reading then continues after the record. Any other error comes from the
// input and ends the reading. The reader replays each record to check its moves and passes. The colours
// follow from the rules, not from the columns of the file. [Record.Check] compares the stated result with the
// final board.
//
//	for game, err := range notation.GGF.Read(file) {
//		if err != nil {
//			log.Print(err) // notation: ggf: line 3, column 210: …
//			continue
//		}
//		fmt.Println(game.Black, game.White, game.Result, game.Game)
//	}
//
// A writer writes one record at a time. Reading a written text and writing it again produces the same text.
// If a format cannot represent a game (its board, its start, a character), the error is an
// [*UnsupportedError]. Data that has no place in the format is omitted; [Format.Loses] lists it.
//
// Memory use does not grow with the file: a line may have at most [MaxLine] bytes and a record at most
// [MaxRecord]. Longer ones are errors and are skipped. A JSON file may have at most [MaxQuest]. Texts that
// are not UTF-8 are read as ISO-8859-1. Lines end with LF, CR LF or CR.
//
// Few formats have a specification. The comment of each format states which parts are specified and which are
// known only from files and programs.
package notation
