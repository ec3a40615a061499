package fit

import (
	"encoding/binary"
	"fmt"

	"github.com/outflank/outflank/engine"
)

// A visit is a position in a played game, with the result of the search that chose the move.
type visit struct {
	mine, theirs uint64 // discs of the side to move and of the opponent
	value        int8   // for the side to move, in discs
	flags        uint8
}

const (
	exact uint8 = 1 << iota // the value is the result of best play to the end
	again                   // the same side moves in the next position, because its opponent has to pass
	flags = exact | again
)

// A playedGame contains the positions of a game in order, including the final one.
type playedGame []visit

// samples returns the positions in which a side has moves, each with its λ-return. The λ-return of an exact
// value is the value itself. Otherwise it is 1-λ times the value plus λ times the λ-return of the next
// position (R. S. Sutton, "Learning to predict by the methods of temporal differences", 1988). λ = 0 gives
// the value of the search, and λ = 1 the first exact value.
func (g playedGame) samples(lambda float64) []sample {
	list := make([]sample, 0, len(g))
	next := 0.0
	for i := len(g) - 1; i >= 0; i-- {
		v := g[i]
		value := float64(v.value)
		if v.flags&exact == 0 {
			if v.flags&again == 0 {
				next = -next
			}
			value += float64(lambda * (next - value))
		}
		next = value
		if i < len(g)-1 {
			list = append(list, sample{v.mine, v.theirs, float32(value), 1})
		}
	}
	return list
}

// visitBytes is the size of an encoded visit.
const visitBytes = 18

// encodeGames encodes games. For each game it writes the number of positions, then the positions in
// little-endian byte order.
func encodeGames(games []playedGame) (data []byte) {
	for _, g := range games {
		data = binary.LittleEndian.AppendUint16(data, uint16(len(g))) // a game has at most 61 positions
		for _, v := range g {
			data = binary.LittleEndian.AppendUint64(data, v.mine)
			data = binary.LittleEndian.AppendUint64(data, v.theirs)
			data = append(data, byte(v.value), v.flags)
		}
	}
	return data
}

// decodeGames decodes n games encoded by encodeGames.
func decodeGames(data []byte, n int) (games []playedGame, err error) {
	damaged := fmt.Errorf("fit: the positions of %d games are damaged", n)
	for range n {
		if len(data) < 2 {
			return nil, damaged
		}
		count := int(binary.LittleEndian.Uint16(data))
		if data = data[2:]; count == 0 || len(data) < count*visitBytes {
			return nil, damaged
		}
		g := make(playedGame, count)
		for i := range g {
			g[i] = visit{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:]),
				int8(data[16]), data[17]}
			if g[i].mine&g[i].theirs != 0 || g[i].value < -64 || g[i].value > 64 || g[i].flags&^flags != 0 {
				return nil, damaged
			}
			data = data[visitBytes:]
		}
		games = append(games, g)
	}
	if len(data) > 0 {
		return nil, damaged
	}
	return games, nil
}

// A start is the starting position of a game: the discs of the side to move and of the opponent.
type start [2]uint64

func (s start) board() engine.Board {
	return engine.Board{Mine: engine.Set(s[0]), Theirs: engine.Set(s[1]), Shape: engine.Full}
}
