package store

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/outflank/outflank/dataset"
)

// datasheet describes a folder that is divided by [BySplit], in Markdown.
func (w *partitionWriter) datasheet(files []TableFile) []byte {
	var b bytes.Buffer
	d := w.division
	fmt.Fprintf(&b, "# Datasheet\n\nPositions of Othello games, one per row, divided for learning and testing. "+
		"`outflank schema table positions` describes the columns.\n\n| | |\n|---|---|\n")
	for _, key := range slices.Sorted(maps.Keys(w.meta)) {
		fmt.Fprintf(&b, "| %s | %s |\n", key, w.meta[key])
	}
	fmt.Fprintf(&b, "\n| part | games | their positions | removed | rows |\n|---|--:|--:|--:|--:|\n")
	for s := dataset.Train; s <= dataset.Test; s++ {
		p := d.Parts[s]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", s, p.Games, p.Positions, p.Removed, p.Positions-p.Removed)
	}
	fmt.Fprintf(&b, "\nRemoved are the validation positions that occur in the training games, and the test "+
		"positions that occur in the training or validation games, up to symmetry.\n\n"+
		"| games left out | |\n|---|--:|\n"+
		"| same moves as an earlier game, up to symmetry | %d |\n| in no part | %d |\n", d.Duplicates,
		d.Parts[dataset.AnySplit].Games)
	fmt.Fprintf(&b, "\n| file | bytes | SHA-256 |\n|---|--:|---|\n")
	for _, f := range files {
		fmt.Fprintf(&b, "| %s | %d | %s |\n", f.Name, f.Bytes, f.SHA256)
	}
	return b.Bytes()
}
