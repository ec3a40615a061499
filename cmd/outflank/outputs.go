package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/spf13/cobra"
)

// checkOutputs refuses, before any work is done, outputs that would destroy
// something: an input, another output, a folder, a file of a folder of tables, or
// a file of a game database. Empty names are outputs that nobody asked for.
func checkOutputs(inputs []string, outputs ...string) error {
	for i, path := range outputs {
		if path == "" {
			continue
		}
		for _, other := range append(outputs[:i:i], inputs...) {
			if other != "" && samePlace(path, other) {
				return misuse(fmt.Errorf("%s would be overwritten: it is an input or another output too", path))
			}
		}
		if err := checkOutput(path); err != nil {
			return misuse(err)
		}
	}
	return nil
}

func checkOutput(path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".wtb", ".jou", ".trn", ".pzz", ".wtd":
		return fmt.Errorf("%s would be overwritten: it is named like a file of a game database", path)
	}
	if dir := filepath.Dir(path); isTable(dir) {
		return fmt.Errorf("%s: %s is a folder of tables, which holds nothing else", path, dir)
	}
	return nil
}

// checkPictures refuses flags --png and --svg, of whatever command, whose file has another
// name: nobody could open it by that.
func checkPictures(c *cobra.Command) error {
	for _, kind := range []string{"png", "svg"} {
		f := c.Flags().Lookup(kind)
		if f == nil || f.Value.String() == "" || strings.EqualFold(filepath.Ext(f.Value.String()), "."+kind) {
			continue
		}
		return misuse(fmt.Errorf("--%s %s: want a file that ends in .%s", kind, f.Value, kind))
	}
	return nil
}

// samePlace tells whether two paths are the same file, or would be.
func samePlace(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && absA == absB
}

// modelMagic begins every model file.
const modelMagic = "OUTFLANK"

// refuseOtherFile keeps a model from replacing what is no model.
func refuseOtherFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return nil // there is nothing, or nothing to be read: writing will tell
	}
	defer f.Close()
	head := make([]byte, len(modelMagic))
	n, _ := io.ReadFull(f, head)
	if n > 0 && string(head[:n]) != modelMagic {
		return misuse(fmt.Errorf("%s exists and is not a model; it is left alone", path))
	}
	return nil
}

// refuseOtherTables keeps tables that were made in another way, such as imported
// ones, from being replaced. mark begins what they say about how they were made.
func refuseOtherTables(dir, mark string) error {
	if !isTable(dir) {
		return nil
	}
	tables, err := dataset.Open(dir)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(tables.Manifest().Meta["made_by"], mark) {
		return misuse(fmt.Errorf("%s holds tables that %q did not make; they are left alone", dir, mark))
	}
	return nil
}

// addWorkersFlag adds --workers, which must be 0 to 1024.
func addWorkersFlag(c *cobra.Command, workers *int, what string) {
	c.Flags().Var((*workersFlag)(workers), "workers", what+"; 0 = one per processor")
}

type workersFlag int

func (w *workersFlag) Type() string   { return "int" }
func (w *workersFlag) String() string { return fmt.Sprint(int(*w)) }

func (w *workersFlag) Set(text string) error {
	var n int
	if _, err := fmt.Sscan(text, &n); err != nil || n < 0 || n > 1024 {
		return fmt.Errorf("want 0 to 1024")
	}
	*w = workersFlag(n)
	return nil
}
