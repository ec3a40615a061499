package eval

import (
	"fmt"
	"maps"
	"slices"

	"github.com/outflank/outflank/engine/runtime/text"
)

// plainTerms are the terms that newTerm makes by their names, those of tables aside.
var plainTerms = []string{
	"position", "mobility", "stability", "own-mobility", "own-stability", "parity", "discs",
	"cs181-stability", "own-cs181-stability", "frontier", "squares",
	"grid", "cassio-stability", "cassio-one-way", "constant",
}

// TermNames returns the names of terms and of groups of terms, those of n-tuples aside, see [New].
func TermNames() []string {
	return slices.Concat(plainTerms, slices.Sorted(maps.Keys(handTerms)),
		slices.Sorted(maps.Keys(patternSquares)), slices.Sorted(maps.Keys(groups)))
}

// unknownTerm is the error of a name that is no term and no group of terms.
func unknownTerm(name string) error {
	return fmt.Errorf("term %.40q is not known%w", name, text.Meant(name, TermNames()))
}
