package book

import (
	_ "embed"
	"sync"
)

//go:embed small.book
var small []byte

// Small returns the shipped book: the most frequent positions of tournament games in the WTHOR database, and
// positions with an open result that learning added. These commands make it:
//
//	outflank book build WTHOR -o small.book --min-games 40 --depth 16
//	outflank book learn small.book --positions 1000
//
// Goroutines share it.
var Small = sync.OnceValues(func() (*Book, error) { return decode(small) })
