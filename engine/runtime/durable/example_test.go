package durable_test

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// Work keeps its steps in a journal. When it is interrupted, the steps that are there are not
// done again.
func ExampleJournal() {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "squares.ndjson")
	squares := durable.Format{Name: "squares", Version: 1}

	for _, last := range []int{2, 4} {
		j, err := durable.ContinueJournal(path, squares, map[string]int{"from": 1})
		if err != nil {
			log.Fatal(err)
		}
		done := 0
		for _, err := range j.Records() {
			if err != nil {
				log.Fatal(err)
			}
			done++
		}
		fmt.Println("known:", done)
		for n := done + 1; n <= last; n++ {
			if err := j.Append(n * n); err != nil {
				log.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			log.Fatal(err)
		}
	}
	text, _ := os.ReadFile(path)
	fmt.Printf("%s", text)
	// Output:
	// known: 0
	// known: 2
	// {"crc32c":"d4354594","record":{"outflank":"squares","version":1,"settings":{"from":1}}}
	// {"crc32c":"90f599e3","record":1}
	// {"crc32c":"a5048dff","record":4}
	// {"crc32c":"1a2cc12c","record":9}
	// {"crc32c":"b4cf537f","record":16}
}

// Whatever happens while a file is replaced, it has the old content or the new one.
func ExampleReplace() {
	dir, err := os.MkdirTemp("", "replace")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "table.csv")

	for _, rows := range []int{1, 2} {
		err := durable.Replace(path, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "rows\n%d\n", rows)
			return err
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	err = durable.Replace(path, func(w io.Writer) error {
		fmt.Fprint(w, "half a ta")
		return io.ErrClosedPipe
	})
	fmt.Println(err != nil)
	text, _ := os.ReadFile(path)
	fmt.Printf("%s", text)
	// Output:
	// true
	// rows
	// 2
}
