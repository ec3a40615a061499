package data

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// findImported finds the sources. With keepGoing, it leaves out bad files and returns the reasons.
func findImported(ctx context.Context, a *cli.App, paths []string,
	keepGoing bool) (sources transfer.Sources, leftOut []string, err error) {
	if keepGoing {
		var bad []error
		paths, bad = goodFiles(ctx, paths)
		for _, e := range bad {
			leftOut = append(leftOut, cli.Complaint(e, nil))
		}
		if len(paths) == 0 {
			return sources, nil, bad[0]
		}
	}
	sources, err = a.FindSources(paths)
	return sources, leftOut, err
}

// goodFiles finds the files at paths and in folders. It returns the files that it can read to the end,
// including files with bad games, and the errors of the others. It does not read standard input, which can be
// read only once.
func goodFiles(ctx context.Context, paths []string) (good []string, bad []error) {
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			good = append(good, path)
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			bad = append(bad, err)
		}
		for _, e := range entries {
			if transfer.InFolder(e.Name()) {
				good = append(good, filepath.Join(path, e.Name()))
			}
		}
	}
	good = slices.DeleteFunc(good, func(path string) bool {
		err := readToEnd(ctx, path)
		if err != nil {
			bad = append(bad, err)
		}
		return err != nil
	})
	return good, bad
}

// readToEnd returns an error if a file of games cannot be read to the end.
func readToEnd(ctx context.Context, path string) error {
	if ext := strings.ToLower(filepath.Ext(path)); path == "-" || ext == ".jou" || ext == ".trn" {
		return nil
	}
	sources, err := transfer.FindSources(path)
	if err != nil {
		return err
	}
	for _, err := range sources.Games(ctx) {
		if _, game := errors.AsType[*dataset.GameError](err); err != nil && !game {
			return err
		}
	}
	return nil
}

// checkReplaced returns an error if the import would drop games from other sources that a folder's tables
// contain.
func checkReplaced(dir string, sources transfer.Sources) error {
	old, err := store.Open(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && errors.Is(err, dataset.ErrManifest):
		return nil
	case err != nil:
		return fmt.Errorf("%w; --replace writes new tables", err)
	}
	var dropped []string
	for _, s := range old.Manifest().Sources {
		if s.Kind == "games" && !slices.ContainsFunc(sources.Files, func(f transfer.SourceFile) bool {
			return f.Name == s.Name
		}) {
			dropped = append(dropped, s.Name)
		}
	}
	if len(old.Manifest().Sources) == 0 && old.Rows() > 0 {
		dropped = []string{"played here"}
	}
	if len(dropped) == 0 {
		return nil
	}
	who := dropped[0]
	if n := len(dropped) - 1; n > 0 {
		who += fmt.Sprintf(" and %s more", text.Number(n))
	}
	return fault.Misuse(fmt.Errorf("%s holds other games (%s): --update keeps them, "+
		"--replace drops them", dir, who))
}
