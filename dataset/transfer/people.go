package transfer

import (
	"maps"
	"slices"

	"github.com/outflank/outflank/dataset"
)

// An identifier finds the players of text files.
type identifier struct {
	aliases map[string]string
	people  dataset.People
}

// identifier returns the identifier for names files that have been read, by path, and for those of the tables
// that are updated.
func (s Sources) identifier(read map[string]names) identifier {
	labels := maps.Clone(s.stored)
	if labels == nil {
		labels = map[string][]string{}
	}
	for _, f := range s.Files {
		if n := read[f.Players]; f.Players != "" {
			labels[n.source.Name] = n.labels
		}
	}
	return identifier{s.Aliases, dataset.NewPeople(slices.Collect(maps.Values(labels))...)}
}

// identify gives the players of a game their names and ids. It counts the players with an alias, and those of
// names files.
func (i identifier) identify(g *dataset.Game) (aliases, known int) {
	for _, label := range [...]*string{&g.Black, &g.White} {
		if name, ok := i.aliases[*label]; ok {
			*label = name
			aliases++
		}
	}
	return aliases, i.people.Identify(g)
}
