package dataset

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// HoldOut names what the parts of a [Division] do not share.
type HoldOut string

const (
	// HoldOutGames divides games by their moves, as [Shares.Of] does.
	HoldOutGames HoldOut = "game"
	// HoldOutYears tests with the latest years, and validates with the years before them. Both parts have the
	// fewest years with at least their shares of the games. Games of unknown year are left out.
	HoldOutYears HoldOut = "year"
	// HoldOutPlayers divides players by their names. Games between players of different parts, and games with an
	// unknown player, are left out.
	HoldOutPlayers HoldOut = "player"
)

// A Division divides games into parts such that a test measures what was learned: no game of one part is in
// another, and no position of the test is in the other parts, nor one of the validation in the training part,
// up to symmetry. Of games with the same moves up to symmetry, it uses the first. Make one with [Divide]; it
// is then safe for concurrent use.
type Division struct {
	Parts      [4]Part // by Split; those of AnySplit are left out
	Duplicates int     // games left out because an earlier one has the same moves up to symmetry

	by      HoldOut
	shares  Shares
	first   map[uint64]int64 // id of the first game, by splitHash
	years   map[int]Split
	learned [4][]uint64 // hashes of all positions of games of a part, ascending
}

// A Part counts one part of a division. Its JSON fields are stable.
type Part struct {
	Games     int   `json:"games"`
	Positions int64 `json:"positions"` // of these games
	Removed   int64 `json:"removed"`   // of these positions, those that occur in a part that is learned from
}

// Divide divides the games that have a result. It ranges over them three times, and keeps 8 bytes for each
// position of the training and validation parts. The zero value of shares means 80, 10 and 10. It returns a
// misuse error if by is unknown, the first error of games, or an error about the input if a part is empty.
func Divide(games iter.Seq2[Game, error], by HoldOut, shares Shares) (*Division, error) {
	if by != HoldOutGames && by != HoldOutYears && by != HoldOutPlayers {
		return nil, fault.Setting("hold-out", by, "want game, year or player")
	}
	d := &Division{by: by, shares: cmp.Or(shares, defaultShares), first: map[uint64]int64{}}
	years := map[int]int{}
	for g, err := range games {
		switch h := splitHash(g.Game); {
		case err != nil:
			return nil, err
		case g.NoResult:
		case d.has(h):
			d.Duplicates++
		default:
			d.first[h] = g.ID
			years[g.Year]++
		}
	}
	d.divideYears(years)
	count := func(p Position, s Split) {
		d.Parts[s].Positions++
		if s == Train || s == Validation {
			d.learned[s] = append(d.learned[s], PositionHash(p.Position.Board))
		}
	}
	if err := d.each(games, count); err != nil {
		return nil, err
	}
	for s := range d.learned {
		slices.Sort(d.learned[s])
		d.learned[s] = slices.Compact(d.learned[s])
	}
	err := d.each(games, func(p Position, s Split) {
		if p.Index == 0 {
			d.Parts[s].Games++
		}
		if d.Repeats(s, PositionHash(p.Position.Board)) {
			d.Parts[s].Removed++
		}
	})
	for s := Train; s <= Test && err == nil; s++ {
		if d.Parts[s].Positions == d.Parts[s].Removed {
			err = fault.BadInputf("the %v part has no position that the others lack: want more games, or another "+
				"hold-out than %s", s, by)
		}
	}
	return d, err
}

func (d *Division) has(h uint64) bool { _, ok := d.first[h]; return ok }

// each calls do for all positions of the games that are the first of their moves.
func (d *Division) each(games iter.Seq2[Game, error], do func(Position, Split)) error {
	var game *Game
	part, repeated := AnySplit, false
	for p, err := range Positions(games) {
		if err != nil {
			return err
		}
		if p.Game != game {
			game = p.Game
			part, repeated = d.Of(game)
		}
		if !repeated {
			do(p, part)
		}
	}
	return nil
}

// divideYears assigns years to parts, the latest first.
func (d *Division) divideYears(games map[int]int) {
	d.years = map[int]Split{}
	total := 0
	for year, n := range games {
		if year != 0 {
			total += n
		}
	}
	sum := float64(d.shares.Train) + float64(d.shares.Validation) + float64(d.shares.Test)
	test := float64(total) * float64(d.shares.Test) / sum
	both := test + float64(total)*float64(d.shares.Validation)/sum
	after := 0 // games of later years
	for _, year := range slices.Backward(slices.Sorted(maps.Keys(games))) {
		switch {
		case year == 0:
		case float64(after) < test:
			d.years[year] = Test
		case float64(after) < both:
			d.years[year] = Validation
		default:
			d.years[year] = Train
		}
		after += games[year]
	}
}

// Of returns the part of a game, AnySplit if it is in none, and whether an earlier game has the same moves up
// to symmetry; such a game is not used.
func (d *Division) Of(g *Game) (s Split, repeated bool) {
	h := splitHash(g.Game)
	if d.first[h] != g.ID {
		return AnySplit, true
	}
	switch d.by {
	case HoldOutYears:
		return d.years[g.Year], false
	case HoldOutPlayers:
		if s := d.ofPlayer(g.Black); s == d.ofPlayer(g.White) {
			return s, false
		}
		return AnySplit, false
	}
	return d.shares.of(h), false
}

// ofPlayer returns the part of a player, AnySplit if the name is unknown.
func (d *Division) ofPlayer(name string) Split {
	if name == "" {
		return AnySplit
	}
	return d.shares.of(textHash([]byte(name)))
}

// Repeats reports whether a part must not have the position with a hash, see [PositionHash]: a part that is
// learned from has it.
func (d *Division) Repeats(s Split, hash uint64) bool {
	learned := func(s Split) bool {
		_, found := slices.BinarySearch(d.learned[s], hash)
		return found
	}
	return s == Validation && learned(Train) || s == Test && (learned(Train) || learned(Validation))
}
