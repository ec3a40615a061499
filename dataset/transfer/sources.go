package transfer

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/wthor"
)

// Sources are files of games: WTHOR files with their names files, and text files.
type Sources struct {
	Files []SourceFile // in the order of reading

	// Notes are notes for the user about missing names files.
	Notes []string

	// Aliases are the names of players by the names that text files give them; nil = none. The games of an alias
	// get the player's name.
	Aliases map[string]string

	open   openers
	people dataset.People // of all names files of an update; nil = those of these files
}

// A SourceFile is a game file.
type SourceFile struct {
	Name        string // base name, with as much of the path before it as makes it unique among the sources
	Path        string
	Format      string // name of the text format, as in [notation.Named], or [store.CSVFormat]; "" = WTHOR
	Games       int    // number of games according to the length of the file; 0 for text
	Players     string // path of the file with the players' names; "" = none
	Tournaments string // path of the file with the tournaments' names; "" = none
}

// Count returns the number of games in all files, as far as their lengths determine it.
func (s Sources) Count() (n int) {
	for _, f := range s.Files {
		n += f.Games
	}
	return n
}

// FindSources collects the game files at the given paths and, if a path is a directory, the game files in it.
// They are WTHOR files (.wtb) or files of games in the text formats of package notation. In a directory, the
// extension decides, in upper or lower case: .wtb, .ggf, .pgn, .sgf or .gam. A file given by its path may
// have any extension if its beginning identifies its format. A zip file is read like a directory with all its
// subdirectories; it may have up to 10,000 members and 1 GiB unpacked. A file compressed with gzip or bzip2
// (.gz, .bz2) is read like the file in it, except for names files.
//
// WTHOR's names files (.jou and .trn) are those among the paths, where files beside the game file take
// precedence. If there are none, FindSources looks beside each game file for the only one, or for the one
// named like the game file without its year, or WTHOR or WTH.
//
// The error wraps ErrNoSources if there is no game file, and also ErrUnfit if a given file contains puzzles,
// problems or games on 10x10. It wraps ErrNames if there are several names files beside a game file and none
// has an expected name, and the error of [durable.CheckSet] if an export into their directory was
// interrupted.
func FindSources(paths ...string) (Sources, error) { return FindSourcesIn(nil, paths...) }

// FindSourcesIn is FindSources with "-" as the path of standard input. The beginning of the input determines
// its format, and it can be read only once.
func FindSourcesIn(stdin io.Reader, paths ...string) (Sources, error) {
	f := finder{stdin: stdin, seen: map[string]bool{}, names: map[string]string{}, open: openers{},
		inside: map[string][]string{}, packed: map[string]bool{}}
	for _, path := range paths {
		if err := f.add(path); err != nil {
			return Sources{}, err
		}
	}
	if len(f.files) == 0 {
		return Sources{}, fmt.Errorf("transfer: %s: %w (*.wtb, *.ggf, *.pgn, *.sgf, *.gam)%s",
			strings.Join(paths, ", "), dataset.ErrNoSources, tablesHint(paths))
	}
	if err := f.findNames(); err != nil {
		return Sources{}, err
	}
	nameSources(f.files)
	return Sources{Files: f.files, Notes: f.notes(), open: f.open}, nil
}

// tablesHint names a path that contains tables, in case the user mistook it for a source.
func tablesHint(paths []string) string {
	for _, path := range paths {
		if store.IsFolder(path) {
			return fmt.Sprintf(": %s is a folder of tables, not of games to import", path)
		}
	}
	return ""
}

// A finder collects the results of FindSources.
type finder struct {
	stdin                io.Reader // nil = none
	files                []SourceFile
	seen                 map[string]bool   // paths of files
	players, tournaments []string          // names files among the paths
	names                map[string]string // path of each names file in use, by absolute path
	open                 openers
	inside               map[string][]string // names files in zip files, by directory
	packed               map[string]bool     // zip files that have been searched
}

// add adds a path given by the caller. The file must be readable.
func (f *finder) add(path string) error {
	if path == stdinPath && f.stdin != nil {
		return f.addStdin()
	}
	info, err := os.Stat(path)
	if err == nil {
		if err = durable.CheckFile(path); err != nil && f.stdin != nil {
			err = fmt.Errorf("%w; the path - is standard input", err)
		}
	}
	if err != nil {
		return fmt.Errorf("transfer: %w", err)
	}
	if !info.IsDir() {
		return f.addFile(path, info)
	}
	if err := durable.CheckSet(path); err != nil {
		return fmt.Errorf("transfer: %w", err)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("transfer: %w", err)
	}
	for _, e := range entries {
		if !InFolder(e.Name()) {
			continue
		}
		inside := filepath.Join(path, e.Name())
		info, err := os.Stat(inside) // follows links
		if err != nil {
			return fmt.Errorf("transfer: %w", err)
		}
		if !info.Mode().IsRegular() {
			continue
		}
		if err := f.addFile(inside, info); err != nil {
			return err
		}
	}
	return nil
}

func (f *finder) addFile(path string, info fs.FileInfo) error {
	switch extension(path) {
	case ".jou":
		f.players = append(f.players, path)
	case ".trn":
		f.tournaments = append(f.tournaments, path)
	case ".wtb":
		f.addGames(path, info.Size())
	default:
		return f.addText(path, info)
	}
	return nil
}

// InFolder reports whether [FindSources] selects a file in a folder by its name. It skips names that start
// with "._", because macOS stores attributes of other files there.
func InFolder(name string) bool {
	ext := extension(unpacked(name))
	return (ext == ".wtb" || folderFormats[ext] != "") && !strings.HasPrefix(name, "._")
}

// addText adds a file without the extension of a WTHOR file.
func (f *finder) addText(path string, info fs.FileInfo) error {
	head, err := f.readHead(path)
	if err != nil {
		return err
	}
	size := info.Size()
	if _, packed := f.open[path]; !packed {
		if isArchive(head) || extension(path) == ".zip" {
			return f.addArchive(path, reopened(path), size)
		}
		if decompress := decompressor(head); decompress != nil {
			f.open[path] = func() (io.ReadCloser, error) { return openCompressed(path, decompress) }
			if head, err = f.readHead(path); err != nil {
				return err
			}
			size = -1
		}
	}
	switch kind := wthor.KindOf(unpacked(path), head, size); kind {
	case wthor.KindGames:
		f.addGames(path, size)
		return nil
	case wthor.KindGames10, wthor.KindPuzzles:
		return fmt.Errorf("transfer: %s: %w: %w: it is a WTHOR file of %s, expected games on 8x8 (.wtb)", path,
			dataset.ErrNoSources, dataset.ErrUnfit, kind)
	}
	if ext := extension(path); ext == ".parquet" || ext == ".arrow" {
		return fmt.Errorf("transfer: %s: %w: it is a table, which is no source", path, dataset.ErrNoSources)
	}
	format, err := textFormat(head, unpacked(path))
	if errors.Is(err, dataset.ErrUnfit) {
		return fmt.Errorf("transfer: %s: %w: %w", path, dataset.ErrNoSources, err)
	}
	if err != nil {
		return fmt.Errorf("transfer: %s: %w: %w, a WTHOR file (.wtb) or a zip file", path, dataset.ErrNoSources,
			err)
	}
	f.addGames(path, 0)
	if last := &f.files[len(f.files)-1]; last.Path == path {
		last.Format = format
	}
	return nil
}

// addGames adds a game file unless it has already been added. The size is that of a WTHOR file, or at most 0.
func (f *finder) addGames(path string, size int64) {
	key := path
	if abs, err := filepath.Abs(path); err == nil {
		key = abs
	}
	if f.seen[key] {
		return
	}
	f.seen[key] = true
	f.files = append(f.files, SourceFile{Path: path, Games: int(max(0, size-16) / 68)})
}

func extension(name string) string { return strings.ToLower(filepath.Ext(name)) }
