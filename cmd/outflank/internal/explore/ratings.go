package explore

import (
	"context"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
)

// A ratingFlag is a range of ratings in Elo points, such as 1800-2100, 1800- or -2100.
type ratingFlag struct{ low, high float64 } // high 0 = without end

func (r *ratingFlag) Type() string { return "Elo" }

func (r *ratingFlag) String() string {
	if *r == (ratingFlag{}) {
		return ""
	}
	end := ""
	if r.high > 0 {
		end = fmt.Sprint(r.high)
	}
	return fmt.Sprintf("%v-%s", r.low, end)
}

func (r *ratingFlag) Set(text string) error {
	from, to, ok := strings.Cut(text, "-")
	var bounds ratingFlag
	for _, b := range []struct {
		text string
		into *float64
	}{{from, &bounds.low}, {to, &bounds.high}} {
		n, err := strconv.ParseUint(b.text, 10, 16)
		if ok = ok && (err == nil || b.text == ""); ok {
			*b.into = float64(n)
		}
	}
	if !ok || bounds == (ratingFlag{}) || bounds.high > 0 && bounds.high < bounds.low {
		return fmt.Errorf("want a range of Elo points such as 1800-2100 or 1800-")
	}
	*r = bounds
	return nil
}

// ratings are the mean ratings of the players of games, see [stats.Players.Elo].
type ratings map[stats.PlayerID]float64

// rate finds the ratings of the players of games.
func rate(ctx context.Context, games iter.Seq2[dataset.Game, error]) (ratings, error) {
	players, err := stats.Collect(ctx, games, 0, stats.NewPlayers)
	if err != nil {
		return nil, err
	}
	return players.Elo(), nil
}

// of returns the mean rating of both players, minus infinity where one has none.
func (r ratings) of(g *dataset.Game) float64 {
	black, ok1 := r[stats.BlackOf(g)]
	white, ok2 := r[stats.WhiteOf(g)]
	if !ok1 || !ok2 {
		return math.Inf(-1)
	}
	return (black + white) / 2
}

// within yields the games whose rating lies in a range.
func (r ratings) within(bounds ratingFlag, games iter.Seq2[dataset.Game,
	error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for g, err := range games {
			if err == nil {
				if x := r.of(&g); x < bounds.low || math.IsInf(x, -1) || bounds.high > 0 && x > bounds.high {
					continue
				}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}
