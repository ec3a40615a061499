// Package durable makes files that survive a kill of the process at any instant. A file is
// replaced as a whole or not at all; directories and files are locked against other processes;
// a journal keeps the steps of long work as they are done, and a state file how far it has come:
//
//	journal, err := durable.OpenJournal("match.ndjson", durable.Format{Name: "match", Version: 2})
//	…
//	for r, err := range journal.Records() { // what was done before
//	…
//	err = journal.Append(game)
//
// Journals and state files are lines of JSON, each with its checksum,
//
//	{"crc32c":"dab4767b","record":{"outflank":"match","version":2,"settings":{"games":100}}}
//	{"crc32c":"8a5424aa","record":{"game":0,"moves":"f5d6c3"}}
//
// so that any tool reads them. The first record names the format, its version and the settings
// of the work. A file of another format or version is refused by name. The checksum is the
// CRC-32C of the bytes of the record, and the bytes around the record are fixed.
//
// Files that fit each other only are replaced together by [ReplaceSet]. A [Tail] reads a journal that another
// process is writing.
//
// What was appended is with the operating system when [Journal.Append] returns: it survives the
// end of the process, not a power cut, which may tear the last records. [Journal.Sync] and
// [Journal.Close] put it on the disk, and [Replace] always does.
//
// Locks are those of flock on Unix and of LockFileEx on Windows, for a byte far behind the end of
// the file. github.com/gofrs/flock was considered: it opens the file by itself, a second time, and
// on Windows locks its first byte, which keeps readers out of a journal that is being written.
//
// The package knows nothing of the game.
package durable
