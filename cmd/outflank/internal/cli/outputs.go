package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// StandardOutput is the path of standard output, for commands that can write to it.
const StandardOutput = "-"

// WriteOutput writes a file as a whole, or to standard output if that is the path.
func (a *App) WriteOutput(path string, write func(io.Writer) error) error {
	if path == StandardOutput {
		return write(a.Out)
	}
	return durable.Replace(path, write)
}

// Beside returns an app that reports about a file at a path: on standard error if the path is standard
// output.
func (a *App) Beside(path string) *App {
	if path != StandardOutput {
		return a
	}
	return &App{
		In: a.In, Out: a.Err, Err: a.Err,
		InTerminal: a.InTerminal, OutTerminal: a.ErrTerminal, ErrTerminal: a.ErrTerminal,
		Width: a.Width, Height: a.Height, ASCII: a.ASCII, errWidth: a.errWidth, Progress: a.Progress,
		output: a.output,
	}
}

// NoOutput is the error of a command line without -o, with an example.
func NoOutput(what, example string) error {
	return fault.Misusef("-o is missing: name %s, as in -o %s", what, example)
}

// CheckOutputs refuses, before any work is done, files that would destroy
// something: an input, another output, a folder, a file of a folder of tables, or
// a file of a game database. It refuses files in a folder that is missing too. Empty names are outputs that
// were not requested.
func CheckOutputs(inputs []string, outputs ...string) error {
	return checkOutputs(inputs, outputs, CheckOutput)
}

// CheckFolder refuses a folder as [CheckOutputs] does a file. Folders are made with those above them.
func CheckFolder(inputs []string, dir string) error {
	return checkOutputs(inputs, []string{dir}, checkName)
}

func checkOutputs(inputs, outputs []string, check func(string) error) error {
	for i, path := range outputs {
		if path == "" {
			continue
		}
		for _, other := range append(outputs[:i:i], inputs...) {
			if other != "" && samePlace(path, other) {
				return fault.Misusef("%s would be overwritten: it is an input or another output too", path)
			}
		}
		if err := check(path); err != nil {
			return fault.Misuse(err)
		}
	}
	return nil
}

// CheckOutput refuses one output as [CheckOutputs] does. The error is not marked as misuse, because a person
// in a session can name another file.
func CheckOutput(path string) error {
	if err := checkName(path); err != nil {
		return err
	}
	if dir := filepath.Dir(path); isMissing(dir) {
		return fmt.Errorf("%s: there is no folder %s: make it with `mkdir -p %s`, or name another%s", path, dir,
			text.Quote(dir), meantPath(dir))
	}
	return nil
}

// checkName refuses outputs by where they are.
func checkName(path string) error {
	if path == StandardOutput {
		return errors.New("-: cannot be written to standard output: want a file, or ./- for one of that name")
	}
	switch Extension(path) {
	case ".wtb", ".jou", ".trn", ".pzz", ".wtd":
		return fmt.Errorf("%s would be overwritten: it is named like a file of a game database", path)
	}
	if dir := filepath.Dir(path); IsTable(dir) {
		return fmt.Errorf("%s: %s is a folder of tables, which holds nothing else", path, dir)
	}
	return nil
}

// CheckNew refuses to write over a file, unless --replace was given.
func CheckNew(path string, replace bool) error {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && !replace {
		return fault.Misusef("%s exists: add --replace to overwrite it", path)
	}
	return nil
}

// AddReplaceFlag adds --replace, see [CheckNew].
func AddReplaceFlag(c *cobra.Command, replace *bool) {
	c.Flags().BoolVar(replace, "replace", false, "write over the model that -o names")
}

// checkPictures refuses flags --png and --svg, of whatever command, whose file has another
// name: other programs choose the format by the extension.
func checkPictures(c *cobra.Command) error {
	for _, kind := range []string{"png", "svg"} {
		f := c.Flags().Lookup(kind)
		if f == nil || f.Value.String() == "" || strings.EqualFold(filepath.Ext(f.Value.String()), "."+kind) {
			continue
		}
		return fault.Misusef("--%s %s: want a file that ends in .%s", kind, f.Value, kind)
	}
	return nil
}

// samePlace reports whether two paths are the same file, or would be.
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

// RefuseOtherTables protects tables with another origin, such as imported ones, from being replaced. mark is
// the prefix of their origin.
func RefuseOtherTables(dir, mark string) error {
	if !IsTable(dir) {
		return nil
	}
	tables, err := store.Open(dir)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(tables.Manifest().Meta["made_by"], mark) {
		return fault.Misusef("%s holds tables that %q did not make; they are left alone", dir, mark)
	}
	return nil
}

// meantPath suggests an existing path with a similar name for a missing one, as [text.Meant] does.
func meantPath(path string) text.Hint {
	path = filepath.Clean(path)
	dir := filepath.Dir(path)
	if isMissing(dir) {
		return meantPath(dir)
	}
	entries, _ := os.ReadDir(dir) // without a list there is no guess
	var known []string
	for _, e := range entries {
		known = append(known, e.Name())
	}
	return text.Meant(filepath.Base(path), known)
}

func isMissing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// IsFolder reports whether there is a folder at a path.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Extension returns the extension of a path in lower case, such as ".csv".
func Extension(path string) string { return strings.ToLower(filepath.Ext(path)) }
