// Package dataset defines recorded games: rows of the games table ([Game]), splits for learning ([Shares]),
// positions ([Positions]) and duplicates ([FindDuplicates]).
//
// Package dataset/store keeps games as tables that other programs can read. Package dataset/transfer reads
// them from tournament files and texts and writes them back. Statistics, the explorer, labels and training
// take games from either package, as an iterator:
//
//	games, err := store.Open("games")                           // tables
//	for g, err := range games.All() { … }
//	sources, err := transfer.FindSources("WTH_2026.wtb", "a.pgn") // files
//	for g, err := range sources.Games(ctx) { … }
//
// Scores are disc differences for a stated side, -64 to 64, where the winner gets the empty squares. WTHOR
// files have black's discs instead; [FromWthor] converts them.
package dataset
