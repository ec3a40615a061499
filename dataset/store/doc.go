// Package store stores games in tables: Parquet for storage and SQL, Arrow IPC for memory mapping. A manifest
// describes the tables, and its checksums detect damage.
//
// Each row is a game ([dataset.Game]); [Columns] describes the columns. Positions are not stored:
// [WritePositions] writes a table of positions for other programs. Two more tables contain the players and
// the tournaments from names files. The import of tournament files, the arena and self-play write the same
// tables.
//
//	w, err := store.Create("games", store.Options{})
//	err = w.Write(game)
//	m, err := w.Commit()
//
//	games, err := store.Open("games")
//	for g, err := range games.Where(store.Filter{Player: "Tamenori"}).All() { … }
//
// A directory contains one set of tables, which is replaced as a whole or not at all: a process that is
// killed at any time leaves either the old tables or the new ones (see [Writer.Commit]). The same games and
// metadata give the same bytes. CSV files use the same columns ([ReadCSV], [CSVWriter]).
package store
