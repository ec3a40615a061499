package transfer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// findNames finds the names files of each game file.
func (f *finder) findNames() (err error) {
	for i := range f.files {
		s := &f.files[i]
		if s.Format != "" {
			continue // the file itself contains its names
		}
		if _, packed := f.open[s.Path]; !packed {
			if err := durable.CheckSet(filepath.Dir(s.Path)); err != nil {
				return fmt.Errorf("transfer: %w", err)
			}
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

// same returns the path under which a names file was first found.
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

// namesFor returns the names file of a kind for a game file, or "" if there is none.
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
		return "", fmt.Errorf("transfer: %w", err)
	}
	var beside []string
	for _, e := range entries {
		if extension(e.Name()) == ext && isWthor(e.Name()) && !e.IsDir() {
			beside = append(beside, filepath.Join(dir, e.Name()))
		}
	}
	return choose(game, beside)
}

// choose returns the only names file, or the one whose name matches the game file.
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
	return "", fmt.Errorf("transfer: %s: %w: %s; expected one, or one called %s", game, dataset.ErrNames,
		strings.Join(names, ", "), issue)
}

// stem returns the name of a file without directory and extension.
func stem(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// notes returns notes about missing names.
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
