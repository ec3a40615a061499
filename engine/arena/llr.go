package arena

import "slices"

// An LLR is what a sequential test said at some time. The JSON fields are stable.
type LLR struct {
	Pairs int     `json:"pairs" meaning:"pairs of games that it knew"`
	LLR   float64 `json:"llr" meaning:"logarithm of how much likelier they are under H1 than under H0"`
}

// maxCurve bounds the points of a curve: more than a screen has columns.
const maxCurve = 2048

// A curve keeps evenly spaced points of a series of any length, and the last one.
type curve struct {
	every  int // pairs between two points, a power of two
	points []LLR
	last   LLR
}

// add adds the point of the next pair.
func (c *curve) add(p LLR) {
	c.last = p
	if p.Pairs%c.every != 0 {
		return
	}
	if c.points = append(c.points, p); len(c.points) > maxCurve {
		c.every *= 2
		c.points = slices.DeleteFunc(c.points, func(p LLR) bool { return p.Pairs%c.every != 0 })
	}
}

// all returns the points that were kept, which the caller may change.
func (c *curve) all() []LLR {
	list := slices.Clone(c.points)
	if n := len(list); n == 0 || list[n-1].Pairs != c.last.Pairs {
		list = append(list, c.last)
	}
	if c.last.Pairs == 0 {
		return nil
	}
	return list
}
