package cli

import (
	"fmt"
	"iter"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/fault"
)

// GameSeq are games to count.
type GameSeq = iter.Seq2[dataset.Game, error]

// CheckTop checks --top, the number of rows to print.
func CheckTop(top int) error {
	if top < 0 {
		return fault.Misuse(fmt.Errorf("--top %d: want 0 or more", top))
	}
	return nil
}
