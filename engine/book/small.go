package book

import (
	_ "embed"
	"sync"
)

//go:embed small.book
var small []byte

// Small returns the book that ships: the positions that tournament games of the WTHOR database reach
// most often, and what learning added where the result is open. Its settings say how; it is made by
//
//	outflank book build WTHOR -o small.book --min-games 40 --depth 16
//	outflank book learn small.book --positions 1000
//
// Goroutines share it.
var Small = sync.OnceValues(func() (*Book, error) { return decode(small) })
