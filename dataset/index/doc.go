// Package index finds the games of a database that reach a position, up to symmetry, through a file
// beside its tables:
//
//	for p, err := range index.Build(ctx, games, file) { … } // once, some seconds
//	x, err := index.Open(file, size)
//	hits, err := x.Lookup(board) // a kilobyte of the file is read
//
// Package dataset/explore answers more questions, from memory.
package index

import "github.com/outflank/outflank/engine/runtime/fault"

// ErrDamaged: an index is damaged, or is none, or is one of other tables.
var ErrDamaged error = fault.Kind("damaged or foreign index")
