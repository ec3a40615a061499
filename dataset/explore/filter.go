package explore

import (
	"cmp"
	"fmt"
	"reflect"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
)

// A Filter selects games. A game must satisfy every field that is set; the zero value accepts all games.
type Filter struct {
	store.Filter

	Opponent string // part of the label of Player's opponent; case is ignored

	Who []stats.PlayerID // players who must all take part

	Result Result

	// Bounds of the mean rating of both players, in Elo points of [stats.Players.Elo] over all games of the
	// index; 0 = no bound. Games with an unrated player satisfy no bound.

	MinRating, MaxRating int
}

// A Result is the result of a game; [AnyResult] includes unknown results.
type Result string

// The results.
const (
	AnyResult Result = ""
	BlackWon  Result = "black"
	WhiteWon  Result = "white"
	Drawn     Result = "draw"
)

// ParseResult parses "black", "white", "draw", or "" for any result.
func ParseResult(text string) (Result, error) {
	switch r := Result(text); r {
	case AnyResult, BlackWon, WhiteWon, Drawn:
		return r, nil
	}
	return AnyResult, fmt.Errorf("explore: result %q: want black, white or draw", text)
}

func (r Result) match(g *dataset.Game) bool {
	if r == AnyResult || g.NoResult {
		return r == AnyResult
	}
	switch cmp.Compare(g.Score, 0) {
	case 1:
		return r == BlackWon
	case -1:
		return r == WhiteWon
	}
	return r == Drawn
}

// matcher returns a function that reports whether the filter accepts a game, given its row.
func (x *Index) matcher(f Filter) func(row int, g *dataset.Game) bool {
	match := f.Matcher()
	one := store.Filter{Black: f.Player, White: f.Opponent}.Matcher()
	two := store.Filter{Black: f.Opponent, White: f.Player}.Matcher()
	var ratings []float64
	if f.MinRating != 0 || f.MaxRating != 0 {
		ratings = x.ratings()
	}
	return func(row int, g *dataset.Game) bool {
		return match(g) && (f.Opponent == "" || one(g) || two(g)) && f.Result.match(g) && f.matchWho(g) &&
			(ratings == nil || ratings[row] >= float64(f.MinRating) &&
				(f.MaxRating == 0 || ratings[row] <= float64(f.MaxRating)))
	}
}

func (f *Filter) matchWho(g *dataset.Game) bool {
	for _, id := range f.Who {
		if stats.BlackOf(g) != id && stats.WhiteOf(g) != id {
			return false
		}
	}
	return true
}

// text returns a text that identifies a filter, or "" if the filter accepts all games.
func (f Filter) text() string {
	if reflect.ValueOf(f).IsZero() {
		return ""
	}
	return fmt.Sprintf("%#v", f)
}

// A choice is the set of games that a filter accepts, one bit for each row.
type choice []uint64

func (c choice) has(row int) bool { return c[row>>6]>>(row&63)&1 != 0 }

// choose returns the games that a filter accepts; nil = all.
func (x *Index) choose(f Filter) choice {
	text := f.text()
	if text == "" {
		return nil
	}
	if c, ok := x.choices.Get(text); ok {
		return c
	}
	c := make(choice, (len(x.rows)+63)/64)
	match := x.matcher(f)
	var g dataset.Game // reused, because allocating 124,326 games takes time
	for i := range x.rows {
		if g = x.game(i); match(i, &g) {
			c[i>>6] |= 1 << (i & 63)
		}
	}
	x.choices.Add(text, c)
	return c
}
