package gauntlet

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Leaderboard compares cards. The JSON fields are stable.
type Leaderboard struct {
	Edition int     `json:"edition"`
	Set     string  `json:"set_sha256"`
	Cards   []*Card `json:"cards"` // the highest rating first
}

// NewLeaderboard compares cards, at least one.
func NewLeaderboard(cards []*Card) *Leaderboard {
	b := &Leaderboard{Edition: Edition, Set: SetHash(), Cards: slices.Clone(cards)}
	slices.SortStableFunc(b.Cards, func(c, d *Card) int {
		return cmp.Or(cmp.Compare(d.Result.Rating.Elo, c.Result.Rating.Elo), cmp.Compare(c.Digest, d.Digest))
	})
	return b
}

// Cells returns the rows of a text table, beginning with the header.
func (b *Leaderboard) Cells() [][]string {
	rows := [][]string{{"agent", "rank", "Elo", "95 %", "loss", "95 %", "failures", "ms/move", "training games",
		"compute", "author", "digest"}}
	for i, c := range b.Cards {
		r := &c.Result
		name := c.Name()
		if !r.Standard {
			name += " (try-out)"
		}
		rows = append(rows, []string{name, strconv.Itoa(i + 1), text.Signed(r.Rating.Elo),
			text.Signed(r.Rating.Low) + " to " + text.Signed(r.Rating.High), fmt.Sprintf("%.2f", r.Loss.Mean),
			fmt.Sprintf("%.2f–%.2f", r.Loss.Low, r.Loss.High), text.Number(r.Failures.Games + r.Failures.Moves),
			fmt.Sprintf("%.3f", c.Conditions.Millis), c.Declared.Games, c.Declared.Compute,
			c.Declared.Author, fmt.Sprintf("%.12s", c.Digest)})
	}
	return rows
}

// Write writes leaderboard.json, leaderboard.md and leaderboard.html to a folder.
func (b *Leaderboard) Write(dir string) error {
	if _, err := durable.MkdirAll(dir); err != nil {
		return err
	}
	p := page{
		Title: "Leaderboard of the gauntlet",
		Lead: []string{fmt.Sprintf("Edition %d, set %.12s. Elo is relative to the random anchor. The loss is the "+
			"mean number of discs lost per move in the fixed positions. Failures are games forfeited and "+
			"positions without a legal answer. Training games, compute and author are declared, not measured.",
			b.Edition, b.Set)},
		Sections: []section{{"Results", b.Cells(), ladderOf(b.Cards)}},
	}
	if err := p.write(filepath.Join(dir, "leaderboard")); err != nil {
		return err
	}
	return writeDocument(filepath.Join(dir, "leaderboard.json"), b)
}
