package transfer

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// Changes lists the changes of an update to the games of a directory. Its JSON fields are stable.
type Changes struct {
	Kept       int `json:"kept"`       // games of sources that were not read
	Same       int `json:"same"`       // unchanged games of sources that were read
	Changed    int `json:"changed"`    // games whose content changed but not their ids
	Added      int `json:"added"`      // games with a new id
	Removed    int `json:"removed"`    // games that no longer exist; their ids are not reused
	Relabelled int `json:"relabelled"` // kept games with a new label for a player or the tournament

	List []Change `json:"list"` // games changed, added and removed, source by source; at most 100 of each kind

	NewLabels     int           `json:"new_labels"`     // new names in the names files
	ChangedLabels int           `json:"changed_labels"` // names that have changed
	LostLabels    int           `json:"lost_labels"`    // names that are no longer in the files
	Labels        []LabelChange `json:"labels"`         // the changed names, at most 100
}

// A Change is a game that an update changed, added or removed.
type Change struct {
	Kind   string   `json:"kind"` // "changed", "added" or "removed"
	ID     int64    `json:"id"`
	Source string   `json:"source"`
	Record int      `json:"record"`           // number of the record; for a removed game, the old number
	Fields []string `json:"fields,omitempty"` // what changed: "moves", "players", "tournament", "score", "theory", "year"
}

// A LabelChange is a changed name.
type LabelChange struct {
	Source string `json:"source"` // names file
	ID     int    `json:"id"`
	Old    string `json:"old"`
	New    string `json:"new"`
}

// addLabels compares two issues of a names file.
func (c *Changes) addLabels(source string, old, fresh []string) {
	c.NewLabels += max(0, len(fresh)-len(old))
	c.LostLabels += max(0, len(old)-len(fresh))
	for id := range min(len(old), len(fresh)) {
		if old[id] == fresh[id] {
			continue
		}
		if c.ChangedLabels++; len(c.Labels) < maxBad {
			c.Labels = append(c.Labels, LabelChange{source, id, old[id], fresh[id]})
		}
	}
}

// add counts a change and lists it unless many of its kind are already listed.
func (c *Changes) add(ch Change) {
	n := map[string]*int{"changed": &c.Changed, "added": &c.Added, "removed": &c.Removed}[ch.Kind]
	if *n++; *n <= maxBad {
		c.List = append(c.List, ch)
	}
}

// An oldGame contains the data of a game that matching needs.
type oldGame struct {
	id      int64
	record  int
	moves   [16]byte // hash of start position and moves
	numbers [7]int32 // tournament, players, score, theory, its depth, year
	taken   bool
}

func newOldGame(g *dataset.Game) oldGame {
	o := oldGame{id: g.ID, record: g.Record}
	text := make([]byte, 0, 256)
	if !g.Standard() {
		text = append(text, g.Start.String()...)
	}
	sum := sha256.Sum256(engine.AppendTranscript(text, g.Moves))
	copy(o.moves[:], sum[:])
	score := g.Score
	if g.NoResult {
		score = 65 // a score that no game has
	}
	o.numbers = [...]int32{int32(g.TournamentID), int32(g.BlackID), int32(g.WhiteID), int32(score),
		int32(g.Theory), int32(g.TheoryEmpties), int32(g.Year)}
	return o
}

// matchKeys are the keys for matching games, tried in this order: the whole content, the moves, and the
// players with the tournament.
var matchKeys = [...]func(o *oldGame) [44]byte{
	func(o *oldGame) [44]byte { return o.key(o.moves[:], o.numbers[:]) },
	func(o *oldGame) [44]byte { return o.key(o.moves[:], nil) },
	func(o *oldGame) [44]byte { return o.key(nil, o.numbers[:3]) },
}

func (o *oldGame) key(moves []byte, numbers []int32) (k [44]byte) {
	copy(k[:], moves)
	for i, n := range numbers {
		binary.LittleEndian.PutUint32(k[16+4*i:], uint32(n))
	}
	return k
}

// match gives each game that was read the id of its matching old game from the same source, in up to three
// rounds. Equal games are matched in order. The remaining games get new ids, in record order.
func (u *updater) match(source string) {
	old := u.replaced[source]
	fresh := make([]oldGame, len(u.fresh))
	for i := range u.fresh {
		u.fresh[i].ID = -1
		fresh[i] = newOldGame(&u.fresh[i])
	}
	for round, key := range matchKeys {
		left := map[[44]byte][]int{}
		for i := range old {
			if !old[i].taken {
				left[key(&old[i])] = append(left[key(&old[i])], i)
			}
		}
		for i := range fresh {
			k := key(&fresh[i])
			if fresh[i].taken || len(left[k]) == 0 {
				continue
			}
			o := &old[left[k][0]]
			left[k] = left[k][1:]
			o.taken, fresh[i].taken = true, true
			u.fresh[i].ID = o.id
			if round == 0 {
				u.changes.Same++
			}
		}
	}
	u.settle(source, old, fresh)
}

// settle numbers the new games and lists the changes.
func (u *updater) settle(source string, old, fresh []oldGame) {
	byID := map[int64]*oldGame{}
	for i := range old {
		byID[old[i].id] = &old[i]
		if !old[i].taken {
			u.changes.add(Change{"removed", old[i].id, source, old[i].record, nil})
		}
	}
	for i := range fresh {
		g := &u.fresh[i]
		if !fresh[i].taken {
			g.ID = u.ids
			u.ids++
			u.changes.add(Change{"added", g.ID, source, g.Record, nil})
		} else if fields := fresh[i].differs(byID[g.ID]); len(fields) > 0 {
			u.changes.add(Change{"changed", g.ID, source, g.Record, fields})
		}
	}
}

// differs returns the names of the fields in which two games differ.
func (o *oldGame) differs(p *oldGame) (fields []string) {
	if o.moves != p.moves {
		fields = append(fields, "moves")
	}
	for i, name := range [...]string{"tournament", "players", "players", "score", "theory", "theory", "year"} {
		if o.numbers[i] != p.numbers[i] {
			fields = append(fields, name)
		}
	}
	return slices.Compact(fields)
}
