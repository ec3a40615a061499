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

// WriteOutput replaces a file with new contents, or writes to standard output if the path is
// [StandardOutput].
func (a *App) WriteOutput(path string, write func(io.Writer) error) error {
	if path == StandardOutput {
		return write(a.Out)
	}
	return durable.Replace(path, write)
}

// Beside returns an app for messages about the output at a path. If the path is standard output, the app
// prints to standard error.
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

// NoOutput returns the error for a command line without -o. The error includes an example.
func NoOutput(what, example string) error {
	return fault.Misusef("-o is missing: name %s, as in -o %s", what, example)
}

// CheckOutputs returns an error, before any work is done, if an output would overwrite an input, another
// output or a file of a game database, is standard output, is in a folder of tables, or is in a missing
// folder. It ignores empty names, which stand for outputs that were not requested.
func CheckOutputs(inputs []string, outputs ...string) error {
	return checkOutputs(inputs, outputs, CheckOutput)
}

// CheckFolder is [CheckOutputs] for a folder. Missing parent folders are allowed, because the command creates
// them.
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
				return fault.Misusef("%s would be overwritten: it is also an input or another output", path)
			}
		}
		if err := check(path); err != nil {
			return fault.Misuse(err)
		}
	}
	return nil
}

// CheckOutput is [CheckOutputs] for one output without inputs. Its error is not marked as misuse, because in
// an interactive command the user can name another file.
func CheckOutput(path string) error {
	if err := checkName(path); err != nil {
		return err
	}
	if dir := filepath.Dir(path); isMissing(dir) {
		return fmt.Errorf("%s: there is no folder %s: create it with `mkdir -p %s`, or name another%s", path, dir,
			text.Quote(dir), meantPath(dir))
	}
	return nil
}

// checkName returns an error for an output whose name or folder is not allowed.
func checkName(path string) error {
	if path == StandardOutput {
		return errors.New("-: this output cannot go to standard output: want a file, or ./- for a file named -")
	}
	switch Extension(path) {
	case ".wtb", ".jou", ".trn", ".pzz", ".wtd":
		return fmt.Errorf("%s would be overwritten: its extension is that of a game database", path)
	}
	if dir := filepath.Dir(path); IsTable(dir) {
		return fmt.Errorf("%s: %s is a folder of tables, which must contain nothing else", path, dir)
	}
	return nil
}

// CheckNew returns an error if the file exists and --replace is not set.
func CheckNew(path string, replace bool) error {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && !replace {
		return fault.Misusef("%s exists: add --replace to overwrite it", path)
	}
	return nil
}

// AddReplaceFlag adds --replace, see [CheckNew].
func AddReplaceFlag(c *cobra.Command, replace *bool) {
	c.Flags().BoolVar(replace, "replace", false, "overwrite the model that -o names")
}

// checkPictures returns an error if the file for --png or --svg has the wrong extension, because other
// programs choose the format by the extension.
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

// samePlace reports whether two paths are the same file, or would be if they existed.
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

// RefuseOtherTables returns an error if a folder contains tables that must not be replaced, such as imported
// ones. The origin of tables that may be replaced starts with mark.
func RefuseOtherTables(dir, mark string) error {
	if !IsTable(dir) {
		return nil
	}
	tables, err := store.Open(dir)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(tables.Manifest().Meta["made_by"], mark) {
		return fault.Misusef("%s contains tables that %q did not write; they are unchanged", dir, mark)
	}
	return nil
}

// meantPath suggests an existing path whose name is similar to that of a missing one, see [text.Meant].
func meantPath(path string) text.Hint {
	path = filepath.Clean(path)
	dir := filepath.Dir(path)
	if isMissing(dir) {
		return meantPath(dir)
	}
	entries, _ := os.ReadDir(dir) // if it cannot be read, there is no suggestion
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

// IsFolder reports whether a path is a folder.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Extension returns the extension of a path in lower case, such as ".csv".
func Extension(path string) string { return strings.ToLower(filepath.Ext(path)) }
