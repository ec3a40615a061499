package dataset

import "github.com/outflank/outflank/engine/runtime/text"

// People are the players of names files, by the words of their labels ([text.NameWords]).
type People map[string]person

type person struct {
	id    int // -1 = players with different ids have these words
	label string
}

// NewPeople returns the players of names files, each with the labels by id.
func NewPeople(files ...[]string) People {
	people := People{}
	for _, labels := range files {
		for id, label := range labels {
			words := text.NameWords(label)
			if known, ok := people[words]; ok && (known.id != id || known.label != label) {
				id = -1
			}
			people[words] = person{id, label}
		}
	}
	delete(people, "")
	return people
}

// Identify gives players without an id the id and the label of the player whose label has the same words, in
// any order and spelling. It leaves players alone whose words belong to several players or to none. It
// returns the number of players that it identified, 0 to 2.
func (p People) Identify(g *Game) (n int) {
	for _, player := range [...]struct {
		id    *int
		label *string
	}{{&g.BlackID, &g.Black}, {&g.WhiteID, &g.White}} {
		if *player.id >= 0 {
			continue
		}
		if found, ok := p[text.NameWords(*player.label)]; ok && found.id >= 0 {
			*player.id, *player.label = found.id, found.label
			n++
		}
	}
	return n
}
