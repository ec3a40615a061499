package dataset

import (
	"cmp"
	"iter"
	"slices"

	"github.com/outflank/outflank/engine"
)

// Duplicates lists games with the same moves. Its JSON fields are stable.
type Duplicates struct {
	Games       int `json:"games"`
	Transcripts int `json:"transcripts"`   // number of distinct transcripts
	Distinct    int `json:"distinct"`      // number of distinct transcripts up to symmetry
	Sharing     int `json:"games_sharing"` // number of games whose moves, up to symmetry, occur in other games too
	Most        int `json:"most_games"`    // number of games with the most frequent moves
	// Number of games that repeat an earlier game's players, year, and moves up to symmetry.
	Repeats int     `json:"repeats"`
	Groups  []Group `json:"groups"` // games that share moves: largest groups first, then by first id
}

// A Group contains all games with the same moves up to symmetry. Short games often have the same moves
// without being copies; see Plies.
type Group struct {
	Moves string `json:"moves"` // of the canonical game
	Plies int    `json:"plies"`
	Games []Copy `json:"games"` // in table order
}

// A Copy is a game in a group.
type Copy struct {
	ID         int64  `json:"id"`
	Source     string `json:"source"`
	Record     int    `json:"record"`
	Year       int    `json:"year"`
	Tournament string `json:"tournament"`
	Black      string `json:"black"`
	White      string `json:"white"`
	Moves      string `json:"moves"`   // as in the game
	Repeats    bool   `json:"repeats"` // an earlier game of the group has the same players and year
}

// FindDuplicates finds games that occur more than once, including mirrored or rotated copies. It changes
// nothing.
//
// It ranges over the games twice. It takes about 30 bytes per game, and 120 more per game that shares its
// moves. It stops at the first error.
func FindDuplicates(games iter.Seq2[Game, error]) (Duplicates, error) {
	r := Duplicates{Groups: []Group{}}
	seen := map[uint64]bool{} // by hash of a game: whether the hash occurred again
	for g, err := range games {
		if err != nil {
			return r, err
		}
		h := splitHash(g.Game)
		_, again := seen[h]
		seen[h] = again
		r.Games++
	}
	// The second pass compares texts, which separates games whose hashes collide.
	groups, err := groupDuplicates(games, seen)
	if err != nil {
		return r, err
	}
	r.Distinct, r.Transcripts, r.Most = r.Games, r.Games, min(r.Games, 1)
	for _, group := range groups {
		r.addGroup(group)
	}
	slices.SortFunc(r.Groups, func(a, b Group) int {
		return cmp.Or(len(b.Games)-len(a.Games), cmp.Compare(a.Games[0].ID, b.Games[0].ID))
	})
	return r, nil
}

// A groupKey is the data common to the games of a group.
type groupKey struct {
	start engine.Position
	moves string
}

// groupDuplicates groups the games whose hash occurred again by start position and moves.
func groupDuplicates(games iter.Seq2[Game, error], again map[uint64]bool) (map[groupKey]*Group, error) {
	groups := map[groupKey]*Group{}
	for g, err := range games {
		if err != nil {
			return nil, err
		}
		if !again[splitHash(g.Game)] {
			continue
		}
		key := groupKey{g.Start, g.Canonical().String()}
		if groups[key] == nil {
			groups[key] = &Group{Moves: key.moves, Plies: len(g.Moves)}
		}
		groups[key].add(&g)
	}
	return groups, nil
}

// add appends a game and compares its players and year with those of earlier games.
func (d *Group) add(g *Game) {
	repeats := slices.ContainsFunc(d.Games, func(o Copy) bool {
		return o.Year == g.Year && o.Black == g.Black && o.White == g.White
	})
	d.Games = append(d.Games, Copy{
		g.ID, g.Source, g.Record, g.Year, g.Tournament, g.Black, g.White, d.text(g.String()), repeats,
	})
}

// text returns the moves of a game. If an earlier game has the same text, it shares that memory.
func (d *Group) text(moves string) string {
	for i := range d.Games {
		if d.Games[i].Moves == moves {
			return d.Games[i].Moves
		}
	}
	return moves
}

// addGroup counts a group if it contains more than one game.
func (r *Duplicates) addGroup(d *Group) {
	n := len(d.Games)
	r.Most = max(r.Most, n)
	if n < 2 {
		return
	}
	transcripts := map[string]bool{}
	for _, g := range d.Games {
		transcripts[g.Moves] = true
		if g.Repeats {
			r.Repeats++
		}
	}
	r.Sharing += n
	r.Distinct -= n - 1
	r.Transcripts -= n - len(transcripts)
	r.Groups = append(r.Groups, *d)
}
