package stats

import (
	"context"
	"encoding/json"
	"iter"

	"github.com/outflank/outflank/dataset"
)

// RatedWeights are the square weights of games by phase and by rating band of the players.
type RatedWeights struct {
	_ [0]*ratedExport // the type of its JSON form, for schemas

	PhaseWeights
	Bands []Band // for games between two known players; empty if there are none
}

// A ratedCounter counts games for RatedWeights.
type ratedCounter struct {
	phases PhaseWeights
	bands  *bandWeights // without the players
	moves  []byte       // of a game
}

func (c *ratedCounter) Add(g *dataset.Game) {
	c.moves = c.moves[:0]
	if c.phases.start(g) {
		c.moves = appendMoves(c.moves, g)
		c.phases.addMoves(c.moves)
	}
	c.bands.add(g, func() []byte { return c.moves })
}

func (c *ratedCounter) Merge(d *ratedCounter) {
	c.phases.Merge(&d.phases)
	c.bands.Merge(d.bands)
}

// CountRated counts games on several goroutines (workers, 0 = one per processor). The mean of both players'
// ratings determines the band of a game. CountRated reads the ratings from players after the last game, so
// players should count the whole database, including games that a filter leaves out here. It stops at the
// first error of games or ctx.
func CountRated(ctx context.Context, games iter.Seq2[dataset.Game, error], workers int,
	players *Players) (*RatedWeights, error) {
	empty := func() *ratedCounter { return &ratedCounter{bands: newBandWeights()} }
	c, err := Collect(ctx, games, workers, empty)
	if err != nil {
		return nil, err
	}
	r := &RatedWeights{PhaseWeights: c.phases}
	if len(c.bands.games) > 0 {
		r.Bands = c.bands.by(players.Elo(), bands).Bands
	}
	return r, nil
}

// SetRelative sets Relative for each phase and band. Shares are then relative to the moves of the phase or
// band.
func (r *RatedWeights) SetRelative(relative bool) {
	r.PhaseWeights.SetRelative(relative)
	for i := range r.Bands {
		r.Bands[i].Weights.Relative = relative
	}
}

// Tables returns the tables of [PhaseWeights.Tables], plus one with a row for each square of each band.
func (r *RatedWeights) Tables() []Table {
	return append(r.PhaseWeights.Tables(), bandResult{Bands: r.Bands}.Tables()...)
}

// MarshalJSON writes the fields of PhaseWeights, and the weights of each band as "bands".
func (r *RatedWeights) MarshalJSON() ([]byte, error) {
	return json.Marshal(ratedExport{r.PhaseWeights.export(), append([]Band{}, r.Bands...)})
}

// A ratedExport is the JSON form of RatedWeights.
type ratedExport struct {
	phaseExport
	Bands []Band `json:"bands"`
}
