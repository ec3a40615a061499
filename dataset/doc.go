// Package dataset keeps games as tables that every program reads: Parquet for
// storage and SQL, Arrow IPC for memory maps, and beside them a manifest that
// says what the tables are and proves that they are unharmed. [Load] reads all games of a
// file or folder, whatever its format.
//
// One row is one game ([Game]); the columns are described by [Columns] and
// [GameSchema]. Positions are not stored: [Positions] replays them, [WritePositions]
// makes a table of them for other programs, and package dataset/index a file that leads
// from a position to the games that reach it. The same table is written by the import of
// tournament files, by the arena and by self-play, so that whatever reads games reads all of them. Beside it stand the
// players and the tournaments that names files list ([Name]).
//
//	                FindSources
//	.wtb .jou .trn ────────────▶ Sources ── Games ──▶ iter.Seq2[Game, error] ─▶ Filter, Positions
//	                                │                        ▲
//	                                └─ Import ─▶ Writer      │ All
//	                                               │         │
//	            manifest.json games.parquet games.arrow ─ Open ─▶ Games ─ Records ─▶ Arrow batches
//
// Sources may also be games as text: GGF, PGN, SGF, transcripts ([FromRecord]), and CSV
// with the columns of the table ([ReadCSV], [CSVWriter]).
// What was imported goes back into the same bytes ([ExportWthor]); newer files go over
// older tables and ids stay ([ImportOptions]). [Shares] divides games for learning, and
// Package duplicates says which occur more than once.
//
// Scores are disc differences for a stated side, -64 to 64, the empty squares
// given to the winner. What WTHOR files hold instead, black's discs, stops at
// [FromWthor].
//
// A directory holds one set of tables. It is replaced as a whole or not at all:
// a process that is killed at any instant leaves the old tables or the new ones
// (see [Writer.Commit]). The same games and metadata give the same bytes.
//
// The package does not log, has no state of its own and reads no clock.
package dataset
