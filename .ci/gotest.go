//go:build ignore

// Gotest converts the events of go test -json to the output of go test without -v. It appends each skipped
// test, with its package and reason, to the file named in its argument.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
)

// An event is a line of go test -json, see go doc test2json.
type event struct {
	Action, Package, Test, Output string
}

func main() {
	skips, err := os.OpenFile(os.Args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		log.Fatal(err)
	}
	said := map[[2]string][]string{} // by package and test
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		var e event
		if json.Unmarshal([]byte(line), &e) != nil {
			fmt.Print(line)
			continue
		}
		key := [2]string{e.Package, e.Test}
		switch {
		case e.Action == "build-output", e.Action == "output" && e.Test == "" && e.Output != "PASS\n":
			fmt.Print(e.Output)
		case e.Action == "output":
			said[key] = append(said[key], e.Output)
		case e.Action == "fail":
			fmt.Print(strings.Join(said[key], ""))
		case e.Action == "skip" && e.Test != "":
			fmt.Fprintf(skips, "%s %s: %s\n", e.Package, e.Test, reason(said[key]))
		}
		if e.Action == "pass" || e.Action == "skip" || e.Action == "fail" {
			delete(said, key)
		}
	}
	if err := skips.Close(); err != nil {
		log.Fatal(err)
	}
}

// reason returns the last line that a test logged, without its position.
func reason(said []string) string {
	last := "no reason given"
	for _, s := range said {
		if _, text, ok := strings.Cut(s, "_test.go:"); ok && strings.HasPrefix(s, "    ") {
			_, text, _ = strings.Cut(text, ": ")
			last = strings.TrimSpace(text)
		}
	}
	return last
}
