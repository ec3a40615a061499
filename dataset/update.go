package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"slices"
)

// An updater keeps what an import does not replace. The old tables and the new ones
// are both in the order of their sources, so the games that stay are merged in as the
// new ones come.
type updater struct {
	old      *Games
	sources  map[string]Source          // game files of the old tables
	stored   [2]map[string][]string     // labels of the old names files: players, tournaments
	names    [2]map[string][]string     // labels of the files that are read now
	replaced map[string][]oldGame       // games of the sources that are read now
	next     func() (Game, error, bool) // the old games that stay
	stop     func()
	ahead    *Game // one of them that has been taken but not written
	fresh    []Game
	ids      int64 // the next one that is free
	changes  *Changes
}

// startUpdate reads what the tables of a directory hold; nil if there are none.
func startUpdate(dir string, src Sources) (*updater, error) {
	old, err := Open(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && errors.Is(err, ErrManifest):
		return nil, nil
	case err != nil:
		return nil, err
	}
	m := old.Manifest()
	if m.Schema == 1 && len(m.Sources) > 0 {
		return nil, fmt.Errorf("dataset: %s: %w: tables of version 1 hold no names; import all files again", dir, ErrSchema)
	}
	u := &updater{
		old: old, sources: map[string]Source{}, ids: m.NextID, replaced: map[string][]oldGame{},
		changes: &Changes{List: []Change{}, Labels: []LabelChange{}},
	}
	for _, s := range m.Sources {
		if s.Kind == "games" {
			u.sources[s.Name] = s
		}
	}
	if err := u.readNames(src); err != nil {
		return nil, err
	}
	if err := u.readOld(src); err != nil {
		return nil, err
	}
	u.next, u.stop = iter.Pull2(u.old.All())
	return u, nil
}

// readNames reads the names of the tables and of the files that replace them.
func (u *updater) readNames(src Sources) error {
	players, err := u.old.Players()
	if err != nil {
		return err
	}
	tournaments, err := u.old.Tournaments()
	if err != nil {
		return err
	}
	u.stored = [2]map[string][]string{labelsOf(players), labelsOf(tournaments)}
	u.names = [2]map[string][]string{{}, {}}
	called := src.namesFiles()
	for _, f := range src.Files {
		for i, path := range [...]string{f.Players, f.Tournaments} {
			if name := called[path]; path != "" && u.names[i][name] == nil {
				n, err := src.open.readNames(path, name, [...]string{"players", "tournaments"}[i])
				if err != nil {
					return err
				}
				u.names[i][name] = n.labels
				u.changes.addLabels(name, u.stored[i][name], n.labels)
			}
		}
	}
	return nil
}

// readOld looks at all old games: at their order, their ids, and at the content of
// those whose sources are read now.
func (u *updater) readOld(src Sources) error {
	for _, f := range src.Files {
		u.replaced[f.Name] = []oldGame{}
	}
	last := ""
	for g, err := range u.old.All() {
		if err != nil {
			return err
		}
		if compareNames(g.Source, last) < 0 {
			return fmt.Errorf("dataset: %s: games of %q stand behind games of %q: only tables whose games are in the order of their sources, as import writes them, can be updated", u.old.dir, g.Source, last)
		}
		last = g.Source
		u.ids = max(u.ids, g.ID+1)
		if list, ok := u.replaced[g.Source]; ok {
			u.replaced[g.Source] = append(list, newOldGame(&g))
		}
	}
	return nil
}

// keepBefore writes the old games that stay and whose source comes before name; all
// that are left if all is set.
func (u *updater) keepBefore(w *Writer, name string, all bool) error {
	for {
		if u.ahead == nil {
			g, err, ok := u.next()
			if !ok || err != nil {
				return err
			}
			u.ahead = &g
		}
		if !all && compareNames(u.ahead.Source, name) >= 0 {
			return nil
		}
		if _, gone := u.replaced[u.ahead.Source]; !gone {
			u.changes.Kept++
			u.relabel(u.ahead)
			if err := w.writeNumbered(u.ahead); err != nil {
				return err
			}
		}
		u.ahead = nil
	}
}

// relabel gives an old game the labels of names files that are read now.
func (u *updater) relabel(g *Game) {
	s, before := u.sources[g.Source], *g
	if labels, ok := u.names[0][s.Players]; ok && g.BlackID >= 0 {
		g.Black = label(labels, uint16(g.BlackID))
	}
	if labels, ok := u.names[0][s.Players]; ok && g.WhiteID >= 0 {
		g.White = label(labels, uint16(g.WhiteID))
	}
	if labels, ok := u.names[1][s.Tournaments]; ok && g.TournamentID >= 0 {
		g.Tournament = label(labels, uint16(g.TournamentID))
	}
	if g.Black != before.Black || g.White != before.White || g.Tournament != before.Tournament {
		u.changes.Relabelled++
	}
}

// finishFile numbers the games of a source that has been read and writes them.
func (u *updater) finishFile(w *Writer, s Source) error {
	if err := u.keepBefore(w, s.Name, false); err != nil {
		return err
	}
	u.match(s.Name)
	for i := range u.fresh {
		if err := w.writeNumbered(&u.fresh[i]); err != nil {
			return err
		}
	}
	u.fresh = nil
	return nil
}

// finish writes the games that are left, and puts the sources and names that stay
// beside those that were read.
func (u *updater) finish(w *Writer) error {
	if err := u.keepBefore(w, "", true); err != nil {
		return err
	}
	w.nextID = max(w.nextID, u.ids)
	w.source = mergeSources(w.source, u.old.Manifest().Sources)
	for i, add := range [...]func(string, []string) error{w.AddPlayers, w.AddTournaments} {
		w.names[i] = nil
		for _, s := range w.source {
			if s.Kind != [...]string{"players", "tournaments"}[i] {
				continue
			}
			labels, ok := u.names[i][s.Name]
			if !ok {
				labels = u.stored[i][s.Name]
			}
			if err := add(s.Name, labels); err != nil {
				return err
			}
		}
	}
	return nil
}

// mergeSources returns the sources of updated tables in the order in which an import
// of all files would note them: the game files by name, then the names files in the
// order in which game files ask for them. An old names file that none asks for goes.
func mergeSources(fresh, old []Source) (merged []Source) {
	type key struct{ kind, name string }
	all := map[key]Source{}
	for _, s := range slices.Concat(old, fresh) {
		all[key{s.Kind, s.Name}] = s
	}
	for k, s := range all {
		if k.kind == "games" {
			merged = append(merged, s)
		}
	}
	slices.SortFunc(merged, func(a, b Source) int { return compareNames(a.Name, b.Name) })
	for _, s := range slices.Clone(merged) {
		for _, k := range [...]key{{"players", s.Players}, {"tournaments", s.Tournaments}} {
			if n, ok := all[k]; ok {
				merged = append(merged, n)
				delete(all, k)
			}
		}
	}
	return merged
}

// formatsOf returns the formats of the tables in a directory.
func formatsOf(dir string) (formats []Format) {
	m, err := readManifest(dir)
	if err != nil {
		return nil // Open will say why
	}
	have := map[Format]bool{}
	for _, f := range [...]Format{Parquet, Arrow} {
		have[f] = m.table(gamesTable.file(f)) != nil
	}
	maps.DeleteFunc(have, func(_ Format, ok bool) bool { return !ok })
	return slices.Sorted(maps.Keys(have))
}
