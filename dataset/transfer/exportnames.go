package transfer

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/wthor"
)

// exportNames is a names file to write.
type exportNames struct {
	source store.Source
	header wthor.Header
	labels []string
	ids    map[string]int // first id by label
	fresh  int            // number of added labels
	write  func(io.Writer, wthor.Names) error
}

// addNames creates the names files listed in the tables.
func (e *exporter) addNames(games *store.Games) error {
	labels, err := games.Labels()
	if err != nil {
		return err
	}
	for _, s := range games.Manifest().Sources {
		kind := slices.Index(namesKinds[:], s.Kind)
		if kind < 0 {
			continue
		}
		n := newExportNames(s, labels[kind][s.Name])
		if n.header, err = sourceHeader(s); err != nil {
			return err
		}
		e.names = append(e.names, n)
	}
	return nil
}

func newExportNames(s store.Source, labels []string) *exportNames {
	n := &exportNames{source: s, labels: slices.Clip(labels), ids: map[string]int{}, write: wthor.WritePlayers}
	if s.Kind == "tournaments" {
		n.write = wthor.WriteTournaments
	}
	for id, label := range slices.Backward(labels) {
		n.ids[label] = id
	}
	return n
}

// namesOf returns the names file of a source, or nil if there is none.
func (e *exporter) namesOf(name string) *exportNames {
	i := slices.IndexFunc(e.names, func(n *exportNames) bool { return n.source.Name == name })
	if i < 0 {
		return nil
	}
	return e.names[i]
}

// namesForNew returns the names file for new games: the first of its kind or, if nothing was imported, a new
// one in which id 0 is labelled unknown. It returns an error if imported files have no names, because a later
// import would associate the new names file with them.
func (e *exporter) namesForNew(kind, file, unknown string) (*exportNames, error) {
	i := slices.IndexFunc(e.names, func(n *exportNames) bool { return n.source.Kind == kind })
	switch {
	case i >= 0:
		return e.names[i], nil
	case len(e.sources) > 0:
		return nil, fmt.Errorf("the imported files have no names of %s, and a names file for new games would be "+
			"taken for theirs", kind)
	}
	n := newExportNames(store.Source{Name: file, Kind: kind}, []string{unknown})
	e.names = append(e.names, n)
	return n, nil
}

func (n *exportNames) encode(w io.Writer) error {
	n.header.N2 = uint16(len(n.labels))
	return n.write(w, wthor.Names{Header: n.header, Labels: n.labels})
}

// number gives a game the ids of its file. undo removes labels that were added for it.
func (f *exportGames) number(g *dataset.Game) (undo func(), err error) {
	var added []*exportNames
	undo = func() {
		for _, n := range added {
			n.drop()
		}
	}
	for _, x := range [...]struct {
		names *exportNames
		what  string
		id    *int
		label string
	}{
		{f.tournaments, "tournament", &g.TournamentID, g.Tournament},
		{f.players, "black player", &g.BlackID, g.Black},
		{f.players, "white player", &g.WhiteID, g.White},
	} {
		if f.source.Name == "" || g.Source != f.source.Name {
			*x.id = -1 // the id refers to a different file
		}
		fresh, err := x.names.number(x.id, x.label)
		if err != nil {
			undo()
			return nil, fmt.Errorf("%s %q: %w", x.what, x.label, err)
		}
		if fresh {
			added = append(added, x.names)
		}
	}
	return undo, nil
}

// maxNames is the maximum number of names that a 16-bit counter allows.
const maxNames = 1<<16 - 1

// number checks an id, or finds one for a label and reports whether it is new.
func (n *exportNames) number(id *int, label string) (fresh bool, err error) {
	switch {
	case *id >= 0:
		return false, n.check(*id, label)
	case label == "":
		*id = 0
		return false, nil
	case n == nil:
		return false, errors.New("it has no id and the file no names file")
	}
	known, ok := n.ids[label]
	if !ok {
		if known, err = n.append(label); err != nil {
			return false, err
		}
	}
	*id = known
	return !ok, nil
}

// check returns an error unless the label belongs to the id. Without names, any id is valid.
func (n *exportNames) check(id int, label string) error {
	switch {
	case n == nil:
		return nil
	case id >= len(n.labels):
		return fmt.Errorf("its id is %d, and %s has %d names", id, n.source.Name, len(n.labels))
	case n.labels[id] != label:
		return fmt.Errorf("its id is %d, which %s calls %q", id, n.source.Name, n.labels[id])
	}
	return nil
}

// append adds a label with the next id if it fits the format.
func (n *exportNames) append(label string) (id int, err error) {
	if len(n.labels) == maxNames {
		return 0, fmt.Errorf("%s is full: it has %d names", n.source.Name, maxNames)
	}
	err = n.write(io.Discard, wthor.Names{Header: wthor.Header{N2: 1}, Labels: []string{label}})
	if f, ok := errors.AsType[*wthor.FormatError](err); ok {
		return 0, fmt.Errorf("the format wants %s", f.Want)
	}
	if err != nil {
		return 0, err
	}
	id = len(n.labels)
	n.labels, n.ids[label] = append(n.labels, label), id
	n.fresh++
	return id, nil
}

// drop removes the last label.
func (n *exportNames) drop() {
	last := len(n.labels) - 1
	delete(n.ids, n.labels[last])
	n.labels = n.labels[:last]
	n.fresh--
}

// beginWithF5 turns a game from the ordinary start so that its first move is f5.
func beginWithF5(g *dataset.Game) {
	f5 := engine.At(5, 4)
	if !g.Standard() || len(g.Moves) == 0 || g.Moves[0] == f5 {
		return
	}
	for _, y := range [...]engine.Symmetry{3, 4, 7} {
		if y.Square(g.Moves[0]) == f5 {
			g.Game = g.Transform(y)
			return
		}
	}
}
