// Package transfer imports games from files of other programs and exports games to such files.
//
//	games, err := transfer.Load(ctx, "outflank-demo/wthor") // []dataset.Game: all of a file or folder
//
//	sources, err := transfer.FindSources("base")            // .wtb, .jou, .trn, GGF, SGF, PGN, CSV, .zip
//	for sum, err := range transfer.Import(ctx, sources, "games", transfer.ImportOptions{}) { … }
//
// A bad game does not stop an import: it is counted, reported and left out. Newer files can update older
// tables without changing ids ([ImportOptions]). [ExportWthor] reproduces imported WTHOR files byte for byte.
package transfer
