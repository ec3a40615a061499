package arena

import (
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Starts returns the openings that the match uses in turn, from the file or for the shape; nil means the
// ordinary start.
func (cfg Config) Starts() ([]engine.Game, error) {
	if cfg.Openings != "" {
		return cfg.readOpenings()
	}
	if cfg.Shape == "" {
		return nil, nil
	}
	shape, err := engine.ParseShape(cfg.Shape)
	if err != nil {
		return nil, &fault.SettingError{Setting: "shape", Err: err}
	}
	return cfg.startsOf(shape)
}

// readOpenings returns the openings of the file in the order of the match.
func (cfg Config) readOpenings() ([]engine.Game, error) {
	list, err := book.ReadOpenings(cfg.Openings)
	if cfg.Shuffle {
		rng := rand.New(rand.NewPCG(cfg.Seed, engine.StreamOrder))
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list, err
}

// maxHoledBoards is the maximum number of boards with random holes that a match uses in turn.
const maxHoledBoards = 10_000

// startsOf returns the start of the shape or, with random holes, one start for each pair of games up to the
// limit.
func (cfg Config) startsOf(shape engine.Shape) (list []engine.Game, err error) {
	boards := 1
	if cfg.Holes.Share > 0 {
		boards = min((cfg.Games+1)/2, maxHoledBoards)
	}
	rng := rand.New(rand.NewPCG(cfg.Seed, engine.StreamHoles))
	for range boards {
		holed := shape
		if cfg.Holes.Share > 0 {
			if holed, err = shape.WithRandomHoles(cfg.Holes, rng); err != nil {
				return nil, fault.Setting("holes", cfg.Holes, "%w", err)
			}
		}
		start, err := holed.Start()
		if err != nil {
			return nil, &fault.SettingError{Setting: "shape", Err: err}
		}
		list = append(list, engine.Game{Start: start})
	}
	return list, nil
}
