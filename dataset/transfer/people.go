package transfer

import "github.com/outflank/outflank/dataset"

// An identifier finds the players of text files.
type identifier struct {
	aliases map[string]string
	people  dataset.People
}

// identifier returns the identifier for names files that have been read, by path.
func (s Sources) identifier(read map[string]names) identifier {
	if s.people != nil {
		return identifier{s.Aliases, s.people}
	}
	var players [][]string
	for _, n := range read {
		if n.source.Kind == "players" {
			players = append(players, n.labels)
		}
	}
	return identifier{s.Aliases, dataset.NewPeople(players...)}
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
