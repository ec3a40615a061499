package label

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/text"
)

// CacheFile returns the path of the table of analysed moves in a folder.
func CacheFile(dir string) string { return filepath.Join(dir, "moves.parquet") }

// A Cache finds the values of analysed moves. It holds 24 bytes for each, and is safe for concurrent use.
type Cache struct {
	hashes []uint64 // ascending
	moves  []cachedMove
}

// A cachedMove holds the values of a move in the least image of its position.
type cachedMove struct {
	points            int16 // in ten-thousandths; -1 = unknown
	move, best, depth uint8
	value, bestValue  int8
	exact             bool
}

// OpenCache reads the table of analysed moves in a folder. If there is none, its error wraps
// [fs.ErrNotExist]; a damaged table is bad input.
func OpenCache(dir string) (*Cache, error) {
	t, err := store.OpenMoves(CacheFile(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w%w", err, text.Hint("; outflank analyze GAMES --cache DIR makes one"))
	}
	if err != nil {
		return nil, err
	}
	c := &Cache{hashes: make([]uint64, 0, t.Rows()), moves: make([]cachedMove, 0, t.Rows())}
	for r, err := range t.All() {
		if err != nil {
			return nil, err
		}
		c.hashes = append(c.hashes, r.Hash)
		c.moves = append(c.moves, cachedMove{int16(r.Points), uint8(r.Move), uint8(r.Best), uint8(r.Depth),
			int8(r.Value), int8(r.BestValue), r.Exact})
	}
	return c, nil
}

// Len returns the number of moves.
func (c *Cache) Len() int { return len(c.hashes) }

// find returns the index of a move, or -1.
func (c *Cache) find(k moveKey) int {
	i, _ := slices.BinarySearch(c.hashes, k.hash)
	for ; i < len(c.hashes) && c.hashes[i] == k.hash; i++ {
		if c.moves[i].move == uint8(k.move) {
			return i
		}
	}
	return -1
}

// Analyze returns the moves of a game that the cache has, as [analysis.Analyst.Analyze] does but without Nodes,
// PV and, unless exact, Swing. It stops before an illegal move.
func (c *Cache) Analyze(g engine.Game) (list []analysis.Move) {
	if g.Start.Board.Shape != engine.Full {
		return nil
	}
	for ply, err := range g.Plies() {
		if err != nil {
			break
		}
		k, by := keyOf(ply.Position.Board, ply.Move)
		if i := c.find(k); i >= 0 {
			m := c.moves[i]
			list = append(list, analysis.KnownMove(ply, by.Inverse().Square(engine.Square(m.best)),
				float64(m.bestValue), float64(m.value), int(m.depth), m.exact, float64(m.points)/1e4))
		}
	}
	return list
}
