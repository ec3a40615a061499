// Package transfer imports games from files of other programs and exports them.
//
//	games, err := transfer.Load(ctx, "outflank-demo/wthor") // []dataset.Game: all of a file or folder
//
//	sources, err := transfer.FindSources("base")            // .wtb, .jou, .trn, GGF, SGF, PGN, CSV, .zip
//	for sum, err := range transfer.Import(ctx, sources, "games", transfer.ImportOptions{}) { … }
//
// A bad game does not stop an import: it is counted, named and left out. Newer files can update older
// tables, and ids stay ([ImportOptions]). [ExportWthor] writes games imported from WTHOR files back byte for
// byte.
package transfer
