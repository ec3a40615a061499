package book

import (
	_ "embed"
	"sync"
)

//go:embed small.book
var small []byte

// Small returns the shipped book. It contains the most frequent positions of tournament games in the WTHOR
// database, and positions with an open result added by learning. It is a file of version 1, which is shorter.
// These commands create its content:
//
//	outflank book build WTHOR -o small.book --min-games 40 --depth 16
//	outflank book learn small.book --positions 1000
//
// All callers share one book.
var Small = sync.OnceValues(func() (*Book, error) { return openBytes(small) })

// SmallName is the name of the shipped book in place of the path of a file.
const SmallName = "small"
