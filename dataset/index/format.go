package index

// An index file leads from a position to the games that reach it.
//
//	magic      8 bytes
//	blocks     one for each bucket of hashes, a bucket being their upper bits
//	directory  for each bucket the length of its block and its CRC-32C, 4 bytes each
//	footer     see the type; its CRC-32C is over directory and footer
//
// A block holds its positions in the order of their hashes: the difference to the hash
// before, from the least of the bucket on, and then its games in the order of their ids.
// A game is 4*(difference to the id before) + 2 if a byte with the ply follows + 1 if it
// is the last one of the position. The ply is left out where it is the number of discs
// minus four, which is so in all games from the ordinary start. All numbers are
// varints as in encoding/binary, those of the directory and the footer little-endian.
//
// A look-up reads one block, a kilobyte or so, and checks its sum: no file is read as
// a whole, and no damage goes unnoticed where it matters.
const magic = "OFLINDX1"

// footer is the end of an index file, 80 bytes.
type footer struct {
	Tables    [32]byte // checksum of the manifest of the tables
	Games     uint64   // games in the index
	Positions uint64   // different ones, up to symmetry
	Entries   uint64   // pairs of a position and a game
	Blocks    uint64   // bytes of all blocks
	Bits      uint32   // upper bits of the hash that choose the bucket, 0 to maxBits
	Magic     [8]byte  // magic
	Sum       uint32   // CRC-32C of the directory and all of the footer before
}

const (
	footerBytes = 80
	maxBits     = 24
)
