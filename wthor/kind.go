package wthor

import "strings"

// Kind is a kind of WTHOR file.
type Kind uint8

// The kinds of files.
const (
	KindUnknown     Kind = iota
	KindGames            // .wtb: NewReader
	KindGames10          // .wtd: NewReader10
	KindPlayers          // .jou: ReadPlayers
	KindTournaments      // .trn: ReadTournaments
	KindPuzzles          // .pzz: NewPuzzleReader
)

// kinds holds the name, extension and layout of the files of each Kind.
var kinds = [...]struct {
	name, extension string
	layout
}{
	KindUnknown:     {name: "unknown"},
	KindGames:       {"games", ".wtb", gameFiles.layout},
	KindGames10:     {"10x10 games", ".wtd", game10Files.layout},
	KindPlayers:     {"player names", ".jou", layout{headerSize, playerSize}},
	KindTournaments: {"tournament names", ".trn", layout{headerSize, tournamentSize}},
	KindPuzzles:     {"puzzles", ".pzz", puzzleFiles.layout},
}

// String returns "games", "10x10 games", "player names", "tournament names",
// "puzzles" or "unknown".
func (k Kind) String() string { return kinds[k.index()].name }

// Extension returns the file extension of this kind, such as ".wtb"; "" for KindUnknown.
func (k Kind) Extension() string { return kinds[k.index()].extension }

// index returns the index in kinds. Invalid numbers are treated as KindUnknown.
func (k Kind) index() Kind {
	if int(k) < len(kinds) {
		return k
	}
	return KindUnknown
}

// KindOf returns the kind of a file, for programs that find files in folders and archives or read standard
// input.
//
// The name may be a path and may be empty. Only its extension counts, in upper or lower case, because names
// vary (WTH_1999.wtb, WTHOR.JOU, WTH.JOU, Solitaires_12.pzz, logbook.wtb). The head is the file's first
// bytes. Usually 16 are enough; about 500 distinguish players from tournaments and puzzles from games in
// unclear cases. The size is the file's size in bytes, or -1 if it is unknown.
//
// A WTHOR extension decides the kind, even for a damaged file, so its reader can report the damage. The
// content decides instead if header and size contradict the extension and match exactly one other kind. A
// file with any other extension is KindUnknown, unless the header and the size, if known, indicate exactly
// one kind and the date is zero or from 1900 to 2199. A file whose name begins with "._" is KindUnknown:
// macOS stores attributes of other files in such files.
func KindOf(name string, head []byte, size int64) Kind {
	named := kindNamed(name)
	switch {
	case strings.HasPrefix(baseName(name), "._"):
		return KindUnknown
	case named == KindUnknown:
		return kindWithin(head, size)
	case len(head) < headerSize || size < 0 || named.fits(head, size):
		return named
	}
	if other := kindWithin(head, size); other != KindUnknown {
		return other
	}
	return named
}

// baseName returns the part after the last slash or, in archives made on Windows, backslash.
func baseName(name string) string { return name[strings.LastIndexAny(name, `/\`)+1:] }

// kindNamed returns the kind that the name's extension indicates.
func kindNamed(name string) Kind {
	name = baseName(name)
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return KindUnknown
	}
	for k, kind := range kinds {
		if strings.EqualFold(name[dot:], kind.extension) {
			return Kind(k)
		}
	}
	return KindUnknown
}

// fits reports whether a file of this kind can begin with head, 16 bytes or more, and have this size.
func (k Kind) fits(head []byte, size int64) bool {
	h := decodeHeader(head)
	count, err := int64(h.N1), error(nil)
	switch k {
	case KindGames:
		err = h.checkGames()
	case KindGames10:
		err = h.checkGames10()
	case KindPlayers, KindTournaments:
		count, err = int64(h.N2), h.checkNames()
	case KindPuzzles:
		err = h.checkPuzzles()
		if counts := head[headerSize:]; err == nil && len(counts) >= countsSize {
			err = h.checkCounts((*[countsSize]byte)(counts))
		}
	}
	return err == nil && (size < 0 || size == kinds[k].offset(count))
}

// kindWithin returns the kind that the content alone indicates.
func kindWithin(head []byte, size int64) Kind {
	if len(head) < headerSize {
		return KindUnknown
	}
	h := decodeHeader(head)
	if !h.likelyDate() {
		return KindUnknown
	}
	// A names file sets only N2. A puzzle file sets P2 or, if it is old, has a second header. A game file sets
	// N1 or, if there are no games, the board size or year.
	names := h.N1 == 0 && h.N2 > 0
	flagged := h.P2 == 1 || h.N1 > 0 && len(head) >= headerSize+countsSize
	headed := h.N1 > 0 || h.P1 > 0 || h.Year > 0
	switch {
	case flagged && KindPuzzles.fits(head, size):
		return KindPuzzles
	case names:
		return namesWithin(head, size)
	case headed && KindGames.fits(head, size):
		return KindGames
	case headed && KindGames10.fits(head, size):
		return KindGames10
	}
	return KindUnknown
}

// namesWithin distinguishes players from tournaments by the size or, failing that, by the records in head:
// records of one kind look damaged when split at the length of the other.
func namesWithin(head []byte, size int64) Kind {
	player := KindPlayers.fits(head, size) && cleanLabels(head[headerSize:], playerSize)
	tournament := KindTournaments.fits(head, size) && cleanLabels(head[headerSize:], tournamentSize)
	switch {
	case player && !tournament:
		return KindPlayers
	case tournament && !player:
		return KindTournaments
	}
	return KindUnknown
}

// cleanLabels reports whether all complete records in b are valid.
func cleanLabels(b []byte, size int) bool {
	for ; len(b) >= size; b = b[size:] {
		if _, fault := decodeLabel(b[:size]); fault != nil {
			return false
		}
	}
	return true
}

// likelyDate reports whether the date is zero or in the years 1900 to 2199. Readers do not check it; it
// distinguishes WTHOR files without a known extension from other formats.
func (h Header) likelyDate() bool {
	century := h.Century == 0 || h.Century >= 19 && h.Century <= 21
	return century && h.YearOfCentury < 100 && h.Month <= 12 && h.Day <= 31
}
