package analysis

import (
	"github.com/outflank/outflank/engine/notation"
)

// A Problem is a position to look at and its number.
type Problem struct {
	notation.Problem
	Index int
}
