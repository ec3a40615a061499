package wthor

import (
	"io"
	"iter"
)

// Reader reads a file of 8x8 games (.wtb), one record at a time. It is not for use by
// several goroutines at once.
type Reader struct {
	// Players and Tournaments are the numbers of names in the names files of the same
	// issue. When greater than 0, ids must lie below them, else the game comes with
	// ErrID. They may be set between NewReader and All.
	Players, Tournaments int

	header  Header
	records *records
}

// NewReader reads and checks the header of a game file. The error is a *FormatError:
// ErrHeader when P1 is neither 0 nor 8 (10 asks for [NewReader10]) or P2 is not 0 (1
// asks for [NewPuzzleReader]), ErrSize when there are fewer than 16 bytes, or what r
// returned. The Reader has its own buffer and may take more
// from r than it needs.
func NewReader(r io.Reader) (*Reader, error) {
	rs, h, err := openGames(r, gameLayout, Header.checkGames)
	if err != nil {
		return nil, err
	}
	return &Reader{header: h, records: rs}, nil
}

// Header returns the file's header.
func (r *Reader) Header() Header { return r.header }

// All yields the games in the order of the file. Every error is a *FormatError, of
// which there are two kinds, told apart by its method Fatal:
//
// An error of a record (ErrMove, ErrScore, ErrID) comes together with that game, raw
// as it stands in the file. It names the first offending field. The next games follow.
//
// A fatal error comes with a zero Game and is the last: ErrSize when the file holds
// fewer or more bytes than N1 games take, or the reader's own error.
//
// A theoretical score over 64 is ErrScore: Cassio reads it as "unknown", but the
// format has no such value and no known file holds one; a caller that wants it finds
// it in the game.
//
// A second call continues where the first one stopped; a fatal error is yielded again.
func (r *Reader) All() iter.Seq2[Game, error] { return all(r.records, r.decode) }

// decode reads a record and looks for its first fault.
func (r *Reader) decode(b []byte) (Game, *FormatError) {
	return decodeGame((*[gameSize]byte)(b)), board8.fault(b, r.Players, r.Tournaments)
}
