package dataset

import "strings"

// IsProgram reports whether a player's label names a program. WTHOR files mark programs with the author's
// name in parentheses, as in "Thor (quin/becquet)", or with "()" if the author is unknown, as in "Xolf ()".
// They truncate labels to 19 bytes, so the closing parenthesis may be missing.
func IsProgram(label string) bool { return strings.Contains(label, "(") }

// A Kind distinguishes games of people and of programs by [IsProgram]. A player without a known name counts
// as a person.
type Kind uint8

const (
	AnyKind  Kind = iota // all games
	Humans               // neither player is a program
	Programs             // at least one player is a program
)

var kindNames = [...]string{"any", "humans", "programs"}

// String returns "any", "humans" or "programs".
func (k Kind) String() string { return nameOf("kind", k, kindNames[:]) }

// ParseKind is the inverse of [Kind.String].
func ParseKind(name string) (Kind, error) {
	return parseName[Kind]("kind", name, "humans, programs or any", kindNames[:])
}

// Match reports whether a game between these players is of the kind.
func (k Kind) Match(black, white string) bool {
	return k == AnyKind || (k == Programs) == (IsProgram(black) || IsProgram(white))
}
