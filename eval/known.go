package eval

import (
	"fmt"
	"maps"
	"slices"

	"github.com/outflank/outflank/engine/runtime/text"
)

// plainTerms are the names of the terms that newTerm creates, except the terms in tables.
var plainTerms = []string{
	"position", "mobility", "stability", "own-mobility", "own-stability", "parity", "discs",
	"cs181-stability", "own-cs181-stability", "frontier", "squares",
	"grid", "cassio-stability", "cassio-one-way", "constant",
}

// TermNames returns the names of terms and groups of terms, except n-tuples, see [New].
func TermNames() []string {
	return slices.Concat(plainTerms, slices.Sorted(maps.Keys(handTerms)),
		slices.Sorted(maps.Keys(patternSquares)), slices.Sorted(maps.Keys(groups)))
}

// unknownTerm returns the error for a name that is neither a term nor a group of terms.
func unknownTerm(name string) error {
	return fmt.Errorf("term %.40q is not known%w", name, text.Meant(name, TermNames()))
}
