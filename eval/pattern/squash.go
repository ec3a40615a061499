package pattern

import (
	"sync"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// winDiscs is the number of discs that equals a win.
const winDiscs = 64

// squashEnd is the value, in wins, from which tanh is 1 to within a fraction of a disc.
const squashEnd = 5

// A squash maps absolute values, in 1/Unit discs, to squashed values.
type squash [squashEnd*winDiscs*Unit + 1]int16

// tanh is the hyperbolic tangent of values in wins. It is computed on first use.
var tanh = sync.OnceValue(func() *squash {
	s := &squash{}
	for x := range s {
		s[x] = int16(round(winDiscs * Unit * portable.Tanh(float64(x)/(winDiscs*Unit))))
	}
	return s
})

// of returns the squashed value.
func (s *squash) of(value int32) int32 {
	if value < 0 {
		return -int32(s[min(-value, int32(len(s)-1))])
	}
	return int32(s[min(value, int32(len(s)-1))])
}
