package play

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/engine"
)

// thought words what a search expects: +2.3 (d6 c3 d3); "" where an agent does not say.
func thought(i engine.Info) string {
	if i.PV == nil {
		return ""
	}
	line := joinSquares(i.PV[:min(len(i.PV), 6)])
	if i.Exact {
		return fmt.Sprintf("%+.0f for sure (%s)", i.Score+0, line)
	}
	return fmt.Sprintf("%s (%s)", board.ValueText(i.Score+0), line)
}

func joinSquares(squares []engine.Square) string { return strings.Trim(fmt.Sprint(squares), "[]") }
