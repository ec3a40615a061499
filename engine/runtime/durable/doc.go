// Package durable writes files that stay consistent if the process is killed at any time. A file is replaced
// as a whole or not at all. Locks keep other processes out of directories and files. A journal stores the
// finished steps of long work, and a state file stores its progress:
//
//	journal, err := durable.OpenJournal("match.ndjson", durable.Format{Name: "match", Version: 2})
//	…
//	for r, err := range journal.Records() { // earlier steps
//	…
//	err = journal.Append(game)
//
// Journals and state files consist of lines of JSON, each with a checksum:
//
//	{"crc32c":"dab4767b","record":{"outflank":"match","version":2,"settings":{"games":100}}}
//	{"crc32c":"8a5424aa","record":{"game":0,"moves":"f5d6c3"}}
//
// Any tool can read them. The first record contains the format, its version and the settings of the work. The
// error for a file of another format or version names that format. The checksum is the CRC-32C of the bytes
// of the record. The bytes around the record are fixed.
//
// [ReplaceSet] replaces files that belong together. A [Tail] reads a journal that another process is writing.
//
// When [Journal.Append] returns, the operating system has the record. The record survives the end of the
// process, but a power failure may damage the last records. [Journal.Sync], [Journal.Close] and [Replace]
// sync data to disk.
//
// Locks use flock on Unix, and on Windows LockFileEx on a byte far beyond the end of the file. The package
// github.com/gofrs/flock is unsuitable: it opens the file a second time, and on Windows it locks the first
// byte, which keeps readers out of a journal that is being written.
//
// The package does not depend on the game.
package durable
