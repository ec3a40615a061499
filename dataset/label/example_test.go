package label_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/notation"
)

// Example solves the positions of a file and writes it with their scores.
func Example() {
	dir, err := os.MkdirTemp("", "label")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	text := "X-X-OXXXXXXO-XXXXXOOOOOX-XXOOX-XXXXXXXOXXXX--OXXXXXXOO-XX-XO-O-- X;\n"
	var problems []notation.Problem
	for p, err := range notation.OBF.ReadProblems(strings.NewReader(text)) {
		if err != nil {
			panic(err)
		}
		problems = append(problems, p)
	}
	o := label.Options{Settings: label.Settings{Exact: 16, HashBytes: 1 << 20},
		Evaluator: func() deep.Evaluator { return deep.Mobility{} }}
	path := filepath.Join(dir, "scored.obf")
	for p, err := range label.Run(context.Background(), label.Problems(problems), path, o) {
		if err != nil {
			panic(err)
		}
		if p.Result != nil {
			fmt.Println(p.Result.Labelled, "labelled")
		}
	}
	scored, _ := os.ReadFile(path)
	fmt.Print(string(scored))
	// Output:
	// 1 labelled
	// X-X-OXXXXXXO-XXXXXOOOOOX-XXOOX-XXXXXXXOXXXX--OXXXXXXOO-XX-XO-O-- X; G4:+18; % 12@100%
}
