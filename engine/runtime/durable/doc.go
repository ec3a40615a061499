// Package durable makes files that survive a kill of the process at any time. A file is replaced as a whole
// or not at all. Locks keep other processes out of directories and files. A journal keeps the finished steps
// of long work, and a state file keeps its progress:
//
//	journal, err := durable.OpenJournal("match.ndjson", durable.Format{Name: "match", Version: 2})
//	…
//	for r, err := range journal.Records() { // what was done before
//	…
//	err = journal.Append(game)
//
// Journals and state files are lines of JSON, each with its checksum:
//
//	{"crc32c":"dab4767b","record":{"outflank":"match","version":2,"settings":{"games":100}}}
//	{"crc32c":"8a5424aa","record":{"game":0,"moves":"f5d6c3"}}
//
// Any tool can read them. The first record names the format, its version and the settings of the work. For a
// file of another format or version, the error names that format. The checksum is the CRC-32C of the bytes
// of the record, and the bytes around the record are fixed.
//
// [ReplaceSet] replaces files that belong together. A [Tail] reads a journal that another process is writing.
//
// When [Journal.Append] returns, the operating system has the record. It survives the end of the process, but
// a power cut may tear the last records. [Journal.Sync] and [Journal.Close] write to the disk, and [Replace]
// always does.
//
// Locks use flock on Unix. On Windows they use LockFileEx on a byte far behind the end of the file.
// github.com/gofrs/flock was considered. But it opens the file a second time, and on Windows it locks the
// first byte, which keeps readers out of a journal that is being written.
//
// The package knows nothing of the game.
package durable
