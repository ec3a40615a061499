package book_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/engine/book"
)

// A file with a transcript a line.
func ExampleReadOpenings() {
	dir, err := os.MkdirTemp("", "openings")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "openings.txt")
	if err := os.WriteFile(path, []byte("f5d6c3d3c4\nf5f6e6f4\n"), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	list, err := book.ReadOpenings(path)
	fmt.Println(len(list), list[1], err)
	// Output: 2 f5f6e6f4 <nil>
}
