package engine

import (
	"fmt"
	"strings"
)

// String returns the transcript of the game: the squares of its moves, without separators, passes or the
// start position, such as "f5d6c3".
func (g Game) String() string { return string(AppendTranscript(nil, g.Moves)) }

// AppendTranscript appends the names of the squares to dst and returns the longer slice. None is written as
// "--", which [ParseMoves] reads as a pass.
func AppendTranscript(dst []byte, moves []Square) []byte {
	for _, s := range moves {
		dst = append(dst, s.String()...)
	}
	return dst
}

// A NotationError reports the first error in a text.
type NotationError struct {
	Offset int    // offset of the error in bytes
	Text   string // the text there, shortened
	Want   string // what was expected
}

func (e *NotationError) Error() string {
	return fmt.Sprintf("engine: %q at character %d: want %s", e.Text, e.Offset+1, e.Want)
}

// ParseGame reads a transcript as [ParseMoves] does and replays it from the start position. For a legal game,
// finished or not, the error is nil. For text that it cannot read, ParseGame returns a [*NotationError] and
// no game. If a move is illegal, it returns an [*IllegalMoveError] and the game as written.
func ParseGame(start Position, text string) (Game, error) {
	moves, err := ParseMoves(text)
	if err != nil {
		return Game{}, err
	}
	g := Game{start, moves}
	_, err = g.End()
	return g, err
}

// ParseMoves reads the squares of a transcript without checking that they are legal. Squares may be in upper
// or lower case, with or without space between them. Blanks, line ends, commas, hyphens between moves, move
// numbers ("1.") and passes ("--", "pass", "pa", "ps") are skipped. Errors are of type [*NotationError].
func ParseMoves(text string) ([]Square, error) {
	moves := make([]Square, 0, len(text)/2)
	for i := 0; i < len(text); {
		if i+1 < len(text) {
			if s := squareOf(text[i], text[i+1]); s != None {
				moves = append(moves, s)
				i += 2
				continue
			}
		}
		n := skipLen(text[i:])
		if n == 0 {
			return nil, &NotationError{i, text[i:min(len(text), i+8)], "a square such as f5, or a pass"}
		}
		i += n
	}
	return moves, nil
}

// skipLen returns how many bytes at the start of text are not part of a move, or 0 if the text begins with
// something unknown.
func skipLen(text string) int {
	if strings.IndexByte(" \t\r\n,-", text[0]) >= 0 {
		return 1
	}
	for _, pass := range [...]string{"pass", "pa", "ps"} {
		if len(text) >= len(pass) && strings.EqualFold(text[:len(pass)], pass) {
			return len(pass)
		}
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if digits > 0 && digits < len(text) && text[digits] == '.' {
		return digits + 1
	}
	return 0
}
