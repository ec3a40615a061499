// Package dataset defines recorded games: rows of the games table ([Game]), splits for learning ([Shares]),
// positions ([Positions]) and duplicates ([FindDuplicates]).
//
// Package dataset/store stores games in tables that other programs can read. Package dataset/transfer reads
// games from tournament and text files and writes such files. Statistics, the explorer, labels and training
// read games from either package through an iterator:
//
//	games, err := store.Open("games")                           // tables
//	for g, err := range games.All() { … }
//	sources, err := transfer.FindSources("WTH_2026.wtb", "a.pgn") // files
//	for g, err := range sources.Games(ctx) { … }
//
// Scores are disc differences for a stated side, -64 to 64, and the winner gets the empty squares. WTHOR
// files store black's discs instead; [FromWthor] converts them.
package dataset
