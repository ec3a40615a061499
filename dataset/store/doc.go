// Package store keeps games as tables: Parquet for storage and SQL, Arrow IPC for memory maps. A manifest
// describes the tables and proves that they are undamaged.
//
// One row is one game ([dataset.Game]); [Columns] describes the columns. Positions are not stored:
// [WritePositions] makes a table of them for other programs. Two more tables contain the players and the
// tournaments of the names files. The import of tournament files, the arena and self-play write the same
// tables.
//
//	w, err := store.Create("games", store.Options{})
//	err = w.Write(game)
//	m, err := w.Commit()
//
//	games, err := store.Open("games")
//	for g, err := range games.Where(store.Filter{Player: "Tamenori"}).All() { … }
//
// A directory holds one set of tables, which is replaced as a whole or not at all: a process killed at any
// time leaves either the old tables or the new ones (see [Writer.Commit]). The same games and metadata give
// the same bytes. Comma-separated values have the same columns ([ReadCSV], [CSVWriter]).
package store
