package transfer

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
)

// An updater contains the data that an import does not replace. The old and the new tables are both in the
// order of their sources, so games that stay are merged in as new games arrive.
type updater struct {
	old      *store.Games
	sources  map[string]store.Source            // game files in the old tables
	stored   [2]map[string][]string             // labels in the old names files: players, tournaments
	names    [2]map[string][]string             // labels in the names files being read
	replaced map[string][]oldGame               // old games of the sources being read
	next     func() (dataset.Game, error, bool) // yields the old games that stay
	stop     func()
	ahead    *dataset.Game // a game from next that has not been written yet
	fresh    []dataset.Game
	people   dataset.People // of all names files
	ids      int64          // the next free id
	changes  *Changes
}

// startUpdate reads the tables of a directory. It returns nil if there are none.
func startUpdate(dir string, src Sources) (*updater, error) {
	old, err := store.Open(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && errors.Is(err, dataset.ErrManifest):
		return nil, nil
	case err != nil:
		return nil, err
	}
	m := old.Manifest()
	if m.Schema == 1 && len(m.Sources) > 0 {
		return nil, fmt.Errorf("transfer: %s: %w: tables of version 1 hold no names; import all files again", dir,
			dataset.ErrSchema)
	}
	u := &updater{
		old: old, sources: map[string]store.Source{}, ids: m.NextID, replaced: map[string][]oldGame{},
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
	labels := maps.Clone(u.stored[0])
	maps.Copy(labels, u.names[0])
	u.people = dataset.NewPeople(slices.Collect(maps.Values(labels))...)
	u.next, u.stop = iter.Pull2(u.old.All())
	return u, nil
}

// readNames reads the names in the tables and in the files that replace them.
func (u *updater) readNames(src Sources) error {
	var err error
	if u.stored, err = u.old.Labels(); err != nil {
		return err
	}
	u.names = [2]map[string][]string{{}, {}}
	called := src.namesFiles()
	for _, f := range src.Files {
		for i, path := range [...]string{f.Players, f.Tournaments} {
			if name := called[path]; path != "" && u.names[i][name] == nil {
				n, err := src.open.readNames(path, name, namesKinds[i])
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

// readOld checks the order and the ids of all old games, and reads the content of those whose sources are
// being replaced.
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
			return fmt.Errorf("transfer: %s: games of %q stand behind games of %q: only tables whose games are in "+
				"the order of their sources, as import writes them, can be updated", u.old.Dir(), g.Source, last)
		}
		last = g.Source
		u.ids = max(u.ids, g.ID+1)
		if list, ok := u.replaced[g.Source]; ok {
			u.replaced[g.Source] = append(list, newOldGame(&g))
		}
	}
	return nil
}

// keepBefore writes the old games that stay and whose source sorts before name or, if all is set, all
// remaining ones.
func (u *updater) keepBefore(w *store.Writer, name string, all bool) error {
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
			if err := w.WriteNumbered(u.ahead); err != nil {
				return err
			}
		}
		u.ahead = nil
	}
}

// relabel gives an old game the labels from the names files being read, and ids if its source has none.
func (u *updater) relabel(g *dataset.Game) {
	s, before := u.sources[g.Source], *g
	if s.Players == "" {
		u.people.Identify(g)
	}
	if labels, ok := u.names[0][s.Players]; ok && g.BlackID >= 0 {
		g.Black = dataset.NameOf(labels, uint16(g.BlackID))
	}
	if labels, ok := u.names[0][s.Players]; ok && g.WhiteID >= 0 {
		g.White = dataset.NameOf(labels, uint16(g.WhiteID))
	}
	if labels, ok := u.names[1][s.Tournaments]; ok && g.TournamentID >= 0 {
		g.Tournament = dataset.NameOf(labels, uint16(g.TournamentID))
	}
	if g.Black != before.Black || g.White != before.White || g.Tournament != before.Tournament {
		u.changes.Relabelled++
	}
}

// finishFile numbers and writes the games of a source that has been read.
func (u *updater) finishFile(w *store.Writer, s store.Source) error {
	if err := u.keepBefore(w, s.Name, false); err != nil {
		return err
	}
	u.match(s.Name)
	for i := range u.fresh {
		if err := w.WriteNumbered(&u.fresh[i]); err != nil {
			return err
		}
	}
	u.fresh = nil
	return nil
}

// finish writes the remaining games, and adds the sources and names that stay to those that were read.
func (u *updater) finish(w *store.Writer) error {
	if err := u.keepBefore(w, "", true); err != nil {
		return err
	}
	sources := mergeSources(w.Sources(), u.old.Manifest().Sources)
	w.Update(sources, u.ids)
	for i, add := range [...]func(string, []string) error{w.AddPlayers, w.AddTournaments} {
		for _, s := range sources {
			if s.Kind != namesKinds[i] {
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

// mergeSources returns the sources of updated tables in the order in which a full import reads them: the game
// files by name, then the names files in the order in which game files need them. It drops old names files
// that no game file needs.
func mergeSources(fresh, old []store.Source) (merged []store.Source) {
	type key struct{ kind, name string }
	all := map[key]store.Source{}
	for _, s := range slices.Concat(old, fresh) {
		all[key{s.Kind, s.Name}] = s
	}
	for k, s := range all {
		if k.kind == "games" {
			merged = append(merged, s)
		}
	}
	slices.SortFunc(merged, func(a, b store.Source) int { return compareNames(a.Name, b.Name) })
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
