package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/wthor"
)

// Sources are files of games: of WTHOR, with the names that belong to them, and of
// text formats.
type Sources struct {
	Files []SourceFile // sorted as they will be read

	// Notes say what the caller may want to know: names files that are missing.
	Notes []string

	open openers
}

// A SourceFile is one game file.
type SourceFile struct {
	Name        string // base name, with as much of the path before it as makes it unique among the sources
	Path        string
	Format      string // name of the text format, as in [notation.Named], or [CSVFormat]; "" for WTHOR
	Games       int    // what its length has room for; whether that is so, reading it tells; 0 for text
	Players     string // path of the file with the players' names, "" if there is none
	Tournaments string // path of the file with the tournaments' names, "" if there is none
}

// Count returns the number of games in all files, as far as their lengths tell.
func (s Sources) Count() (n int) {
	for _, f := range s.Files {
		n += f.Games
	}
	return n
}

// FindSources collects the game files that the paths name or, where a path is a
// directory, that lie in it: of WTHOR (.wtb) and of the text formats of package
// notation that hold games. In a directory the extension tells, in upper or lower
// case: .wtb, .ggf, .pgn, .sgf or .gam; a file that is named may be called anything
// if its beginning tells its format. A zip file that is named is read like a directory
// with all below it; it may have 10,000 members and 1 GiB unpacked.
//
// The names files of WTHOR (.jou and .trn) are those among the paths or, if there are
// none, those beside each game file: the only one, or the one that is called like the
// game file without its year, or WTHOR or WTH. Of those among the paths, one that lies
// beside the game file comes first.
//
// The error wraps ErrNoSources when there is no game file, ErrUnfit as well when a file
// that is named holds puzzles, problems or games on 10x10, ErrNames when the names files
// beside one are several and none is called so.
func FindSources(paths ...string) (Sources, error) { return FindSourcesIn(nil, paths...) }

// FindSourcesIn is FindSources with the path "-" for standard input, of which the
// beginning tells what it is and which can be read once.
func FindSourcesIn(stdin io.Reader, paths ...string) (Sources, error) {
	f := finder{stdin: stdin, seen: map[string]bool{}, names: map[string]string{}, open: openers{}, inside: map[string][]string{}, packed: map[string]bool{}}
	for _, path := range paths {
		if err := f.add(path); err != nil {
			return Sources{}, err
		}
	}
	if len(f.files) == 0 {
		return Sources{}, fmt.Errorf("dataset: %s: %w (*.wtb, *.ggf, *.pgn, *.sgf, *.gam)%s", strings.Join(paths, ", "), ErrNoSources, tablesHint(paths))
	}
	if err := f.findNames(); err != nil {
		return Sources{}, err
	}
	nameSources(f.files)
	return Sources{f.files, f.notes(), f.open}, nil
}

// tablesHint says which of the paths holds tables, for those who took it for a source.
func tablesHint(paths []string) string {
	for _, path := range paths {
		if _, err := os.Stat(filepath.Join(path, manifestName)); err == nil {
			return fmt.Sprintf(": %s holds tables, which are no source", path)
		}
	}
	return ""
}

// A finder collects what FindSources finds.
type finder struct {
	stdin                io.Reader // nil = there is none
	files                []SourceFile
	seen                 map[string]bool   // paths of files
	players, tournaments []string          // names files among the paths
	names                map[string]string // path of each names file in use, by its absolute path
	open                 openers
	inside               map[string][]string // names files in zip files, by directory
	packed               map[string]bool     // zip files that have been looked through
}

// add takes a path that the caller gave: what it names must be readable.
func (f *finder) add(path string) error {
	if path == stdinPath && f.stdin != nil {
		return f.addStdin()
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	if !info.IsDir() {
		return f.addFile(path, info)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	for _, e := range entries {
		if !inFolder(e.Name()) {
			continue
		}
		inside := filepath.Join(path, e.Name())
		info, err := os.Stat(inside) // follows a link
		if err != nil {
			return fmt.Errorf("dataset: %w", err)
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
		f.addGames(path, info)
	default:
		return f.addText(path, info)
	}
	return nil
}

// inFolder tells whether a file of a folder is one of games. A name that begins with
// "._" is one under which macOS keeps attributes of another file.
func inFolder(name string) bool {
	ext := extension(name)
	return (ext == ".wtb" || folderFormats[ext] != "") && !strings.HasPrefix(name, "._")
}

// addText takes a file that is not called like one of WTHOR.
func (f *finder) addText(path string, info fs.FileInfo) error {
	head, err := f.readHead(path)
	if err != nil {
		return err
	}
	if _, packed := f.open[path]; !packed && (isArchive(head) || extension(path) == ".zip") {
		return f.addArchive(path, reopened(path), info.Size())
	}
	switch kind := wthor.KindOf(path, head, info.Size()); kind {
	case wthor.KindGames:
		f.addGames(path, info)
		return nil
	case wthor.KindGames10, wthor.KindPuzzles:
		return fmt.Errorf("dataset: %s: %w: %w: it is a WTHOR file of %s, expected games on 8x8 (.wtb)", path, ErrNoSources, ErrUnfit, kind)
	}
	if ext := extension(path); ext == ".parquet" || ext == ".arrow" {
		return fmt.Errorf("dataset: %s: %w: it is a table, which is no source", path, ErrNoSources)
	}
	format, err := textFormat(head, path)
	if errors.Is(err, ErrUnfit) {
		return fmt.Errorf("dataset: %s: %w: %w", path, ErrNoSources, err)
	}
	if err != nil {
		return fmt.Errorf("dataset: %s: %w: the name ends with %q, expected .wtb, .jou, .trn, .zip or games as text: %w", path, ErrNoSources, filepath.Ext(path), err)
	}
	f.addGames(path, info)
	if last := &f.files[len(f.files)-1]; last.Path == path {
		last.Format, last.Games = format, 0
	}
	return nil
}

// addGames takes a game file unless it is there already.
func (f *finder) addGames(path string, info fs.FileInfo) {
	key := path
	if abs, err := filepath.Abs(path); err == nil {
		key = abs
	}
	if f.seen[key] {
		return
	}
	f.seen[key] = true
	f.files = append(f.files, SourceFile{Path: path, Games: int(max(0, info.Size()-16) / 68)})
}

func extension(name string) string { return strings.ToLower(filepath.Ext(name)) }

// findNames gives each game file its names files.
func (f *finder) findNames() (err error) {
	for i := range f.files {
		s := &f.files[i]
		if s.Format != "" {
			continue // its names are in it
		}
		if s.Players, err = f.namesFor(s.Path, ".jou", f.players); err != nil {
			return err
		}
		if s.Tournaments, err = f.namesFor(s.Path, ".trn", f.tournaments); err != nil {
			return err
		}
		s.Players, s.Tournaments = f.same(s.Players), f.same(s.Tournaments)
	}
	return nil
}

// same returns the path under which a names file was met first.
func (f *finder) same(path string) string {
	abs, err := filepath.Abs(path)
	if path == "" || err != nil {
		return path
	}
	if f.names[abs] == "" {
		f.names[abs] = path
	}
	return f.names[abs]
}

// namesFor chooses the names file of a kind for a game file; "" if there is none.
func (f *finder) namesFor(game, ext string, given []string) (string, error) {
	dir := filepath.Dir(game)
	if len(given) > 0 {
		near := slices.DeleteFunc(slices.Clone(given), func(path string) bool { return filepath.Dir(path) != dir })
		if len(near) > 0 {
			given = near
		}
		return choose(game, given)
	}
	if _, ok := f.open[game]; ok { // in a zip file, or standard input
		return choose(game, f.packedNames(game, ext))
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return "", fmt.Errorf("dataset: %w", err)
	}
	var beside []string
	for _, e := range entries {
		if extension(e.Name()) == ext && !e.IsDir() {
			beside = append(beside, filepath.Join(dir, e.Name()))
		}
	}
	return choose(game, beside)
}

// choose takes the only names file, or the one with the right name.
func choose(game string, names []string) (string, error) {
	if len(names) < 2 {
		return strings.Join(names, ""), nil
	}
	issue, _, _ := strings.Cut(stem(game), "_")
	for _, want := range [...]string{issue, "wthor", "wth"} {
		if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(stem(n), want) }); i >= 0 {
			return names[i], nil
		}
	}
	return "", fmt.Errorf("dataset: %s: %w: %s; expected one, or one called %s", game, ErrNames, strings.Join(names, ", "), issue)
}

// stem returns the name of a file without directory and extension.
func stem(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// nameSources sorts the files and gives each the shortest end of its path that no
// other one has.
func nameSources(files []SourceFile) {
	paths := make([]string, len(files))
	for i := range files {
		paths[i] = files[i].Path
	}
	names := shortNames(paths)
	for i := range files {
		files[i].Name = names[files[i].Path]
	}
	slices.SortStableFunc(files, func(a, b SourceFile) int { return compareNames(a.Name, b.Name) })
}

// compareNames orders the names of sources, whatever their case.
func compareNames(a, b string) int {
	return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
}

// namesFiles gives each names file the shortest end of its path that no other one
// has, by its path.
func (s Sources) namesFiles() map[string]string {
	var paths []string
	for _, f := range s.Files {
		for _, path := range [...]string{f.Players, f.Tournaments} {
			if path != "" && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return shortNames(paths)
}

// shortNames returns for each of several different paths the shortest end that no
// other one has. Paths that differ only in what a table cannot hold get a number.
func shortNames(paths []string) map[string]string {
	names := map[string]string{}
	for depth := 1; len(names) < len(paths); depth++ {
		if depth > maxDepth {
			for i, path := range paths {
				names[path] = cmp.Or(names[path], fmt.Sprintf("%s#%d", tail(path, depth), i))
			}
			break
		}
		count := map[string]int{}
		for _, path := range paths {
			if names[path] == "" {
				count[tail(path, depth)]++
			}
		}
		for _, path := range paths {
			if name := tail(path, depth); names[path] == "" && count[name] == 1 {
				names[path] = name
			}
		}
	}
	return names
}

// maxDepth is more than the directories that a path can be deep.
const maxDepth = 1 << 12

// tail returns the last n parts of a path, with slashes.
func tail(path string, n int) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	parts := strings.Split(filepath.ToSlash(path), "/")
	name := strings.Join(parts[max(0, len(parts)-n):], "/")
	return strings.ToValidUTF8(name, "\uFFFD") // what a table can hold
}

// notes tells which names are missing.
func (f *finder) notes() (notes []string) {
	var noPlayers, noTournaments []string
	for _, s := range f.files {
		if s.Format != "" {
			continue
		}
		if s.Players == "" {
			noPlayers = append(noPlayers, s.Name)
		}
		if s.Tournaments == "" {
			noTournaments = append(noTournaments, s.Name)
		}
	}
	return append(missing("players", ".jou", noPlayers), missing("tournaments", ".trn", noTournaments)...)
}

func missing(what, ext string, files []string) []string {
	if len(files) == 0 {
		return nil
	}
	who := files[0]
	if len(files) > 1 {
		who = fmt.Sprintf("%s and %d more", who, len(files)-1)
	}
	return []string{fmt.Sprintf("no names of %s (*%s) beside %s: ids are shown as #123", what, ext, who)}
}
